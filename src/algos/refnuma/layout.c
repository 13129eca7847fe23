/* layout.c: homes of pages. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Elements are in sections of ranks, or in blocks of a matrix. A page is at
 * home at the owner of the element that its first byte is in, so that each page
 * has one home. Pure: every rank computes the same without a message.
 */
#include "algos/refnuma/layout.h"

#include <errno.h>
#include <stdlib.h>

#include "algos/param.h"
#include "algos/refnuma/extents.h"
#include "algos/refnuma/runs.h"
#include "lib/digest.h"

/* Words are counted in so many bits (runs.h). */
static const uint64_t most = (uint64_t)RN_WORD << RN_RUN_FIRST_BITS;
static const char too_large[] = "an array has at most 8 TiB";

/* Part `i` of n things cut into equal parts, the first ones one larger where it
 * does not come out even: its first. */
static size_t part_first(size_t n, int parts, int i)
{
    size_t p = (size_t)parts, k = (size_t)i, rest = n % p;

    return n / p * k + (k < rest ? k : rest);
}

/* In which part the thing `at` is. */
static int part_of(size_t n, int parts, size_t at)
{
    size_t p = (size_t)parts, each = n / p, rest = n % p;
    size_t larger = rest * (each + 1); /* things in the larger parts */

    return (int)(at < larger ? at / (each + 1) : rest + (at - larger) / each);
}

/* The rank whose section it is in: the last that starts there or before. */
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

/* The block column of a place in a row. Gaps between rows belong to who owns
 * the row's end. */
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

/* The element after it that is first not to follow it at the same owner. */
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

/* From each page to the first that begins behind its owner's elements. */
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

/* Fills what all layouts have; takes those apart that cannot be. */
static int begin(struct rn_layout *l, size_t n, size_t size, size_t page,
                 int ranks, const char **why)
{
    *l = (struct rn_layout){.n = n, .size = size, .page = page, .ranks = ranks};
    if (size == 0)
        return al_refuse(-EINVAL, why, "elements have no bytes");
    if (n > most / size)
        return al_refuse(-EINVAL, why, too_large);
    return 0;
}

static int end(struct rn_layout *l, int rc, const char **why)
{
    if (rc == 0)
        rc = cuts_make(l);
    if (rc == 0)
        return 0;
    rn_layout_free(l);
    return al_refuse(rc, why, "out of memory");
}

/* Elements of the fewest whole pages that hold a whole number of them. */
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

/* Sections of counts[] elements or, where that is NULL, of `each` and what is
 * left. */
static int sections_make(struct rn_layout *l, size_t n, const size_t counts[],
                         size_t each, size_t size, size_t page, int ranks,
                         const char **why)
{
    int rc = begin(l, n, size, page, ranks, why);

    if (rc != 0)
        return rc;
    l->start = calloc((size_t)ranks + 1, sizeof(*l->start));
    rc = l->start == NULL ? -ENOMEM : 0;
    for (int r = 0; rc == 0 && r < ranks; r++) {
        size_t left = n - l->start[r], some = left < each ? left : each;

        l->start[r + 1] = l->start[r] + (counts != NULL ? counts[r] : some);
    }
    return end(l, rc, why);
}

int rn_layout_even(struct rn_layout *l, size_t n, size_t size, size_t page,
                   int ranks, const char **why)
{
    size_t step = step_of(size, page), p = (size_t)ranks;
    size_t each = n / p + (n % p > 0);

    each = (each + step - 1) / step * step;
    return sections_make(l, n, NULL, each, size, page, ranks, why);
}

int rn_layout_sections(struct rn_layout *l, const size_t counts[], size_t size,
                       size_t page, int ranks, const char **why)
{
    size_t n = 0;

    *l = (struct rn_layout){0};
    for (int r = 0; r < ranks; r++) {
        if (counts[r] > most || n > most)
            return al_refuse(-EINVAL, why, too_large);
        n += counts[r];
    }
    return sections_make(l, n, counts, 0, size, page, ranks, why);
}

int rn_layout_blocks(struct rn_layout *l, size_t rows, size_t cols, size_t ld,
                     int prows, int pcols, size_t size, size_t page, int ranks,
                     const char **why)
{
    int rc;

    *l = (struct rn_layout){0};
    if (prows < 1 || pcols < 1 || ranks % pcols != 0 || ranks / pcols != prows)
        return al_refuse(-EINVAL, why, "there is not one block for each rank");
    if (ld < cols)
        return al_refuse(-EINVAL, why, "rows overlap: ld is less than cols");
    if (cols == 0)
        rows = 0;
    if (rows > 0 && ld > most / rows)
        return al_refuse(-EINVAL, why, too_large);
    rc = begin(l, rows * ld, size, page, ranks, why);
    if (rc != 0)
        return rc;
    l->rows = rows;
    l->cols = cols;
    l->ld = ld;
    l->prows = prows;
    l->pcols = pcols;
    return end(l, 0, why);
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
