/* judge.c: verdicts over the rows of a table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/judge.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpiperf/stats/flips.h"

const char *judged_name(enum verdict_of_runs v)
{
    static const char *const names[] = {
        [JUDGED_NOT] = "",
        [JUDGED_FASTER] = "faster",
        [JUDGED_SLOWER] = "slower",
        [JUDGED_SAME] = "same",
        [JUDGED_OPEN] = "cannot tell",
    };

    return names[v];
}

static bool has_values(const struct contrast *c)
{
    return contrast_count(c, 0) > 0 && contrast_count(c, 1) > 0;
}

/* ---- p-values ------------------------------------------------------------ */

/* All rows' blocks are exchanged at once. */
static void adjust_by_flips(double *p, const struct contrast *rows, size_t n)
{
    const double **score = xcalloc(n + 1, sizeof(*score));
    double *own;

    for (size_t i = 0; i < n; i++) {
        own = xcalloc(rows[i].n[0] + 1, sizeof(*own));
        rows[i].kind->score(own, rows[i].x[0], rows[i].x[1], rows[i].n[0]);
        score[i] = own;
    }
    flips_p(p, score, n, rows[0].n[0]);
    for (size_t i = 0; i < n; i++)
        free((double *)score[i]);
    free(score);
}

/* How much smaller a p-value has to be for there are other tables. */
static double tables_factor(const struct judge_options *o)
{
    return o->alpha / o->correction->level(o->alpha, o->tables);
}

double judge_table_level(const struct judge_options *o)
{
    return o->alpha / tables_factor(o);
}

static void set_p(struct judgement *out, const struct contrast *rows, size_t n,
                  const struct judge_options *o)
{
    double *p = xcalloc(n + 1, sizeof(*p));
    double *adjusted = xcalloc(n + 1, sizeof(*adjusted));

    for (size_t i = 0; i < n; i++)
        out[i].p = p[i] = rows[i].kind->p(&rows[i]);
    if (n > 0 && rows[0].kind->score != NULL && o->correction->exchange != NULL)
        adjust_by_flips(adjusted, rows, n);
    else
        o->correction->adjust(adjusted, p, n);
    for (size_t i = 0; i < n; i++)
        out[i].p_adjusted =
            isnan(adjusted[i]) ? NAN : fmin(1, adjusted[i] * tables_factor(o));
    free(adjusted);
    free(p);
}

/* ---- verdicts ------------------------------------------------------------ */

static enum verdict_of_runs verdict_of(const struct judgement *j,
                                       const struct contrast *c,
                                       const struct judge_options *o)
{
    if (!has_values(c))
        return JUDGED_NOT;
    if (j->p_adjusted <= o->alpha && j->hi < 1)
        return JUDGED_FASTER;
    if (j->p_adjusted <= o->alpha && j->lo > 1)
        return JUDGED_SLOWER;
    if (j->least >= 1 - o->same && j->most <= 1 + o->same)
        return JUDGED_SAME;
    return JUDGED_OPEN;
}

/* Runs that make the interval so narrow that it holds either no 1 or nothing
 * that is not the same, whichever takes fewer. */
static size_t needed(const struct contrast *c, double ratio, double level,
                     const struct judge_options *o)
{
    const struct power even = {.alpha = level, .power = 0.5};
    double estimate = log(ratio), to_edge;

    to_edge =
        estimate < 0 ? estimate - log1p(-o->same) : log1p(o->same) - estimate;
    return contrast_needed(c, fmax(fabs(estimate), to_edge), &even);
}

double judge_level(const struct contrast *rows, size_t n,
                   const struct judge_options *o)
{
    size_t judged = 0;

    for (size_t i = 0; i < n; i++)
        judged += has_values(&rows[i]);
    return o->correction->level(judge_table_level(o), judged);
}

static bool is_borne_out(const struct judgement *j,
                         const struct judge_options *o)
{
    switch (j->verdict) {
    case JUDGED_FASTER:
        return j->hi < 1;
    case JUDGED_SLOWER:
        return j->lo > 1;
    case JUDGED_SAME:
        return j->least >= 1 - o->same && j->most <= 1 + o->same;
    default:
        return true;
    }
}

void judge_widen(struct judgement *j, double half,
                 const struct judge_options *o)
{
    double least = j->ratio * exp(-half), most = j->ratio * exp(half);

    if (!isnan(j->lo)) {
        j->lo = fmin(j->lo, least);
        j->hi = fmax(j->hi, most);
    }
    if (!isnan(j->least)) {
        j->least = fmin(j->least, least);
        j->most = fmax(j->most, most);
    }
    if (o != NULL && !is_borne_out(j, o)) {
        j->verdict = JUDGED_OPEN;
        j->needed = 0; /* more runs have the same clock */
    }
}

void judge(struct judgement *out, const struct contrast *rows, size_t n,
           const struct judge_options *o)
{
    double level = judge_level(rows, n, o);

    set_p(out, rows, n, o);
    for (size_t i = 0; i < n; i++) {
        const struct contrast *c = &rows[i];
        struct shift own, all;

        contrast_shift(&own, c, 1 - o->alpha);
        contrast_shift(&all, c, 1 - level);
        out[i].ratio = exp(own.estimate);
        out[i].lo = exp(own.lo);
        out[i].hi = exp(own.hi);
        out[i].least = exp(all.lo);
        out[i].most = exp(all.hi);
        out[i].needed = 0;
        out[i].verdict = verdict_of(&out[i], c, o);
        if (out[i].verdict == JUDGED_OPEN)
            out[i].needed = needed(c, out[i].ratio, level, o);
    }
}
