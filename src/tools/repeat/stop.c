/* stop.c: how many blocks of runs: when is it enough? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/stop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/now.h"
#include "lib/xmalloc.h"
#include "mpiperf/stats/typical.h"
#include "tools/compare/gate.h"
#include "tools/compare/merge.h"
#include "tools/repeat/start.h"

/* At most a line in so many seconds. */
#define PROGRESS_EVERY 1.0

void stop_init(struct stop *stop, const struct options *o)
{
    *stop = (struct stop){
        .o = o,
        .compare = {.judge = {.alpha = 0.05,
                              .same = o->same,
                              .correction = corrections[0]},
                    .power = 0.8,
                    .change = o->fail_above},
        .budget = options_budget(o),
        .since = now(),
        .noted = -INFINITY,
        .worst = INFINITY,
    };
}

double stop_spent(const struct stop *stop)
{
    return now() - stop->since;
}

double stop_block_seconds(const struct session *s)
{
    double sum = 0;

    for (size_t i = 0; i < s->o->ncommands; i++)
        sum += s->cost[i];
    return sum;
}

static size_t blocks_of_ours(const struct session *s)
{
    return s->block - s->first;
}

/* ---- waiting ------------------------------------------------------------- */

/* When the next block begins, in seconds since the beginning. */
static double next_begin(const struct stop *stop, const struct session *s)
{
    return fmax(stop_spent(stop), stop->o->every * (double)blocks_of_ours(s));
}

void stop_wait(const struct stop *stop, const struct session *s)
{
    start_wait(stop->since + next_begin(stop, s));
}

/* ---- a look -------------------------------------------------------------- */

/* The widest interval of those that --precision is about: ratios, and times
 * where there is nothing to compare. INFINITY: one has none. Cases that never
 * have figures do not count. */
static double worst_of(const struct merged *m)
{
    bool ratios = false;
    double worst = -INFINITY;

    for (size_t i = 0; i < m->n; i++)
        ratios |= m->v[i].baseline != NULL;
    for (size_t i = 0; i < m->n; i++) {
        const struct merged_row *row = &m->v[i];
        const struct merged_figure *f = ratios ? &row->ratio : &row->time;
        double half;

        if (row->time.of.n == 0 || (ratios && row->baseline == NULL))
            continue;
        half = log(f->hi / f->lo) / 2;
        worst = fmax(worst, isnan(half) ? INFINITY : half);
    }
    return worst >= 0 ? worst : INFINITY; /* no row counts yet */
}

void stop_compare(struct comparisons *c, const struct stop *stop,
                  const struct session *s, bool plan)
{
    static const long command[] = {1, 2};
    struct compare_options o = stop->compare;

    o.plan = plan;
    comparisons_of_commands(c, &s->runs, command, &o);
}

/* Of fewer than one run of each there is nothing to compare. */
static bool has_both(const struct session *s)
{
    size_t n;

    free(runs_command_list(&s->runs, &n));
    return n == 2;
}

/* Looks once more when there are a sixteenth more blocks: what is seen takes
 * longer the more blocks there are, and moves less. */
static void look(struct stop *stop, const struct session *s)
{
    struct merged m;

    if (s->block < stop->look)
        return;
    stop->look = s->block + s->block / 16 + 1;
    merged_make(&m, &s->runs, NULL);
    stop->worst = worst_of(&m);
    merged_free(&m);
    if (stop->o->min_runs == MIN_RUNS_AUTO && has_both(s)) {
        struct comparisons c;

        stop_compare(&c, stop, s, true);
        stop->can_tell = gate_can_tell(&c, stop->o->gate, &stop->needed);
        comparisons_free(&c);
    }
}

/* ---- what is said -------------------------------------------------------- */

/* After the first block, which says what a start costs. */
static void note_budget(const struct stop *stop, const struct session *s)
{
    double seconds = fmax(stop_block_seconds(s), stop->o->every);
    double fit = floor(1 + (stop->budget - stop_spent(stop)) / seconds);
    const char *each = s->o->ncommands > 1 ? " of each" : "";

    if (blocks_of_ours(s) != 1 || !isfinite(stop->budget) || !(seconds > 0))
        return;
    session_note(xasprintf("a run%s takes %.2g s: %.0f fit into %g s", each,
                           seconds, fmax(1, fit), stop->budget));
    if (fit < TYPICAL_MIN && stop->o->repeat == 0)
        session_note(xasprintf("%d runs%s, the fewest that give an interval, "
                               "take --budget=%.0f",
                               TYPICAL_MIN, each, ceil(TYPICAL_MIN * seconds)));
}

/* "3 of 10 runs, widest interval +-4.2 %, 12 s left". */
static void note_progress(struct stop *stop, const struct session *s)
{
    const struct options *o = stop->o;
    size_t length, each = s->runs.n / o->ncommands;
    char *text;
    FILE *f;

    if (stop_spent(stop) < stop->noted + PROGRESS_EVERY)
        return;
    stop->noted = stop_spent(stop);
    f = open_memstream(&text, &length);
    if (f == NULL)
        out_of_memory();
    fprintf(f, "%zu", s->runs.n);
    if (o->repeat > 0)
        fprintf(f, " of %zu", (s->first + (size_t)o->repeat) * o->ncommands);
    fputs(" runs", f);
    if (isfinite(stop->worst))
        fprintf(f, ", widest interval +-%.1f %%", 100 * stop->worst);
    if (stop->needed > each)
        fprintf(f, ", %zu more of each for the gate", stop->needed - each);
    if (isfinite(stop->budget))
        fprintf(f, ", %.0f s left", fmax(0, stop->budget - stop_spent(stop)));
    if (fclose(f) != 0)
        out_of_memory();
    session_note(text);
}

/* ---- enough -------------------------------------------------------------- */

/* What was asked for is there. */
static bool is_reached(const struct stop *stop)
{
    const struct options *o = stop->o;
    bool precise = isnan(o->precision) || stop->worst <= o->precision;
    bool told = o->min_runs != MIN_RUNS_AUTO || stop->can_tell;

    return precise && told &&
           (!isnan(o->precision) || o->min_runs == MIN_RUNS_AUTO);
}

static bool is_enough(const struct stop *stop, const struct session *s)
{
    const struct options *o = stop->o;
    long blocks = (long)blocks_of_ours(s);

    if (o->repeat > 0 && blocks >= o->repeat)
        return true;
    if (blocks < o->min_runs)
        return false;
    return is_reached(stop) ||
           next_begin(stop, s) + stop_block_seconds(s) > stop->budget;
}

bool stop_now(struct stop *stop, const struct session *s)
{
    look(stop, s);
    note_budget(stop, s);
    note_progress(stop, s);
    return is_enough(stop, s);
}
