/* counted.c: which launches of a turn count, into its row. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/control.h"

#include <math.h>

double launch_late(bool paper, double ready, double began)
{
    return paper && ready <= 0 ? 0 : began;
}

enum launch_status launch_status(const struct launch_times *t, double tolerance)
{
    if (t->set_back > 0 || t->late > tolerance)
        return LAUNCH_LATE;
    return t->overrun > 0 ? LAUNCH_OVERRUN : LAUNCH_VALID;
}

static void add_count(struct pass *p, enum launch_status status, double t,
                      bool counts)
{
    p->launches++;
    p->late += status == LAUNCH_LATE;
    p->overrun += status == LAUNCH_OVERRUN;
    if (!counts)
        return;
    p->min = p->valid == 0 ? t : fmin(p->min, t);
    p->max = p->valid == 0 ? t : fmax(p->max, t);
    p->valid++;
}

/* Is there a value of it in each launch? */
static bool has_part(const struct result *r, size_t part)
{
    return part < PART_FIGURES ? part != PART_COMPUTE
                               : part - PART_FIGURES < r->nfigures &&
                                     r->figures[part - PART_FIGURES]->launch;
}

/* In a launch that does not count, since ranks began late, those who were there
 * may have waited: its time is taken from when the last one had begun. To the
 * paper's letter launches that are missing say nothing. */
static void add_parts(const struct track *t, struct result *r,
                      const struct launch_times *launch, const bool *counts,
                      size_t n)
{
    double x[PARTS][TURN_MAX], repeats = t->repeats;

    for (size_t i = 0; i < n; i++) {
        const struct launch_times *l = &launch[i];
        double own = l->end - l->last;

        x[PART_TIME][i] = (counts[i] ? l->duration : own) / repeats;
        x[PART_BEFORE][i] = l->before;
        x[PART_SPANS + SPAN_GLOBAL][i] = (l->end - l->first) / repeats;
        x[PART_SPANS + SPAN_AFTER_LAST][i] = own / repeats;
        x[PART_SPANS + SPAN_SKEW][i] = l->last - l->first;
        for (size_t f = 0; f < r->nfigures; f++)
            x[PART_FIGURES + f][i] = l->figures[f] / repeats;
    }
    for (size_t part = 0; part < PARTS; part++) {
        struct series *s = &r->parts[part].times;

        if (has_part(r, part) && !t->o->paper)
            series_add_turn(s, x[part], counts, n, t->round);
        for (size_t i = 0; has_part(r, part) && t->o->paper && i < n; i++)
            if (counts[i])
                series_add(s, x[part][i], t->round);
    }
}

/* What else the kernel did; a launch that lost a core is disturbed, a turn if
 * that is all that is known. */
static void add_usage(struct result *r, const struct usage *u, int launches)
{
    r->faults += u->faults;
    r->switches += u->switches;
    r->migrations += u->migrations;
    if (u->switches > 0 || u->migrations > 0)
        r->disturbed += r->method->back_to_back ? launches : 1;
}

void counted_turn(struct track *t, struct row *row,
                  const struct turn_outcome *s, const struct turn_order *order,
                  const struct turn_times *report)
{
    struct result *r = row->r;
    bool counts[TURN_MAX];

    t->counted = 0;
    for (int i = 0; i < order->launches; i++) {
        const struct launch_times *l = &report->launch[i];
        enum launch_status status = launch_status(l, t->tolerance);

        counts[i] = status == LAUNCH_VALID ||
                    (status == LAUNCH_OVERRUN && !t->o->paper);
        t->counted |= (uint64_t)counts[i] << i;
        r->set_back = fmax(r->set_back, l->set_back);
        add_count(&r->all, status, l->duration / t->repeats, counts[i]);
        add_count(&r->pass, status, l->duration / t->repeats, counts[i]);
        add_usage(r, &report->usage[i], order->launches);
    }
    add_parts(t, r, report->launch, counts, (size_t)order->launches);
    for (int i = 0; r->has_compute && i < TURN_COMPUTE; i++)
        series_add(&r->compute.times, report->compute[i] / t->repeats,
                   t->round);
    r->all.rounds++;
    r->pass.rounds++;
    if (r->method->scheduled)
        window_after_turn(&row->w, &t->o->window, s);
}

/*
 * From the start of launch i until the next one could have started; NAN where
 * some ranks waited in it for a late one, which is not its time. What a launch
 * reports may lack a little of it; a next one that was late began right then.
 * Or it lost its core while it waited.
 */
static double time_taken(const struct track *t, const struct turn_order *order,
                         const struct turn_times *report, int i)
{
    const struct launch_times *l = &report->launch[i];
    double slot = order->slot - t->o->arrival.seconds - t->dither;
    double known = l->duration + l->gap;

    if (l->set_back > 0 ||
        (l->late > t->tolerance && l->last - l->first > t->tolerance))
        return NAN;
    if (i + 1 == order->launches || !(l[1].late > t->tolerance))
        return known;
    return fmax(known, fmin(2 * known, slot + l[1].late - l->late));
}

struct turn_outcome counted_outcome(const struct track *t,
                                    const struct turn_order *order,
                                    const struct turn_times *report)
{
    struct turn_outcome s = {
        .launches = order->launches,
        .first_late = report->launch[0].late > t->tolerance,
        .span = t->o->paper ? report->launch[order->launches - 1].end
                            : report->end - order->first_start,
        .need = report->ready - (order->first_start - order->lead),
    };

    for (int i = 0; i < order->launches; i++) {
        const struct launch_times *l = &report->launch[i];

        s.invalid += launch_status(l, t->tolerance) != LAUNCH_VALID;
        s.took[i] = time_taken(t, order, report, i);
    }
    return s;
}
