/* print_table.c: prints the table that people read. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/print_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/grid.h"
#include "print/pairs.h"
#include "print/parts.h"
#include "print/saving.h"
#include "print/summary.h"

/* Clears sizes that repeat the size on the line above. */
static void blank_repeats(struct grid *g)
{
    for (size_t i = g->n - g->cols; i > g->cols; i -= g->cols)
        if (strcmp(g->cell[i], g->cell[i - g->cols]) == 0)
            *g->cell[i] = '\0';
}

static void put_block(FILE *f, const struct view *v, size_t state,
                      bool markdown)
{
    struct grid g;
    size_t from = 0;

    do {
        from = grid_of_view(&g, v, state, from);
        if (!markdown)
            blank_repeats(&g);
        grid_print(f, &g, markdown);
        if (from + 1 < v->rivals)
            putc('\n', f);
    } while (from + 1 < v->rivals);
}

/* Explains a "?" although the interval excludes 1: too few runs for a sign. */
static void put_few(FILE *f, const struct view *v)
{
    for (size_t i = v->first; i < v->first + v->n; i++) {
        const struct row *row = &v->t->v[i];

        if (row->sign != SIGN_UNDECIDED || row->vs.spread.n >= SIGN_MIN ||
            isnan(row->vs.half))
            continue;
        fprintf(f, "?: a sign needs %d runs with both figures%s; %s has %zu\n",
                SIGN_MIN, v->states->n > 1 ? " in the same state" : "",
                ROW_SIZE(row), row->vs.spread.n);
        return;
    }
}

static void put_view(FILE *f, const struct view *v, bool markdown)
{
    const struct states *states = v->states;

    print_title(f, v, markdown);
    print_line(f, summary_fastest(v), "  ", markdown);
    print_line(f, grid_legend(v), "", markdown);
    print_head(f, v, markdown);
    for (size_t k = 0; k < states->n; k++) {
        bool known = v->known[k];

        /* otherwise Markdown would join the next line to the table */
        if (k > 0 && markdown)
            putc('\n', f);
        print_state(f, v, k);
        if (states->gauge >= 0 && markdown)
            putc('\n', f);
        if (known)
            put_block(f, v, k, markdown);
    }
    if (markdown)
        putc('\n', f);
    print_reasons(f, v, markdown);
    put_few(f, v);
}

void print_table(FILE *f, const struct table *t, bool markdown)
{
    struct view v;

    for (size_t i = 0; i < t->n; i = view_end(&v)) {
        if (i > 0)
            putc('\n', f);
        view_make(&v, t, i);
        (view_is_pairs(&v) ? print_pairs : put_view)(f, &v, markdown);
        view_free(&v);
    }
    saving_print(f, t, markdown);
}
