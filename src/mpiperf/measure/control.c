/* control.c: stage 0, interleaved stages in random order, until all stop. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpiperf/measure/control.h"
#include "mpiperf/measure/stop.h"

static uint64_t random_next(uint64_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}

void control_open(struct control *c, const struct measuring *o,
                  struct result *results, size_t n, double t_bcast,
                  double tolerance, bool oversubscribed, uint64_t seed)
{
    *c = (struct control){
        .o = o,
        .tolerance = tolerance,
        .oversubscribed = oversubscribed,
        .repeats = 1,
        .tracks = xcalloc(n, sizeof(*c->tracks)),
        .n = n,
        .queue = xcalloc(n, sizeof(*c->queue)),
        .random = seed * 0x9e3779b97f4a7c15u | 1,
    };
    for (size_t i = 0; i < n; i++) {
        c->tracks[i].r = &results[i];
        window_start(&c->tracks[i].w, t_bcast);
    }
}

void control_close(struct control *c)
{
    free(c->tracks);
    free(c->queue);
}

static bool track_usable(const struct track *t)
{
    return t->r->why_not == NULL && stop_may_continue(t->r->stop);
}

/* Fills the queue with all that may still run, in random order; none when
 * every algorithm has stopped. */
static void round_start(struct control *c)
{
    bool wanted = false;

    c->queued = 0;
    for (size_t i = 0; i < c->n; i++) {
        if (!track_usable(&c->tracks[i]))
            continue;
        wanted |= c->tracks[i].r->stop == STOP_NOT;
        c->queue[c->queued++] = i;
    }
    if (!wanted)
        c->queued = 0;
    for (size_t i = c->queued; i > 1; i--) {
        size_t j = random_next(&c->random) % i, x = c->queue[i - 1];

        c->queue[i - 1] = c->queue[j];
        c->queue[j] = x;
    }
    c->round++;
}

/* How many launches of `each` seconds fit the time that is left, in [min, n] */
static int fitting(const struct control *c, const struct track *t, double each,
                   int min, int n)
{
    double left = c->o->max_time - t->r->seconds;

    if (each > 0 && left < each * n)
        n = left > 0 ? (int)(left / each) : 0;
    return n < min ? min : n;
}

static int run_launches(const struct control *c, const struct track *t)
{
    const struct measuring *o = c->o;
    long n = fitting(c, t, t->w.b + o->arrival.seconds, 1, o->window.launches);

    if (o->paper)
        return o->window.launches;
    if (n > o->max_launches - t->r->launches)
        n = o->max_launches - t->r->launches;
    if (o->max_valid > 0 && n > o->max_valid - t->valid)
        n = o->max_valid - t->valid;
    return n < 1 ? 1 : (int)n;
}

/* The rest of stage 0; 0 when the time for it is too short. */
static int init_launches(const struct control *c, const struct track *t)
{
    return fitting(c, t, 2 * t->r->first_call, 0,
                   c->o->window.init_launches - 1);
}

bool control_next(struct control *c, double now, struct stage_order *order)
{
    struct track *t;

    if (c->queued == 0)
        round_start(c);
    if (c->queued == 0)
        return false;
    if (c->round == 1 && c->since == 0)
        c->since = now;
    *order = (struct stage_order){.track = (int)c->queue[c->queued - 1]};
    t = &c->tracks[order->track];
    order->lead = t->w.t_bcast;
    order->tau = now + order->lead;
    order->warmup = t->phase != TRACK_RUN;
    if (t->phase == TRACK_FIRST) {
        order->launches = c->o->paper ? c->o->window.init_launches : 1;
    } else if (t->phase == TRACK_INIT) {
        order->launches = init_launches(c, t);
    } else {
        order->launches = run_launches(c, t);
        if (t->r->method == &method_window)
            order->b = t->w.b + c->o->arrival.seconds;
    }
    return true;
}

double launch_late(bool paper, double ready, double began)
{
    return paper && ready <= 0 ? 0 : began;
}

enum launch_status launch_status(const struct launch_times *t, double tolerance)
{
    if (t->late > tolerance)
        return LAUNCH_LATE;
    return t->overrun > 0 ? LAUNCH_OVERRUN : LAUNCH_VALID;
}

bool launch_counts(enum launch_status s, bool paper)
{
    return s == LAUNCH_VALID || (s == LAUNCH_OVERRUN && !paper);
}

static struct stage_outcome outcome_of(const struct control *c,
                                       const struct track *t,
                                       const struct stage_order *order,
                                       const struct stage_report *report)
{
    struct stage_outcome s = {
        .launches = order->launches,
        .span = c->o->paper ? report->launch[order->launches - 1].end
                            : report->end - order->tau,
        .need = report->ready - (order->tau - t->w.t_bcast),
    };

    for (int i = 0; i < order->launches; i++) {
        const struct launch_times *l = &report->launch[i];
        bool late = l->late > c->tolerance;

        s.first_late |= late && i == 0;
        s.late += late;
        s.overrun += l->overrun > 0;
        s.invalid += late || l->overrun > 0;
        s.longest = fmax(s.longest, l->duration + l->gap);
    }
    return s;
}

/* The first window, and the very first call's time. */
static void account_warmup(struct control *c, struct track *t,
                           const struct stage_outcome *s,
                           const struct stage_report *report)
{
    if (t->phase == TRACK_FIRST)
        t->r->first_call = report->launch[0].duration;
    window_after_init(&t->w, &c->o->window, s);
    t->phase = t->phase == TRACK_FIRST && init_launches(c, t) > 0 &&
                       !c->o->paper
                   ? TRACK_INIT
                   : TRACK_RUN;
    if (t->r->seconds >= c->o->max_time) {
        t->r->stop = STOP_MAX_TIME;
        t->r->why_not = xasprintf("the warm-up took the whole time limit of "
                                  "%g s: raise --max-time",
                                  c->o->max_time);
        c->queued--;
    }
}

static void add_launch(const struct control *c, struct result *r,
                       const struct launch_times *l)
{
    const double views[VIEWS] = {
        [VIEW_GLOBAL] = l->end - l->first,
        [VIEW_AFTER_LAST] = l->end - l->last,
        [VIEW_SKEW] = l->last - l->first,
    };

    series_add(&r->times, l->duration / c->repeats, c->round);
    for (int i = 0; i < VIEWS; i++)
        series_add(&r->views[i].times,
                   views[i] / (i == VIEW_SKEW ? 1 : c->repeats), c->round);
    series_add(&r->before.times, l->before, c->round);
    for (size_t i = 0; i < r->nfigures; i++)
        if (r->figures[i].figure->launch)
            series_add(&r->figures[i].part.times, l->figures[i] / c->repeats,
                       c->round);
}

/* What else the kernel did; a launch that lost a core is disturbed, a stage if
 * that is all that is known. */
static void add_noise(struct result *r, const struct stage_order *order,
                      const struct stage_report *report)
{
    for (int i = 0; i < order->launches; i++) {
        const struct usage *u = &report->usage[i];

        r->faults += u->faults;
        r->switches += u->switches;
        r->migrations += u->migrations;
        if (u->switches > 0 || u->migrations > 0)
            r->disturbed += r->method->loose ? order->launches : 1;
    }
}

static void account_stage(struct control *c, struct track *t,
                          const struct stage_outcome *s,
                          const struct stage_order *order,
                          const struct stage_report *report)
{
    struct result *r = t->r;

    for (int i = 0; i < order->launches; i++) {
        enum launch_status status =
            launch_status(&report->launch[i], c->tolerance);

        r->late += status == LAUNCH_LATE;
        r->overrun += status == LAUNCH_OVERRUN;
        if (launch_counts(status, c->o->paper))
            add_launch(c, r, &report->launch[i]);
    }
    add_noise(r, order, report);
    for (int i = 0; r->has_alone && i < STAGE_ALONE; i++)
        series_add(&r->alone.times, report->alone[i] / c->repeats, c->round);
    t->valid = (long)r->times.n;
    r->launches += order->launches;
    r->stages++;
    if (r->method->scheduled)
        window_after_stage(&t->w, &c->o->window, s);
    c->queued--;
}

/* What the stop rule goes by: what is reported, but the paper's by all valid
 * launches. Summarizing sorts them: done again when they are 2 % more. */
static void look(const struct control *c, struct track *t)
{
    const struct measuring *o = c->o;

    if (t->valid < t->next_look)
        return;
    summarize(&t->r->summary, &t->r->times,
              &(struct stats_options){.trim = o->paper ? 0 : o->trim,
                                      .confidence = o->confidence,
                                      .paper = o->paper});
    t->next_look = t->valid + t->valid / 50;
}

void control_account(struct control *c, const struct stage_order *order,
                     const struct stage_report *report, double now)
{
    struct track *t = &c->tracks[order->track];
    struct stage_outcome s = outcome_of(c, t, order, report);
    struct result *r = t->r;

    r->seconds += now - c->since; /* deciding what comes next included */
    c->since = now;
    if (t->phase != TRACK_RUN) {
        account_warmup(c, t, &s, report);
    } else {
        account_stage(c, t, &s, order, report);
        look(c, t);
        r->stop = stop_rule(c->o,
                            &(struct progress_so_far){
                                .launches = r->launches,
                                .valid = t->valid,
                                .seconds = r->seconds,
                                .oversubscribed = c->oversubscribed,
                            },
                            &r->summary);
    }
    if (r->method == &method_window)
        r->window = order->b;
    if (r->method->scheduled)
        r->t_bcast = t->w.t_bcast;
}

void control_pause(struct control *c, double seconds)
{
    if (c->since > 0) /* else nothing is charged for yet */
        c->since += seconds;
}

void control_fail(struct control *c, const struct stage_order *order, char *why)
{
    struct result *r = c->tracks[order->track].r;

    free(r->why_not);
    r->why_not = why;
    if (c->queued > 0 && c->queue[c->queued - 1] == (size_t)order->track)
        c->queued--;
}
