/* stop.c: the stopping rule: decides when there are enough blocks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/repeat.h"

#include <math.h>
#include "lib/now.h"
#include "print/advice.h"
#include "verdict/gate.h"
#include "verdict/rule.h"

/* Minimum seconds between progress lines. */
#define PROGRESS_EVERY 1.0

static bool has_gate(const struct session *s)
{
    return table_view_gated(&s->o->view);
}

void stop_begin(struct session *s)
{
    s->noted = -INFINITY;
    s->worst = INFINITY;
    if (!has_gate(s))
        return;
    looks_begin(&s->looks,
                s->o->repeat > 0 ? (size_t)s->o->repeat : GATE_BLOCKS_MIN);
    s->look = s->looks.next;
}

/* Seconds since the program started. */
static double spent(const struct session *s)
{
    return now() - s->since;
}

/* Estimates how long a block takes, in seconds. */
static double block_seconds(const struct session *s)
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

/* When the next block is due, in seconds since the program started. */
static double next_begin(const struct session *s)
{
    return fmax(spent(s), s->o->every * (double)blocks_of_ours(s));
}

void stop_wait(const struct session *s)
{
    start_wait(s->since + next_begin(s));
}

/* Seconds from the start of a block to the start of the next block. */
static double block_period(const struct session *s)
{
    return fmax(block_seconds(s), s->o->every);
}

/* Number of blocks that fit in the budget; INFINITY if there is none. */
static double blocks_fit(const struct session *s)
{
    double left = options_budget(s->o) - next_begin(s);

    return (double)s->block + fmax(0, floor(left / block_period(s)));
}

void stop_judge(struct gate *g, const struct session *s, const struct table *t)
{
    gate_judge(g, t, &s->gate, s->o->view.limit, (enum gate_of)s->o->view.gate);
}

static void look_at_gate(struct session *s, const struct table *t)
{
    struct gate g;

    stop_judge(&g, s, t);
    gate_free(&s->gate);
    s->gate = g;
    s->decided = looks_advance(&s->looks, &g, g.verdict);
    s->look = looks_within(&s->looks, s->block, blocks_fit(s));
}

/* Analyses the runs if a look is due. Without a gate, the next look is due
 * after 1/16 more blocks. */
static void look(struct session *s)
{
    struct table t;

    if (s->block < s->look || s->runs.n == 0)
        return;
    table_view_make(&s->o->view, &t, &s->runs);
    s->worst = advice_width(&t);
    if (has_gate(s))
        look_at_gate(s, &t);
    else
        s->look = s->block + s->block / 16 + 1;
    table_free_rows(&t);
}

/* Seconds left for the blocks of -r or the budget; INFINITY if unknown. */
static double seconds_left(const struct session *s, double budget)
{
    double blocks = (double)s->o->repeat - (double)blocks_of_ours(s);
    double left = budget - spent(s);

    if (s->o->repeat > 0)
        left = fmin(left, blocks * block_period(s));
    return fmax(0, left);
}

/* Call this after the first block, when the cost of a run is known. */
static void note_cost(const struct session *s, double budget)
{
    double seconds = block_period(s);
    double fit = floor(1 + (budget - spent(s)) / seconds);
    const char *each = s->o->ncommands > 1 ? " of each" : "";

    if (blocks_of_ours(s) != 1 || !(seconds > 0))
        return;
    if (s->o->repeat > 0 && (double)s->o->repeat <= fit)
        SAY("a run%s takes %.2g s: %ld take %.2g s", each, seconds,
            s->o->repeat, (double)s->o->repeat * seconds);
    else if (isfinite(budget))
        SAY("a run%s takes %.2g s: %.0f fit into %g s", each, seconds,
            fmax(1, fit), budget);
    if (fit < VALUES_MIN && s->o->repeat == 0)
        SAY("%d runs%s, the fewest that give an interval, take --budget=%.0f",
            VALUES_MIN, each, ceil(VALUES_MIN * seconds));
}

/* Prints "3 of 10 runs, widest interval +-4.2 %, 12 s left". */
static void note_progress(struct session *s, double budget)
{
    const struct options *o = s->o;
    size_t length;
    char *text;
    FILE *f;

    if (spent(s) < s->noted + PROGRESS_EVERY)
        return;
    s->noted = spent(s);
    f = text_open(&text, &length);
    fprintf(f, "%zu", s->runs.n);
    if (o->repeat > 0)
        fprintf(f, " of %zu", (s->first + (size_t)o->repeat) * o->ncommands);
    fputs(" runs", f);
    if (isfinite(s->worst))
        fprintf(f, ", widest interval +-%.1f %%", 100 * s->worst);
    if (gate_count(&s->gate, GATE_SUSPECT) > 0)
        fputs(", measuring suspects again", f);
    if (isfinite(seconds_left(s, budget)))
        fprintf(f, ", %.0f s left", seconds_left(s, budget));
    text_close(f);
    tool_error(&repeat_tool, text);
}

static bool is_enough(const struct session *s, double budget)
{
    const struct options *o = s->o;
    long blocks = (long)blocks_of_ours(s);

    if (o->repeat > 0 && blocks >= o->repeat &&
        (!has_gate(s) || s->decided ||
         gate_count(&s->gate, GATE_SUSPECT) == 0 || blocks >= 2 * o->repeat))
        return true;
    if (blocks < o->min_runs)
        return false;
    return (has_gate(s) ? s->decided : s->worst <= o->precision) ||
           next_begin(s) + block_seconds(s) > budget;
}

bool stop_now(struct session *s)
{
    double budget = options_budget(s->o);

    look(s);
    note_cost(s, budget);
    note_progress(s, budget);
    return is_enough(s, budget);
}
