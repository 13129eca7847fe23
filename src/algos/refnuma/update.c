/* update.c: round 2: home ranks send changes to the readers of their pages. */
/* SPDX-License-Identifier: BSD-3-Clause */

/* The home rank of a page merges the diffs that it received with its own
 * writes. It sends each reader the changed words of the pages that the reader
 * has touched; a page touched for the first time is sent whole. A writer gets
 * its own words back, because another rank's values may have replaced them.
 * Twins get the same words. */
#include <string.h>
#include <sys/mman.h>

#include "array.h"

/* Frees the twins of own pages without readers, and stops watching these
 * pages. */
static int give_back(struct refnuma_array *a, const struct rn_extents *pages)
{
    size_t page = a->layout.page;
    int rc = rn_extents_remove(&a->twinned, pages);

    if (rc == 0 && a->detect.watching)
        rc = rn_mirror_watch(&a->mirror, pages, false);
    for (size_t i = 0; i < pages->n; i++)
        madvise(a->mirror.twin + pages->v[i].first * page,
                (pages->v[i].end - pages->v[i].first) * page, MADV_DONTNEED);
    return rc;
}

/* Recomputes the shared pages after a rank has unsubscribed. */
static int unshare(struct refnuma_array *a)
{
    struct rn_extents left = {0};
    int rc = rn_peers_pages(&a->readers, &left);

    if (rc == 0)
        rc = rn_extents_remove(&a->shared, &left); /* pages without readers */
    if (rc == 0 && a->shared.n > 0 && !a->context->options.check)
        rc = give_back(a, &a->shared);
    rn_extents_free(&a->shared);
    a->shared = left;
    a->unshared = false;
    return rc;
}

/* Makes twins of own pages that now have their first reader. */
static int share(struct refnuma_array *a, struct rn_extents *fresh)
{
    int rc = rn_extents_remove(fresh, &a->twinned);

    if (rc != 0 || fresh->n == 0)
        return rc;
    rn_mirror_twin(&a->mirror, fresh, a->layout.page);
    rc = rn_extents_add(&a->twinned, fresh);
    if (rc == 0 && a->detect.watching)
        rc = rn_mirror_watch(&a->mirror, fresh, true);
    return rc;
}

/* Sends a reader the changed words of its pages, and its new pages whole. */
static int send_update(struct refnuma_array *a, struct rn_peer *reader)
{
    const struct rn_extents all = {.v = &(struct rn_extent){0, a->words},
                                   .n = 1};
    int rc = 0;

    rn_extents_clear(&a->out);
    if (a->mine.n > 0 && reader->pages.n > 0)
        rc = rn_extents_within(&a->out, &a->mine, &reader->pages,
                               a->words_a_page);
    if (rc == 0 && reader->fresh.n > 0) {
        rc = rn_extents_within(&a->out, &all, &reader->fresh, a->words_a_page);
        if (rc == 0)
            rn_extents_unite(&a->out);
        if (rc == 0)
            rc = rn_extents_add(&reader->pages, &reader->fresh);
    }
    if (rc == 0 && a->out.n > 0)
        rn_send(a, reader->rank, RN_UPDATE, &a->out);
    return rc;
}

/* Adds the words that other ranks wrote to those that this rank wrote, and
 * copies them to their twins. */
static int join_written(struct refnuma_array *a)
{
    int rc;

    rn_extents_unite(&a->written);
    rn_extents_clear(&a->out);
    rc = rn_extents_within(&a->out, &a->written, &a->twinned, a->words_a_page);
    if (rc != 0)
        return rc;
    rn_mirror_twin(&a->mirror, &a->out, RN_WORD);
    return rn_extents_add(&a->mine, &a->written);
}

void rn_round_update(struct refnuma_array *a)
{
    int rc = a->unshared ? unshare(a) : 0;

    if (a->context->options.check)
        rn_check_races(a);
    if (rc == 0 && a->written.n > 0)
        rc = join_written(a);
    rn_extents_clear(&a->piece);
    for (size_t i = 0; i < a->readers.n && rc == 0; i++) {
        struct rn_peer *reader = &a->readers.v[i];

        rc = send_update(a, reader);
        if (rc == 0 && reader->fresh.n > 0)
            rc = rn_extents_add(&a->piece, &reader->fresh);
        rn_extents_clear(&reader->fresh);
    }
    if (rc == 0 && a->piece.n > 0)
        rc = rn_extents_add(&a->shared, &a->piece);
    if (rc == 0 && a->piece.n > 0)
        rc = share(a, &a->piece);
    rn_note_error(a->context, rc);
}

/* Closes pages that were unsubscribed. */
static int drop(struct refnuma_array *a)
{
    int rc = 0;

    for (size_t i = 0; i < a->foreign.n && rc == 0; i++)
        rc = rn_extents_remove(&a->foreign.v[i].pages, &a->dropped);
    if (rc == 0)
        rc = rn_extents_remove(&a->twinned, &a->dropped);
    if (rc == 0)
        rc = rn_extents_remove(&a->opened, &a->dropped);
    if (rc == 0)
        rc = rn_mirror_drop(&a->mirror, &a->dropped);
    rn_extents_clear(&a->dropped);
    return rc;
}

void rn_round_finish(struct refnuma_array *a)
{
    int rc = a->dropped.n > 0 ? drop(a) : 0;

    if (rc == 0 && a->detect.watching && a->opened.n > 0)
        rc = rn_mirror_watch(&a->mirror, &a->opened, true);
    rn_extents_clear(&a->opened);
    rn_extents_clear(&a->changed);
    rn_extents_clear(&a->mine);
    rn_extents_clear(&a->written);
    rn_note_error(a->context, rc);
}
