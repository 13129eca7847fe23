/* control.c: the order of turns.
 *
 * A pass begins with a warm-up of each row, which determines the first slot.
 * Rounds follow: in a round, every row has one turn, in random order, so that
 * disturbances affect all compared rows alike. After each turn the window and
 * summary of its row are updated and the stop rule is applied. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/case_state.h"

#include <math.h>
#include <stdlib.h>
#include "lib/digest.h"
#include "lib/xmalloc.h"

static void rows_begin(struct case_state *t)
{
    for (size_t i = 0; i < t->n; i++) {
        t->rows[i].phase = ROW_FIRST;
        t->rows[i].next_summary = 0;
        t->rows[i].enough = false;
    }
}

void control_pass(struct case_state *t, const struct pass_limits *limits)
{
    t->limits = *limits;
    t->since = NAN;
    rows_begin(t);
    for (size_t i = 0; i < t->n; i++)
        pass_start(&t->rows[i].r->pass);
}

static bool row_usable(const struct row_state *row)
{
    return row->r->reason == NULL && stop_may_continue(row->r->stop);
}

/* True if another round is needed: at least one row has not stopped. */
static bool round_is_wanted(const struct case_state *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (row_usable(&t->rows[i]) && t->rows[i].r->stop == STOP_NOT &&
            !t->rows[i].enough)
            return true;
    return false;
}

/* Returns the row whose turn is next in this round, in random order; NULL if
 * all rows have had their turn. */
static struct row_state *row_next(const struct case_state *t)
{
    struct row_state *next = NULL;
    uint64_t least = 0;

    for (size_t i = 0; i < t->n; i++) {
        uint64_t place = scatter(scatter(t->random + t->round) + i);

        if (row_usable(&t->rows[i]) && t->rows[i].round < t->round &&
            (next == NULL || place < least)) {
            next = &t->rows[i];
            least = place;
        }
    }
    return next;
}

/* Returns the length of a launch's slot, with room for --arrival's delays and
 * for shifted starts. */
static double slot_of(const struct case_state *t, const struct row_state *row)
{
    return row->w.slot + t->c->called.arrival.seconds + t->shift;
}

/* Returns how many launches of `each` seconds fit into the row's remaining time
 * and a round's share of the pass; at least min, at most n. */
static int fitting(const struct case_state *t, const struct row_state *row,
                   double each, int min, int n)
{
    double left = t->o->max_time - row->r->all.seconds;

    if (case_state_has_passes(t))
        left = fmin(left, t->limits.seconds / (double)t->limits.rounds);
    if (each > 0 && left < each * n)
        n = left > 0 ? (int)(left / each) : 0;
    return n < min ? min : n;
}

static int run_launches(const struct case_state *t, const struct row_state *row)
{
    const struct measuring *o = t->o;
    const struct pass *all = &row->r->all;
    double n = fitting(t, row, slot_of(t, row), 1, o->window.launches);

    if (o->paper)
        return o->window.launches;
    n = fmin(n, (double)(o->max_launches - all->launches));
    if (o->max_valid > 0)
        n = fmin(n, (double)(o->max_valid - all->valid));
    if (case_state_has_passes(t))
        n = fmin(n, (double)(t->limits.launches - row->r->pass.launches));
    return (int)fmax(n, 1);
}

/* Returns the number of launches for the rest of the warm-up; 0 if there is no
 * time. */
static int init_launches(const struct case_state *t,
                         const struct row_state *row)
{
    return fitting(t, row, 2 * row->r->first_call, 0,
                   t->o->window.init_launches - 1);
}

/* Sets the order for a turn of the row. The lead is at least 1 % of the slot:
 * with long launches this costs little and avoids late starts. */
static void order_launches(const struct case_state *t,
                           const struct row_state *row, double now,
                           struct turn_order *order)
{
    const double share = t->o->paper ? 0 : 0.01;
    double lead = fmax(row->w.lead, share * row->w.slot);

    *order = (struct turn_order){
        .row = (int)(row - t->rows),
        .lead = lead,
        .first_start = now + lead,
        .warmup = row->phase != ROW_RUN,
        .fallback = t->fell_back,
    };
    if (row->phase == ROW_FIRST) {
        order->launches = t->o->paper ? t->o->window.init_launches : 1;
    } else if (row->phase == ROW_INIT) {
        order->launches = init_launches(t, row);
    } else {
        order->launches = run_launches(t, row);
        if (row->r->method->slotted)
            order->slot = slot_of(t, row);
    }
}

/* Called at the end of a pass. If no round had a launch on time in every row,
 * some row would have no result. Then all rows start again with their methods'
 * fallbacks, so that they stay comparable; except if clocks disagree, which is
 * reported instead. Returns true if rows start again. */
static bool fall_back(struct case_state *t)
{
    struct series *times = case_state_times(t);
    bool hopeless = false;

    for (size_t i = 0; i < t->n; i++) {
        const struct result *r = t->rows[i].r;

        hopeless |= r->reason == NULL && r->method->fallback != NULL &&
                    !t->rows[i].apart && r->pass.launches > 0 &&
                    r->measured == 0 && rounds_in_common(times, t->n, i) == 0;
    }
    free(times);
    if (!hopeless || t->fell_back || !t->o->may_fall_back)
        return false;
    t->fell_back = true;
    for (size_t i = 0; i < t->n; i++)
        if (t->rows[i].r->reason == NULL)
            result_fall_back(t->rows[i].r);
    rows_begin(t);
    return true;
}

bool control_next(struct case_state *t, double now, struct turn_order *order)
{
    const struct row_state *row = row_next(t);

    if (isnan(t->since))
        t->since = now;
    if (row == NULL) {
        if (!round_is_wanted(t) && !fall_back(t))
            return false;
        t->round++;
        row = row_next(t);
    }
    order_launches(t, row, now, order);
    return true;
}

/*
 * Returns the seconds from the start of launch i until the next launch could
 * have started; NAN if ranks waited in launch i for a late rank, which would
 * lengthen this time. The reported time may be slightly too short. If the next
 * launch was late, it began as soon as possible, so its start is used; the
 * result is limited to twice the reported time, in case the rank lost its core
 * while waiting.
 */
static double time_taken(const struct case_state *t,
                         const struct turn_order *order,
                         const struct turn_times *report, int i)
{
    const struct launch_times *l = &report->launch[i];
    double slot = order->slot - t->c->called.arrival.seconds - t->shift;
    double known = l->duration + l->gap;

    if (l->set_back > 0 ||
        (l->late > t->tolerance && l->last - l->first > t->tolerance))
        return NAN;
    if (i + 1 == order->launches || !(l[1].late > t->tolerance))
        return known;
    return fmax(known, fmin(2 * known, slot + l[1].late - l->late));
}

/* Summarizes a turn, to adapt the window. */
static struct turn_outcome outcome_of(const struct case_state *t,
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

/* Sets the first window, and the time of the very first launch. */
static void account_warmup(struct case_state *t, struct row_state *row,
                           const struct turn_outcome *s,
                           const struct turn_times *report)
{
    if (row->phase == ROW_FIRST &&
        row->r->all.launches == row->r->pass.launches)
        row->r->first_call = report->launch[0].duration;
    if (!row->windowed)
        window_after_init(&row->w, &t->o->window, s);
    row->phase =
        row->phase == ROW_FIRST && init_launches(t, row) > 0 && !t->o->paper
            ? ROW_INIT
            : ROW_RUN;
    row->windowed |= row->phase == ROW_RUN;
    if (row->r->all.seconds < t->o->max_time ||
        (row->r->all.launches == 0 && !row->apart))
        return;
    row->r->stop = STOP_MAX_TIME;
    if (row->r->all.launches == 0)
        row->r->reason = xstrdup("ranks' clocks are not the same, and the "
                                 "warm-up took the whole time limit");
}

/* Computes the summary for the stop rule, as it will be reported; with the
 * paper's rule, of all valid launches. Since this sorts all launches, it is
 * repeated only after 2 % more of them. */
static void row_summarize(struct case_state *t, struct row_state *row)
{
    const struct measuring *o = t->o;
    const struct series *s = &row->r->time.times;

    if ((long)s->n < row->next_summary)
        return;
    summarize(&row->own, s,
              &(struct stats_options){.trim = o->paper ? 0 : o->trim,
                                      .confidence = o->confidence,
                                      .paper = o->paper});
    row->next_summary = (long)(s->n + s->n / 50);
}

/* True if the pass has its minimum of launches, which ignores time limits: one
 * valid or three invalid; or one if clocks disagree, since then none is
 * valid. */
static bool has_least(const struct row_state *row, const struct pass *p)
{
    enum { TRIES = 3 };

    return p->valid > 0 || p->launches >= (row->apart ? 1 : TRIES);
}

/* Decides whether the row has enough launches for this pass. If PASSES_MIN
 * passes as long as the first one would exceed the case's limits, the first
 * pass continues as the only one. */
static void row_judge_pass(struct case_state *t, struct row_state *row)
{
    const struct pass *all = &row->r->all, *p = &row->r->pass;
    const struct pass_limits *l = &t->limits;
    const struct measuring *o = t->o;
    bool precise = p->rounds >= l->rounds && p->seconds >= l->least &&
                   l->rse > 0 && row->own.rse <= l->rse;

    row->enough = precise || p->launches >= l->launches ||
                  (p->seconds >= l->seconds && has_least(row, p));
    if (row->enough && l->foldable && all->launches == p->launches &&
        (PASSES_MIN * all->seconds > o->max_time ||
         PASSES_MIN * all->launches > o->max_launches ||
         (o->max_valid > 0 && PASSES_MIN * all->valid > o->max_valid))) {
        t->limits = (struct pass_limits){0};
        for (size_t i = 0; i < t->n; i++)
            t->rows[i].enough = false;
    }
}

/* Decides whether to stop the row, given its relative standard error; NAN if
 * unknown. */
static void row_judge(struct case_state *t, struct row_state *row, double rse)
{
    const struct pass *all = &row->r->all;
    struct summary s = row->own;

    row->r->rse = s.rse = rse;
    if (!row_usable(row))
        return;
    if (case_state_has_passes(t))
        s.batches = 0;
    row->r->stop =
        stop_rule(t->o, all, has_least(row, all), t->h->oversubscribed, &s);
}

void control_account(struct case_state *t, const struct turn_order *order,
                     const struct turn_times *report, double now)
{
    struct row_state *row = &t->rows[order->row];
    struct turn_outcome s;
    struct result *r = row->r;
    /* includes choosing the next turn; 0 if the clock was set back */
    double spent = fmax(now - t->since, 0);

    r->all.seconds += spent;
    r->pass.seconds += spent;
    t->since = now;
    r->mismatches += report->mismatches;
    for (int i = 0; i < order->launches; i++)
        row->apart |= report->launch[i].late > LAUNCH_ABSURD;
    s = outcome_of(t, order, report);
    if (row->phase != ROW_RUN) {
        account_warmup(t, row, &s, report);
    } else {
        case_state_add_turn(t, (size_t)order->row, order, report);
        if (r->method->scheduled)
            window_after_turn(&row->w, &t->o->window, &s);
        row->round = t->round;
        row_summarize(t, row);
        if (case_state_has_passes(t))
            row_judge_pass(t, row);
        /* with several passes, their error is decisive; limits always apply */
        row_judge(t, row, case_state_has_passes(t) ? NAN : row->own.rse);
    }
    if (r->method->slotted)
        r->window = order->slot;
    if (r->method->scheduled)
        r->t_bcast = row->w.lead;
}

void control_passed(struct case_state *t)
{
    double step = t->h->step / t->repeats;
    struct series *times;

    if (t->results == NULL)
        return;
    times = case_state_times(t);
    for (size_t i = 0; i < t->n; i++)
        if (times[i].n > 0)
            t->results[i].pass.estimate = time_of_rounds(times, t->n, i, step);
    free(times);
    results_pass(t->results, t->n, t->o, step);
    for (size_t i = 0; i < t->n; i++) {
        struct result *r = &t->results[i];

        lasts_pass(&r->lasts, t->c->procs);
        r->pass.number = t->pass;
        r->pass.at = t->at;
        r->measured += r->pass.valid > 0;
        for (size_t k = 0; t->o->percentiles.n > 0 && k < r->time.times.n; k++)
            series_add(&r->every, r->time.times.t[k], 0);
        if (r->pass.launches > 0)
            XAPPEND(r->passes, r->npasses, r->pass);
        else
            free(r->pass.pairs);
        r->pass.pairs = NULL;
        if (case_state_has_passes(t)) {
            row_judge(t, &t->rows[i], result_rse(r));
            result_forget(r);
        }
    }
}
