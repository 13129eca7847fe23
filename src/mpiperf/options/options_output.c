/* options_output.c: options on where results go. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>

#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/options_table.h"

static const struct {
    const char *suffix;
    enum output_format format;
} suffixes[] = {{".jsonl", OUTPUT_JSONL}, {".csv", OUTPUT_CSV}};

enum { NSUFFIXES = sizeof(suffixes) / sizeof(suffixes[0]) };

/* Index of the suffix the name ends in, NSUFFIXES for another. */
static int suffix_find(const char *file)
{
    size_t n = strlen(file);
    int i;

    for (i = 0; i < NSUFFIXES; i++) {
        size_t len = strlen(suffixes[i].suffix);

        if (n > len && strcmp(file + n - len, suffixes[i].suffix) == 0)
            break;
    }
    return i;
}

/* The name without "./" before it. */
static const char *file_plain(const char *file)
{
    while (file[0] == '.' && file[1] == '/')
        for (file += 2; *file == '/'; file++)
            ;
    return file;
}

static int file_refuse(const char *file, const char *why, char **cause)
{
    *cause = xasprintf("%s: %s", QUOTED(file), why);
    return -1;
}

int output_set(struct options *o, const char *arg, char **cause)
{
    int suffix = suffix_find(arg);

    if (suffix == NSUFFIXES)
        return file_refuse(arg, "must end in .jsonl or .csv", cause);
    for (size_t i = 0; i < o->noutputs; i++)
        if (strcmp(file_plain(o->outputs[i].file), file_plain(arg)) == 0)
            return file_refuse(arg, "is given twice", cause);
    o->outputs =
        xreallocarray(o->outputs, o->noutputs + 1, sizeof(*o->outputs));
    o->outputs[o->noutputs++] = (struct output){
        .file = xstrdup(arg),
        .format = suffixes[suffix].format,
    };
    return 0;
}
