/* stop.c: how many blocks of runs: when is it enough? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/stop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/now.h"
#include "lib/xmalloc.h"
#include "tools/repeat/start.h"

/* At most a line in so many seconds. */
#define PROGRESS_EVERY 1.0

static bool has_gate(const struct stop *stop)
{
    return table_view_gated(&stop->o->view);
}

void stop_init(struct stop *stop, const struct options *o)
{
    *stop = (struct stop){
        .o = o,
        .budget = options_budget(o),
        .since = now(),
        .noted = -INFINITY,
        .worst = INFINITY,
    };
    stop->look = has_gate(stop) ? gate_next_look(0) : 0;
    if (has_gate(stop) && o->repeat > 0)
        stop->look = (size_t)o->repeat;
}

double stop_spent(const struct stop *stop)
{
    return now() - stop->since;
}

/* That a block takes. */
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

void stop_table(struct table *t, const struct stop *stop, struct session *s)
{
    struct table_options how = stop->o->view.table;

    how.gate = has_gate(stop);
    how.passes = s->runs.n == 1;
    table_make(t, &s->runs, runs_order(&s->runs), &how);
}

/* Suspects are looked at in the blocks alone that came after them. */
void stop_judge(struct gate *g, const struct stop *stop, const struct table *t)
{
    struct table_options later = t->o;
    struct table again;

    later.first_block = stop->suspect;
    if (stop->suspect > 0)
        table_make(&again, t->r, t->interleaved, &later);
    gate_judge(g, t, stop->suspect > 0 ? &again : NULL, stop->o->view.limit,
               (enum gate_of)stop->o->view.gate);
    if (stop->suspect > 0)
        table_free_rows(&again);
}

static void look_at_gate(struct stop *stop, const struct table *t)
{
    size_t n = t->r->blocks;
    struct gate g;

    stop_judge(&g, stop, t);
    stop->repeated = g.verdict != GATE_SUSPECT;
    stop->told = g.verdict == GATE_PASS || g.verdict == GATE_FAIL;
    if (g.verdict == GATE_SUSPECT) {
        stop->suspect = n;
        stop->look = 2 * n;
    } else if (!stop->told) {
        stop->suspect = 0;
        stop->look = gate_next_look(n);
    }
    gate_free(&g);
}

/* The widest interval of those that --precision is about: ratios, and times
 * where there is nothing to compare. INFINITY: one has none. Cases that never
 * have figures do not count. */
static double worst_of(const struct table *t)
{
    bool ratios = false;
    double worst = -INFINITY;

    for (size_t i = 0; i < t->n; i++)
        ratios |= t->v[i].base != NO_ROW;
    for (size_t i = 0; i < t->n; i++) {
        const struct row *row = &t->v[i];
        const struct figure *f = ratios ? &row->vs : &row->time;

        if (row->runs == 0 || (ratios && row->base == NO_ROW))
            continue;
        worst = fmax(worst, isnan(f->half) || f->spread.n < SIGN_MIN ? INFINITY
                                                                     : f->half);
    }
    return worst >= 0 ? worst : INFINITY; /* no row counts yet */
}

/* Without a gate once more when there are a sixteenth more blocks: what is seen
 * moves less the more there are. */
static void look(struct stop *stop, struct session *s)
{
    struct table t;

    if (s->block < stop->look || s->runs.n == 0)
        return;
    stop_table(&t, stop, s);
    stop->worst = worst_of(&t);
    if (has_gate(stop))
        look_at_gate(stop, &t);
    else
        stop->look = s->block + s->block / 16 + 1;
    table_free_rows(&t);
}

/* ---- what is said -------------------------------------------------------- */

/* After the first block, which says what a start costs. */
static void note_budget(const struct stop *stop, const struct session *s)
{
    double seconds = fmax(block_seconds(s), stop->o->every);
    double fit = floor(1 + (stop->budget - stop_spent(stop)) / seconds);
    const char *each = s->o->ncommands > 1 ? " of each" : "";

    if (blocks_of_ours(s) != 1 || !isfinite(stop->budget) || !(seconds > 0))
        return;
    session_note(xasprintf("a run%s takes %.2g s: %.0f fit into %g s", each,
                           seconds, fmax(1, fit), stop->budget));
    if (fit < VALUES_MIN && stop->o->repeat == 0)
        session_note(xasprintf("%d runs%s, the fewest that give an interval, "
                               "take --budget=%.0f",
                               VALUES_MIN, each, ceil(VALUES_MIN * seconds)));
}

/* "3 of 10 runs, widest interval +-4.2 %, 12 s left". */
static void note_progress(struct stop *stop, const struct session *s)
{
    const struct options *o = stop->o;
    size_t length;
    char *text;
    FILE *f;

    if (stop_spent(stop) < stop->noted + PROGRESS_EVERY)
        return;
    stop->noted = stop_spent(stop);
    f = text_open(&text, &length);
    fprintf(f, "%zu", s->runs.n);
    if (o->repeat > 0)
        fprintf(f, " of %zu", (s->first + (size_t)o->repeat) * o->ncommands);
    fputs(" runs", f);
    if (isfinite(stop->worst))
        fprintf(f, ", widest interval +-%.1f %%", 100 * stop->worst);
    if (stop->suspect > 0)
        fputs(", measuring suspects again", f);
    if (isfinite(stop->budget))
        fprintf(f, ", %.0f s left", fmax(0, stop->budget - stop_spent(stop)));
    text_close(f);
    session_note(text);
}

/* ---- enough -------------------------------------------------------------- */

/* What was asked for is there. */
static bool is_reached(const struct stop *stop)
{
    return has_gate(stop) ? stop->told : stop->worst <= stop->o->precision;
}

static bool is_enough(const struct stop *stop, const struct session *s)
{
    const struct options *o = stop->o;
    long blocks = (long)blocks_of_ours(s);

    if (o->repeat > 0 && blocks >= o->repeat &&
        (!has_gate(stop) || stop->repeated || blocks >= 2 * o->repeat))
        return true;
    if (blocks < o->min_runs)
        return false;
    return is_reached(stop) ||
           next_begin(stop, s) + block_seconds(s) > stop->budget;
}

bool stop_now(struct stop *stop, struct session *s)
{
    look(stop, s);
    note_budget(stop, s);
    note_progress(stop, s);
    return is_enough(stop, s);
}
