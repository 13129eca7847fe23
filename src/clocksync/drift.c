/* drift.c: a clock that drifts, from offsets taken at several times. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "clocksync/drift.h"

#include <math.h>

/* A point is wrong by a share of its smallest round trip at least, and by half
 * of what it is above the smallest of all at most. */
static const double rtt_share = 1.0 / 128, grain = 1e-9;

static const struct pair_offset *fastest(const struct pair_offset *points,
                                         int n)
{
    const struct pair_offset *best = &points[0];

    for (int i = 1; i < n; i++)
        if (points[i].rtt < best->rtt)
            best = &points[i];
    return best;
}

int drift_sound(const struct pair_offset *points, int n)
{
    double limit = 2 * fastest(points, n)->rtt + grain;
    int sound = 0;

    for (int i = 0; i < n; i++)
        sound += points[i].rtt <= limit;
    return sound;
}

static double weight(const struct pair_offset *p, double least)
{
    double error = grain + rtt_share * least + (p->rtt - least) / 2;

    return 1 / (error * error);
}

/* Weighted least squares, about the weighted means. */
static struct clock_model line_fit(const struct pair_offset *points, int n)
{
    const struct pair_offset *best = fastest(points, n);
    double sw = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, x, y;

    for (int i = 0; i < n; i++) {
        double w = weight(&points[i], best->rtt);

        sw += w;
        sx += w * (points[i].epoch - best->epoch);
        sy += w * (points[i].offset - best->offset);
    }
    x = sx / sw;
    y = sy / sw;
    for (int i = 0; i < n; i++) {
        double w = weight(&points[i], best->rtt);
        double dx = points[i].epoch - best->epoch - x;

        sxx += w * dx * dx;
        sxy += w * dx * (points[i].offset - best->offset - y);
    }
    return (struct clock_model){
        .epoch = best->epoch + x,
        .offset = best->offset + y,
        .slope = sxx > 0 ? sxy / sxx : 0,
    };
}

struct range {
    double lo, hi;
};

static void range_meet(struct range *r, double lo, double hi)
{
    r->lo = fmax(r->lo, lo);
    r->hi = fmin(r->hi, hi);
}

/* The steepest and the flattest line that pass all envelopes: each pair of
 * points limits both. */
static struct range slopes_possible(const struct pair_offset *points, int n)
{
    const struct range drift = {-PAIR_MAX_DRIFT, PAIR_MAX_DRIFT};
    struct range r = drift;

    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; k++) {
            double dx = points[k].epoch - points[i].epoch;

            if (dx > 0)
                range_meet(&r, (points[k].lo - points[i].hi) / dx,
                           (points[k].hi - points[i].lo) / dx);
        }
    return r.lo <= r.hi ? r : drift;
}

/* Each envelope, carried to the epoch along every slope there can be. */
static struct range offsets_possible(const struct pair_offset *points, int n,
                                     double epoch, const struct range *slopes)
{
    struct range r = {-INFINITY, INFINITY};

    for (int i = 0; i < n; i++) {
        double dx = epoch - points[i].epoch;
        double a = slopes->lo * dx, b = slopes->hi * dx;

        range_meet(&r, points[i].lo + fmin(a, b), points[i].hi + fmax(a, b));
    }
    return r;
}

/* *v into the range; returns how far it can be off there. */
static double range_settle(const struct range *r, double *v)
{
    *v = fmin(fmax(*v, r->lo), r->hi);
    return fmax(r->hi - *v, *v - r->lo);
}

struct clock_model drift_fit(const struct pair_offset *points, int n)
{
    struct clock_model m = line_fit(points, n);
    struct range slopes = slopes_possible(points, n);
    struct range offsets = offsets_possible(points, n, m.epoch, &slopes);

    m.slope_bound = range_settle(&slopes, &m.slope);
    m.uncertainty = range_settle(&offsets, &m.offset);
    return m;
}

struct clock_model drift_join(const struct clock_model *reference,
                              const struct clock_model *own)
{
    double there = own->epoch + own->offset; /* the reference's clock then */
    double rate = 1 + fabs(reference->slope) + reference->slope_bound;

    return (struct clock_model){
        .epoch = own->epoch,
        .offset = own->offset + clock_to_global(reference, there) - there,
        .slope = own->slope + reference->slope + own->slope * reference->slope,
        .slope_bound = rate * own->slope_bound +
                       (1 + fabs(own->slope)) * reference->slope_bound,
        .uncertainty = rate * own->uncertainty + clock_bound(reference, there),
    };
}
