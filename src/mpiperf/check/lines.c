/* lines.c: prints the lines of --check. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/check/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

void check_print(struct check *c, enum finding v, const char *what,
                 const char *format, ...)
{
    static const char *const words[] = {"ok", "warning", "UNFIT", "-", "-"};
    char *before = c->open, *text;
    va_list ap;

    if (c->h->rank != 0)
        return;
    va_start(ap, format);
    if (vasprintf(&text, format, ap) < 0)
        out_of_memory();
    va_end(ap);
    if (!c->quiet)
        printf("%-8s %-20s %s\n", words[v], what, text);
    fflush(stdout);
    c->count[v]++;
    if (v == FINDING_UNFIT && c->unfit == NULL)
        c->unfit = xasprintf("--check: UNFIT: %s: %s", what, text);
    free(text);
    if (v == FINDING_OPEN) {
        c->open =
            before == NULL ? xstrdup(what) : xasprintf("%s, %s", before, what);
        free(before);
    }
}
