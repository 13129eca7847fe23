/* judge.c: verdicts over the rows of a table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/judge.h"

#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpiperf/stats/flips.h"

const char *judged_name(enum verdict_of_runs v)
{
    static const char *const names[] = {
        [JUDGED_NOT] = "",           [JUDGED_FASTER] = "faster",
        [JUDGED_SLOWER] = "slower",  [JUDGED_SAME] = "same",
        [JUDGED_OPEN] = "cannot tell",
    };

    return names[v];
}

static enum verdict_of_runs verdict_of(const struct judgement *j,
                                       const struct typical *t,
                                       const struct judge_options *o)
{
    double half = typical_half(t, 1 - o->alpha);

    if (t->n == 0)
        return JUDGED_NOT;
    if (isnan(half))
        return JUDGED_OPEN;
    if (j->p <= o->alpha && t->estimate + half < 0)
        return JUDGED_FASTER;
    if (j->p <= o->alpha && t->estimate - half > 0)
        return JUDGED_SLOWER;
    if (j->lo >= 1 - o->same && j->hi <= 1 + o->same)
        return JUDGED_SAME;
    return JUDGED_OPEN;
}

/* Blocks that make the interval so narrow that it holds either no 1 or nothing
 * that is not the same, whichever takes fewer. */
static size_t needed(const struct typical *t, double confidence,
                     const struct judge_options *o)
{
    double from_one = fabs(t->estimate);
    double to_edge = t->estimate < 0 ? t->estimate - log1p(-o->same)
                                     : log1p(o->same) - t->estimate;

    if (t->n > 0 && t->n < TYPICAL_MIN)
        return TYPICAL_MIN;
    return typical_needed(t, fmax(from_one, to_edge), confidence);
}

void judge(struct judgement *out, const struct judge_row *rows, size_t n,
           size_t blocks, const struct judge_options *o)
{
    const double **score = xcalloc(n + 1, sizeof(*score));
    double *p = xcalloc(n + 1, sizeof(*p));
    double confidence = 1 - o->alpha / (double)(n > 0 ? n : 1);

    for (size_t i = 0; i < n; i++)
        score[i] = rows[i].score;
    flips_p(p, score, n, blocks);
    for (size_t i = 0; i < n; i++) {
        const struct typical *t = rows[i].log_ratio;
        double half = typical_half(t, confidence);

        out[i] = (struct judgement){.p = p[i],
                                    .lo = exp(t->estimate - half),
                                    .hi = exp(t->estimate + half)};
        out[i].verdict = verdict_of(&out[i], t, o);
        if (out[i].verdict == JUDGED_OPEN)
            out[i].needed = needed(t, confidence, o);
    }
    free(p);
    free(score);
}
