/* diff.c: round 1: sends diffs and subscriptions to the home ranks of pages. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A diff is the list of runs of words in which a page differs from its twin.
 * Without userfaultfd every page that has a twin is compared; with it, only
 * pages that the kernel saw written. Changed words in pages of other ranks are
 * sent to their home ranks as diffs. When a rank first touches a page, it
 * reports that to the home rank, which sends it updates from then on. Cost:
 * reading 16 bytes for each word compared, 8 of mirror and 8 of twin.
 */
#include <errno.h>
#include <string.h>

#include "array.h"
#include "lib/now.h"

/* Undoes writes after the last element. These bytes belong to no rank, but
 * those in the last element's word would be sent with it. */
static void undo_excess(struct refnuma_array *a)
{
    size_t used = a->layout.n * a->layout.size;

    memcpy(a->mirror.alias + used, a->mirror.twin + used,
           a->words * RN_WORD - used);
}

/* Adds the words that differ from their twins to a->changed. */
static int compare(struct refnuma_array *a, const struct rn_extents *pages)
{
    int rc = 0;

    for (size_t i = 0; i < pages->n && rc == 0; i++) {
        uint64_t first = pages->v[i].first * a->words_a_page;
        uint64_t end = pages->v[i].end * a->words_a_page;

        if (end >= a->words) {
            end = a->words;
            undo_excess(a);
        }
        rc = rn_runs_compare(&a->changed, rn_alias(a), rn_twin(a), first, end);
        a->count.compared += (int64_t)((end - first) * RN_WORD);
    }
    return rc;
}

/* Compares all twins. If there are many, measures the cost of comparing. */
static int compare_all(struct refnuma_array *a)
{
    enum { MANY = 64 };
    const struct rn_extents *pages = &a->twinned;
    bool learn = a->context->adaptive && pages->total >= MANY;
    double start = learn ? now() : 0;
    int rc = compare(a, pages);

    if (learn)
        rn_detect_learn(&a->detect, pages->total, now() - start);
    return rc;
}

/* Finds the pages to compare: those that userfaultfd saw written, and those
 * opened since the last barrier. */
static int find_dirty(struct refnuma_array *a)
{
    int rc;

    rn_extents_clear(&a->dirty);
    rc = rn_mirror_written(&a->mirror, &a->twinned, &a->dirty);
    if (rc == 0 && a->opened.n > 0)
        rc = rn_extents_add(&a->dirty, &a->opened);
    return rc;
}

/* Returns how many pages were written, by userfaultfd or by changed words. */
static uint64_t dirty_pages(const struct refnuma_array *a)
{
    uint64_t n = 0, next = 0;

    if (a->detect.watching)
        return a->dirty.total;
    for (size_t i = 0; i < a->changed.n; i++) {
        const struct rn_extent *run = &a->changed.v[i];
        uint64_t first = run->first / a->words_a_page;
        uint64_t end = (run->end - 1) / a->words_a_page + 1;

        first = first > next ? first : next;
        n += end > first ? end - first : 0;
        next = end;
    }
    return n;
}

bool rn_round_diff(struct refnuma_array *a)
{
    int rc = rn_mirror_opened(&a->mirror, &a->opened);

    if (rc == 0 && a->late.n > 0)
        rc = rn_extents_add(&a->opened, &a->late);
    rn_extents_clear(&a->late);
    rn_extents_clear(&a->changed);
    rn_writes_clear(&a->writes);
    if (rc == 0 && a->detect.watching)
        rc = find_dirty(a);
    if (rc == 0 && a->opened.n > 0)
        rc = rn_extents_add(&a->twinned, &a->opened);
    if (rc == 0)
        rc = a->detect.watching ? compare(a, &a->dirty) : compare_all(a);
    rn_note_error(a->context, rc);
    a->barriers++;
    a->ndirty = dirty_pages(a);
    return a->opened.n > 0 || a->changed.n > 0 || a->context->drop == a;
}

/* Adds the newly opened pages to `fresh` of their home ranks. */
static int share_out(struct refnuma_array *a)
{
    const struct rn_layout *l = &a->layout;
    size_t k = 0; /* index of the cut that contains `first` */

    for (size_t i = 0; i < a->opened.n; i++) {
        uint64_t first = a->opened.v[i].first, end;

        for (; first < a->opened.v[i].end; first = end) {
            struct rn_peer *peer;

            while (k + 1 < l->ncuts && l->cuts[k + 1].page <= first)
                k++;
            end = a->opened.v[i].end;
            if (k + 1 < l->ncuts && l->cuts[k + 1].page < end)
                end = l->cuts[k + 1].page;
            peer = rn_peers_get(&a->foreign, l->cuts[k].rank);
            if (peer == NULL ||
                rn_extents_append(&peer->fresh, first, end) != 0)
                return -ENOMEM;
        }
    }
    return 0;
}

/* Sends a home rank three lists: its pages that this rank touched, the words
 * written there, and the pages to unsubscribe from. */
static uint32_t send_home(struct refnuma_array *a, struct rn_peer *home)
{
    struct refnuma *c = a->context;
    uint32_t bits = 0;
    int rc = 0;

    if (home->fresh.n > 0) {
        rn_send(a, home->rank, RN_TOUCHED, &home->fresh);
        bits |= RN_SENT;
        rc = rn_extents_add(&home->pages, &home->fresh);
        rn_extents_clear(&home->fresh);
    }
    rn_extents_clear(&a->out);
    if (rc == 0 && a->changed.n > 0)
        rc = rn_extents_within(&a->out, &a->changed, &home->pages,
                               a->words_a_page);
    if (rc == 0 && a->out.n > 0) {
        rn_send(a, home->rank, RN_DIFF, &a->out);
        bits |= RN_SENT | RN_STORES;
    }
    rn_extents_clear(&a->piece);
    if (rc == 0 && c->drop == a)
        rc = rn_extents_within(&a->piece, &home->pages, &c->drop_pages, 1);
    if (rc == 0 && a->piece.n > 0) {
        rn_send(a, home->rank, RN_DROPPED, &a->piece);
        bits |= RN_SENT;
        rc = rn_extents_add(&a->dropped, &a->piece);
    }
    rn_note_error(c, rc);
    return bits;
}

/* Copies changed words in own pages to their twins, and keeps those in shared
 * pages for round 2. */
static uint32_t keep_mine(struct refnuma_array *a)
{
    int rc =
        rn_extents_within(&a->mine, &a->changed, &a->shared, a->words_a_page);

    if (rc == 0 && a->context->options.check) {
        rn_extents_clear(&a->out);
        rc = rn_extents_within(&a->out, &a->changed, &a->own, a->words_a_page);
        if (rc == 0)
            rc = rn_check_own(a, &a->out);
        rn_mirror_twin(&a->mirror, &a->out, RN_WORD);
    } else {
        rn_mirror_twin(&a->mirror, &a->mine, RN_WORD);
    }
    rn_note_error(a->context, rc);
    return a->mine.n > 0 ? RN_MINE : 0;
}

uint32_t rn_round_send(struct refnuma_array *a)
{
    uint32_t bits = 0;
    int rc = share_out(a);

    rn_note_error(a->context, rc);
    for (size_t i = 0; i < a->foreign.n && rc == 0; i++)
        bits |= send_home(a, &a->foreign.v[i]);
    return bits | (a->changed.n > 0 ? keep_mine(a) : 0);
}
