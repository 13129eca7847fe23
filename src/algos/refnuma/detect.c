/* detect.c: is it cheaper to compare all twins or to watch for writes? */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Comparing costs by the page that has a twin; watching, by the page that was
 * written. Both prices are measured when a context is made (1 ms). After each
 * barrier an array adds up what the other choice would have saved, and changes
 * when that exceeds the cost of the change, which bounds the loss as in the
 * problem of renting or buying skis.
 */
#include "detect.h"

#include <errno.h>

#include "array.h"
#include "lib/now.h"
#include "mirror.h"
#include "runs.h"

static double limited(double x, double limit)
{
    return x > limit ? limit : x < -limit ? -limit : x;
}

/* Comparing: pages * compare. Watching: ranges * range + pages * page
 * + dirty * (written + compare). To change: what is watched is protected, page
 * by page, or no longer. */
bool rn_detect_change(struct rn_detect *d, uint64_t ranges, uint64_t pages,
                      uint64_t dirty)
{
    const struct rn_costs *c = &d->costs;
    double ask = (double)ranges * c->range + (double)pages * c->page;
    double found = c->written + c->compare;
    double watch = ask + (double)dirty * found;
    double compare = (double)pages * c->compare;

    d->balance =
        limited(d->balance + compare - watch, ask + (double)pages * found);
    if (d->watching ? d->balance >= -ask : d->balance <= ask)
        return false;
    d->watching = !d->watching;
    return true;
}

/* The last barriers count most, and no single one for much. */
void rn_detect_learn(struct rn_detect *d, uint64_t pages, double seconds)
{
    enum { WEIGHT = 8 };

    if (pages > 0)
        d->costs.compare +=
            (seconds / (double)pages - d->costs.compare) / WEIGHT;
}

/* Few enough for a cache, so that what is measured first is the best case of
 * comparing; rn_detect_learn() tells of others. The least of some rounds
 * counts. */
enum { PAGES = 64, ROUNDS = 5 };

struct bench {
    struct rn_mirror *m;
    struct rn_extents all, one, dirty;
    struct rn_extents runs;
};

static int compare(struct bench *b)
{
    uint64_t words = PAGES * b->m->set.page / RN_WORD;

    rn_extents_clear(&b->runs);
    return rn_runs_compare(&b->runs, (const uint64_t *)(void *)b->m->alias,
                           (const uint64_t *)(void *)b->m->twin, 0, words);
}

static int ask_all(struct bench *b)
{
    rn_extents_clear(&b->dirty);
    return rn_mirror_written(b->m, &b->all, &b->dirty);
}

static int ask_one(struct bench *b)
{
    rn_extents_clear(&b->dirty);
    return rn_mirror_written(b->m, &b->one, &b->dirty);
}

static int write_and_ask(struct bench *b)
{
    for (size_t i = 0; i < PAGES; i++)
        *(volatile char *)(b->m->user + i * b->m->set.page) = 0;
    return ask_all(b);
}

/* Lowers *least to what f takes. */
static int timed(struct bench *b, int (*f)(struct bench *), double *least)
{
    double start = now(), seconds;
    int rc = f(b);

    seconds = now() - start;
    if (seconds < *least)
        *least = seconds;
    return rc;
}

static int measure(struct bench *b, struct rn_costs *costs)
{
    double comparing = 1, asking = 1, one = 1, writing = 1;
    int rc = 0;

    for (int i = 0; rc == 0 && i < ROUNDS; i++) {
        rc = timed(b, compare, &comparing);
        rc = rc != 0 ? rc : timed(b, write_and_ask, &writing);
        rc = rc != 0 ? rc : timed(b, ask_all, &asking);
        rc = rc != 0 ? rc : timed(b, ask_one, &one);
    }
    *costs = (struct rn_costs){
        .compare = comparing / PAGES,
        .range = one,
        .page = asking > one ? (asking - one) / PAGES : 0,
        .written = writing > asking ? (writing - asking) / PAGES : 0};
    return rc;
}

/* Pages are there in both views, and watched. */
static int prepare(struct bench *b)
{
    int rc = rn_extents_append(&b->one, 0, 1);

    for (size_t i = 0; i < PAGES; i++)
        *(volatile char *)(b->m->user + i * b->m->set.page) = 0;
    rn_mirror_twin(b->m, &b->all);
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
    rn_extents_free(&b.runs);
    rn_extents_free(&b.all);
    rn_extents_free(&b.one);
    rn_extents_free(&b.dirty);
    return rc;
}

void rn_array_adapt(struct refnuma_array *a)
{
    if (a->twinned.n == 0 || !rn_detect_change(&a->detect, a->twinned.n,
                                               a->twinned.total, a->ndirty))
        return;
    a->watching = a->detect.watching;
    rn_note_error(a->context,
                  rn_mirror_watch(&a->mirror, &a->twinned, a->watching));
}
