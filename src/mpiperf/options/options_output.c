/* options_output.c: options on where results go. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "lib/xmalloc.h"
#include "mpiperf/options/options_table.h"

/* The name without "./" before it. */
static const char *file_plain(const char *file)
{
    while (file[0] == '.' && file[1] == '/')
        for (file += 2; *file == '/'; file++)
            ;
    return file;
}

int output_set(struct options *o, const char *arg, char **cause)
{
    for (size_t i = 0; i < o->noutputs; i++)
        if (strcmp(file_plain(o->outputs[i]), file_plain(arg)) == 0)
            return param_refuse(arg, "is given twice", cause);
    o->outputs =
        xreallocarray(o->outputs, o->noutputs + 1, sizeof(*o->outputs));
    o->outputs[o->noutputs++] = xstrdup(arg);
    return 0;
}
