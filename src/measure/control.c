/* control.c: a warm-up, then turns in random order, until all rows stop. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/scatter.h"
#include "lib/xmalloc.h"
#include "measure/control.h"

static void rows_begin(struct control *c)
{
    c->queued = 0;
    for (size_t i = 0; i < c->n; i++) {
        c->rows[i].phase = ROW_FIRST;
        c->rows[i].next_summary = 0;
        c->rows[i].enough = false;
    }
}

void control_pass(struct control *c, const struct pass_limits *limits)
{
    c->limits = *limits;
    c->since = NAN;
    rows_begin(c);
    for (size_t i = 0; i < c->n; i++)
        pass_start(&c->rows[i].r->pass);
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
        .rows = xcalloc(n, sizeof(*c->rows)),
        .n = n,
        .queue = xcalloc(n, sizeof(*c->queue)),
        .random = scatter(seed),
    };
    for (size_t i = 0; i < n; i++) {
        c->rows[i].r = &results[i];
        window_start(&c->rows[i].w, t_bcast);
    }
    control_pass(c, &(struct pass_limits){0});
}

void control_close(struct control *c)
{
    free(c->rows);
    free(c->queue);
}

static bool row_usable(const struct row *row)
{
    return row->r->reason == NULL && stop_may_continue(row->r->stop);
}

/* Is another round wanted? Not when every algorithm has stopped. */
static bool round_is_wanted(const struct control *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (row_usable(&c->rows[i]) && c->rows[i].r->stop == STOP_NOT &&
            !c->rows[i].enough)
            return true;
    return false;
}

/* Fills the queue with all that may still run, in random order. */
static void round_start(struct control *c)
{
    c->queued = 0;
    for (size_t i = 0; i < c->n; i++)
        if (row_usable(&c->rows[i]))
            c->queue[c->queued++] = i;
    for (size_t i = c->queued; i > 1; i--) {
        size_t j = scatter(c->random++) % i, x = c->queue[i - 1];

        c->queue[i - 1] = c->queue[j];
        c->queue[j] = x;
    }
    c->round++;
}

/* Of a launch: ranks that come late and starts that are moved need room. */
static double slot_of(const struct control *c, const struct row *row)
{
    return row->w.slot + c->o->arrival.seconds + c->dither;
}

/* How many launches of `each` seconds fit the time that is left, and a round's
 * share of the pass's, in [min, n] */
static int fitting(const struct control *c, const struct row *row, double each,
                   int min, int n)
{
    double left = c->o->max_time - row->r->all.seconds;

    if (control_has_passes(c))
        left = fmin(left, c->limits.seconds / (double)c->limits.rounds);
    if (each > 0 && left < each * n)
        n = left > 0 ? (int)(left / each) : 0;
    return n < min ? min : n;
}

static long at_most(long n, long most)
{
    return n < most ? n : most;
}

static int run_launches(const struct control *c, const struct row *row)
{
    const struct measuring *o = c->o;
    const struct result *r = row->r;
    long n = fitting(c, row, slot_of(c, row), 1, o->window.launches);

    if (o->paper)
        return o->window.launches;
    n = at_most(n, o->max_launches - r->all.launches);
    if (o->max_valid > 0)
        n = at_most(n, o->max_valid - r->all.valid);
    if (control_has_passes(c))
        n = at_most(n, c->limits.launches - r->pass.launches);
    return n < 1 ? 1 : (int)n;
}

/* The rest of the warm-up; 0 when the time for it is too short. */
static int init_launches(const struct control *c, const struct row *row)
{
    return fitting(c, row, 2 * row->r->first_call, 0,
                   c->o->window.init_launches - 1);
}

/* Launches of the row whose turn it is. What takes long may as well be
 * announced early: that no launch is late then is worth 1 % of one. */
static void order_launches(const struct control *c, const struct row *row,
                           double now, struct turn_order *order)
{
    const double share = c->o->paper ? 0 : 0.01;
    double lead = fmax(row->w.lead, share * row->w.slot);

    *order = (struct turn_order){
        .row = (int)(row - c->rows),
        .lead = lead,
        .first_start = now + lead,
        .warmup = row->phase != ROW_RUN,
        .fallback = c->fell_back,
    };
    if (row->phase == ROW_FIRST) {
        order->launches = c->o->paper ? c->o->window.init_launches : 1;
    } else if (row->phase == ROW_INIT) {
        order->launches = init_launches(c, row);
    } else {
        order->launches = run_launches(c, row);
        if (row->r->method->slotted)
            order->slot = slot_of(c, row);
    }
}

/* Where a row was measured for a whole pass and no launch was on time, it would
 * have no figures: all rows of the case begin anew by another method, which
 * rivals have in common; true if so. Where clocks are not the same, that is to
 * be told. */
static bool fall_back(struct control *c)
{
    bool hopeless = false;

    for (size_t i = 0; i < c->n; i++) {
        const struct result *r = c->rows[i].r;

        hopeless |= r->reason == NULL && r->method->fallback != NULL &&
                    !c->rows[i].apart && r->pass.launches > 0 &&
                    r->all.valid == 0;
    }
    if (!hopeless || c->fell_back || !c->o->may_fall_back)
        return false;
    c->fell_back = true;
    for (size_t i = 0; i < c->n; i++)
        if (c->rows[i].r->reason == NULL)
            result_fall_back(c->rows[i].r);
    rows_begin(c);
    return true;
}

bool control_next(struct control *c, double now, struct turn_order *order)
{
    if (isnan(c->since))
        c->since = now;
    while (c->queued > 0 && !row_usable(&c->rows[c->queue[c->queued - 1]]))
        c->queued--;
    if (c->queued == 0) {
        if (!round_is_wanted(c) && !fall_back(c))
            return false;
        round_start(c);
    }
    order_launches(c, &c->rows[c->queue[c->queued - 1]], now, order);
    return true;
}

/* The first window, and the very first call's time. */
static void account_warmup(struct control *c, struct row *row,
                           const struct turn_outcome *s,
                           const struct turn_times *report)
{
    if (row->phase == ROW_FIRST &&
        row->r->all.launches == row->r->pass.launches)
        row->r->first_call = report->launch[0].duration;
    if (!row->windowed)
        window_after_init(&row->w, &c->o->window, s);
    row->phase =
        row->phase == ROW_FIRST && init_launches(c, row) > 0 && !c->o->paper
            ? ROW_INIT
            : ROW_RUN;
    row->windowed |= row->phase == ROW_RUN;
    if (row->r->all.seconds < c->o->max_time ||
        (row->r->all.launches == 0 && !row->apart))
        return;
    row->r->stop = STOP_MAX_TIME;
    if (row->r->all.launches == 0)
        row->r->reason = xstrdup("ranks' clocks are not the same, and the "
                                 "warm-up took the whole time limit");
}

/* What the stop rule goes by: what is reported, but the paper's by all valid
 * launches. Summarizing sorts them: done again when they are 2 % more. */
static void row_summarize(struct control *c, struct row *row)
{
    const struct measuring *o = c->o;
    const struct series *s = &row->r->time.times;

    if ((long)s->n < row->next_summary)
        return;
    summarize(&row->own, s,
              &(struct stats_options){.trim = o->paper ? 0 : o->trim,
                                      .confidence = o->confidence,
                                      .paper = o->paper});
    row->next_summary = (long)(s->n + s->n / 50);
}

/* Whatever time buffers and warm-up took, a valid launch is measured, or three
 * that are not; where clocks are not the same, and none will be valid, one. */
static bool has_least(const struct row *row, const struct pass *p)
{
    enum { TRIES = 3 };

    return p->valid > 0 || p->launches >= (row->apart ? 1 : TRIES);
}

/* Has the row had its share of the case? If too little of that is left for a
 * pass of the rest, twice, after the first, this goes on as the only one. */
static void row_judge_pass(struct control *c, struct row *row)
{
    const struct pass *all = &row->r->all, *p = &row->r->pass;
    const struct pass_limits *l = &c->limits;
    const struct measuring *o = c->o;
    bool precise = p->rounds >= l->rounds && p->seconds >= l->least &&
                   l->rse > 0 && row->own.rse <= l->rse;

    row->enough = precise || p->launches >= l->launches ||
                  (p->seconds >= l->seconds && has_least(row, p));
    if (row->enough && l->foldable && all->launches == p->launches &&
        (PASSES_MIN * all->seconds > o->max_time ||
         PASSES_MIN * all->launches > o->max_launches ||
         (o->max_valid > 0 && PASSES_MIN * all->valid > o->max_valid))) {
        c->limits = (struct pass_limits){0};
        for (size_t i = 0; i < c->n; i++)
            c->rows[i].enough = false;
    }
}

/* The standard error that counts is that of all passes; limits always do. */
static void row_judge(const struct control *c, struct row *row, double rse)
{
    const struct pass *all = &row->r->all;
    struct summary s = row->own;

    row->r->rse = s.rse = rse;
    if (control_has_passes(c))
        s.batches = 0;
    row->r->stop =
        stop_rule(c->o, all, has_least(row, all), c->oversubscribed, &s);
}

void control_judge(struct control *c, size_t row, double rse)
{
    if (!control_has_passes(c))
        return;
    if (row_usable(&c->rows[row]))
        row_judge(c, &c->rows[row], rse);
    c->rows[row].r->rse = rse; /* of those that a limit has stopped too */
}

static void row_charge(struct result *r, double seconds)
{
    r->all.seconds += seconds;
    r->pass.seconds += seconds;
}

void control_account(struct control *c, const struct turn_order *order,
                     const struct turn_times *report, double now)
{
    struct row *row = &c->rows[order->row];
    struct turn_outcome s;
    struct result *r = row->r;

    /* deciding what comes next included; not if the clock was set back */
    row_charge(r, fmax(now - c->since, 0));
    c->since = now;
    r->mismatches += report->mismatches;
    for (int i = 0; i < order->launches; i++)
        row->apart |= report->launch[i].late > LAUNCH_ABSURD;
    s = counted_outcome(c, order, report);
    if (row->phase != ROW_RUN) {
        account_warmup(c, row, &s, report);
    } else {
        counted_turn(c, row, &s, order, report);
        c->queued--;
        row_summarize(c, row);
        if (control_has_passes(c))
            row_judge_pass(c, row);
        row_judge(c, row, control_has_passes(c) ? NAN : row->own.rse);
    }
    if (r->method->slotted)
        r->window = order->slot;
    if (r->method->scheduled)
        r->t_bcast = row->w.lead;
}

void control_charge(struct control *c, double seconds)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->rows[i].r->reason == NULL)
            row_charge(c->rows[i].r, seconds / (double)c->n);
}
