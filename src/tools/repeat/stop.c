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
#include "tools/compare/merge_states.h"
#include "tools/repeat/start.h"

/* At most a line in so many seconds. */
#define PROGRESS_EVERY 1.0

/* That a state of the machine has where --precision may stop. */
enum { STAYS_MIN = 6, ROUNDS_MIN = 16 };

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

void stop_fini(struct stop *stop)
{
    free(stop->wanting);
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
        /* of fewer stays the interval may be narrow by chance */
        half = f->of.n < TYPICAL_MIN ? NAN : log(f->hi / f->lo) / 2;
        worst = fmax(worst, isnan(half) ? INFINITY : half);
    }
    return worst >= 0 ? worst : INFINITY; /* no row counts yet */
}

int stop_compare(struct compared *c, const struct stop *stop,
                 const struct session *s, bool plan, char **cause)
{
    static const long command[] = {1, 2};
    struct compare_options o = stop->compare;

    o.plan = plan;
    return compared_commands(c, &s->runs, command, &o, stop->o->view.state,
                             cause);
}

/* Of fewer than one run of each there is nothing to compare. */
static bool has_both(const struct session *s)
{
    size_t n;

    free(runs_command_list(&s->runs, &n));
    return n == 2;
}

/* Of each state that has a line: the widest interval, and whether there is
 * enough of it. */
static void look_at_states(struct stop *stop, const struct merged *m)
{
    const struct merged_states *s = m->states;

    for (size_t k = 0; k < s->n; k++) {
        const struct merged *own = s->n > 1 ? &s->table[k] : m;
        const struct row_state *least = NULL;
        double worst = worst_of(own);

        for (size_t i = 0; i < m->n; i++) {
            const struct row_state *line = merged_line(m, &m->v[i], k);

            if (line->row != NULL &&
                (least == NULL || line->in.stays < least->in.stays))
                least = line;
        }
        if ((s->n > 1 || stop->o->view.state != NULL) && least != NULL &&
            stop->wanting == NULL &&
            (least->in.stays < STAYS_MIN || least->in.rounds < ROUNDS_MIN))
            stop->wanting =
                least->in.stays < STAYS_MIN
                    ? xasprintf("state %s: %zu of %d stays", least->state->name,
                                least->in.stays, STAYS_MIN)
                    : xasprintf("state %s: %.0f of %d rounds",
                                least->state->name, least->in.rounds,
                                ROUNDS_MIN);
        stop->worst = fmax(stop->worst, worst);
    }
}

static void look_at_table(struct stop *stop, const struct session *s)
{
    struct merged m;
    char *cause;

    free(stop->wanting);
    stop->wanting = NULL;
    stop->worst = INFINITY;
    if (merged_make_states(&m, &s->runs, NULL, stop->o->view.state, &cause) !=
        0) {
        free(cause);
        return;
    }
    if (m.states == NULL) {
        stop->worst = worst_of(&m);
    } else {
        stop->worst = -INFINITY;
        look_at_states(stop, &m);
    }
    merged_free(&m);
}

/* Looks once more when there are a sixteenth more blocks: what is seen takes
 * longer the more blocks there are, and moves less. */
static void look(struct stop *stop, const struct session *s)
{
    struct compared c;
    char *cause;

    if (s->block < stop->look)
        return;
    stop->look = s->block + s->block / 16 + 1;
    look_at_table(stop, s);
    if (stop->o->min_runs != MIN_RUNS_AUTO || !has_both(s))
        return;
    if (stop_compare(&c, stop, s, true, &cause) != 0) {
        free(cause);
        stop->can_tell = false;
        return;
    }
    stop->can_tell = gate_can_tell_states(&c, stop->o->gate, &stop->needed);
    compared_free(&c);
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
    if (stop->wanting != NULL)
        fprintf(f, ", %s", stop->wanting);
    else if (isfinite(stop->worst))
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
    bool precise = isnan(o->precision) ||
                   (stop->worst <= o->precision && stop->wanting == NULL);
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
