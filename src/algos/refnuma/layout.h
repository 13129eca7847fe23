/* layout.h: the owner of each element, and the home rank of each page. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_LAYOUT_H
#define REFNUMA_LAYOUT_H

#include <stddef.h>
#include <stdint.h>
#include "algos/refnuma/extents.h"

/* A range of pages with the same home rank: from `page` up to the next cut. */
struct rn_cut {
    uint64_t page;
    int rank;
};

/* The home rank of a page is the owner of the element that contains the page's
 * first byte. Rows and columns are cut into parts whose sizes differ by at most
 * one, larger ones first. The gap between the rows of a matrix belongs to the
 * owner of the last column. Functions are pure. */
struct rn_layout {
    size_t n, size, page; /* elements; bytes of an element; bytes of a page */
    uint64_t pages;       /* number of pages in the array */
    int ranks;
    size_t *start;         /* sections only: first element of each rank, then n;
                            * otherwise NULL */
    size_t rows, cols, ld; /* only for blocks */
    int prows, pcols;
    struct rn_cut *cuts; /* ascending; adjacent cuts have different ranks */
    size_t ncuts;
};

/* How to cut an array: into sections of n / ranks elements, rounded up to whole
 * pages; into sections of counts[rank] elements; or into blocks of a matrix. */
struct rn_wish {
    enum { RN_EVEN, RN_SECTIONS, RN_BLOCKS } cut;
    size_t n;             /* if the layout is RN_EVEN */
    const size_t *counts; /* if the layout is RN_SECTIONS */
    size_t rows, cols, ld;
    int prows, pcols;
};

/* Returns 0, or -ENOMEM or -EINVAL (array too large, impossible blocks) with
 * the reason in *why and nothing to free. An array without elements has no
 * pages. */
int rn_layout_make(struct rn_layout *l, const struct rn_wish *wish, size_t size,
                   size_t page, int ranks, const char **why);
void rn_layout_free(struct rn_layout *l);

/* Returns a digest of the layout, the same for equal layouts. */
uint64_t rn_layout_digest(const struct rn_layout *l);

/* Returns the block of a rank, for layouts of blocks. */
void rn_layout_block(const struct rn_layout *l, int rank, size_t *row,
                     size_t *rows, size_t *col, size_t *cols);
int rn_layout_owner(const struct rn_layout *l, size_t element);
int rn_layout_home(const struct rn_layout *l, uint64_t page);
/* Sets *pages to the pages whose home is the rank. Returns 0 or -ENOMEM. */
int rn_layout_homes(const struct rn_layout *l, int rank,
                    struct rn_extents *pages);

#endif /* REFNUMA_LAYOUT_H */
