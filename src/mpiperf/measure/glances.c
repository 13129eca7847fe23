/* glances.c: when the gauges are read in a visit. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/measure/glances.h"

/* What the case has taken. */
static double seconds_of(const struct control *c, double now)
{
    double seconds = now - c->since;

    for (size_t i = 0; i < c->n; i++)
        seconds += c->rows[i].r->seconds;
    return seconds;
}

static bool has_slots(const struct row *row)
{
    return row->r->method == &method_window;
}

/* Is the latest reading one behind the latest round? */
static bool is_read(const struct control *c)
{
    const struct watch *w = &c->watch;

    return w->n > 0 && w->readings[w->n - 1].round == c->round;
}

/* Nothing but the reading, at the row's expense. */
static void order_alone(const struct control *c, const struct row *row,
                        double now, struct stage_order *order)
{
    *order = (struct stage_order){.row = (int)(row - c->rows),
                                  .first_start = now,
                                  .warmup = c->measured == NULL,
                                  .glance = true};
}

bool glance_behind(const struct control *c, const struct row *row, double now)
{
    return row->phase == ROW_RUN && c->queued == 1 && has_slots(row) &&
           watch_is_due(&c->watch, true, seconds_of(c, now));
}

bool glance_ahead(const struct control *c, const struct row *row, double now,
                  struct stage_order *order)
{
    if (row->phase != ROW_RUN || c->measured != NULL || c->watch.n > 0 ||
        !watch_is_due(&c->watch, false, seconds_of(c, now)))
        return false;
    order_alone(c, row, now, order);
    return true;
}

bool glance_between(const struct control *c, bool last, double now,
                    struct stage_order *order)
{
    const struct row *row = c->measured;

    if (row == NULL || is_read(c) || (has_slots(row) && !last) ||
        !watch_is_due(&c->watch, !last, seconds_of(c, now)))
        return false;
    order_alone(c, row, now, order);
    return true;
}

void glance_account(struct control *c, const struct stage_order *order,
                    const struct glance *g)
{
    if (!order->glance)
        return;
    watch_add(&c->watch, c->round - order->warmup, g);
    c->rows[order->row].r->watch_seconds += g->seconds;
}
