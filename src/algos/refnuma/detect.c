/* detect.c: chooses between comparing all twins and watching for writes. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Comparing costs time for each page with a twin; watching costs time for each
 * written page. Both costs are measured when a context is made (1 ms). After
 * each barrier an array adds the time that the other method would have saved to
 * a sum, and switches when the sum exceeds the cost of the switch. This limits
 * the loss, as in the ski rental problem.
 */
#include "array.h"

#include <errno.h>

#include "lib/now.h"

/* Comparing costs pages * compare. Watching costs ranges * range + pages * page
 * + dirty * (written + compare). A switch protects all watched pages, or
 * removes their protection. */
bool rn_detect_change(struct rn_detect *d, uint64_t ranges, uint64_t pages,
                      uint64_t dirty)
{
    const struct rn_costs *c = &d->costs;
    double ask = (double)ranges * c->range + (double)pages * c->page;
    double found = c->written + c->compare;
    double watch = ask + (double)dirty * found;
    double compare = (double)pages * c->compare;
    double limit = ask + (double)pages * found;

    d->balance += compare - watch;
    if (d->balance > limit)
        d->balance = limit;
    if (d->balance < -limit)
        d->balance = -limit;
    if (d->watching ? d->balance >= -ask : d->balance <= ask)
        return false;
    d->watching = !d->watching;
    return true;
}

/* Exponentially weighted average: recent barriers have the largest weights. */
void rn_detect_learn(struct rn_detect *d, uint64_t pages, double seconds)
{
    enum { WEIGHT = 8 };

    if (pages > 0)
        d->costs.compare +=
            (seconds / (double)pages - d->costs.compare) / WEIGHT;
}

/* These pages fit into a cache, so this measures the best case of comparing;
 * rn_detect_learn() corrects it later. The shortest round counts.
 */
enum { PAGES = 64, ROUNDS = 5 };

struct bench {
    struct rn_mirror *m;
    struct rn_extents all, one, found;
};

static void write_all(struct bench *b)
{
    for (size_t i = 0; i < PAGES; i++)
        *(volatile char *)(b->m->user + i * b->m->set.page) = 0;
}

static int compare(struct bench *b)
{
    uint64_t words = PAGES * b->m->set.page / RN_WORD;

    rn_extents_clear(&b->found);
    return rn_runs_compare(&b->found, (const uint64_t *)(void *)b->m->alias,
                           (const uint64_t *)(void *)b->m->twin, 0, words);
}

static int ask(struct bench *b, const struct rn_extents *pages)
{
    rn_extents_clear(&b->found);
    return rn_mirror_written(b->m, pages, &b->found);
}

static int measure(struct bench *b, struct rn_costs *costs)
{
    enum { COMPARE, WRITE, ASK_ALL, ASK_ONE, N };
    double least[N] = {1, 1, 1, 1};

    for (int round = 0; round < ROUNDS; round++) {
        double at[N + 1];
        int rc = 0;

        at[COMPARE] = now();
        rc |= compare(b);
        at[WRITE] = now();
        write_all(b);
        rc |= ask(b, &b->all);
        at[ASK_ALL] = now();
        rc |= ask(b, &b->all);
        at[ASK_ONE] = now();
        rc |= ask(b, &b->one);
        at[N] = now();
        if (rc != 0)
            return -ENOMEM;
        for (int i = 0; i < N; i++)
            if (at[i + 1] - at[i] < least[i])
                least[i] = at[i + 1] - at[i];
    }
    *costs = (struct rn_costs){.compare = least[COMPARE] / PAGES,
                               .range = least[ASK_ONE]};
    if (least[ASK_ALL] > least[ASK_ONE])
        costs->page = (least[ASK_ALL] - least[ASK_ONE]) / PAGES;
    if (least[WRITE] > least[ASK_ALL])
        costs->written = (least[WRITE] - least[ASK_ALL]) / PAGES;
    return 0;
}

/* Touches the pages through both mappings and watches them. */
static int prepare(struct bench *b)
{
    int rc = rn_extents_append(&b->one, 0, 1);

    write_all(b);
    rn_mirror_twin(b->m, &b->all, b->m->set.page);
    return rc == 0 ? rn_mirror_watch(b->m, &b->all, true) : rc;
}

int rn_costs_measure(const struct rn_uffd *u, size_t page,
                     struct rn_costs *costs)
{
    struct rn_uffd uffd = *u;
    struct bench b = {0};
    struct rn_mirror m;
    struct rn_mirror_set set = {
        .pages = PAGES, .page = page, .own = &b.all, .uffd = &uffd};
    const char *why;
    int rc = rn_extents_append(&b.all, 0, PAGES);

    if (rc == 0)
        rc = rn_mirror_open(&m, &set, &why);
    if (rc == 0) {
        b.m = &m;
        rc = prepare(&b);
        if (rc == 0)
            rc = measure(&b, costs);
        rn_mirror_close(&m);
    }
    rn_extents_free(&b.all);
    rn_extents_free(&b.one);
    rn_extents_free(&b.found);
    return rc;
}

void rn_array_adapt(struct refnuma_array *a)
{
    if (a->twinned.n == 0 || !rn_detect_change(&a->detect, a->twinned.n,
                                               a->twinned.total, a->ndirty))
        return;
    rn_note_error(a->context,
                  rn_mirror_watch(&a->mirror, &a->twinned, a->detect.watching));
}
