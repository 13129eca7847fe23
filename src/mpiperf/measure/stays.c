/* stays.c: the stretches of a visit, and what rows took in them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/measure/stays.h"

#include <math.h>
#include <stdlib.h>
#include "lib/scatter.h"
#include "lib/xmalloc.h"

void stays_clear(struct stays *s)
{
    free(s->v);
    *s = (struct stays){0};
}

bool stays_keep(size_t number, unsigned thinned)
{
    return (scatter(number) & (((uint64_t)1 << thinned) - 1)) == 0;
}

static void stays_thin(struct stays *s)
{
    size_t n = 0;

    s->thinned++;
    for (size_t i = 0; i < s->n; i++)
        if (stays_keep(s->v[i].number, s->thinned))
            s->v[n++] = s->v[i];
    s->n = n;
}

static void stays_add(struct stays *s, struct stay stay)
{
    while (s->n == STAYS_MOST)
        stays_thin(s);
    stay.number = s->seen++;
    if (!stays_keep(stay.number, s->thinned))
        return;
    if ((s->n & (s->n - 1)) == 0) /* full at powers of two */
        s->v = xreallocarray(s->v, s->n > 0 ? 2 * s->n : 1, sizeof(*s->v));
    s->v[s->n++] = stay;
}

void stays_append(struct stays *s, const struct stays *visit)
{
    for (size_t i = 0; i < visit->n; i++)
        stays_add(s, visit->v[i]);
    s->mixed += visit->mixed;
}

/* Those of the rows that have rounds, `own` first; returns how many. */
static size_t rivals(const struct series **all, const struct series *rows,
                     size_t n, size_t own)
{
    size_t k = 0;

    all[k++] = &rows[own];
    for (size_t i = 0; i < n; i++)
        if (i != own && series_has_rounds(&rows[i]))
            all[k++] = &rows[i];
    return k;
}

double rivals_time(const struct series *rows, size_t n, size_t own)
{
    const struct series **all = xcalloc(n, sizeof(*all));
    struct ratio time;

    time_of_rounds(&time, all, rivals(all, rows, n, own), 0.95, 0);
    free(all);
    return time.ratio;
}

/* Rounds that all rows with any have; of none: 0. */
static long rivals_rounds(const struct series *rows, size_t n)
{
    const struct series **all = xcalloc(n, sizeof(*all));
    size_t own = 0;
    long rounds;

    while (own + 1 < n && !series_has_rounds(&rows[own]))
        own++;
    rounds = (long)common_rounds(all, rivals(all, rows, n, own));
    free(all);
    return rounds;
}

/* Deals a row's launches to the stretches: one belongs to the rounds behind
 * reading i - 1 up to that of reading i. */
static void series_deal(struct series *parts, const struct series *s,
                        const struct watch *w, const int *of)
{
    size_t i = 0;

    for (size_t k = 0; k < s->n; k++) {
        while (i < w->n && w->readings[i].round < s->round[k])
            i++;
        if (i < w->n && of[i] != NO_STRETCH)
            series_add_from(&parts[of[i]], s, k);
    }
}

/* The stretch as each row has it, if none of those that the visit measured is
 * missing. Returns how many rounds it has. */
static long stretch_add(struct stays *out, const struct watch_stretch *of,
                        const struct series *parts, const struct series *rows,
                        size_t n)
{
    struct stay stay = {.at = of->at, .rounds = rivals_rounds(parts, n)};

    for (size_t i = 0; i < n; i++)
        if (series_has_rounds(&rows[i]) && !series_has_rounds(&parts[i]))
            return 0;
    for (int i = 0; i < GAUGES; i++)
        stay.level[i] = exp(of->level[i]);
    for (size_t i = 0; stay.rounds > 0 && i < n; i++) {
        stay.estimate = rivals_time(parts, n, i);
        stays_add(&out[i], stay);
    }
    return stay.rounds;
}

void stays_of_visit(struct stays *out, const struct watch *w,
                    const struct series *rows, size_t n)
{
    struct watch_stretch *v = xcalloc(w->n + 1, sizeof(*v));
    int *of = xcalloc(w->n + 1, sizeof(*of));
    size_t stretches = watch_stretches(w, v, of);
    /* Row by row within each stretch, and as they are dealt. */
    struct series *parts = xcalloc(stretches * n + 1, sizeof(*parts));
    struct series *dealt = xcalloc(stretches + 1, sizeof(*dealt));
    long mixed = rivals_rounds(rows, n);

    for (size_t i = 0; i < n; i++) {
        series_deal(dealt, &rows[i], w, of);
        for (size_t k = 0; k < stretches; k++) {
            parts[k * n + i] = dealt[k];
            dealt[k] = (struct series){0};
        }
    }
    for (size_t k = 0; k < stretches; k++)
        mixed -= stretch_add(out, &v[k], &parts[k * n], rows, n);
    for (size_t i = 0; i < n; i++)
        out[i].mixed = mixed;
    for (size_t i = 0; i < stretches * n; i++)
        series_free(&parts[i]);
    free(parts);
    free(dealt);
    free(of);
    free(v);
}
