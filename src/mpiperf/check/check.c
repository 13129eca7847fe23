/* check.c: --check: the words of its lines, and the last one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/check/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

void check_print(struct check *c, enum verdict v, const char *what,
                 const char *format, ...)
{
    static const char *const words[] = {"ok", "warning", "UNFIT", "-", "-"};
    char *before = c->open;
    va_list ap;

    if (c->h->rank != 0)
        return;
    printf("%-8s %-20s ", words[v], what);
    va_start(ap, format);
    vprintf(format, ap);
    va_end(ap);
    putchar('\n');
    fflush(stdout);
    c->count[v]++;
    if (v != CHECK_OPEN)
        return;
    c->open = xasprintf("%s%s%s", before != NULL ? before : "",
                        before != NULL ? ", " : "", what);
    free(before);
}

static void conclude(const struct check *c)
{
    int warnings = c->count[CHECK_WARN];

    if (c->count[CHECK_UNFIT] > 0)
        puts("This machine is not fit to measure on: see UNFIT above.");
    else if (c->open != NULL)
        printf("This machine is fit to measure on as far as could be seen; not "
               "looked at: %s.\n",
               c->open);
    else if (warnings > 0)
        printf("This machine is fit to measure on, with %d warning%s.\n",
               warnings, warnings == 1 ? "" : "s");
    else
        puts("This machine is fit to measure on.");
}

int check_run(const struct harness *h, struct runinfo *info)
{
    const struct cpu_time begin = cpu_time_now();
    struct check c = {.h = h, .info = info};
    int unfit;

    check_timers(&c);
    check_placement(&c);
    check_machine(&c, &begin);
    if (h->rank == 0)
        conclude(&c);
    free(c.open);
    unfit = c.count[CHECK_UNFIT] > 0;
    MPI_Bcast(&unfit, 1, MPI_INT, 0, h->comm);
    return unfit;
}
