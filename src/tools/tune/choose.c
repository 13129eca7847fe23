/* choose.c: chooses the best algorithm for each size. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/tune.h"

#include <math.h>

static bool is_faster(const struct comparison *c, size_t size, size_t algo,
                      size_t other)
{
    return pair_of(c, size, algo, other)->sign == SIGN_FASTER;
}

/* Returns the fastest algorithm with the sign `faster`; 0 if there is none. */
static size_t best_of(const struct comparison *c, enum kind kind, size_t size,
                      size_t base)
{
    size_t best = 0;

    for (size_t a = 1; a < c->algos; a++)
        if ((c->algo[a].kind & kind) != 0 && is_faster(c, size, a, base) &&
            (best == 0 || pair_of(c, size, a, base)->times >
                              pair_of(c, size, best, base)->times))
            best = a;
    return best;
}

void decide_by_size(const struct comparison *c, enum kind kind,
                    const size_t *base, size_t *chosen)
{
    for (size_t size = 0; size < c->sizes; size++) {
        size_t than = base != NULL ? base[size] : 0;
        size_t best = best_of(c, kind, size, than);
        size_t kept = size > 0 ? chosen[size - 1] : 0;
        bool stays = kept != 0 && is_faster(c, size, kept, than) &&
                     !is_faster(c, size, best, kept);

        chosen[size] = !size_counts(c, size) ? 0 : stays ? kept : best;
    }
    drop_small(c, chosen);
}

/* Adds the logarithms of the algorithm's ratios to *gain. Returns false if it
 * is or may be slower than native at some size, or was not measured. For a
 * program, adds the seconds saved instead: gains only if they are significant,
 * losses always. */
static bool may_replace(const struct comparison *c, size_t algo, double *gain,
                        bool *faster)
{
    for (size_t size = 0; size < c->sizes; size++) {
        const struct algo_pair *v = pair_of(c, size, algo, 0);
        bool good = v->sign == SIGN_FASTER || v->sign == SIGN_SAME ||
                    (v->sign == SIGN_UNDECIDED && v->times >= 1 - SAME);

        if (!size_counts(c, size))
            continue;
        if (c->program == NULL ? !good : v->sign == SIGN_NONE)
            return false;
        *gain += c->program == NULL       ? log(v->times)
                 : v->sign == SIGN_FASTER ? algo_saves(c, size, algo)
                                          : fmin(algo_saves(c, size, algo), 0);
        *faster |= v->sign == SIGN_FASTER;
    }
    return true;
}

void decide_for_all(struct comparison *c, size_t n)
{
    const struct comparison *from = c; /* its algorithms are tried */
    const char *best = NULL;
    double most = least_saving(c);

    while (from + 1 < c + n && !comparison_counts(from))
        from++;
    for (size_t a = 1; a < from->algos; a++) {
        bool good = (from->algo[a].kind & KIND_LIBRARY) != 0, faster = false;
        double gain = 0;

        for (size_t i = 0; i < n && good; i++) {
            size_t own = algo_of(&c[i], from->algo[a].name);

            good = own < c[i].algos ? may_replace(&c[i], own, &gain, &faster)
                                    : !comparison_counts(&c[i]);
        }
        if (good && faster && gain > most) {
            best = from->algo[a].name;
            most = gain;
        }
    }
    for (size_t i = 0; i < n && best != NULL; i++) {
        size_t own = algo_of(&c[i], best);

        for (size_t size = 0; size < c[i].sizes; size++)
            c[i].rule[size] = own < c[i].algos ? own : 0;
    }
}

bool comparison_decided(const struct comparison *c)
{
    bool decided = false;

    for (size_t i = 0; i < c->sizes * c->algos; i++) {
        const size_t size = i / c->algos, a = i % c->algos;
        const enum sign sign = pair_of(c, size, a, 0)->sign;

        if (!size_counts(c, size))
            continue;
        if (c->program != NULL && sign == SIGN_UNDECIDED &&
            c->algo[a].kind != KIND_OTHER &&
            algo_saves(c, size, a) >= least_saving(c))
            return false;
        decided |= sign != SIGN_NONE && sign != SIGN_UNDECIDED;
    }
    return decided;
}
