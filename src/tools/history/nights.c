/* nights.c: runs into nights, and cases into series of nights. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "compare/values.h"
#include "lib/xmalloc.h"
#include "print/parts.h"
#include "stats/change.h"
#include "tools/history/history.h"

/* ---- nights -------------------------------------------------------------- */

static void night_name(struct night *night, const char *format)
{
    time_t began = (time_t)night->began;
    struct tm tm;

    strftime(night->name, sizeof(night->name), format, gmtime_r(&began, &tm));
}

static bool same_date(const struct night *a, const struct night *b)
{
    return strncmp(a->name, b->name, strlen("2026-03-14")) == 0;
}

static void nights_name(struct history *h)
{
    for (size_t i = 0; i < h->nights; i++)
        night_name(&h->night[i], "%F");
    for (size_t i = 0; i < h->nights; i++)
        if ((i > 0 && same_date(&h->night[i], &h->night[i - 1])) ||
            (i + 1 < h->nights && same_date(&h->night[i], &h->night[i + 1])))
            night_name(&h->night[i], "%F %R");
}

static void nights_find(struct history *h)
{
    const struct runs *r = h->t->r;
    double *began = xcalloc(r->n + 1, sizeof(*began)), ended = NAN;
    size_t *order = xcalloc(r->n + 1, sizeof(*order));

    h->night_of = xcalloc(r->n + 1, sizeof(*h->night_of));
    for (size_t i = 0; i < r->n; i++)
        began[i] = isnan(r->v[i].began) ? INFINITY : r->v[i].began;
    gsl_sort_index(order, began, 1, r->n);
    for (size_t i = 0; i < r->n; i++) {
        const struct run *run = &r->v[order[i]];

        h->night_of[order[i]] = SIZE_MAX;
        if (isnan(run->began)) {
            h->undated++;
            continue;
        }
        if (i == 0 || run->began - ended >= h->t->o.sitting)
            XAPPEND(h->night, h->nights,
                    (struct night){.began = run->began, .run = run->record});
        h->night[h->nights - 1].runs++;
        h->night_of[order[i]] = h->nights - 1;
        ended =
            fmax(ended, run->began + (isnan(run->seconds) ? 0 : run->seconds));
    }
    free(began);
    free(order);
    nights_name(h);
}

/* ---- cases --------------------------------------------------------------- */

/* Sets the times of each night: the median of its runs. */
static void times_set(const struct history *h, struct track *track)
{
    const struct runs *r = h->t->r;
    double *x = xcalloc(r->n + 1, sizeof(*x));
    size_t *run = xcalloc(r->n + 1, sizeof(*run)), n = 0;

    for (size_t i = 0; i < r->n; i++) {
        double value =
            h->night_of[i] != SIZE_MAX && r->v[i].side == track->row->side
                ? values_of_run(h->t, track->row, i, NULL)
                : NAN;

        if (isfinite(value)) {
            x[n] = value;
            run[n++] = h->night_of[i];
        }
    }
    track->x = xcalloc(h->nights + 1, sizeof(*track->x));
    for (size_t k = 0; k < h->nights; k++) {
        double *own = xcalloc(h->night[k].runs + 1, sizeof(*own));
        size_t m = 0;

        for (size_t i = 0; i < n; i++)
            if (run[i] == k)
                own[m++] = x[i];
        track->x[k] = change_median(own, m);
        if (m > 0) {
            track->first = track->known++ == 0 ? k : track->first;
            track->last = k;
        }
        free(own);
    }
    free(x);
    free(run);
}

/* Adds a case, unless none of its times has a date. */
static void track_add(struct history *h, const struct view *v,
                      const struct row *row)
{
    const char *algo = v->rival[view_rival(v, row)].name;
    struct track track = {.row = row};
    bool sized = v->sizes > 1 || row_bytes(row) > 0;

    times_set(h, &track);
    if (track.known == 0) {
        free(track.x);
        return;
    }
    track.what = describe_what(v);
    track.name =
        sized ? xasprintf("%s at %s", algo, ROW_SIZE(row)) : xstrdup(algo);
    XAPPEND(h->v, h->n, track);
}

/* Returns the reference's track for the case of another one; NULL if none. */
static const struct track *reference_of(const struct history *h,
                                        const struct track *track)
{
    for (size_t i = 0; h->reference != NULL && i < h->n; i++) {
        const struct row *row = h->v[i].row;

        if (row->c->rivals == track->row->c->rivals &&
            row->side == track->row->side &&
            strcmp(row_text(row, "algo"), h->reference) == 0)
            return &h->v[i];
    }
    return NULL;
}

void history_make(struct history *h, const struct table *t)
{
    struct view v;

    h->t = t;
    nights_find(h);
    for (size_t i = 0; i < t->n; i += v.n) {
        view_make(&v, t, i);
        for (size_t k = i; k < i + v.n; k++)
            if (!t->v[k].plain)
                track_add(h, &v, &t->v[k]);
        view_free(&v);
    }
    for (size_t i = 0; i < h->n; i++)
        h->v[i].reference = reference_of(h, &h->v[i]);
}

void history_free(struct history *h)
{
    for (size_t i = 0; i < h->n; i++) {
        free(h->v[i].what);
        free(h->v[i].name);
        free(h->v[i].x);
    }
    free(h->night);
    free(h->night_of);
    free(h->v);
    free(h->shift);
    free(h->event);
}
