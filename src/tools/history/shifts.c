/* shifts.c: since when a case takes longer or less, and what changed: the
 * library or the machine. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "stats/change.h"
#include "tools/history/history.h"

/* Nights on each side of a change that show how much the reference changed. */
enum { NEAR_NIGHTS = 20 };

/* A median of n normal values has this standard deviation, times sqrt(n). */
static const double of_median = 1.2533;

/* Copies the times of nights from..to - 1, and if `at` is not NULL the numbers
 * of these nights. Returns how many have a time. */
static size_t times_of(const struct track *track, size_t from, size_t to,
                       double *x, size_t *at)
{
    size_t n = 0;

    for (size_t i = from; i < to; i++)
        if (!isnan(track->x[i])) {
            if (at != NULL)
                at[n] = i;
            x[n++] = track->x[i];
        }
    return n;
}

double track_level(const struct track *track, size_t from, size_t to, size_t *n)
{
    double *x = xcalloc(to - from + 1, sizeof(*x)), level;

    *n = times_of(track, from, to, x, NULL);
    level = change_median(x, *n);
    free(x);
    return level;
}

/* ---- causes -------------------------------------------------------------- */

/* Decides by how much the reference changed: by about as much as the case, or
 * not. The limit is half of the step, which must be clear. */
static void cause_set(const struct history *h, struct shift *s, size_t from,
                      size_t to)
{
    const struct track *by = h->v[s->of].reference;
    double more, error;
    size_t p, q;

    s->cause = CAUSE_UNKNOWN;
    if (by == &h->v[s->of]) {
        s->cause = CAUSE_MACHINE;
        return;
    }
    if (by == NULL) {
        s->why = h->reference == NULL
                     ? "also measure an algorithm that does not use the "
                       "library, such as shmbcast, and name it by --reference"
                     : "the reference was not measured with this case";
        return;
    }
    more =
        track_level(by, s->night, to, &q) - track_level(by, from, s->night, &p);
    more = more * (s->step > 0 ? 1 : -1) - fabs(s->step) / 2;
    error = 2.6 * of_median * by->scatter * sqrt(1 / (double)p + 1 / (double)q);
    if (p < CHANGE_SIDE || q < CHANGE_SIDE)
        s->why = "the reference was not measured often enough around it";
    else if (!(fabs(more) > error))
        s->why = "the reference scatters too much";
    else
        s->cause = more > 0 ? CAUSE_MACHINE : CAUSE_LIBRARY;
}

/* ---- changes of a case --------------------------------------------------- */

static size_t lower(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Adds a change. at: the nights with a time. */
static void shift_add(struct history *h, struct track *track,
                      const struct changes *c, size_t i, const size_t *at)
{
    const struct change *v = &c->v[i];
    size_t from = i > 0 ? c->v[i - 1].at : 0;
    size_t to = i + 1 < c->n ? c->v[i + 1].at : track->known;
    size_t first = v->at > v->within ? v->at - v->within : 1;
    size_t last = lower(v->at + v->within, track->known - 1);
    size_t early = at[v->at] - at[first - 1] - 1;
    size_t late = at[last] - at[v->at];
    struct shift s = {.of = (size_t)(track - h->v),
                      .night = at[v->at],
                      .within = early > late ? early : late,
                      .step = c->drift ? v->step / 2 : v->step,
                      .drift = c->drift};

    if (!c->drift && v->at - from > NEAR_NIGHTS)
        from = v->at - NEAR_NIGHTS;
    if (!c->drift)
        to = lower(to, v->at + NEAR_NIGHTS);
    /* of a drift, the halves differ by the half */
    cause_set(h, &s, at[from], at[to - 1] + 1);
    s.step = v->step;
    XAPPEND(h->shift, h->shifts, s);
    track->shifts++;
}

static void track_judge(struct history *h, struct track *track)
{
    double *x = xcalloc(h->nights + 1, sizeof(*x));
    size_t *at = xcalloc(h->nights + 1, sizeof(*at));
    size_t n = times_of(track, 0, h->nights, x, at);
    struct changes c;

    changes_find(&c, x, n, log1p(h->least), h->n);
    track->shift = h->shifts;
    for (size_t i = 0; i < c.n; i++)
        shift_add(h, track, &c, i, at);
    changes_free(&c);
    free(x);
    free(at);
}

/* ---- events -------------------------------------------------------------- */

/* True if the change may be part of the event. */
static bool is_part(const struct shift *s, const struct shift *of)
{
    size_t apart =
        s->night > of->night ? s->night - of->night : of->night - s->night;

    return s->cause == of->cause && s->drift == of->drift &&
           (s->step > 0) == (of->step > 0) &&
           apart <= s->within + of->within + 1;
}

static int by_certainty(const void *x, const void *y)
{
    const struct shift *a = *(const struct shift *const *)x,
                       *b = *(const struct shift *const *)y;

    return a->within != b->within ? (a->within > b->within ? 1 : -1)
                                  : (a > b) - (a < b);
}

/* The latest event is the last; of one night, what the library did. */
static int by_night(const void *x, const void *y)
{
    const struct shift *a = ((const struct event *)x)->shift,
                       *b = ((const struct event *)y)->shift;

    return a->night != b->night   ? (a->night > b->night ? 1 : -1)
           : a->cause != b->cause ? (a->cause < b->cause ? 1 : -1)
                                  : (a > b) - (a < b);
}

/* Adds the change to an event, or makes one of it. */
static void event_add(struct history *h, struct shift *s)
{
    double size = fabs(s->step);
    size_t k = 0;

    while (k < h->events && !is_part(s, h->event[k].shift))
        k++;
    if (k == h->events)
        XAPPEND(h->event, h->events, (struct event){.shift = s, .least = size});
    s->event = k;
    h->event[k].n++;
    h->event[k].least = fmin(h->event[k].least, size);
    h->event[k].most = fmax(h->event[k].most, size);
}

/* Number of changes of the same event and night. */
static size_t votes(const struct history *h, const struct shift *s)
{
    size_t n = 0;

    for (size_t i = 0; i < h->shifts; i++)
        n += h->shift[i].event == s->event && h->shift[i].night == s->night;
    return n;
}

/* Each event has the night of most of its changes. */
static void events_find(struct history *h)
{
    struct shift **order = xcalloc(h->shifts + 1, sizeof(struct shift *));

    for (size_t i = 0; i < h->shifts; i++)
        order[i] = &h->shift[i];
    qsort(order, h->shifts, sizeof(*order), by_certainty);
    for (size_t i = 0; i < h->shifts; i++)
        event_add(h, order[i]);
    for (size_t i = 0; i < h->shifts; i++)
        if (votes(h, order[i]) > votes(h, h->event[order[i]->event].shift))
            h->event[order[i]->event].shift = order[i];
    if (h->events > 0)
        qsort(h->event, h->events, sizeof(*h->event), by_night);
    free(order);
}

void history_judge(struct history *h)
{
    for (size_t i = 0; i < h->n; i++) {
        double *x = xcalloc(h->nights + 1, sizeof(*x));

        size_t n = times_of(&h->v[i], 0, h->nights, x, NULL);

        h->v[i].scatter = change_scatter(x, n);
        free(x);
    }
    for (size_t i = 0; i < h->n; i++)
        track_judge(h, &h->v[i]);
    events_find(h);
}
