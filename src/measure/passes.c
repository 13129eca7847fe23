/* passes.c: when rows, passes and the run have had enough; which case is next.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/passes.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include "lib/scatter.h"
#include "lib/xmalloc.h"

#define PASS_SECONDS 20e-3 /* that a pass lasts, where the limits allow */

/* ---- a row ----------------------------------------------------------------
 */

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

/* ---- a pass ---------------------------------------------------------------
 */

bool pass_is_enough(const struct pass_limits *l,
                    const struct progress_so_far *pass, double rse)
{
    bool precise = pass->rounds >= l->rounds && pass->seconds >= l->least &&
                   l->rse > 0 && rse <= l->rse;

    return precise || pass->launches >= l->launches ||
           (pass->seconds >= l->seconds && pass->least);
}

bool pass_is_only(const struct measuring *o, const struct progress_so_far *p)
{
    return PASSES_MIN * p->seconds > o->max_time ||
           PASSES_MIN * p->launches > o->max_launches ||
           (o->max_valid > 0 && PASSES_MIN * p->valid > o->max_valid);
}

/* The passes that the case's limits are shared among. */
static long shares(const struct measuring *o)
{
    double launches = (double)(PASS_ROUNDS * o->window.launches), n;

    if (o->passes > 0)
        return o->passes;
    if (o->paper || o->samples || o->verify)
        return 1;
    n = fmin(PASSES_MOST, o->max_time / PASS_SECONDS);
    n = fmin(n, (double)o->max_launches / launches);
    if (o->max_valid > 0)
        n = fmin(n, (double)o->max_valid / launches);
    return n < PASSES_SURE ? 1 : (long)n;
}

long passes_planned(const struct measuring *o)
{
    long n = shares(o);

    return n > 1 && o->passes == 0 && o->budget > 0 ? LONG_MAX : n;
}

struct pass_limits passes_limits(const struct measuring *o, long planned,
                                 size_t rows)
{
    long n = shares(o), most = o->max_launches;
    double seconds = o->max_time / (double)n;

    if (planned == 1)
        return (struct pass_limits){0};
    if (o->max_valid > 0 && o->max_valid < most)
        most = o->max_valid;
    if (o->budget > 0)
        seconds = fmin(seconds, o->budget / (double)(PASSES_SURE * rows));
    return (struct pass_limits){
        .rounds = PASS_ROUNDS,
        .launches = (most + n - 1) / n,
        .least = fmin(PASS_SECONDS, seconds),
        .seconds = seconds,
        .rse = o->max_rse * sqrt(fmin((double)n, PASSES_SURE)),
        .foldable = o->passes == 0 && !(o->budget > 0),
    };
}

/* ---- the next pass --------------------------------------------------------
 */

void passes_open(struct passes *p, const size_t *group, size_t n, long planned,
                 double budget, uint64_t seed)
{
    *p = (struct passes){
        .cases = xcalloc(n + 1, sizeof(*p->cases)),
        .n = n,
        .planned = planned,
        .budget = budget > 0 ? budget : INFINITY,
        .order = xcalloc(n + 1, sizeof(*p->order)),
        .seed = seed,
    };
    for (size_t i = 0; i < n; i++)
        p->cases[i] =
            (struct passes_case){.group = group[i], .missing = INFINITY};
}

void passes_close(struct passes *p)
{
    free(p->cases);
    free(p->order);
    *p = (struct passes){0};
}

static bool fits(const struct passes *p, size_t i, double spent)
{
    const struct passes_case *c = &p->cases[i];

    return !c->done && (c->passes == 0 || spent + c->cost <= p->budget);
}

/* A place in the order: the smaller comes first, but what misses most. */
struct place {
    double group_miss; /* the most in its group, which stays together */
    uint64_t group;
    double miss;
    uint64_t own;
    size_t index;
};

static int by_place(const void *x, const void *y)
{
    const struct place *a = x, *b = y;

    if (a->group_miss != b->group_miss)
        return a->group_miss > b->group_miss ? -1 : 1;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->miss != b->miss)
        return a->miss > b->miss ? -1 : 1;
    return a->own < b->own ? -1 : a->own > b->own;
}

/* Have all that go on had their fewest passes? */
static bool all_sure(const struct passes *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (!p->cases[i].done && p->cases[i].passes < PASSES_SURE)
            return false;
    return true;
}

/* The order is made of the numbers of run, pass, group and case alone. */
static struct place place_of(const struct passes *p, size_t i, bool by_need)
{
    const struct passes_case *c = &p->cases[i];
    uint64_t pass = scatter(scatter(p->seed) + (uint64_t)p->pass);

    return (struct place){
        .miss = by_need ? c->missing : 0,
        .group = p->planned == 1 ? c->group : scatter(pass ^ c->group),
        .own = p->planned == 1 ? i : scatter(pass ^ ~(uint64_t)i),
        .index = i,
    };
}

/* A group has the place of its worst case. */
static void groups_miss(const struct passes *p, struct place *places, size_t n)
{
    double *most = xcalloc(p->n + 1, sizeof(*most));

    for (size_t i = 0; i < n; i++) {
        size_t group = p->cases[places[i].index].group;

        most[group] = fmax(most[group], places[i].miss);
    }
    for (size_t i = 0; i < n; i++)
        places[i].group_miss = most[p->cases[places[i].index].group];
    free(most);
}

static bool pass_begin(struct passes *p, double spent)
{
    bool by_need = isfinite(p->budget) && p->pass > 0 && all_sure(p);
    struct place *places;
    size_t n = 0;

    if (p->pass == p->planned)
        return false;
    p->pass++;
    places = xcalloc(p->n + 1, sizeof(*places));
    for (size_t i = 0; i < p->n; i++)
        if (fits(p, i, spent))
            places[n++] = place_of(p, i, by_need);
    groups_miss(p, places, n);
    qsort(places, n, sizeof(*places), by_place);
    for (size_t i = 0; i < n; i++)
        p->order[i] = places[i].index;
    p->ordered = p->left = n;
    free(places);
    p->pass -= n == 0;
    return n > 0;
}

bool passes_next(struct passes *p, double spent, size_t *index)
{
    do {
        while (p->left > 0) {
            *index = p->order[p->ordered - p->left--];
            if (fits(p, *index, spent))
                return true;
        }
    } while (pass_begin(p, spent));
    return false;
}

void passes_account(struct passes *p, size_t index, double cost, bool done,
                    double missing)
{
    struct passes_case *c = &p->cases[index];

    c->passes++;
    c->cost = cost;
    c->done = done;
    c->missing = missing;
}

enum stop passes_why(const struct passes *p, size_t index)
{
    return p->cases[index].passes >= p->planned ? STOP_MAX_PASSES : STOP_BUDGET;
}

double passes_share(const struct passes *p, double spent)
{
    double sum = 0;

    for (size_t i = 0; i < p->n; i++)
        sum += p->cases[i].done
                   ? 1
                   : (double)p->cases[i].passes / (double)p->planned;
    return fmin(fmax(sum / (double)p->n, spent / p->budget), 1);
}
