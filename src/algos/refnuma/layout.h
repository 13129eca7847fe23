/* layout.h: whose an element is, and at which rank a page is at home. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_LAYOUT_H
#define REFNUMA_LAYOUT_H

#include <stddef.h>
#include <stdint.h>
#include "algos/refnuma/extents.h"

/* Pages from this one on, up to the next cut, are at home at that rank. */
struct rn_cut {
    uint64_t page;
    int rank;
};

/* A page is at home at the owner of its first element, the one that its first
 * byte belongs to. Rows and columns are cut into equal parts, the first ones
 * one larger where it does not come out even. The gap between the rows of a
 * matrix belongs to the last column's owner. Pure. */
struct rn_layout {
    size_t n, size, page; /* elements; bytes of one; bytes of a page */
    uint64_t pages;       /* that hold all elements */
    int ranks;
    size_t *start;         /* sections: of each rank and, at last, n; or NULL */
    size_t rows, cols, ld; /* blocks */
    int prows, pcols;
    struct rn_cut *cuts; /* ascending pages; neighbours differ in rank */
    size_t ncuts;
};

/* How an array is to be cut: into sections of n / ranks elements, rounded up to
 * whole pages, or of counts[rank] elements; or into blocks of a matrix. */
struct rn_wish {
    enum { RN_EVEN, RN_SECTIONS, RN_BLOCKS } cut;
    size_t n;             /* RN_EVEN */
    const size_t *counts; /* RN_SECTIONS */
    size_t rows, cols, ld;
    int prows, pcols;
};

/* 0, or -ENOMEM or -EINVAL (too large, no such blocks) with *why, and nothing
 * to be freed. Without elements there are no pages. */
int rn_layout_make(struct rn_layout *l, const struct rn_wish *wish, size_t size,
                   size_t page, int ranks, const char **why);
void rn_layout_free(struct rn_layout *l);

/* Equal layouts have equal digests. */
uint64_t rn_layout_digest(const struct rn_layout *l);

/* The block of a rank, of blocks. */
void rn_layout_block(const struct rn_layout *l, int rank, size_t *row,
                     size_t *rows, size_t *col, size_t *cols);
int rn_layout_owner(const struct rn_layout *l, size_t element);
int rn_layout_home(const struct rn_layout *l, uint64_t page);
/* Sets *pages to those at home at a rank. 0 or -ENOMEM. */
int rn_layout_homes(const struct rn_layout *l, int rank,
                    struct rn_extents *pages);

#endif /* REFNUMA_LAYOUT_H */
