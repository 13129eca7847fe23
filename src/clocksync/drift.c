/* drift.c: fits models of drifting clocks to offsets measured at several
 * times. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "clocksync/drift.h"

#include <math.h>
#include "clocksync/model.h"

/* Assumed error of a point's offset: rtt_share of the smallest round trip, and
 * a share of the time by which the point's round trip exceeds it. A delay in
 * one direction only shifts the offset by half the excess; if every division
 * between the directions is equally likely, the standard deviation is
 * excess_share of it. */
static const double rtt_share = 1.0 / 128, excess_share = 0.29, grain = 1e-9;
/* Assumed errors of a known slope, and of changes in rate, as shares of their
 * hard bounds. */
static const double slope_share = 1.0 / 32, slope_grain = 1e-12;
static const double ramp_share = 1.0 / 32;

/* Returns how far a clock may depart from its current line within `away`
 * seconds. */
static double bend(double away)
{
    return PAIR_MAX_RAMP * away * away / 2;
}

static struct drift_known known_later(const struct drift_known *known,
                                      double later)
{
    return (struct drift_known){
        .slope = known->slope,
        .bound = fmin(known->bound + PAIR_MAX_RAMP * later, PAIR_MAX_DRIFT),
    };
}

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

static double weight(const struct pair_offset *p, double least, double at)
{
    double error = grain + rtt_share * least + excess_share * (p->rtt - least) +
                   ramp_share * bend(p->epoch - at);

    return 1 / (error * error);
}

/* Returns the weight of a known slope; 0 if it is unknown. */
static double slope_weight(const struct drift_known *known)
{
    double error = slope_grain + slope_share * known->bound;

    return known->bound < PAIR_MAX_DRIFT ? 1 / (error * error) : 0;
}

/* Fits a line at time `at` by weighted least squares, about weighted means. */
static struct clock_model line_fit(const struct pair_offset *points, int n,
                                   double at, const struct drift_known *known)
{
    const struct pair_offset *best = fastest(points, n);
    double sxx = slope_weight(known), sxy = sxx * known->slope;
    double sw = 0, sx = 0, sy = 0, x, y;

    for (int i = 0; i < n; i++) {
        double w = weight(&points[i], best->rtt, at);

        sw += w;
        sx += w * (points[i].epoch - best->epoch);
        sy += w * (points[i].offset - best->offset);
    }
    x = sx / sw;
    y = sy / sw;
    for (int i = 0; i < n; i++) {
        double w = weight(&points[i], best->rtt, at);
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

static const struct range drift_limits = {-PAIR_MAX_DRIFT, PAIR_MAX_DRIFT};
static const struct drift_known nothing_known = {0, PAIR_MAX_DRIFT};

static void range_meet(struct range *r, double lo, double hi)
{
    r->lo = fmax(r->lo, lo);
    r->hi = fmin(r->hi, hi);
}

/* Returns point p's envelope, widened by how far the clock may bend between p
 * and time `at`. */
static struct range envelope(const struct pair_offset *p, double at)
{
    double aside = bend(p->epoch - at);

    return (struct range){p->lo - aside, p->hi + aside};
}

/* Sets *r to the range of slopes of lines that pass through all envelopes; each
 * pair of points limits it. Returns false if there is none. */
static bool slopes_possible(const struct pair_offset *points, int n, double at,
                            const struct drift_known *known, struct range *r)
{
    *r = drift_limits;
    range_meet(r, known->slope - known->bound, known->slope + known->bound);
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; k++) {
            struct range a = envelope(&points[i], at);
            struct range b = envelope(&points[k], at);
            double dx = points[k].epoch - points[i].epoch;

            if (dx > 0)
                range_meet(r, (b.lo - a.hi) / dx, (b.hi - a.lo) / dx);
        }
    return r->lo <= r->hi;
}

/* Narrows the offset's range at time `at` by each envelope and all possible
 * slopes. */
static void offsets_carried(const struct pair_offset *points, int n, double at,
                            const struct range *slopes, struct range *r)
{
    for (int i = 0; i < n; i++) {
        struct range e = envelope(&points[i], at);
        double dx = at - points[i].epoch;
        double a = slopes->lo * dx, b = slopes->hi * dx;

        range_meet(r, e.lo + fmin(a, b), e.hi + fmax(a, b));
    }
}

/* Narrows the offset's range at time `at` by pairs of envelopes, one before and
 * one after it: a line through both lies between the lines that join their
 * ends. */
static void offsets_between(const struct pair_offset *points, int n, double at,
                            struct range *r)
{
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; k++) {
            struct range a = envelope(&points[i], at);
            struct range b = envelope(&points[k], at);
            double dx = points[k].epoch - points[i].epoch;
            double part = (at - points[i].epoch) / dx;

            if (dx > 0 && part >= 0 && part <= 1)
                range_meet(r, a.lo + part * (b.lo - a.lo),
                           a.hi + part * (b.hi - a.hi));
        }
}

/* Moves *v into the range. Returns how far a true value in the range may then
 * be from *v. */
static double range_settle(const struct range *r, double *v)
{
    *v = fmin(fmax(*v, r->lo), r->hi);
    return fmax(r->hi - *v, *v - r->lo);
}

/* Computes the error bounds of a line, and moves the line into them. */
static void line_settle(struct clock_model *m, const struct pair_offset *points,
                        int n, const struct range *slopes)
{
    struct range offsets = {-INFINITY, INFINITY};

    offsets_carried(points, n, m->epoch, slopes, &offsets);
    offsets_between(points, n, m->epoch, &offsets);
    m->slope_bound = range_settle(slopes, &m->slope);
    m->uncertainty = range_settle(&offsets, &m->offset);
}

struct clock_model drift_fit(const struct pair_offset *points, int n)
{
    double middle = (points[0].epoch + points[n - 1].epoch) / 2;
    struct clock_model m = line_fit(points, n, middle, &nothing_known);
    struct range slopes;

    if (!slopes_possible(points, n, m.epoch, &nothing_known, &slopes))
        return model_of_pair(&points[n - 1]);
    line_settle(&m, points, n, &slopes);
    return m;
}

bool drift_extend(const struct pair_offset *points, int n,
                  const struct drift_known *known, struct clock_model *m)
{
    double last = points[n - 1].epoch;
    struct drift_known now = known_later(known, last - points[0].epoch);
    struct range slopes;

    if (!slopes_possible(points, n, last, &now, &slopes))
        return false;
    *m = line_fit(points, n, last, &now);
    m->offset += m->slope * (last - m->epoch);
    m->epoch = last;
    line_settle(m, points, n, &slopes);
    return true;
}

struct clock_model drift_join(const struct clock_model *reference,
                              const struct clock_model *own)
{
    double there =
        own->epoch + own->offset; /* the reference clock's time at own->epoch */
    double steeper = clock_slope_bound(reference, there);
    double rate = 1 + fabs(reference->slope) + steeper;

    return (struct clock_model){
        .epoch = own->epoch,
        .offset = own->offset + clock_to_global(reference, there) - there,
        .slope = own->slope + reference->slope + own->slope * reference->slope,
        .slope_bound =
            rate * own->slope_bound + (1 + fabs(own->slope)) * steeper,
        .uncertainty = rate * own->uncertainty + clock_bound(reference, there),
    };
}
