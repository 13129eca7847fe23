/* window.c: length of a launch's slot and lead of a turn's first start. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/window.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stddef.h>

#define SLOT_MIN 1e-7
#define LEAD_MIN 1e-6
#define LEAD_MAX 1.0
#define LEAD_SAFETY 3.0 /* times the way seen */

/* The slot is not made for that share of the launches, nor for those that take
 * so many times the mean. */
#define TOO_LONG 0.01
#define MEANS_MOST 4.0

enum { PROMPT = 8 }; /* turns on time before t_bcast may shrink */

#define AT(member) .offset = offsetof(struct window_config, member)

static const struct param window_rows[] = {
    {.name = "init",
     .def = "4",
     .help = "launches of the first turn, never counted (1 to 64)",
     .type = PARAM_INTEGER,
     .least = 1,
     .most = WINDOW_LAUNCHES_MAX,
     AT(init_launches)},
    {.name = "k",
     .def = "8",
     .help = "launches of every other turn (1 to 64)",
     .type = PARAM_INTEGER,
     .least = 1,
     .most = WINDOW_LAUNCHES_MAX,
     AT(launches)},
    {.name = "eps",
     .def = "0.25",
     .help =
         "with --preset paper: share of a turn's launches that may go wrong "
         "before the window changes (0 <= eps < 1)",
     .type = PARAM_REAL,
     .most = 1,
     .open = PARAM_BELOW_MOST,
     AT(eps)},
    {.name = "gamma",
     .def = "1.1",
     .help = "safety factor of the window (1.1 <= gamma < 2)",
     .type = PARAM_REAL,
     .least = 1.1,
     .most = 2,
     .open = PARAM_BELOW_MOST,
     AT(gamma)},
    {0},
};

const struct param_table window_params = {
    .owner = "window",
    .rows = window_rows,
    .size = sizeof(struct window_config),
};

/* v within [lo, hi]; lo if it is no number. */
static double clamp(double v, double lo, double hi)
{
    return fmin(fmax(v, lo), hi);
}

static void slot_from_span(struct window *w, const struct window_config *c,
                           const struct turn_outcome *s)
{
    w->slot =
        clamp(c->gamma * s->span / s->launches, SLOT_MIN, WINDOW_SLOT_MAX);
}

void window_start(struct window *w, double lead)
{
    *w = (struct window){.lead = clamp(lead, LEAD_MIN, LEAD_MAX)};
}

void window_after_init(struct window *w, const struct window_config *c,
                       const struct turn_outcome *s)
{
    if (s->launches > 0)
        slot_from_span(w, c, s);
}

static size_t history_length(const struct window *w)
{
    return w->seen < WINDOW_HISTORY ? w->seen : WINDOW_HISTORY;
}

static void history_add(struct window *w, double took)
{
    size_t n = history_length(w), i = 0;
    double *oldest = &w->took[w->seen % WINDOW_HISTORY];

    if (n == WINDOW_HISTORY) {
        while (i + 1 < n && w->sorted[i] != *oldest)
            i++;
        for (n--; i < n; i++)
            w->sorted[i] = w->sorted[i + 1];
    }
    for (i = n; i > 0 && w->sorted[i - 1] > took; i--)
        w->sorted[i] = w->sorted[i - 1];
    w->sorted[i] = took;
    *oldest = took;
    w->seen++;
}

static void slot_adapt(struct window *w, const struct window_config *c,
                       const struct turn_outcome *s)
{
    size_t n, i;
    double mean;

    for (int k = 0; k < s->launches; k++)
        if (!isnan(s->took[k]))
            history_add(w, s->took[k]);
    n = history_length(w);
    if (n == 0)
        return;
    mean = gsl_stats_mean(w->sorted, 1, n);
    i = n - 1 - (size_t)(TOO_LONG * (double)n);
    while (i > 0 && w->sorted[i] > MEANS_MOST * mean)
        i--;
    w->slot = clamp(c->gamma * w->sorted[i], SLOT_MIN, WINDOW_SLOT_MAX);
}

/* A message that came well in time did not make the first launch late. */
static void lead_adapt(struct window *w, const struct turn_outcome *s)
{
    if (s->first_late && s->need > w->lead / 2) {
        w->lead = clamp(2 * w->lead, LEAD_MIN, LEAD_MAX);
        w->prompt = 0;
        return;
    }
    /* The calmest turn decides: one that was disturbed says nothing about the
     * way of the message. */
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
            slot_from_span(w, c, s);
        return;
    }
    slot_adapt(w, c, s);
    lead_adapt(w, s);
}
