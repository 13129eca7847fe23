/* layout.c: computes the home rank of each page. */
/* SPDX-License-Identifier: BSD-3-Clause */

/* The ranks own sections of an array or blocks of a matrix. The home rank of a
 * page is the owner of the element that contains the page's first byte, so each
 * page has one home. Pure: every rank computes the same without messages. */
#include "algos/refnuma/layout.h"

#include <errno.h>
#include <stdlib.h>

#include "algos/param.h"
#include "algos/refnuma/extents.h"
#include "algos/refnuma/runs.h"
#include "lib/digest.h"

/* Largest array in bytes: messages have RN_RUN_FIRST_BITS bits for a word
 * number. */
static const uint64_t most = (uint64_t)RN_WORD << RN_RUN_FIRST_BITS;
static const char too_large[] = "an array has at most 8 TiB";

/* Returns the first index of part `i` if n items are cut into parts whose sizes
 * differ by at most one, with the larger parts first. */
static size_t part_first(size_t n, int parts, int i)
{
    size_t p = (size_t)parts, k = (size_t)i, rest = n % p;

    return n / p * k + (k < rest ? k : rest);
}

/* Returns the part that contains item `at`. */
static int part_of(size_t n, int parts, size_t at)
{
    size_t p = (size_t)parts, each = n / p, rest = n % p;
    size_t larger = rest * (each + 1); /* number of items in the larger parts */

    if (at < larger || each == 0)
        return (int)(at / (each + 1));
    return (int)(rest + (at - larger) / each);
}

/* Returns the rank whose section contains the element: the last rank whose
 * section starts at or before it. */
static int section_of(const struct rn_layout *l, size_t element)
{
    int low = 0, high = l->ranks - 1;

    while (low < high) {
        int middle = low + (high - low + 1) / 2;

        if (l->start[middle] <= element)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* Returns the block column of offset `at` in a row. The gap after the columns
 * belongs to the last one. */
static int column_of(const struct rn_layout *l, size_t at)
{
    return part_of(l->cols, l->pcols, at < l->cols ? at : l->cols - 1);
}

int rn_layout_owner(const struct rn_layout *l, size_t element)
{
    if (l->start != NULL)
        return section_of(l, element);
    return part_of(l->rows, l->prows, element / l->ld) * l->pcols +
           column_of(l, element % l->ld);
}

/* Returns the end of the run of elements with the same owner that contains
 * `element`. */
static size_t owned_end(const struct rn_layout *l, size_t element, int owner)
{
    size_t row, at, end;

    if (l->start != NULL)
        return l->start[owner + 1];
    row = element / l->ld;
    at = element % l->ld;
    end = part_first(l->cols, l->pcols, column_of(l, at) + 1);
    return row * l->ld + (end < l->cols ? end : l->ld);
}

int rn_layout_home(const struct rn_layout *l, uint64_t page)
{
    return rn_layout_owner(l, (size_t)(page * l->page / l->size));
}

void rn_layout_block(const struct rn_layout *l, int rank, size_t *row,
                     size_t *rows, size_t *col, size_t *cols)
{
    int i = rank / l->pcols, k = rank % l->pcols;

    *row = part_first(l->rows, l->prows, i);
    *rows = part_first(l->rows, l->prows, i + 1) - *row;
    *col = part_first(l->cols, l->pcols, k);
    *cols = part_first(l->cols, l->pcols, k + 1) - *col;
}

static int cut(struct rn_layout *l, uint64_t page, int rank, size_t *room)
{
    struct rn_cut *cuts;

    if (l->ncuts > 0 && l->cuts[l->ncuts - 1].rank == rank)
        return 0;
    cuts = rn_grow(l->cuts, room, l->ncuts + 1, sizeof(*cuts));
    if (cuts == NULL)
        return -ENOMEM;
    l->cuts = cuts;
    cuts[l->ncuts++] = (struct rn_cut){page, rank};
    return 0;
}

/* Makes l->cuts. Steps from a page to the first page that begins after that
 * owner's run of elements. */
static int cuts_make(struct rn_layout *l)
{
    size_t room = 0;
    uint64_t page = 0;

    l->pages = (l->n * l->size + l->page - 1) / l->page;
    while (page < l->pages) {
        size_t element = (size_t)(page * l->page / l->size);
        int owner = rn_layout_owner(l, element);

        if (cut(l, page, owner, &room) != 0)
            return -ENOMEM;
        page = (owned_end(l, element, owner) * l->size + l->page - 1) / l->page;
    }
    return 0;
}

/* Returns the smallest number of elements that fills whole pages. */
static size_t step_of(size_t size, size_t page)
{
    size_t a = page, b = size;

    while (b != 0) {
        size_t rest = a % b;

        a = b;
        b = rest;
    }
    return page / a;
}

/* Makes l->start, the sections' first elements. Returns 0 or -ENOMEM. */
static int sections_make(struct rn_layout *l, const struct rn_wish *w)
{
    size_t step = step_of(l->size, l->page), p = (size_t)l->ranks;
    size_t each = l->n / p + (l->n % p > 0);

    each = (each + step - 1) / step * step;
    l->start = calloc(p + 1, sizeof(*l->start));
    if (l->start == NULL)
        return -ENOMEM;
    for (size_t r = 0; r < p; r++) {
        size_t left = l->n - l->start[r], some = left < each ? left : each;

        l->start[r + 1] =
            l->start[r] + (w->cut == RN_SECTIONS ? w->counts[r] : some);
    }
    return 0;
}

/* Sets l->n. Returns NULL, or the reason why there can be no such array. */
static const char *refused(struct rn_layout *l, const struct rn_wish *w)
{
    if (l->size == 0)
        return "elements have no bytes";
    l->n = w->n;
    if (w->cut == RN_SECTIONS && w->counts == NULL)
        return "no counts";
    for (int r = 0; w->cut == RN_SECTIONS && r < l->ranks; r++) {
        if (w->counts[r] > most || l->n > most)
            return too_large;
        l->n += w->counts[r];
    }
    if (w->cut == RN_BLOCKS) {
        if (w->prows < 1 || w->pcols < 1 || l->ranks % w->pcols != 0 ||
            l->ranks / w->pcols != w->prows)
            return "the number of blocks differs from the number of ranks";
        if (w->ld < w->cols)
            return "rows overlap: ld is less than cols";
        l->rows = w->cols == 0 ? 0 : w->rows;
        if (l->rows > 0 && w->ld > most / l->rows)
            return too_large;
        l->n = l->rows * w->ld;
    }
    return l->n > most / l->size ? too_large : NULL;
}

int rn_layout_make(struct rn_layout *l, const struct rn_wish *wish, size_t size,
                   size_t page, int ranks, const char **why)
{
    const char *reason;
    int rc;

    *l = (struct rn_layout){.size = size,
                            .page = page,
                            .ranks = ranks,
                            .cols = wish->cols,
                            .ld = wish->ld,
                            .prows = wish->prows,
                            .pcols = wish->pcols};
    reason = refused(l, wish);
    if (reason != NULL)
        return al_refuse(-EINVAL, why, reason);
    rc = wish->cut == RN_BLOCKS ? 0 : sections_make(l, wish);
    if (rc == 0)
        rc = cuts_make(l);
    if (rc == 0)
        return 0;
    rn_layout_free(l);
    return al_refuse(rc, why, "out of memory");
}

void rn_layout_free(struct rn_layout *l)
{
    free(l->start);
    free(l->cuts);
    *l = (struct rn_layout){0};
}

uint64_t rn_layout_digest(const struct rn_layout *l)
{
    const size_t values[] = {
        l->n,    l->size, l->page,          l->rows,
        l->cols, l->ld,   (size_t)l->prows, (size_t)l->pcols};
    uint64_t digest = DIGEST_BEGIN;

    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        digest = digest_add(digest, (int64_t)values[i]);
    for (int r = 0; l->start != NULL && r <= l->ranks; r++)
        digest = digest_add(digest, (int64_t)l->start[r]);
    return digest;
}

int rn_layout_homes(const struct rn_layout *l, int rank,
                    struct rn_extents *pages)
{
    rn_extents_clear(pages);
    for (size_t i = 0; i < l->ncuts; i++) {
        const struct rn_cut *c = &l->cuts[i];

        if (c->rank == rank &&
            rn_extents_append(pages, c->page,
                              i + 1 < l->ncuts ? c[1].page : l->pages) != 0)
            return -ENOMEM;
    }
    return 0;
}
