/* window.c: the length of a launch's slot, and a turn's lead.
 *
 * The window method (section 3 of the paper) starts launch i of a turn at
 * first_start + i * slot, by a clock shared by all ranks. If the slot is too
 * short, the next launches start late; if it is too long, time is wasted. The
 * same holds for the lead, the time for the start message to arrive. Both are
 * adapted after each turn, as described in doc/statistics.md. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/window.h"

#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stddef.h>

#define SLOT_MIN 1e-7
#define LEAD_MIN 1e-6
#define LEAD_MAX 1.0
#define LEAD_SAFETY 3.0 /* multiple of the longest message time seen */
#define LEAD_AWAKE 1e-3 /* the end of a lead, in which no rank sleeps */
#define OUTLIER 10.0    /* multiple of the second longest message time */

/* A slot may be too short for a fraction TOO_LONG of the launches, and for any
 * that take more than MEANS_MOST times the mean. These are fewer than a
 * quarter, so the trimmed mean ignores them. */
#define TOO_LONG 0.01
#define MEANS_MOST 4.0

enum { PROMPT = 8 }; /* prompt messages before the lead shrinks */

static const struct param window_rows[] = {
    PARAM_ROW("init", struct window_config, init_launches, INTEGER, "4",
              "number of launches of the first turn, which never count (1 "
              "to 64)",
              .least = 1, .most = WINDOW_LAUNCHES_MAX),
    PARAM_ROW("k", struct window_config, launches, INTEGER, "8",
              "number of launches of every other turn (1 to 64)", .least = 1,
              .most = WINDOW_LAUNCHES_MAX),
    PARAM_ROW("eps", struct window_config, eps, REAL, "0.25",
              "with --preset paper: share of a turn's launches that may be "
              "invalid before the window changes (0 <= eps < 1)",
              .most = 1, .open = PARAM_BELOW_MOST),
    PARAM_ROW("gamma", struct window_config, gamma, REAL, "1.1",
              "safety factor for the length of the window (1.1 <= gamma < 2)",
              .least = 1.1, .most = 2, .open = PARAM_BELOW_MOST),
    {0},
};

const struct param_table window_params =
    PARAM_TABLE("window", window_rows, struct window_config);

/* Returns v limited to [lo, hi]; lo if v is NAN. */
static double clamp(double v, double lo, double hi)
{
    return fmin(fmax(v, lo), hi);
}

double window_longest(const double *took, size_t n)
{
    double longest[2];

    gsl_sort_largest(longest, 2, took, 1, n);
    return longest[longest[0] > OUTLIER * longest[1]];
}

/* Messages take long where cores are shared or the network is slow. Ranks that
 * wait for theirs need the cores more than ranks that wait for the start. If
 * clocks disagree, the start is further ahead than the lead is long. */
double window_pause(double lead, double left)
{
    double pause = fmin(lead, left) - LEAD_AWAKE;

    return pause > LEAD_AWAKE ? pause : 0;
}

void window_start(struct window *w, double lead)
{
    *w = (struct window){.lead = clamp(lead, LEAD_MIN, LEAD_MAX)};
}

void window_after_init(struct window *w, const struct window_config *c,
                       const struct turn_outcome *s)
{
    if (s->launches > 0)
        w->slot =
            clamp(c->gamma * s->span / s->launches, SLOT_MIN, WINDOW_SLOT_MAX);
}

static void slot_adapt(struct window *w, const struct window_config *c,
                       const struct turn_outcome *s)
{
    double longest[WINDOW_HISTORY], most, slot = 0;
    size_t n, out;

    for (int k = 0; k < s->launches; k++)
        if (!isnan(s->took[k]))
            w->took[w->seen++ % WINDOW_HISTORY] = s->took[k];
    n = w->seen < WINDOW_HISTORY ? w->seen : WINDOW_HISTORY;
    if (n == 0)
        return;
    out = (size_t)(TOO_LONG * (double)n);
    gsl_sort_largest(longest, out + 1, w->took, 1, n);
    most = fmin(longest[out], MEANS_MOST * gsl_stats_mean(w->took, 1, n));
    for (size_t i = 0; i < n; i++)
        if (w->took[i] <= most)
            slot = fmax(slot, w->took[i]);
    w->slot = clamp(c->gamma * slot, SLOT_MIN, WINDOW_SLOT_MAX);
}

/* Adapts the lead. If the message arrived early enough, a late first launch had
 * another cause. */
static void lead_adapt(struct window *w, const struct turn_outcome *s)
{
    if (s->first_late && s->need > w->lead / 2) {
        w->lead = clamp(2 * w->lead, LEAD_MIN, LEAD_MAX);
        w->prompt = 0;
        return;
    }
    /* The least disturbed turn counts: a disturbed one says nothing about a
     * message's duration. */
    w->need_least = w->prompt > 0 ? fmin(w->need_least, s->need) : s->need;
    if (++w->prompt < PROMPT)
        return;
    w->prompt = 0;
    w->lead =
        fmin(w->lead, clamp(LEAD_SAFETY * w->need_least, LEAD_MIN, LEAD_MAX));
}

void window_after_turn(struct window *w, const struct window_config *c,
                       const struct turn_outcome *s)
{
    if (s->launches < 1)
        return;
    if (c->paper) {
        if (s->invalid > c->eps * s->launches)
            window_after_init(w, c, s);
        return;
    }
    slot_adapt(w, c, s);
    lead_adapt(w, s);
}
