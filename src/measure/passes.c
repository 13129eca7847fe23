/* passes.c: decides when rows, passes and runs end, and which case is next. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/passes.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/digest.h"
#include "lib/xmalloc.h"

#define PASS_SECONDS 20e-3 /* least duration of a pass, if limits allow */

/* A standard error of NAN is never small enough. With --max-rse=0 no error is,
 * not even 0, which equal times of a coarse clock often give. The paper has two
 * rules (section 4): stop after min_valid valid launches, or when these also
 * have a small error; but always after max_launches launches. */
enum stop stop_rule(const struct measuring *o, const struct pass *all,
                    bool least, bool oversubscribed, const struct summary *s)
{
    long patience = oversubscribed ? STOP_PATIENCE_SHORT : STOP_PATIENCE;
    bool reliable = s->batches == 0 || s->rounds >= STOP_MIN_ROUNDS;
    bool precise =
        all->valid >= o->min_valid && o->max_rse > 0 && s->rse <= o->max_rse;

    if (o->max_valid > 0 && all->valid >= o->max_valid)
        return STOP_MAX_VALID;
    if (all->seconds >= o->max_time && least)
        return STOP_MAX_TIME;
    if (o->paper) {
        if (o->stop_on_rse ? precise : all->valid > o->min_valid)
            return STOP_CONVERGED;
        return all->launches > o->max_launches ? STOP_MAX_LAUNCHES : STOP_NOT;
    }
    if (all->launches >= o->max_launches)
        return STOP_MAX_LAUNCHES;
    if (all->valid == 0 && all->launches >= patience)
        return STOP_NONE_VALID;
    return reliable && precise ? STOP_CONVERGED : STOP_NOT;
}

/* Returns the number of passes that share the case's limits. */
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

void passes_open(struct passes *p, const size_t *group, size_t n, long planned,
                 double budget, uint64_t seed)
{
    *p = (struct passes){
        .cases = xcalloc(n + 1, sizeof(*p->cases)),
        .n = n,
        .planned = planned,
        .budget = budget > 0 ? budget : INFINITY,
        .seed = seed,
        .order = xcalloc(n + 1, sizeof(*p->order)),
        .worst = xcalloc(n + 1, sizeof(*p->worst)),
    };
    for (size_t i = 0; i < n; i++)
        p->cases[i] = (struct passes_case){
            .group = group[i], .missing = INFINITY, .half = NAN};
}

void passes_close(struct passes *p)
{
    free(p->cases);
    free(p->order);
    free(p->worst);
    *p = (struct passes){0};
}

static bool fits(const struct passes *p, size_t i, double spent)
{
    const struct passes_case *c = &p->cases[i];

    return !c->done && (c->passes == 0 || spent + c->cost <= p->budget);
}

/* Orders two cases of a pass. If by_need is set, the case with the larger
 * `missing` is first. Else the order is pseudo-random: it depends only on the
 * seed and the numbers of pass, group and case. */
static int by_place(const void *x, const void *y, void *of)
{
    const struct passes *p = of;
    size_t i = *(const size_t *)x, j = *(const size_t *)y;
    const struct passes_case *a = &p->cases[i], *b = &p->cases[j];
    uint64_t pass = scatter(scatter(p->seed) + (uint64_t)p->pass);

    if (p->by_need && p->worst[a->group] != p->worst[b->group])
        return p->worst[a->group] > p->worst[b->group] ? -1 : 1;
    if (a->group != b->group)
        return scatter(pass ^ a->group) < scatter(pass ^ b->group) ? -1 : 1;
    if (p->by_need && a->missing != b->missing)
        return a->missing > b->missing ? -1 : 1;
    return scatter(pass ^ ~(uint64_t)i) < scatter(pass ^ ~(uint64_t)j) ? -1 : 1;
}

static bool pass_begin(struct passes *p, double spent)
{
    size_t n = 0;

    if (p->pass == p->planned)
        return false;
    p->by_need = isfinite(p->budget);
    memset(p->worst, 0, p->n * sizeof(*p->worst));
    for (size_t i = 0; i < p->n; i++) {
        const struct passes_case *c = &p->cases[i];
        double *worst = &p->worst[c->group];

        p->by_need &= c->done || c->passes >= PASSES_SURE;
        if (!fits(p, i, spent))
            continue;
        p->order[n++] = i;
        *worst = fmax(*worst, c->missing);
    }
    p->ordered = p->left = n;
    if (n == 0)
        return false;
    p->pass++;
    if (p->planned > 1)
        qsort_r(p->order, n, sizeof(*p->order), by_place, p);
    return true;
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

void passes_account(struct passes *p, size_t index, double cost, double missing)
{
    struct passes_case *c = &p->cases[index];

    c->passes++;
    c->cost = cost;
    c->done = missing < 0;
    c->missing = missing;
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
