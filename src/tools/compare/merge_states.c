/* merge_states.c: the merged table state by state. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/merge_states.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

size_t merged_lines(const struct merged *m)
{
    return m->states != NULL && m->states->n > 1 ? m->states->n : 0;
}

const struct row_state *merged_line(const struct merged *m,
                                    const struct merged_row *row, size_t k)
{
    return &m->states->row[(size_t)(row - m->v) * m->states->n + k];
}

void merged_name(struct merged *m, const char *const *name, size_t n)
{
    m->name = name;
    m->nnames = n;
    for (size_t k = 0; k < merged_lines(m); k++)
        merged_name(&m->states->table[k], name, n);
}

/* ---- what holds in all states -------------------------------------------- */

/* The first state whose time has an interval, else the first that has a time;
 * NULL: none has. */
static const struct row_state *nearest(const struct merged *m,
                                       const struct merged_row *row)
{
    const struct row_state *first = NULL;

    for (size_t k = 0; k < m->states->n; k++) {
        const struct row_state *line = merged_line(m, row, k);

        if (line->row == NULL || line->row->time.of.n == 0)
            continue;
        if (!isnan(line->row->time.lo))
            return line;
        if (first == NULL)
            first = line;
    }
    return first;
}

/* Figures of the mixture are as they are, but promise nothing. */
static void set_rest(struct merged *m, struct merged_row *row,
                     const struct row_state *line)
{
    for (size_t i = 0; i < m->nmore; i++) {
        row->more[i].lo = row->more[i].hi = NAN;
        for (size_t k = 0; k < line->table->nmore; k++)
            if (strcmp(line->table->more[k], m->more[i]) == 0)
                row->more[i] = line->row->more[k];
    }
    row->relative = line->row->relative;
    row->variance.advice = ADVICE_NONE;
}

/* The case has rounds in none of the states. */
static void promise_nothing(struct merged *m, struct merged_row *row)
{
    row->time.lo = row->time.hi = NAN;
    row->time.of.cause = "measured in none of the states";
    row->relative.lo = row->relative.hi = NAN;
    for (size_t i = 0; i < m->nmore; i++)
        row->more[i].lo = row->more[i].hi = NAN;
    row->variance.advice = ADVICE_NONE;
}

static void set_time(struct merged *m, struct merged_row *row)
{
    const struct row_state *line = nearest(m, row);
    size_t n = row->time.of.n;

    if (line == NULL) {
        promise_nothing(m, row);
        return;
    }
    row->state = line->state->name;
    row->sittings = line->row->sittings;
    row->time = line->row->time;
    row->time.of.n = n; /* as it is said: runs that have the case */
    if (isnan(row->time.lo))
        row->time.of.cause = "too few stays in each state";
    set_rest(m, row, line);
}

/* The geometric mean. The distances of the limits from it add up: a run that
 * saw several states is a cluster of each, so that they are not independent. */
static void set_ratio(struct merged *m, struct merged_row *row)
{
    double sum = 0, below = 0, above = 0, n = (double)m->states->n;

    for (size_t k = 0; k < m->states->n; k++) {
        const struct merged_row *own = merged_line(m, row, k)->row;
        bool known = own != NULL && own->baseline != NULL;
        double ratio = known ? log(own->ratio.value) : NAN;

        sum += ratio;
        below += known ? ratio - log(own->ratio.lo) : NAN;
        above += known ? log(own->ratio.hi) - ratio : NAN;
    }
    row->ratio.value = exp(sum / n);
    row->ratio.lo = exp((sum - below) / n);
    row->ratio.hi = exp((sum + above) / n);
    row->ratio.of.cause = isnan(sum)     ? "a state has no ratio"
                          : isnan(below) ? "a state's ratio has no interval"
                                         : NULL;
}

/* Of the runs as they ran, as many as have so many clusters. */
static size_t runs_for(const struct merged_row *row,
                       const struct merged_row *own)
{
    double more = (double)own->judgement.needed / (double)own->ratio.of.n;

    if (own->judgement.needed == 0 || own->ratio.of.n == 0)
        return 0;
    return (size_t)ceil(more * (double)row->ratio.of.n);
}

static void set_verdict(struct merged *m, struct merged_row *row)
{
    struct judgement j = {.p = NAN,
                          .p_adjusted = NAN,
                          .ratio = row->ratio.value,
                          .lo = row->ratio.lo,
                          .hi = row->ratio.hi,
                          .least = NAN,
                          .most = NAN};

    for (size_t k = 0; k < m->states->n; k++) {
        const struct merged_row *own = merged_line(m, row, k)->row;
        enum verdict_of_runs verdict =
            own != NULL ? own->judgement.verdict : JUDGED_NOT;
        size_t needed = own != NULL ? runs_for(row, own) : 0;

        row->differs |= k > 0 && verdict != j.verdict;
        j.verdict = verdict;
        j.needed = needed > j.needed ? needed : j.needed;
    }
    if (row->differs)
        j.verdict = JUDGED_NOT;
    row->judgement = j;
}

static void settle(struct merged *m)
{
    for (size_t i = 0; i < m->n; i++) {
        struct merged_row *row = &m->v[i];
        const struct runs_case *c = runs_find(m->runs, row->key);

        row->unexplained = runs_states_unexplained(
            &m->states->of, 0, (size_t)(c - m->runs->cases), row->side);
        set_time(m, row);
        if (row->baseline == NULL)
            continue;
        set_ratio(m, row);
        set_verdict(m, row);
    }
}

/* ---- tables of states ---------------------------------------------------- */

static const struct merged_row *row_like(const struct merged *m,
                                         const struct merged_row *row)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->v[i].side == row->side && strcmp(m->v[i].key, row->key) == 0)
            return &m->v[i];
    return NULL;
}

static void find_lines(struct merged *m, struct merged_states *s,
                       const size_t *state, const struct runs *runs)
{
    struct in_state_marks marks;

    in_state_open(&marks, &s->of, 0);
    s->row = xcalloc(m->n * s->n + 1, sizeof(*s->row));
    for (size_t i = 0; i < m->n * s->n; i++) {
        const struct merged_row *row = &m->v[i / s->n];
        const struct runs_case *c = runs_find(runs, row->key);
        size_t k = i % s->n;

        s->row[i].state = &s->of.found.v[state[k]];
        in_state_of(&s->row[i].in, &marks, &s->of, 0, (size_t)(c - runs->cases),
                    row->side, state[k]);
        s->row[i].table = s->n > 1 ? &s->table[k] : m;
        s->row[i].row = s->n > 1 ? row_like(&s->table[k], row) : row;
    }
    in_state_close(&marks);
}

static void make_tables(struct merged *m, struct merged_states *s,
                        const struct runs *runs, const struct judge_options *o)
{
    struct judge_options each = o != NULL ? *o : (struct judge_options){0};

    each.tables = s->n;
    merged_make(m, runs, o);
    for (size_t k = 0; k < s->n; k++) {
        runs_of_state(&s->runs[k], &s->of, 0, s->of.matter[k], true);
        merged_make_of(&s->table[k], &s->runs[k], runs,
                       o != NULL ? &each : NULL);
    }
    s->row = NULL;
    m->states = s;
    find_lines(m, s, s->of.matter, runs);
    settle(m);
}

/* Of one of several: where the others hardly matter, as if they were not. */
static void make_table_of(struct merged *m, struct merged_states *s,
                          const struct runs *runs, size_t state,
                          const struct judge_options *o)
{
    bool alone = s->of.n == 1 && s->of.matter[0] == state;

    s->n = 1;
    runs_of_state(&s->runs[0], &s->of, 0, state, !alone);
    merged_make_of(m, &s->runs[0], runs, o);
    m->states = s;
    find_lines(m, s, &state, runs);
    for (size_t i = 0; i < m->n; i++) {
        m->v[i].state = s->of.found.v[state].name;
        merged_count_runs(&m->v[i], runs, runs_find(runs, m->v[i].key));
    }
}

int merged_make_states(struct merged *m, const struct runs *runs,
                       const struct judge_options *o, const char *chosen,
                       char **cause)
{
    struct merged_states *s = xcalloc(1, sizeof(*s));
    int state = -1;

    *m = (struct merged){0};
    runs_states_find(&s->of, &runs, 1, false);
    s->n = s->of.n;
    if (chosen != NULL)
        state = runs_states_named(&s->of, chosen, cause);
    if (chosen != NULL && state < 0) {
        merged_states_free(s);
        return -1;
    }
    if (s->of.found.n < 2) {
        merged_states_free(s);
        merged_make(m, runs, o);
    } else if (state >= 0) {
        make_table_of(m, s, runs, (size_t)state, o);
    } else if (s->of.n == 1) {
        make_table_of(m, s, runs, s->of.matter[0], o);
    } else {
        make_tables(m, s, runs, o);
    }
    return 0;
}

void merged_states_free(struct merged_states *s)
{
    if (s == NULL)
        return;
    for (size_t k = 0; k < s->n; k++) {
        if (s->n > 1)
            merged_free(&s->table[k]);
        runs_free(&s->runs[k]);
    }
    free(s->row);
    runs_states_free(&s->of);
    free(s);
}
