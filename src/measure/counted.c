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

bool launch_counts(enum launch_status s, bool paper)
{
    return s == LAUNCH_VALID || (s == LAUNCH_OVERRUN && !paper);
}

struct counted {
    const struct track *t;
    bool counts[TURN_MAX];
    size_t n;
};

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

/* A value of each launch. To the paper's letter those that are missing say
 * nothing. */
static void add_values(struct series *s, const struct counted *k,
                       const double *x)
{
    if (!k->t->o->paper)
        series_add_turn(s, x, k->counts, k->n, k->t->round);
    for (size_t i = 0; k->t->o->paper && i < k->n; i++)
        if (k->counts[i])
            series_add(s, x[i], k->t->round);
}

/* Is there a value of it in each launch? */
static bool has_part(const struct result *r, size_t part)
{
    return part < PART_FIGURES ? part != PART_COMPUTE
                               : part - PART_FIGURES < r->nfigures &&
                                     r->figures[part - PART_FIGURES]->launch;
}

/* In a launch that does not count, since ranks began late, those who were there
 * may have waited: its time is taken from when the last one had begun. */
static void add_parts(struct result *r, const struct counted *k,
                      const struct launch_times *launch)
{
    double x[PARTS][TURN_MAX], repeats = k->t->repeats;

    for (size_t i = 0; i < k->n; i++) {
        const struct launch_times *l = &launch[i];
        double own = l->end - l->last;

        x[PART_TIME][i] = (k->counts[i] ? l->duration : own) / repeats;
        x[PART_BEFORE][i] = l->before;
        x[PART_SPANS + SPAN_GLOBAL][i] = (l->end - l->first) / repeats;
        x[PART_SPANS + SPAN_AFTER_LAST][i] = own / repeats;
        x[PART_SPANS + SPAN_SKEW][i] = l->last - l->first;
        for (size_t f = 0; f < r->nfigures; f++)
            x[PART_FIGURES + f][i] = l->figures[f] / repeats;
    }
    for (size_t part = 0; part < PARTS; part++)
        if (has_part(r, part))
            add_values(&r->parts[part].times, k, x[part]);
}

/* Returns a bit for each launch that counts. */
static uint64_t launches_add(const struct track *t, struct result *r,
                             const struct launch_times *launch, size_t n)
{
    struct counted k = {.t = t, .n = n};
    uint64_t all = 0;

    for (size_t i = 0; i < n; i++) {
        enum launch_status status = launch_status(&launch[i], t->tolerance);
        double took = launch[i].duration / t->repeats;

        k.counts[i] = launch_counts(status, t->o->paper);
        all |= (uint64_t)k.counts[i] << i;
        r->set_back = fmax(r->set_back, launch[i].set_back);
        add_count(&r->all, status, took, k.counts[i]);
        add_count(&r->pass, status, took, k.counts[i]);
    }
    add_parts(r, &k, launch);
    return all;
}

/* What else the kernel did; a launch that lost a core is disturbed, a turn if
 * that is all that is known. */
static void add_noise(struct result *r, const struct turn_order *order,
                      const struct turn_times *report)
{
    for (int i = 0; i < order->launches; i++) {
        const struct usage *u = &report->usage[i];

        r->faults += u->faults;
        r->switches += u->switches;
        r->migrations += u->migrations;
        if (u->switches > 0 || u->migrations > 0)
            r->disturbed += r->method->back_to_back ? order->launches : 1;
    }
}

void counted_turn(struct track *t, struct row *row,
                  const struct turn_outcome *s, const struct turn_order *order,
                  const struct turn_times *report)
{
    struct result *r = row->r;

    t->counted = launches_add(t, r, report->launch, (size_t)order->launches);
    add_noise(r, order, report);
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
