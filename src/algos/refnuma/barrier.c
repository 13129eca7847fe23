/* barrier.c: the barrier, after which all mirrors have the same values. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Each rank finds the pages that it touched and the words that it wrote
 * (diff.c) and queues messages to the home ranks of these pages. One reduction
 * of 8 bytes tells all ranks whether any rank has changes; if none has, the
 * barrier is over. Otherwise the messages are exchanged and the home ranks
 * apply them (message.c). In round 2 the home ranks send updates to the ranks
 * that touched their pages (update.c). Cost: the comparison, one reduction, and
 * up to two messages to each neighbour.
 */
#include <string.h>

#include "algos/microshmem/microshmem.h"
#include "array.h"
#include "lib/now.h"

/* The barrier's steps before the reduction. After a failure this rank queues
 * no more messages. */
static void find_changes(struct refnuma *c)
{
    struct microshmem *before;

    c->started = now();
    before = microshmem_select(c->world);
    c->bits = 0;
    c->printed = 0;
    for (size_t i = 0; i < c->narrays && c->code == MPI_SUCCESS; i++)
        if (c->arrays[i] != NULL && rn_round_diff(c->arrays[i]))
            c->bits |= rn_round_send(c->arrays[i]);
    if (c->code != MPI_SUCCESS)
        c->bits |= RN_FAILED;
    c->compared = now();
    microshmem_select(before);
}

static void second_round(struct refnuma *c)
{
    for (size_t i = 0; i < c->narrays; i++)
        if (c->arrays[i] != NULL)
            rn_round_update(c->arrays[i]);
    microshmem_exchange();
    for (size_t i = 0; i < c->narrays; i++)
        if (c->arrays[i] != NULL)
            rn_round_finish(c->arrays[i]);
}

/*
 * Where a first read delivers the page, a rank that leaves the barrier can
 * fetch one at once. If the page's home were still storing the changes of other
 * ranks, that rank would get values from before the barrier. Therefore all
 * ranks wait here until every home has stored all changes.
 */
static uint32_t wait_for_stores(const struct refnuma *c)
{
    microshmem_select(c->world); /* see go_on() */
    return (uint32_t)microshmem_barrier_all_or(
        c->code != MPI_SUCCESS ? RN_FAILED : 0);
}

/* The barrier's steps from the reduction on. All ranks take the same path,
 * because it depends only on the result of the reduction. */
static void go_on(struct refnuma *c)
{
    struct microshmem *before = microshmem_select(c->world);
    uint32_t bits = (uint32_t)microshmem_barrier_all_or(c->bits);
    double stop;

    if (bits != 0 && (bits & RN_FAILED) == 0) {
        /* In a simulator, ranks may share a thread and this selection. While
         * this rank waits or reads the clock, another rank may select its own
         * world. */
        microshmem_select(c->world);
        second_round(c);
        c->count.active++;
        if (c->delivering > 0 && (bits & RN_STORES) != 0)
            bits = wait_for_stores(c);
    }
    microshmem_select(before);
    for (size_t i = 0; c->adaptive && i < c->narrays; i++)
        if (c->arrays[i] != NULL)
            rn_array_adapt(c->arrays[i]);
    c->count.barriers++;
    c->bits = bits;
    stop = now();
    c->count.compare_seconds += c->compared - c->started;
    c->count.exchange_seconds += stop - c->compared;
    c->count.seconds += stop - c->started;
}

/*
 * Returns the result of the barrier. If a rank fails before the reduction, this
 * barrier fails on all ranks. If a rank fails later, this barrier fails on that
 * rank, and the next barrier on all ranks.
 */
static int outcome(struct refnuma *c)
{
    int rc;

    if ((c->bits & RN_FAILED) == 0)
        return c->code == MPI_SUCCESS ? MPI_SUCCESS : rn_fail(c->code, c->why);
    rc = rn_agree(c->comm, c->code, c->why);
    rn_note(c, rc, refnuma_failure());
    return rc;
}

static int wrong_order(const struct refnuma *c)
{
    return rn_fail(MPI_ERR_OTHER, c == NULL ? "no context"
                                  : c->begun
                                      ? "a barrier has begun but not ended"
                                      : "no barrier has begun");
}

int refnuma_barrier(struct refnuma *context)
{
    if (context == NULL || context->begun)
        return wrong_order(context);
    find_changes(context);
    go_on(context);
    return outcome(context);
}

int refnuma_barrier_begin(struct refnuma *context)
{
    if (context == NULL || context->begun)
        return wrong_order(context);
    find_changes(context);
    context->begun = true;
    return MPI_SUCCESS;
}

/*
 * A page that was fetched between refnuma_barrier_begin() and _end() may have
 * values from before the barrier, and this barrier sends no updates of it.
 * Therefore it is fetched again. The next barrier reports it to its home.
 */
static void deliver_late(struct refnuma_array *a)
{
    const struct rn_mirror *m = &a->mirror;
    size_t page = m->set.page;

    rn_note_error(a->context, rn_mirror_opened(&a->mirror, &a->late));
    for (size_t i = 0; i < a->late.n; i++)
        for (uint64_t p = a->late.v[i].first; p < a->late.v[i].end; p++)
            if (m->set.fill(m->set.fill_arg, p, m->twin + p * page))
                memcpy(m->alias + p * page, m->twin + p * page, page);
            else
                rn_note(a->context, MPI_ERR_OTHER,
                        "cannot get a page from its owner: use "
                        "first_read=undefined");
}

int refnuma_barrier_end(struct refnuma *context)
{
    if (context == NULL || !context->begun)
        return wrong_order(context);
    context->begun = false;
    go_on(context);
    for (size_t i = 0; i < context->narrays; i++)
        if (context->arrays[i] != NULL && context->arrays[i]->delivers)
            deliver_late(context->arrays[i]);
    return outcome(context);
}

/* Sets *pages to the pages that contain only elements of the range. The last
 * page of the array may be partly empty. */
static int whole_pages(const struct rn_layout *l, size_t first, size_t count,
                       struct rn_extents *pages)
{
    uint64_t from = (first * l->size + l->page - 1) / l->page;
    uint64_t to = (first + count) * l->size / l->page;

    if (first + count == l->n)
        to = l->pages;
    rn_extents_clear(pages);
    return from < to ? rn_extents_append(pages, from, to) : 0;
}

int refnuma_unsubscribe(struct refnuma_array *array, size_t first, size_t count)
{
    int rc = rn_array_idle(array);
    struct refnuma *c;
    bool there;

    if (rc != MPI_SUCCESS)
        return rc;
    c = array->context;
    there = first <= array->layout.n && count <= array->layout.n - first;
    if (there && count > 0) {
        rn_note_error(
            c, whole_pages(&array->layout, first, count, &c->drop_pages));
        c->drop = array;
    }
    rc = refnuma_barrier(c);
    c->drop = NULL;
    if (rc == MPI_SUCCESS && !there)
        return rn_fail(MPI_ERR_ARG, "elements beyond the end of the array");
    return rc;
}
