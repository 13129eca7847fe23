/* merge.c: one table of several runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/merge.h"

#include <math.h>
#include <stdlib.h>
#include "lib/case_key.h"
#include "lib/xmalloc.h"
#include "tools/compare/blocks.h"
#include "tools/compare/fields.h"
#include "tools/compare/merge_more.h"
#include "tools/compare/merge_states.h"
#include "tools/compare/rivals.h"

const char *merged_verdict(const struct merged_row *row)
{
    return row->differs ? "by state" : judged_name(row->judgement.verdict);
}

/* ---- rows ---------------------------------------------------------------- */

size_t merged_count_runs(struct merged_row *row, const struct runs *runs,
                         const struct runs_case *c)
{
    size_t n = 0;

    row->empty = row->wrong = 0;
    for (size_t i = 0; i < c->n; i++) {
        if (runs->v[c->v[i].run].command != row->side)
            continue;
        n++;
        row->empty += isnan(c->v[i].time);
        row->wrong += c->v[i].wrong;
    }
    return n;
}

static void row_add(struct merged *m, const struct runs *runs,
                    const struct runs_case *c, long side,
                    const struct blocks *blocks, double **x)
{
    struct merged_row row = {.record = c->record, .key = c->key, .side = side};

    if (merged_count_runs(&row, runs, c) == 0)
        return;
    *x = blocks_times(blocks, 0, runs, c, side);
    merged_figure_of(&row.time, m, *x, m->blocks, true);
    merged_widen(&row.time, merged_step(m, &row.time));
    row.judgement.p_adjusted = NAN;
    row.unexplained = NAN;
    m->v[m->n++] = row;
}

/* NULL: no run of the side has the case. */
static const struct merged_row *row_find(const struct merged *m,
                                         const struct runs_case *c, long side)
{
    size_t k = (size_t)(c - m->runs->cases);

    for (size_t i = m->first_of[k]; i < m->first_of[k + 1]; i++)
        if (m->v[i].side == side)
            return &m->v[i];
    return NULL;
}

static void set_varies(struct merged *m)
{
    json_t *first = json_object(); /* operation -> record of its first row */

    m->varies = json_object();
    for (size_t i = 0; i < m->n; i++) {
        const json_t *record = m->v[i].record, *other;
        const char *op = json_string_value(json_object_get(record, "op"));

        other = json_object_get(first, op);
        if (other == NULL)
            json_object_set(first, op, (json_t *)record);
        for (const char *const *f = case_key_fields; other && *f != NULL; f++)
            if (!fields_same(record, other, *f))
                json_object_set_new(m->varies, *f, json_true());
    }
    json_decref(first);
}

/* ---- what a row is compared with ----------------------------------------- */

static const struct merged_row *baseline_of(const struct merged *m,
                                            const struct merged_row *row,
                                            const struct runs_case *own,
                                            const struct runs_case *rival)
{
    if (m->sides > 1)
        return row->side != m->first ? row_find(m, own, m->first) : NULL;
    return rival != NULL ? row_find(m, rival, row->side) : NULL;
}

/* Without options the intervals alone, which take little time. */
static void judge_contrasts(struct judgement *out, const struct contrast *rows,
                            size_t n, double confidence,
                            const struct judge_options *o)
{
    if (o != NULL) {
        judge(out, rows, n, o);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        struct shift s;

        rows[i].kind->shift(&s, &rows[i], confidence);
        out[i] = (struct judgement){.p_adjusted = NAN,
                                    .ratio = exp(s.estimate),
                                    .lo = exp(s.lo),
                                    .hi = exp(s.hi)};
    }
}

static const struct contrast_kind *kind_of(const struct merged *m,
                                           const struct judge_options *o)
{
    double level = o != NULL ? judge_table_level(o) : 1 - m->confidence;

    if (m->runs->of_stays && contrast_few_stays(m->blocks, level))
        return &contrast_stays;
    return m->sides > 1 ? &contrast_blocks : &contrast_rivals;
}

/* Of the rows that are compared. */
static void judge_rows(struct merged *m, double *const *x,
                       const struct judge_options *o)
{
    struct contrast *rows = xcalloc(m->n + 1, sizeof(*rows));
    struct judgement *judgements = xcalloc(m->n + 1, sizeof(*judgements));
    size_t *of = xcalloc(m->n + 1, sizeof(*of)), n = 0;

    for (size_t i = 0; i < m->n; i++) {
        struct merged_row *row = &m->v[i];

        if (row->baseline == NULL)
            continue;
        contrast_init(&rows[n], kind_of(m, o), x[row->baseline - m->v],
                      m->blocks, x[i], m->blocks);
        of[n++] = i;
    }
    judge_contrasts(judgements, rows, n, m->confidence, o);
    for (size_t i = 0; i < n; i++) {
        struct merged_row *row = &m->v[of[i]];
        size_t blocks;
        double *d = contrast_differences(&rows[i], &blocks);

        merged_typical(&row->ratio.of, m, d, blocks);
        row->ratio.of.cause = rows[i].kind->cause(&rows[i]);
        if (row->ratio.of.cause == NULL && blocks > 0 &&
            isnan(judgements[i].lo))
            row->ratio.of.cause = "too few runs for this confidence";
        row->judgement = judgements[i];
        judge_widen(&row->judgement,
                    merged_step(m, &row->time) +
                        merged_step(m, &row->baseline->time),
                    o);
        row->ratio.value = row->judgement.ratio;
        row->ratio.lo = row->judgement.lo;
        row->ratio.hi = row->judgement.hi;
        free(d);
        contrast_fini(&rows[i]);
    }
    free(of);
    free(judgements);
    free(rows);
}

void merged_make(struct merged *m, const struct runs *runs,
                 const struct judge_options *o)
{
    merged_make_of(m, runs, runs, o);
}

void merged_make_of(struct merged *m, const struct runs *runs,
                    const struct runs *whole, const struct judge_options *o)
{
    const struct runs_case **rival;
    struct blocks blocks;
    size_t nsides;
    long *side = runs_command_list(whole, &nsides);
    double **x;

    *m = (struct merged){.confidence = o != NULL ? 1 - o->alpha : 0.95,
                         .sides = nsides,
                         .first = nsides > 0 ? side[0] : 1,
                         .runs = runs,
                         .whole = whole};
    for (size_t i = 0; i < runs->n; i++)
        m->step = fmax(m->step, runs->v[i].step);
    blocks_init(&blocks, &runs, 1);
    m->blocks = blocks.n;
    m->v = xcalloc(runs->ncases * nsides + 1, sizeof(*m->v));
    x = xcalloc(runs->ncases * nsides + 1, sizeof(*x));
    m->first_of = xcalloc(runs->ncases + 1, sizeof(*m->first_of));
    for (size_t i = 0; i < runs->ncases; i++) {
        for (size_t k = 0; k < nsides; k++)
            row_add(m, runs, &runs->cases[i], side[k], &blocks, &x[m->n]);
        m->first_of[i + 1] = m->n;
    }
    set_varies(m);
    free(side);
    blocks_fini(&blocks);
    rival = runs_rivals(runs);
    for (size_t k = 0; k < runs->ncases; k++)
        for (size_t i = m->first_of[k]; i < m->first_of[k + 1]; i++)
            m->v[i].baseline =
                baseline_of(m, &m->v[i], &runs->cases[k], rival[k]);
    free(rival);
    judge_rows(m, x, o);
    for (size_t i = 0; i < m->n; i++)
        free(x[i]);
    free(x);
    merged_add_more(m, o != NULL);
}

void merged_free(struct merged *m)
{
    for (size_t i = 0; i < m->n; i++)
        free(m->v[i].more);
    free(m->more);
    free(m->first_of);
    json_decref(m->varies);
    free(m->v);
    merged_states_free(m->states);
    *m = (struct merged){0};
}
