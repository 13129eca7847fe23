/* answer.c: what follows from a table, in sentences. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include "compare/answer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

enum { NOBODY = -1 };

/* ---- which is fastest ----------------------------------------------------
 */

/* At a size in a state: the fastest, and who may be as fast. */
struct winner {
    int first, second; /* rivals; NOBODY */
};

static bool is_better(const struct row *a, const struct row *b)
{
    return a->plain ? a->time.value > b->time.value
                    : a->time.value < b->time.value;
}

static struct winner winner_of(const struct view *v, size_t size, size_t state)
{
    const struct row *best = NULL, *next = NULL;
    struct winner w = {NOBODY, NOBODY};
    struct figure vs;

    for (size_t k = 0; k < v->rivals; k++) {
        const struct row *row = view_row(v, size, k, state);

        if (row == NULL || isnan(row->time.value) ||
            !view_state_known(v, state))
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
    if (next == NULL) /* there is no contest */
        w.first = NOBODY;
    else if (table_ratio(v->t, best, next, &vs) == SIGN_FASTER)
        w.second = NOBODY;
    return w;
}

static bool may_win(const struct winner *w, int rival)
{
    return w->first == rival || w->second == rival;
}

/* Who may be the fastest at most places; of these who is so alone most often.
 */
static int favourite(const struct view *v, const struct winner *w, size_t n)
{
    size_t most = 0;
    int best = NOBODY;

    for (size_t k = 0; k < v->rivals; k++) {
        size_t score = 0;

        for (size_t i = 0; i < n; i++)
            score += (may_win(&w[i], (int)k) ? n + 1 : 0) +
                     (w[i].first == (int)k && w[i].second == NOBODY);
        if (score > most) {
            most = score;
            best = (int)k;
        }
    }
    return best;
}

/* ", 2.1 to 4.1 times as fast as native" */
static void put_by_how_much(FILE *f, const struct view *v, int rival,
                            const struct winner *w)
{
    double least = INFINITY, most = 0;
    char *lo, *hi;

    for (size_t s = 0; s < v->sizes; s++)
        for (size_t k = 0; k < v->t->states.n; k++) {
            const struct row *row = view_row(v, s, (size_t)rival, k);

            if (row == NULL || row->plain || isnan(row->vs.value) ||
                !may_win(&w[k * v->sizes + s], rival))
                continue;
            least = fmin(least, row->vs.value);
            most = fmax(most, row->vs.value);
        }
    if (!(least <= most) || rival == (int)v->base)
        return;
    lo = xasprintf("%.*f", least < 9.95 ? 2 : 0, least);
    hi = xasprintf("%.*f", most < 9.95 ? 2 : 0, most);
    if (strcmp(lo, hi) == 0)
        fprintf(f, ", %s times as fast as %s", lo, v->rival[v->base].name);
    else
        fprintf(f, ", %s to %s times as fast as %s", lo, hi,
                v->rival[v->base].name);
    free(lo);
    free(hi);
}

static bool same_winner(const struct winner *a, const struct winner *b)
{
    return (a->first == b->first && a->second == b->second) ||
           (a->first == b->second && a->second == b->first);
}

/* Where it is not the fastest alone: "; at 4 KiB it or shmbcast; from 1 MiB
 * native" */
static void put_exceptions(FILE *f, const struct view *v, int rival,
                           const struct winner *w, const char *state)
{
    size_t last;

    for (size_t s = 0; s < v->sizes; s = last + 1) {
        bool held = may_win(&w[s], rival);
        int first = held ? NOBODY : w[s].first;
        int second = w[s].second == rival ? w[s].first : w[s].second;

        last = s;
        if (w[s].first == NOBODY || (held && w[s].second == NOBODY))
            continue;
        while (last + 1 < v->sizes && same_winner(&w[s], &w[last + 1]))
            last++;
        fprintf(f, "; %s%s", state, *state != '\0' ? " " : "");
        view_put_sizes(f, v, s, last);
        fprintf(f, "%s%s", v->sizes > 1 ? " " : "",
                first == NOBODY ? "it" : v->rival[first].name);
        if (second != NOBODY)
            fprintf(f, " or %s", v->rival[second].name);
    }
}

/* "native up to 64 B, shmbcast or auto from 512 B" */
static void put_places(FILE *f, const struct view *v, const struct winner *w)
{
    const char *comma = "";
    size_t last;

    for (size_t s = 0; s < v->sizes; s = last + 1) {
        last = s;
        while (last + 1 < v->sizes && same_winner(&w[s], &w[last + 1]))
            last++;
        if (w[s].first == NOBODY)
            continue;
        fprintf(f, "%s%s", comma, v->rival[w[s].first].name);
        if (w[s].second != NOBODY)
            fprintf(f, " or %s", v->rival[w[s].second].name);
        putc(' ', f);
        view_put_sizes(f, v, s, last);
        comma = ", ";
    }
}

static bool states_agree(const struct view *v, const struct winner *w)
{
    for (size_t s = 0; s < v->sizes; s++)
        for (size_t k = 1; k < v->t->states.n; k++)
            if (!same_winner(&w[s], &w[k * v->sizes + s]))
                return false;
    return true;
}

static bool any_winner(const struct winner *w, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (w[i].first != NOBODY)
            return true;
    return false;
}

/* Is one the fastest for sure anywhere? */
static bool any_alone(const struct winner *w, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (w[i].first != NOBODY && w[i].second == NOBODY)
            return true;
    return false;
}

char *answer_fastest(const struct view *v)
{
    size_t states = v->t->states.n, n = v->sizes * states, length, known = 0;
    size_t held = 0, alone = 0;
    struct winner *w = xcalloc(n + 1, sizeof(*w));
    const char *before = "";
    bool agree;
    char *text = NULL;
    int rival;
    FILE *f;

    for (size_t k = 0; k < states; k++)
        for (size_t s = 0; s < v->sizes; s++)
            w[k * v->sizes + s] = winner_of(v, s, k);
    rival = favourite(v, w, n);
    for (size_t i = 0; i < n && rival != NOBODY; i++) {
        known += w[i].first != NOBODY;
        held += may_win(&w[i], rival);
        alone += w[i].first == rival && w[i].second == NOBODY;
    }
    if (v->rivals < 2 || v->t->o.passes || rival == NOBODY) {
        free(w);
        return NULL;
    }
    agree = states_agree(v, w);
    f = text_open(&text, &length);
    fputs("fastest: ", f);
    if (2 * held >= known && alone > 0) {
        fputs(v->rival[rival].name, f);
        put_by_how_much(f, v, rival, w);
        for (size_t k = 0; k < (agree ? 1 : states); k++)
            put_exceptions(f, v, rival, w + k * v->sizes,
                           agree ? "" : v->t->states.v[k].name);
    } else {
        fputs(any_alone(w, n) ? "" : "not told: ", f);
        for (size_t k = 0; k < (agree ? 1 : states); k++) {
            const struct winner *own = w + k * v->sizes;

            if (!any_winner(own, v->sizes))
                continue;
            if (!agree)
                fprintf(f, "%s%s, ", before, v->t->states.v[k].name);
            put_places(f, v, own);
            before = "; ";
        }
    }
    text_close(f);
    free(w);
    return text;
}

/* ---- a rival ------------------------------------------------------------- */

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

/* "1.1-4.4 times as fast" of the sizes first .. last, which have one sign. */
static void put_sign(FILE *f, const struct view *v, size_t rival, size_t state,
                     size_t first, size_t last)
{
    enum sign sign = sign_at(v, first, rival, state);
    bool plain = v->rival[rival].first->plain;
    double least = INFINITY, most = 0;
    char *lo, *hi;

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
    lo = digits3(least);
    hi = digits3(most);
    fprintf(f, "%s%s%s %s", lo, strcmp(lo, hi) != 0 ? "-" : "",
            strcmp(lo, hi) != 0 ? hi : "",
            plain ? sign == SIGN_FASTER ? "points more" : "points less"
            : sign == SIGN_FASTER ? "times as fast"
                                  : "times slower");
    free(lo);
    free(hi);
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
    const struct states *states = &v->t->states;
    bool any = false, apart = true;
    const char *before = "";
    size_t length;
    char *text;
    FILE *f;

    for (size_t s = 0; s < v->sizes; s++)
        for (size_t k = 0; k < states->n; k++) {
            const struct row *row = view_row(v, s, rival, k);

            any |= is_compared(row) && row->sign != SIGN_NONE;
            apart &= row == NULL || !row->interleaved;
        }
    if (!any)
        return NULL;
    f = text_open(&text, &length);
    fprintf(f, "%s: ", v->rival[rival].name);
    for (size_t k = 0; k < states->n; k++) {
        bool seen = false;

        for (size_t s = 0; view_state_known(v, k) && s < v->sizes; s++)
            seen |= is_compared(view_row(v, s, rival, k));
        if (!seen)
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
