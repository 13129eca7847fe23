/* case.c: properties of variants (do they compute, what are they compared with,
 * can their results be checked) and default settings. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/case.h"

#include <string.h>
#include "ops/buffers.h"
#include "ops/computation.h"

bool variant_computes(const struct variant *v)
{
    const struct algo *algo = v->algo;

    return algo->compute != NULL &&
           (algo->computes == NULL || algo->computes(v->values));
}

/* If v has all of w's algorithm settings with the same values, returns their
 * number, else -1. Settings of the computation do not count: they always
 * differ. */
static int settings_shared(const struct variant *w, const struct variant *v)
{
    const char *owner = algo_owner(v->algo);
    int n = 0;

    for (size_t i = 0; i < w->settings.n; i++) {
        const char *name = w->settings.v[i].name, *mine, *its;

        if (strcmp(w->settings.v[i].owner, owner) != 0 || computation_has(name))
            continue;
        mine = params_get(&v->settings, owner, name);
        its = params_get(&w->settings, owner, name);
        if (mine == NULL || strcmp(mine, its) != 0)
            return -1;
        n++;
    }
    return n;
}

const struct variant *variant_pure(const struct choice *c,
                                   const struct variant *v)
{
    const struct variant *pure = NULL;
    int most = -1;

    for (size_t i = 0; i < c->nvariants; i++) {
        const struct variant *w = &c->variants[i];

        if (v->algo->computes == NULL && w->algo == &algo_native)
            return w;
        if (w->algo == v->algo && !variant_computes(w) &&
            settings_shared(w, v) > most) {
            most = settings_shared(w, v);
            pure = w;
        }
    }
    return pure;
}

bool variant_is_checkable(const struct choice *c, const struct variant *v)
{
    return c->op->source != NULL || c->op->life.check != NULL ||
           v->algo->life.check != NULL;
}

void measuring_default(struct measuring *m, const struct method **method)
{
    char *cause = NULL;

    *m = (struct measuring){
        .methods = method,
        .nmethods = 1,
        .max_rse = 0.01,
        .min_valid = 30,
        .max_launches = 5000,
        .max_time = 5,
        .stop_on_rse = true,
        .called.groups = 1,
        .trim = 0.25,
        .confidence = 0.95,
        .called.redop = redop_find("sum"),
        .numa = BUFFERS_NUMA_LOCAL,
        .called.counts.rule = counts_find("equal"),
    };
    params_read(&window_params, &(struct params){0}, &m->window, &cause);
}

int measured_rank(const struct load_ranks *load, int rank)
{
    for (int i = 0; i < load->n && load->rank[i] <= rank; i++)
        rank++;
    return rank;
}
