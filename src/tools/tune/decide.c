/* decide.c: which algorithm for which size. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/tune.h"

#include <math.h>
#include <string.h>

static bool is_faster(const struct contest *c, size_t size, size_t algo,
                      size_t other)
{
    return duel_of(c, size, algo, other)->sign == SIGN_FASTER;
}

/* The fastest of those with the sign `faster`; 0: none. */
static size_t best_of(const struct contest *c, enum kind kind, size_t size,
                      size_t base)
{
    size_t best = 0;

    for (size_t a = 1; a < c->algos; a++)
        if (c->algo[a].kind == kind && is_faster(c, size, a, base) &&
            (best == 0 || duel_of(c, size, a, base)->times >
                              duel_of(c, size, best, base)->times))
            best = a;
    return best;
}

void decide_by_size(const struct contest *c, enum kind kind, const size_t *base,
                    size_t *chosen)
{
    for (size_t size = 0; size < c->sizes; size++) {
        size_t than = base != NULL ? base[size] : 0;
        size_t best = best_of(c, kind, size, than);
        size_t kept = size > 0 ? chosen[size - 1] : 0;
        bool stays = kept != 0 && is_faster(c, size, kept, than) &&
                     !is_faster(c, size, best, kept);

        chosen[size] = stays ? kept : best;
    }
}

/* ---- one for all sizes --------------------------------------------------- */

static size_t algo_named(const struct contest *c, const char *name)
{
    size_t a = 1;

    while (a < c->algos && strcmp(c->algo[a].name, name) != 0)
        a++;
    return a < c->algos ? a : 0;
}

/* Adds the logarithms of the algorithm's ratios to *gain. False: at some size
 * it is slower than native, or suspected to be, or was not measured. */
static bool may_replace(const struct contest *c, size_t algo, double *gain,
                        bool *faster)
{
    for (size_t size = 0; size < c->sizes; size++) {
        const struct duel *v = duel_of(c, size, algo, 0);
        bool good = v->sign == SIGN_FASTER || v->sign == SIGN_SAME ||
                    (v->sign == SIGN_NOT_TOLD && v->times >= 1 - SAME);

        if (!good)
            return false;
        *gain += log(v->times);
        *faster |= v->sign == SIGN_FASTER;
    }
    return true;
}

void decide_for_all(struct contest *c, size_t n)
{
    const char *best = NULL;
    double most = 0;

    for (size_t a = 1; a < c->algos; a++) {
        bool good = c->algo[a].kind == KIND_LIBRARY, faster = false;
        double gain = 0;

        for (size_t i = 0; i < n && good; i++) {
            size_t own = algo_named(&c[i], c->algo[a].name);

            good = own != 0 && may_replace(&c[i], own, &gain, &faster);
        }
        if (good && faster && gain > most) {
            best = c->algo[a].name;
            most = gain;
        }
    }
    for (size_t i = 0; i < n && best != NULL; i++)
        for (size_t size = 0; size < c[i].sizes; size++)
            c[i].rule[size] = algo_named(&c[i], best);
}
