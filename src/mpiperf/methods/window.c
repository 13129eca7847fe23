/* window.c: length of a launch's slot and lead of a stage's first start. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/methods/window.h"

#include <math.h>
#include <stddef.h>

#define SLOT_MIN 1e-7
#define LEAD_MIN 1e-6
#define LEAD_MAX 1.0
#define LEAD_SAFETY 3.0 /* times the way seen */

enum {
    CALM = 2, /* clean stages before a slot may shrink, to begin with ... */
    CALM_MAX = 24, /* ... and when shrinking has failed again and again */
    GAPS_SURE = 2, /* stages in a row that gaps take to make it grow ... */
    GAPS_MAX = 3,  /* ... and the last that does: two steps are enough */
    PROMPT = 8,    /* stages on time before t_bcast may shrink */
};

#define AT(member) .offset = offsetof(struct window_config, member)

static const struct param window_rows[] = {
    {.name = "init",
     .def = "4",
     .help = "launches of stage 0, never counted (1 to 64)",
     .type = PARAM_INTEGER,
     .least = 1,
     .most = WINDOW_LAUNCHES_MAX,
     AT(init_launches)},
    {.name = "k",
     .def = "8",
     .help = "launches of every other stage (1 to 64)",
     .type = PARAM_INTEGER,
     .least = 1,
     .most = WINDOW_LAUNCHES_MAX,
     AT(launches)},
    {.name = "eps",
     .def = "0.25",
     .help = "share of a stage's launches that may go wrong before the window "
             "changes (0 <= eps < 1)",
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

static double slot_from_span(const struct window_config *c,
                             const struct stage_outcome *s)
{
    return c->gamma * s->span / s->launches;
}

void window_start(struct window *w, double lead)
{
    *w = (struct window){
        .lead = clamp(lead, LEAD_MIN, LEAD_MAX),
        .patience = CALM,
    };
}

void window_after_init(struct window *w, const struct window_config *c,
                       const struct stage_outcome *s)
{
    if (s->launches > 0)
        w->slot = clamp(slot_from_span(c, s), SLOT_MIN, WINDOW_SLOT_MAX);
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void slot_as_published(struct window *w, const struct window_config *c,
                              const struct stage_outcome *s)
{
    int invalid = larger(s->invalid, larger(s->late, s->overrun));

    if (invalid > c->eps * s->launches)
        w->slot = clamp(slot_from_span(c, s), SLOT_MIN, WINDOW_SLOT_MAX);
}

static void slot_grow(struct window *w, const struct window_config *c,
                      const struct stage_outcome *s)
{
    w->slot = clamp(fmax(2 * w->slot, slot_from_span(c, s)), SLOT_MIN,
                    WINDOW_SLOT_MAX);
    w->clean = 0;
}

/* Shrinking to what the launches alone need will fail again: wait longer
 * before the next attempt. */
static void slot_grow_for_gaps(struct window *w, const struct window_config *c,
                               const struct stage_outcome *s)
{
    w->patience *= 2;
    if (w->patience > CALM_MAX)
        w->patience = CALM_MAX;
    slot_grow(w, c, s);
}

/* The calmest stage decides: one slow launch in a stage should not keep the
 * window long, it would cost more than the launches it saves. */
static void slot_keep(struct window *w, const struct window_config *c,
                      const struct stage_outcome *s)
{
    double slot;

    w->needed = w->clean > 0 ? fmin(w->needed, s->longest) : s->longest;
    if (++w->clean < w->patience)
        return;
    w->clean = 0;
    w->gaps = 0;
    slot = clamp(c->gamma * w->needed, SLOT_MIN, WINDOW_SLOT_MAX);
    if (slot < w->slot)
        w->slot = slot;
    else
        w->patience = CALM;
}

/* Stages in a row, this one included, that were late although no launch was
 * longer than its slot; behind a late start that may be its fault. */
static int slot_gaps(const struct window *w, const struct stage_outcome *s,
                     bool trouble)
{
    bool all_late = s->late == s->launches - 1;

    if (!trouble)
        return 0;
    if (s->first_late || !(all_late || w->gaps >= GAPS_SURE))
        return w->gaps;
    return w->gaps + 1;
}

static void slot_adapt(struct window *w, const struct window_config *c,
                       const struct stage_outcome *s)
{
    int behind = s->late - (s->first_late ? 1 : 0), gaps;
    bool trouble = larger(s->overrun, behind) > c->eps * s->launches, more;

    if (trouble && s->longest > w->slot) {
        w->patience = CALM;
        w->gaps = 0;
        slot_grow(w, c, s);
        return;
    }
    gaps = slot_gaps(w, s, trouble);
    more = gaps > w->gaps;
    w->gaps = gaps;
    if (!more || gaps > GAPS_MAX)
        slot_keep(w, c, s);
    else if (gaps >= GAPS_SURE)
        slot_grow_for_gaps(w, c, s);
}

/* A message that came well in time did not make the first launch late. */
static void lead_adapt(struct window *w, const struct stage_outcome *s)
{
    if (s->first_late && s->need > w->lead / 2) {
        w->lead = clamp(2 * w->lead, LEAD_MIN, LEAD_MAX);
        w->prompt = 0;
        return;
    }
    /* The calmest stage decides, as with slots: one that was disturbed says
     * nothing about the way of the message. */
    w->need_least = w->prompt > 0 ? fmin(w->need_least, s->need) : s->need;
    if (++w->prompt < PROMPT)
        return;
    w->prompt = 0;
    w->lead =
        fmin(w->lead, clamp(LEAD_SAFETY * w->need_least, LEAD_MIN, LEAD_MAX));
}

void window_after_stage(struct window *w, const struct window_config *c,
                        const struct stage_outcome *s)
{
    if (s->launches < 1)
        return;
    if (c->paper) {
        slot_as_published(w, c, s);
        return;
    }
    slot_adapt(w, c, s);
    lead_adapt(w, s);
}
