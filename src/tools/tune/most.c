/* most.c: what settings can save at most in a program. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/tune.h"

#include <stdlib.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/parts.h"
#include "print/view.h"

/* MPICH's variables can set all collectives except nonblocking ones (i...),
 * whose algorithms are not measured. */
bool can_set(const struct library *l, const char *op)
{
    return front_can(op) || (l->kind == FILE_RULES && rules_can(op)) ||
           (l->kind == FILE_VARIABLES && op[0] != 'i');
}

static int by_work(const void *a, const void *b)
{
    const struct program_line *const *x = a, *const *y = b;

    return ((*x)->work < (*y)->work) - ((*x)->work > (*y)->work);
}

void print_most(FILE *f, const struct program *p, const struct library *l)
{
    enum { NAMED = 3 };
    const struct program_line **v = xcalloc(p->n + 1, sizeof(*v));
    char *name = program_name(p), *text;
    size_t n = 0, named = 0, length;
    double sum = 0;
    FILE *line = text_open(&text, &length);

    for (size_t i = 0; i < p->n; i++)
        if (p->v[i].procs > 1 && can_set(l, p->v[i].name)) {
            v[n++] = &p->v[i];
            sum += p->v[i].work;
        }
    qsort(v, n, sizeof(*v), by_work);
    fprintf(line, "settings can save at most %s (%s) of %s: ", TIME_TEXT(sum),
            SHARE_TEXT(p, sum), name);
    while (named < n && named < NAMED &&
           (named == 0 || v[named]->work >= 0.01 * sum)) {
        char *calls = line_name(v[named]);

        fprintf(line, "%s%s %s", named > 0 ? ", " : "", SHOWN_FILE(calls),
                TIME_TEXT(v[named]->work));
        free(calls);
        named++;
    }
    if (n > named)
        fprintf(line, ", and %zu more", n - named);
    if (n == 0)
        fputs("it calls no collective that can be set", line);
    text_close(line);
    print_line(f, text, "  ", false);
    free(name);
    free(v);
}
