/* saving.c: estimates what a program would save with the fastest algorithms. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

static const json_t *program_of(const struct row *row)
{
    return json_object_get(row->last, "program");
}

double saving_share(const struct row *row)
{
    const json_t *p = program_of(row);

    return p != NULL ? number_of(p, "work") / number_of(p, "seconds") : NAN;
}

struct saving {
    const struct row *row; /* of the algorithm */
    double value, lo, hi;
};

/* The savings of all cases with, or of all without, the program's delays. */
struct savings {
    struct saving *v;
    size_t n;
    double all, lo, hi; /* their sum, and its interval */
};

/* The part of the program's seconds that a speedup of these calls applies to:
 * their time as measured here, but at most their work in the program (a mean
 * over ranks). */
static double seconds_of(const struct row *base)
{
    const json_t *p = program_of(base);

    return fmin(number_of(p, "calls") * base->time.value, number_of(p, "work"));
}

/* Finds the fastest rival of native at a size in a state; ignores rivals that
 * are not known to be faster. */
static const struct row *fastest(const struct view *v, size_t size,
                                 size_t state)
{
    const struct row *best = NULL;

    for (size_t k = 0; k < v->rivals; k++) {
        const struct row *row = view_row(v, size, k, state);

        if (k != v->base && row != NULL && row->wrong == 0 && !row->plain &&
            row->vs.lo > 1 && (best == NULL || row->vs.value > best->vs.value))
            best = row;
    }
    return best;
}

static void add_size(struct savings *all, const struct view *v, size_t size)
{
    struct saving one = {NULL, 0, 0, 0};

    for (size_t state = 0; state < v->states->n; state++) {
        const struct row *base = view_row(v, size, v->base, state);
        const struct row *best = fastest(v, size, state);
        double share = v->states->n > 1 ? view_share(v, state) : 1;

        if (!v->known[state] || base == NULL || best == NULL ||
            isnan(base->time.value) || program_of(base) == NULL)
            continue;
        share *= seconds_of(base);
        one.row = best;
        one.value += share * (1 - 1 / best->vs.value);
        one.lo += share * (1 - 1 / best->vs.lo);
        one.hi += share * (1 - 1 / best->vs.hi);
    }
    if (one.row != NULL)
        XAPPEND(all->v, all->n, one);
}

static int by_value(const void *a, const void *b)
{
    const struct saving *x = a, *y = b;

    return (x->value < y->value) - (x->value > y->value);
}

/* The errors of the cases are independent. */
static void savings_add_up(struct savings *all)
{
    double below = 0, above = 0;

    for (size_t i = 0; i < all->n; i++) {
        all->all += all->v[i].value;
        below += pow(all->v[i].value - all->v[i].lo, 2);
        above += pow(all->v[i].hi - all->v[i].value, 2);
    }
    all->lo = all->all - sqrt(below);
    all->hi = all->all + sqrt(above);
    if (all->n > 0)
        qsort(all->v, all->n, sizeof(*all->v), by_value);
}

static char *savings_text(const struct savings *all, const json_t *program,
                          const char *how)
{
    enum { NAMED = 3 };
    const double seconds = number_of(program, "seconds");
    char time[DIGITS_SIZE], lo[DIGITS_SIZE], hi[DIGITS_SIZE];
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    if (all->n == 0) {
        fprintf(f, "%s no algorithm is faster than native: nothing to save of ",
                how);
    } else {
        fprintf(f, "%s the fastest of each saves %s (%s to %s), %.3g %% of ",
                how, digits_time(time, all->all), digits_time(lo, all->lo),
                digits_time(hi, all->hi), 100 * all->all / seconds);
    }
    fprintf(f, "%s, which takes %s", SHOWN_LINE(text_of(program, "name")),
            digits_time(time, seconds));
    for (size_t i = 0; i < all->n && i < NAMED; i++) {
        const struct row *row = all->v[i].row;

        fprintf(f, "%s%s %s %s by %s", i == 0 ? ": " : ", ",
                row_text(row, "op"), ROW_SIZE(row),
                digits_time(time, all->v[i].value),
                SHOWN_FILE(row_text(row, "algo")));
    }
    text_close(f);
    return text;
}

static bool comes_late(const struct row *row)
{
    const json_t *arrival = json_object_get(row->c->which, "arrival");

    return strcmp(text_of(arrival, "pattern"), "program") == 0;
}

/* Returns the text for the cases with or without delays; NULL if there are no
 * such cases, or none with rivals. */
static char *savings_of(const struct table *t, bool late)
{
    struct savings all = {0};
    const json_t *program = NULL;
    char *text = NULL;
    struct view v;

    for (size_t i = 0; i < t->n; i += v.n) {
        const struct row *first = &t->v[i];

        view_make(&v, t, i);
        if (program_of(first) != NULL && v.rivals > 1 &&
            comes_late(first) == late) {
            program = program_of(first);
            for (size_t size = 0; size < v.sizes; size++)
                add_size(&all, &v, size);
        }
        view_free(&v);
    }
    savings_add_up(&all);
    if (program != NULL)
        text = savings_text(&all, program,
                            late ? "if ranks arrive as in the program,"
                                 : "if all ranks arrive together,");
    free(all.v);
    return text;
}

void saving_print(FILE *f, const struct table *t, bool markdown)
{
    char *together, *late;

    if (t->r->sides > 1)
        return;
    together = savings_of(t, false);
    late = savings_of(t, true);
    if (together != NULL || late != NULL)
        putc('\n', f);
    print_line(f, together, "  ", markdown);
    print_line(f, late, "  ", markdown);
}
