/* settings.c: settings from environment variables. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algos/param.h"
#include "lib/quote.h"

static const char *set(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && value[0] != 0 ? value : NULL;
}

static void wrong(const char *name, const char *text, const char *why)
{
    fprintf(stderr, "msgsched-record: %s: %s: not %s; the default holds\n",
            name, QUOTED(text), why);
}

static void read_size(const char *name, const char *why, size_t *value,
                      bool say)
{
    const char *text = set(name);
    size_t v;

    if (text == NULL)
        return;
    if (al_size_parse(text, &v) == 0 && v > 0)
        *value = v;
    else if (say)
        wrong(name, text, why);
}

void record_settings_read(struct record_settings *s, bool say)
{
    const char *scope = set("MSGSCHED_RECORD_SCOPE");

    *s = (struct record_settings){
        .prefix = set("MSGSCHED_RECORD"),
        .internode = scope != NULL && strcmp(scope, "internode") == 0,
        .memory = (size_t)64 << 20,
        .files = 1000,
    };
    if (say && scope != NULL && !s->internode && strcmp(scope, "all") != 0)
        wrong("MSGSCHED_RECORD_SCOPE", scope, "internode or all");
    read_size("MSGSCHED_RECORD_MEMORY", "a number of bytes, such as 64Mi",
              &s->memory, say);
    read_size("MSGSCHED_RECORD_FILES", "a number of files", &s->files, say);
}
