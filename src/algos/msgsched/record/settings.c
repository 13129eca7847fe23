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

/* NULL or the name. */
static const char *size(const char *name, size_t *value)
{
    const char *text = set(name);
    size_t v;

    if (text == NULL)
        return NULL;
    if (al_size_parse(text, &v) != 0 || v == 0)
        return name;
    *value = v;
    return NULL;
}

static const char *scope(const char *name, bool *internode)
{
    const char *text = set(name);

    *internode = text != NULL && strcmp(text, "internode") == 0;
    return text == NULL || *internode || strcmp(text, "all") == 0 ? NULL : name;
}

const char *record_settings_read(struct record_settings *s, const char **why)
{
    const char *wrong;

    *s = (struct record_settings){
        .prefix = set("MSGSCHED_RECORD"),
        .memory = (size_t)64 << 20,
        .files = 1000,
    };
    *why = "internode or all";
    wrong = scope("MSGSCHED_RECORD_SCOPE", &s->internode);
    if (wrong != NULL)
        return wrong;
    *why = "a number of bytes, such as 64Mi";
    wrong = size("MSGSCHED_RECORD_MEMORY", &s->memory);
    if (wrong != NULL)
        return wrong;
    *why = "a number of files";
    return size("MSGSCHED_RECORD_FILES", &s->files);
}
