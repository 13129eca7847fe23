/* layout.h: what lies where in the shared segment (section 4.1, figure 1). */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_LAYOUT_H
#define SHMBCAST_LAYOUT_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "segment.h"
#include "shmbcast.h"

/* Distance that keeps words off each other's cache line: lines have 64 or 128
 * bytes, and those of 64 are often fetched in pairs. */
enum { SB_LINE = 128 };

/*
 * One set of buffers, on a page of its own; each word on its own line.
 * [cookie] is ours: it proves to the other ranks that they opened rank 0's
 * segment and not some other file.
 */
struct sb_set {
    _Alignas(SB_LINE) _Atomic uint64_t op;
    _Alignas(SB_LINE) _Atomic uint64_t nreaders;
    _Alignas(SB_LINE) uint64_t cookie;
};

_Static_assert(sizeof(struct sb_set) <= 4096, "a set fits the smallest page");

/* a lock of the C library would not be shared between processes */
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "64-bit atomics are lock-free");

typedef _Atomic uint64_t sb_control_t;

/* Byte offsets; every block is a whole number of pages of w bytes. */
struct sb_layout {
    size_t page; /* w */
    size_t sets; /* q set pages, after leaders[p] */
    size_t data; /* from a queue's begin (its controls) to its fragments */
    size_t f;
    /* the queue of rank 0 after the set pages; each has s * (w + f) bytes */
    struct sb_extent extent;
};

/* 0 or -EOVERFLOW. Parameters are checked already. */
int sb_layout_init(struct sb_layout *l, const struct shmbcast_params *params,
                   int nranks);

static inline struct sb_set *sb_set(char *base, const struct sb_layout *l,
                                    unsigned set)
{
    return (struct sb_set *)(base + l->sets + set * l->page);
}

/*
 * Control of buffer [index] of [rank]. It has the page for itself; the line in
 * the page differs between neighbours because words one page apart would all
 * fall into the same few lines of the caches.
 */
static inline sb_control_t *sb_control(char *base, const struct sb_layout *l,
                                       int rank, unsigned index)
{
    size_t line = ((unsigned)rank + index) * SB_LINE & (l->page - 1);

    return (sb_control_t *)(base + l->extent.head +
                            (size_t)rank * l->extent.stride + index * l->page +
                            line);
}

static inline char *sb_fragment(char *base, const struct sb_layout *l, int rank,
                                unsigned index)
{
    return base + l->extent.head + (size_t)rank * l->extent.stride + l->data +
           index * l->f;
}

#endif /* SHMBCAST_LAYOUT_H */
