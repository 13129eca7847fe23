/* settings.c: the environment variables. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "settings.h"

#include <stdlib.h>
#include <string.h>

#include "algos/param.h"

static const char *set(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && value[0] != 0 ? value : NULL;
}

/* Is the variable as it should be, or not set? */
static bool size(const char *name, size_t *value)
{
    const char *text = set(name);
    size_t v;

    if (text == NULL)
        return true;
    if (al_size_parse(text, &v) != 0 || v == 0)
        return false;
    *value = v;
    return true;
}

static bool scope(const char *name, bool *internode)
{
    const char *text = set(name);

    *internode = text != NULL && strcmp(text, "internode") == 0;
    return text == NULL || *internode || strcmp(text, "all") == 0;
}

size_t record_settings_read(struct record_settings *s,
                            struct record_wrong wrong[RECORD_WRONG_MAX])
{
    size_t n = 0;

    *s = (struct record_settings){
        .prefix = set("MSGSCHED_RECORD"),
        .memory = (size_t)64 << 20,
        .files = 1000,
    };
    if (!scope("MSGSCHED_RECORD_SCOPE", &s->internode))
        wrong[n++] =
            (struct record_wrong){"MSGSCHED_RECORD_SCOPE", "internode or all"};
    if (!size("MSGSCHED_RECORD_MEMORY", &s->memory))
        wrong[n++] = (struct record_wrong){"MSGSCHED_RECORD_MEMORY",
                                           "a number of bytes, such as 64Mi"};
    if (!size("MSGSCHED_RECORD_FILES", &s->files))
        wrong[n++] =
            (struct record_wrong){"MSGSCHED_RECORD_FILES", "a number of files"};
    return n;
}
