/* stop.c: when a case is measured well enough, and when it is given up. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/stop.h"

static const char *const stop_names[] = {
    [STOP_NOT] = "not",
    [STOP_CONVERGED] = "converged",
    [STOP_MAX_VALID] = "max-valid",
    [STOP_MAX_LAUNCHES] = "max-launches",
    [STOP_MAX_TIME] = "max-time",
    [STOP_MAX_PASSES] = "passes",
    [STOP_BUDGET] = "budget",
    [STOP_NONE_VALID] = "none-valid",
    [STOP_FAILED] = "failed",
};

const char *stop_name(enum stop s)
{
    return stop_names[s];
}

bool stop_may_continue(enum stop s)
{
    return s == STOP_NOT || s == STOP_CONVERGED;
}

static bool hopeless(const struct progress_so_far *p)
{
    long patience = p->oversubscribed ? STOP_PATIENCE_SHORT : STOP_PATIENCE;

    return p->valid == 0 && p->launches >= patience;
}

/* A standard error that does not exist (NAN) is never small enough, and with
 * --max-rse=0 none is: times of a coarse clock are often all the same. */
static bool precise(const struct measuring *o, const struct summary *s)
{
    return o->max_rse > 0 && s->rse <= o->max_rse;
}

/* The paper's two rules (section 4): more valid launches than so many, or as
 * many and the error; and, either way, more launches than it admits. */
static enum stop paper_rule(const struct measuring *o,
                            const struct progress_so_far *p,
                            const struct summary *s)
{
    bool enough = o->stop_on_rse ? p->valid >= o->min_valid && precise(o, s)
                                 : p->valid > o->min_valid;

    if (enough)
        return STOP_CONVERGED;
    return p->launches > o->max_launches ? STOP_MAX_LAUNCHES : STOP_NOT;
}

static enum stop default_rule(const struct measuring *o,
                              const struct progress_so_far *p,
                              const struct summary *s)
{
    bool reliable = s->batches == 0 || s->rounds >= STOP_MIN_ROUNDS;

    if (p->launches >= o->max_launches)
        return STOP_MAX_LAUNCHES;
    if (hopeless(p))
        return STOP_NONE_VALID;
    if (p->valid >= o->min_valid && reliable && precise(o, s))
        return STOP_CONVERGED;
    return STOP_NOT;
}

enum stop stop_rule(const struct measuring *o, const struct progress_so_far *p,
                    const struct summary *s)
{
    if (o->max_valid > 0 && p->valid >= o->max_valid)
        return STOP_MAX_VALID;
    if (p->seconds >= o->max_time && p->least)
        return STOP_MAX_TIME;
    return o->paper ? paper_rule(o, p, s) : default_rule(o, p, s);
}

/* ---- passes -------------------------------------------------------------- */

bool pass_is_enough(const struct pass_limits *l, const struct pass_so_far *v)
{
    bool precise = v->rounds >= l->rounds && v->seconds >= l->least &&
                   l->rse > 0 && v->rse <= l->rse;

    return precise || v->launches >= l->launches ||
           (v->seconds >= l->seconds && v->least);
}

bool pass_is_only(const struct measuring *o, const struct progress_so_far *p)
{
    return PASSES_MIN * p->seconds > o->max_time ||
           PASSES_MIN * p->launches > o->max_launches ||
           (o->max_valid > 0 && PASSES_MIN * p->valid > o->max_valid);
}
