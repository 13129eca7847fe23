/* answer.c: states conclusions from a table in sentences. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/view.h"

#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

enum { NOBODY = -1 };

/* ---- the fastest rival --------------------------------------------------- */

/* The fastest rival at a size in a state; `second`: one that may be as fast. */
struct winner {
    int first, second; /* indices of rivals, or NOBODY */
    bool same;         /* both are the same within the given share */
};

static bool is_better(const struct row *a, const struct row *b)
{
    return a->plain ? a->time.value > b->time.value
                    : a->time.value < b->time.value;
}

static struct winner winner_of(const struct view *v, size_t size, size_t state)
{
    const struct row *best = NULL, *next = NULL;
    struct winner w = {NOBODY, NOBODY, false};
    enum sign sign = SIGN_NONE;
    struct figure vs;

    for (size_t k = 0; k < v->rivals && v->known[state]; k++) {
        const struct row *row = view_row(v, size, k, state);

        if (row == NULL || isnan(row->time.value) ||
            row->plain != v->rival[v->base].first->plain)
            continue;
        if (best == NULL || is_better(row, best)) {
            next = best;
            w.second = w.first;
            best = row;
            w.first = (int)k;
        } else if (next == NULL || is_better(row, next)) {
            next = row;
            w.second = (int)k;
        }
    }
    if (next != NULL)
        sign = table_ratio(v->t, best, next, &vs);
    else /* fewer than two rivals */
        w.first = NOBODY;
    if (sign == SIGN_FASTER)
        w.second = NOBODY;
    w.same = sign == SIGN_SAME;
    return w;
}

static bool may_win(const struct winner *w, int rival)
{
    return w->first == rival || w->second == rival;
}

static bool wins_alone(const struct winner *w, int rival)
{
    return w->first == rival && w->second == NOBODY;
}

static bool same_winner(const struct winner *a, const struct winner *b)
{
    return a->same == b->same &&
           ((a->first == b->first && a->second == b->second) ||
            (a->first == b->second && a->second == b->first));
}

/* Prints " or shmbcast", " and shmbcast equally fast", or nothing. */
static void put_second(FILE *f, const struct view *v, const struct winner *w,
                       int second)
{
    if (second != NOBODY)
        fprintf(f, w->same ? " and %s equally fast" : " or %s",
                v->rival[second].name);
}

/* The last of the sizes from `size` on that have the same winner as `size`. */
static size_t last_alike(const struct view *v, const struct winner *w,
                         size_t size)
{
    while (size + 1 < v->sizes && same_winner(&w[size], &w[size + 1]))
        size++;
    return size;
}

/* The rival that may be the fastest in most places; among equal ones the rival
 * that is so alone most often. */
static int favourite(const struct view *v, const struct winner *w, size_t n)
{
    size_t most = 0;
    int best = NOBODY;

    for (size_t k = 0; k < v->rivals; k++) {
        size_t score = 0;

        for (size_t i = 0; i < n; i++)
            score += (may_win(&w[i], (int)k) ? n + 1 : 0) +
                     wins_alone(&w[i], (int)k);
        if (score > most) {
            most = score;
            best = (int)k;
        }
    }
    return best;
}

/* Prints ", 2.1 to 4.1 times as fast as native". */
static void put_by_how_much(FILE *f, const struct view *v, int rival,
                            const struct winner *w)
{
    double least = INFINITY, most = 0;

    for (size_t k = 0; k < v->states->n; k++)
        for (size_t s = 0; s < v->sizes; s++, w++) {
            const struct row *row = view_row(v, s, (size_t)rival, k);

            if (row == NULL || row->plain || row->sign != SIGN_FASTER ||
                !may_win(w, rival))
                continue;
            least = fmin(least, row->vs.value);
            most = fmax(most, row->vs.value);
        }
    if (!(least <= most) || rival == (int)v->base)
        return;
    fputs(", ", f);
    view_put_span(f, DIGITS3(least), " to ", DIGITS3(most));
    fprintf(f, " times as fast as %s", v->rival[v->base].name);
}

/* Prints the sizes at which the rival is not the only winner: "; at 4 KiB it or
 * shmbcast; from 1 MiB native". */
static void put_exceptions(FILE *f, const struct view *v, int rival,
                           const struct winner *w, const char *state)
{
    size_t last;

    for (size_t s = 0; s < v->sizes; s = last + 1) {
        bool held = may_win(&w[s], rival);
        int second = w[s].second == rival ? w[s].first : w[s].second;

        last = last_alike(v, w, s);
        if (w[s].first == NOBODY || wins_alone(&w[s], rival))
            continue;
        fprintf(f, "; %s%s", state, *state != '\0' ? " " : "");
        view_put_sizes(f, v, s, last);
        fprintf(f, "%s%s", v->sizes > 1 ? " " : "",
                held ? "it" : v->rival[w[s].first].name);
        put_second(f, v, &w[s], second);
    }
}

/* Prints "native up to 64 B, shmbcast or auto from 512 B". */
static void put_places(FILE *f, const struct view *v, const struct winner *w)
{
    const char *comma = "";
    size_t last;

    for (size_t s = 0; s < v->sizes; s = last + 1) {
        last = last_alike(v, w, s);
        if (w[s].first == NOBODY)
            continue;
        fprintf(f, "%s%s", comma, v->rival[w[s].first].name);
        put_second(f, v, &w[s], w[s].second);
        putc(' ', f);
        view_put_sizes(f, v, s, last);
        comma = ", ";
    }
}

static bool states_agree(const struct view *v, const struct winner *w)
{
    bool agree = true;

    for (size_t i = v->sizes; i < v->sizes * v->states->n; i++)
        agree &= same_winner(&w[i % v->sizes], &w[i]);
    return agree;
}

/* Number of places that have a winner; told: for certain, one or two equally
 * fast ones. */
static size_t won(const struct winner *w, size_t n, bool told)
{
    size_t won = 0;

    for (size_t i = 0; i < n; i++)
        won += w[i].first != NOBODY &&
               (!told || w[i].second == NOBODY || w[i].same);
    return won;
}

/* Prints the sentence; w: winners at each size in the first state, then the
 * second. */
static void put_fastest(FILE *f, const struct view *v, const struct winner *w,
                        int rival)
{
    size_t n = v->sizes * v->states->n, held = 0, alone = 0;
    bool agree = states_agree(v, w), one;
    const char *before = "";

    for (size_t i = 0; i < n; i++) {
        held += may_win(&w[i], rival);
        alone += wins_alone(&w[i], rival);
    }
    one = 2 * held >= won(w, n, false) && alone > 0;
    if (one) {
        fputs(v->rival[rival].name, f);
        put_by_how_much(f, v, rival, w);
    } else if (won(w, n, true) == 0) {
        fputs("not told: ", f);
    }
    for (size_t k = 0; k < (agree ? 1 : v->states->n); k++, w += v->sizes) {
        const char *state = agree ? "" : v->states->v[k].name;

        if (one) {
            put_exceptions(f, v, rival, w, state);
        } else if (won(w, v->sizes, false) > 0) {
            fprintf(f, "%s%s%s", before, state, agree ? "" : ", ");
            put_places(f, v, w);
            before = "; ";
        }
    }
}

char *answer_fastest(const struct view *v)
{
    size_t n = v->sizes * v->states->n, length;
    struct winner *w = xcalloc(n, sizeof(*w));
    char *text = NULL;
    int rival;
    FILE *f;

    for (size_t i = 0; i < n; i++)
        w[i] = winner_of(v, i % v->sizes, i / v->sizes);
    rival = favourite(v, w, n);
    if (v->rivals > 1 && !v->t->o.passes && rival != NOBODY) {
        f = text_open(&text, &length);
        fputs("fastest: ", f);
        put_fastest(f, v, w, rival);
        text_close(f);
    }
    free(w);
    return text;
}

/* ---- sentences on a rival ------------------------------------------------ */

static bool is_compared(const struct row *row)
{
    return row != NULL && !isnan(row->vs.value);
}

static enum sign sign_at(const struct view *v, size_t size, size_t rival,
                         size_t state)
{
    const struct row *row = view_row(v, size, rival, state);

    if (!is_compared(row))
        return SIGN_NONE;
    return row->sign != SIGN_NONE ? row->sign : SIGN_NOT_TOLD;
}

/* Prints "1.1-4.4 times as fast" for the sizes first..last, which have the same
 * sign. */
static void put_sign(FILE *f, const struct view *v, size_t rival, size_t state,
                     size_t first, size_t last)
{
    enum sign sign = sign_at(v, first, rival, state);
    bool plain = v->rival[rival].first->plain;
    double least = INFINITY, most = 0;

    if (sign == SIGN_NOT_TOLD || sign == SIGN_NONE) {
        fputs(sign == SIGN_NONE ? "not compared" : "not told", f);
        return;
    }
    if (sign == SIGN_SAME) {
        fprintf(f, "the same within %.3g %%", 100 * v->t->o.same);
        return;
    }
    for (size_t s = first; s <= last; s++) {
        double x = view_row(v, s, rival, state)->vs.value;

        x = plain ? fabs(100 * x) : sign == SIGN_SLOWER ? 1 / x : x;
        least = fmin(least, x);
        most = fmax(most, x);
    }
    view_put_span(f, DIGITS3(least), "-", DIGITS3(most));
    fputs(plain ? sign == SIGN_FASTER ? " points more" : " points less"
          : sign == SIGN_FASTER ? " times as fast"
                                : " times slower",
          f);
}

static void put_state(FILE *f, const struct view *v, size_t rival, size_t state)
{
    size_t last;

    for (size_t s = 0; s < v->sizes; s = last + 1) {
        enum sign sign = sign_at(v, s, rival, state);

        last = s;
        while (last + 1 < v->sizes &&
               sign_at(v, last + 1, rival, state) == sign)
            last++;
        fputs(s > 0 ? ", " : "", f);
        put_sign(f, v, rival, state, s, last);
        fputs(v->sizes > 1 ? " " : "", f);
        view_put_sizes(f, v, s, last);
    }
}

char *answer_rival(const struct view *v, size_t rival)
{
    const struct states *states = v->states;
    bool any = false, apart = true, seen[STATES] = {false};
    const char *before = "";
    size_t length;
    char *text;
    FILE *f;

    for (size_t s = 0; s < v->sizes; s++)
        for (size_t k = 0; k < states->n; k++) {
            const struct row *row = view_row(v, s, rival, k);

            any |= is_compared(row) && row->sign != SIGN_NONE;
            seen[k] |= v->known[k] && is_compared(row);
            apart &= row == NULL || !row->interleaved;
        }
    if (!any)
        return NULL;
    f = text_open(&text, &length);
    fprintf(f, "%s: ", v->rival[rival].name);
    for (size_t k = 0; k < states->n; k++) {
        if (!seen[k])
            continue;
        if (states->n > 1)
            fprintf(f, "%s%s, ", before, states->v[k].name);
        put_state(f, v, rival, k);
        before = "; ";
    }
    if (apart)
        fputs(" (not interleaved)", f);
    text_close(f);
    return text;
}

char *answer_figures(const struct view *v)
{
    size_t length, step = v->sizes > 1 ? v->sizes - 1 : 1;
    char *text;
    FILE *f = text_open(&text, &length);

    fprintf(f, "%s: ", v->rival[v->base].name);
    for (size_t s = 0; s < v->sizes; s += step) {
        const struct row *row = view_row(v, s, v->base, STATE_LOW);
        double x = row != NULL ? figure_number(row, row->time.value) : NAN;

        fprintf(f, "%s%s %s%s", s > 0 ? ", " : "", DIGITS3(x),
                figure_unit(v->rival[v->base].first), v->sizes > 1 ? " " : "");
        view_put_sizes(f, v, s, s);
    }
    if (v->rivals > 1 && v->t->o.passes)
        fputs("; to tell which is faster takes several runs (mpiperf-repeat)",
              f);
    text_close(f);
    return text;
}
