/* summary.c: says in one sentence which algorithm or side is the fastest. These
 * are called rivals here. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "print/grid.h"

/* Maximum number of names in a sentence; further rivals are only counted. */
enum { NAMES = 3 };

/* ---- rivals that may be the fastest -------------------------------------- */

/* A line of the table: one size in one state of the machine. Places are ordered
 * by state, then by size. */
struct place {
    bool *fast;   /* for each rival: true if no other is known to be faster */
    size_t n;     /* number of rivals with fast; 0 if fewer than 2 have rows */
    bool decided; /* the best rival is faster than, or as fast as, each other */
};

static bool is_better(const struct row *a, const struct row *b)
{
    return a->plain ? a->time.value > b->time.value
                    : a->time.value < b->time.value;
}

/* Returns the rival's row at this place, or NULL if it cannot be compared. */
static const struct row *row_at(const struct view *v, size_t place,
                                size_t rival)
{
    size_t state = place / v->sizes;
    const struct row *row = view_row(v, place % v->sizes, rival, state);

    return v->known[state] && row != NULL && !isnan(row->time.value) &&
                   row->wrong == 0 &&
                   row->plain == v->rival[v->base].first->plain
               ? row
               : NULL;
}

/* Finds the rivals that are not known to be slower than the best one. */
static void place_judge(struct place *p, const struct view *v, size_t at)
{
    const struct row *best = NULL;
    size_t compared = 0;

    for (size_t k = 0; k < v->rivals; k++) {
        const struct row *row = row_at(v, at, k);

        compared += row != NULL;
        if (row != NULL && (best == NULL || is_better(row, best)))
            best = row;
    }
    p->decided = compared > 1;
    for (size_t k = 0; k < v->rivals && compared > 1; k++) {
        const struct row *row = row_at(v, at, k);
        enum sign sign = SIGN_SAME;
        struct figure vs;

        if (row != NULL && row != best)
            sign = table_ratio(v->t, best, row, &vs);
        p->fast[k] = row != NULL && sign != SIGN_FASTER;
        p->n += p->fast[k];
        p->decided &= sign == SIGN_FASTER || sign == SIGN_SAME;
    }
}

/* ---- answers ------------------------------------------------------------- */

struct answer {
    const struct view *v;
    struct place *place;
    size_t places;   /* number of places */
    size_t compared; /* number of places where at least 2 rivals have rows */
    bool *fast;      /* for each rival: true if it is in the set */
    size_t n;        /* number of rivals in the set */
    bool *at;        /* for each place: true if the set is the fastest there */
    size_t count;    /* number of places where the set is the fastest */
};

static void answer_make(struct answer *a, const struct view *v)
{
    *a = (struct answer){.v = v, .places = v->sizes * v->states->n};
    a->place = xcalloc(a->places + 1, sizeof(*a->place));
    a->fast = xcalloc(v->rivals + 1, sizeof(*a->fast));
    a->at = xcalloc(a->places + 1, sizeof(*a->at));
    for (size_t i = 0; i < a->places; i++) {
        a->place[i].fast = xcalloc(v->rivals + 1, sizeof(*a->fast));
        place_judge(&a->place[i], v, i);
        a->compared += a->place[i].n > 0;
    }
}

static void answer_free(struct answer *a)
{
    for (size_t i = 0; i < a->places; i++)
        free(a->place[i].fast);
    free(a->place);
    free(a->fast);
    free(a->at);
}

static bool same_rivals(const struct answer *a, const bool *x, const bool *y)
{
    return memcmp(x, y, a->v->rivals * sizeof(*x)) == 0;
}

/* Chooses the set of rivals that is the fastest at the most places. If several
 * sets are, chooses the smallest of them. */
static void choose_fastest(struct answer *a)
{
    for (size_t i = 0; i < a->places; i++) {
        const struct place *p = &a->place[i];
        size_t count = 0;

        for (size_t k = 0; k < a->places && p->decided; k++)
            count += a->place[k].decided &&
                     same_rivals(a, a->place[k].fast, p->fast);
        if (count == 0 || count < a->count ||
            (count == a->count && p->n >= a->n))
            continue;
        a->count = count;
        a->n = p->n;
        memcpy(a->fast, p->fast, a->v->rivals * sizeof(*a->fast));
    }
    for (size_t i = 0; i < a->places; i++)
        a->at[i] =
            a->place[i].decided && same_rivals(a, a->place[i].fast, a->fast);
}

/* Replaces the set of the answer by the rivals that beat a member of the set
 * somewhere, and its places by the places where they do. Returns true if the
 * same rivals are the fastest at all these places. */
static bool choose_others(struct answer *a)
{
    bool *others = xcalloc(a->v->rivals + 1, sizeof(*others)), alike = true;
    const bool *first = NULL;

    a->count = a->n = 0;
    for (size_t i = 0; i < a->places; i++) {
        const struct place *p = &a->place[i];
        bool beaten = false;

        for (size_t k = 0; k < a->v->rivals; k++)
            beaten |= p->decided && a->fast[k] && !p->fast[k];
        a->at[i] = beaten;
        a->count += beaten;
        for (size_t k = 0; k < a->v->rivals && beaten; k++)
            others[k] |= p->fast[k];
        first = first == NULL && beaten ? p->fast : first;
        alike &= !beaten || same_rivals(a, first, p->fast);
    }
    for (size_t k = 0; k < a->v->rivals; k++)
        a->n += others[k];
    free(a->fast);
    a->fast = others;
    return alike;
}

/* Replaces the set of the answer by all rivals that may be the fastest at some
 * place. */
static void choose_undecided(struct answer *a)
{
    for (size_t i = 0; i < a->places; i++)
        for (size_t k = 0; k < a->v->rivals; k++) {
            a->n += a->place[i].fast[k] && !a->fast[k];
            a->fast[k] |= a->place[i].fast[k];
        }
}

/* ---- its words ----------------------------------------------------------- */

/* Prints "native, shmbcast and 2 more", with `last` before the last one. */
static void put_names(FILE *f, const struct answer *a, const char *last)
{
    size_t n = 0;

    for (size_t k = 0; k < a->v->rivals; k++) {
        if (!a->fast[k] || ++n > NAMES)
            continue;
        fprintf(f, "%s%s",
                n == 1      ? ""
                : n == a->n ? last
                            : ", ",
                a->v->rival[k].name);
    }
    if (n > NAMES)
        fprintf(f, "%s%zu more", last, n - NAMES);
}

/* Prints " far from 4 KiB", " at all sizes", " at 3 of 7 sizes" or, if two
 * states are covered, " in 5 of 14 rows". */
static void put_where(FILE *f, const struct answer *a)
{
    const struct view *v = a->v;
    size_t first = a->places, last = 0, in = 0, marked[STATES] = {0};
    bool alike = true;

    for (size_t i = 0; i < a->places; i++) {
        size_t size = i % v->sizes, state = i / v->sizes;

        if (a->place[i].n == 0)
            continue;
        alike &= a->at[i] == a->at[size] || a->place[size].n == 0;
        if (!a->at[i])
            continue;
        first = size < first ? size : first;
        last = size > last ? size : last;
        in = state;
        marked[state]++;
    }
    if (a->count == a->compared) {
        fputs(v->sizes > 1 ? " at all sizes" : "", f);
    } else if (a->count == last - first + 1 && marked[in] == a->count &&
               v->states->n > 1) {
        fprintf(f, " %s%s", v->states->v[in].name, v->sizes > 1 ? " " : "");
        view_put_sizes(f, v, first, last);
    } else if (a->count == (last - first + 1) * v->states->n && alike) {
        putc(' ', f);
        view_put_sizes(f, v, first, last);
    } else {
        fprintf(f,
                v->states->n > 1 ? " in %zu of %zu rows"
                                 : " at %zu of %zu sizes",
                a->count, a->compared);
    }
}

/* Prints the smallest and the largest ratio of the answer's rows, such as
 * ", 2.1-4.1 times as fast as native". */
static void put_by_how_much(FILE *f, const struct answer *a)
{
    const struct view *v = a->v;
    bool plain = v->rival[v->base].first->plain;
    double least = INFINITY, most = -INFINITY;

    for (size_t i = 0; i < a->places; i++)
        for (size_t k = 0; k < v->rivals && a->at[i]; k++) {
            const struct row *row = a->fast[k] ? row_at(v, i, k) : NULL;

            if (row == NULL || isnan(row->vs.value))
                continue;
            least = fmin(least, (plain ? 100 : 1) * row->vs.value);
            most = fmax(most, (plain ? 100 : 1) * row->vs.value);
        }
    if (!(least <= most) || a->fast[v->base])
        return;
    fputs(", ", f);
    view_put_span(f, DIGITS3(least), "-", DIGITS3(most));
    fprintf(f, plain ? " points more than %s" : " times as fast as %s",
            v->rival[v->base].name);
}

static void put_answer(FILE *f, struct answer *a)
{
    bool alike;

    choose_fastest(a);
    if (a->count == 0) {
        choose_undecided(a);
        fputs("undecided between ", f);
        put_names(f, a, " and ");
        return;
    }
    put_names(f, a, " and ");
    put_where(f, a);
    if (a->n > 1)
        fprintf(f, ", the same within %.3g %%", 100 * a->v->t->o.same);
    put_by_how_much(f, a);
    alike = choose_others(a);
    if (a->count == 0)
        return;
    fputs(alike ? "; " : "; others", f);
    if (alike)
        put_names(f, a, " and ");
    put_where(f, a);
    if (!alike) {
        fputs(": ", f);
        put_names(f, a, ", ");
    }
}

char *summary_fastest(const struct view *view)
{
    const struct view first = view_main(view), *v = &first;
    bool apart = false;
    size_t length;
    char *text = NULL;
    struct answer a;
    FILE *f;

    text = beside_summary(view);
    if (text != NULL || v->t->o.passes)
        return text;
    answer_make(&a, v);
    for (size_t i = v->first; i < v->first + v->n; i++)
        apart |= !v->t->v[i].interleaved;
    if (a.compared > 0) {
        f = text_open(&text, &length);
        fputs("fastest: ", f);
        put_answer(f, &a);
        fputs(apart ? " (not interleaved)" : "", f);
        text_close(f);
    }
    answer_free(&a);
    return text;
}

char *summary_figures(const struct view *view)
{
    const struct view first = view_main(view), *v = &first;
    size_t length, step = v->sizes > 1 ? v->sizes - 1 : 1;
    char *text;
    FILE *f = text_open(&text, &length);

    fprintf(f, "%s: ", v->rival[v->base].name);
    for (size_t s = 0; s < v->sizes; s += step) {
        const struct row *row = view_row(v, s, v->base, STATE_LOW);
        char *figure = row != NULL ? figure_text(row) : xstrdup("-");

        fprintf(f, "%s%s %s%s", s > 0 ? ", " : "", figure,
                figure_unit(v->rival[v->base].first), v->sizes > 1 ? " " : "");
        view_put_sizes(f, v, s, s);
        free(figure);
    }
    if (v->rivals > 1 && v->t->o.passes)
        fputs("; several runs decide which is faster (mpiperf-repeat)", f);
    text_close(f);
    return text;
}
