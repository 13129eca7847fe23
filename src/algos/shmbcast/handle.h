/* handle.h: what a handle holds, and what lies where in the shared segment
 * (section 4.1, figure 1). */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_HANDLE_H
#define SHMBCAST_HANDLE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "team.h"
#include "shmbcast.h"
#include "stream.h"
#include "tree.h"
#include "wait.h"

/* Distance that keeps words off each other's cache line: lines have 64 or 128
 * bytes, and those of 64 are often fetched in pairs. */
enum { SB_LINE = 128 };

/* One set of buffers, on a page of its own; each word on its own line. */
struct sb_set {
    _Alignas(SB_LINE) _Atomic uint64_t op;
    _Alignas(SB_LINE) _Atomic uint64_t nreaders;
};

_Static_assert(sizeof(struct sb_set) < 4096,
               "a set and the end of the head fit the smallest page");

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

struct shmbcast {
    /* what every call reads */
    char *base; /* of the segment, NULL before it is mapped */
    struct sb_layout layout;
    struct sb_tree tree;
    struct sb_waiter waiter;
    int rank, size;
    unsigned nsets, set_len; /* q and s / q */

    /* what calls change */
    uint64_t op;  /* sets opened so far, on all ranks the same */
    unsigned set; /* op % nsets, kept because a division takes its time */
    struct sb_messages messages;

    struct shmbcast_params params;
    int node; /* on which the rank took its pages */
};

/* The root opens a set for an operation, from 1 on, when all have left it. */
static inline void sb_set_open(const struct shmbcast *h, struct sb_set *set,
                               uint64_t op)
{
    /* pairs with the decrements in sb_set_leave() */
    sb_wait_equal(&set->nreaders, 0, &h->waiter);
    /* relaxed: published by the store that follows */
    atomic_store_explicit(&set->nreaders, (uint64_t)h->size - 1,
                          memory_order_relaxed);
    /* release: nreaders before op; pairs with the readers' wait for op */
    atomic_store_explicit(&set->op, op, memory_order_release);
}

/*
 * A reader needs nothing of the set any more. The only one takes the counter
 * from 1 to 0, for which it needs no read-modify-write: that would wait for the
 * line, and for all stores before it, of which those to the user's buffer may
 * have to fetch lines from memory.
 */
static inline void sb_set_leave(const struct shmbcast *h, struct sb_set *set)
{
    /* release: our reads and cleared controls come before; pairs with the wait
     * for 0 of the set's next root */
    if (h->size == 2)
        atomic_store_explicit(&set->nreaders, 0, memory_order_release);
    else
        atomic_fetch_sub_explicit(&set->nreaders, 1, memory_order_release);
}

/* create.c: parameters as they were [given] are the same on all ranks, and as
 * they are [used] they are sound. Collective. */
int sb_params_agree(struct sb_agree *a, const struct shmbcast_params *given,
                    const struct shmbcast_params *used);

/*
 * Queues in a segment: create.c. sb_queue_lay_out() fills in what follows from
 * params, rank and size; 0 or -EOVERFLOW. Then sb_queue_init() makes the tree,
 * 0 or -ENOMEM, freed by sb_tree_fini(). Queues begin as zero, as new memory
 * does.
 */
int sb_queue_lay_out(struct shmbcast *h);
int sb_queue_init(struct shmbcast *h);

/* The root's and the others' part of a message; the latter have room for
 * [nbytes]: bcast.c. */
int sb_queue_send(struct shmbcast *h, struct sb_stream *st, size_t nbytes);
int sb_queue_receive(struct shmbcast *h, struct sb_stream *st, size_t nbytes,
                     int root);

#endif /* SHMBCAST_HANDLE_H */
