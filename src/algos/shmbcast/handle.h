/* handle.h: the fields of a handle and the layout of the shared segment
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

/* Distance in bytes between words that must not share a cache line: lines have
 * 64 or 128 bytes, and processors often fetch 64-byte lines in pairs. */
enum { SB_LINE = 128 };

/* Control words of one set of buffers: the operation that uses the set, and the
 * number of ranks that still read it. Each set has its own page. */
struct sb_set {
    _Alignas(SB_LINE) _Atomic uint64_t op;
    _Alignas(SB_LINE) _Atomic uint64_t nreaders;
};

_Static_assert(sizeof(struct sb_set) < 4096,
               "a set is smaller than the smallest page");

/* locks of the C library are not shared between processes */
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "64-bit atomics are lock-free");

typedef _Atomic uint64_t sb_control_t;

/* Layout of the segment as byte offsets; blocks are whole pages of w bytes. */
struct sb_layout {
    size_t page; /* w, bytes of a page */
    size_t sets; /* offset of the q set pages, which follow leaders[p] */
    size_t data; /* offset of a queue's fragments, after its controls */
    size_t f;
    /* position and size of the queues: the first queue, rank 0's, follows the
     * set pages; each queue has s * (w + f) bytes */
    struct sb_extent extent;
};

/* Fills in the layout; [params] are already checked. Returns 0 or
 * -EOVERFLOW. */
int sb_layout_init(struct sb_layout *l, const struct shmbcast_params *params,
                   int nranks);

static inline struct sb_set *sb_set(char *base, const struct sb_layout *l,
                                    unsigned set)
{
    return (struct sb_set *)(base + l->sets + set * l->page);
}

/*
 * Returns the control word of buffer [index] of [rank]. Each control word has
 * its own page. Neighbouring control words have different offsets in their
 * pages, because words exactly one page apart compete for the same cache sets.
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
    /* fields that calls only read */
    char *base; /* start of the segment, NULL before it is mapped */
    struct sb_layout layout;
    struct sb_tree tree;
    struct sb_waiter waiter;
    int rank, size;
    unsigned nsets, set_len; /* number of sets q; buffers of a set, s / q */

    /* fields that calls change */
    uint64_t op;  /* number of sets opened so far, the same on all ranks */
    unsigned set; /* op % nsets, kept to avoid a division */
    struct sb_messages messages;

    struct shmbcast_params params;
    int node; /* NUMA node on which the rank allocated its pages */
};

/* Called by the root: waits until all readers have left the set, then opens it
 * for operation [op] >= 1. */
static inline void sb_set_open(const struct shmbcast *h, struct sb_set *set,
                               uint64_t op)
{
    /* pairs with the decrements in sb_set_leave() */
    sb_wait_equal(&set->nreaders, 0, &h->waiter);
    /* relaxed: the release store below publishes it */
    atomic_store_explicit(&set->nreaders, (uint64_t)h->size - 1,
                          memory_order_relaxed);
    /* release: readers that see op see nreaders; pairs with the wait for op */
    atomic_store_explicit(&set->op, op, memory_order_release);
}

/*
 * Called by a reader that no longer needs the set. A single reader stores 0
 * instead of decrementing, because an atomic decrement waits for the cache line
 * and for all earlier stores. Some of those go to the user's buffer, whose
 * lines may still have to come from memory.
 */
static inline void sb_set_leave(const struct shmbcast *h, struct sb_set *set)
{
    /* release: comes after reading the data and clearing the controls; pairs
     * with the next root's wait for 0 */
    if (h->size == 2)
        atomic_store_explicit(&set->nreaders, 0, memory_order_release);
    else
        atomic_fetch_sub_explicit(&set->nreaders, 1, memory_order_release);
}

/*
 * Functions of create.c for a queue in a segment. sb_queue_lay_out() computes
 * the layout from params, rank and size, and returns 0 or -EOVERFLOW. Then
 * sb_queue_init() builds the tree, and returns 0 or -ENOMEM; sb_tree_fini()
 * frees the tree. The queues' memory must be zero before its first use.
 */
int sb_queue_lay_out(struct shmbcast *h);
int sb_queue_init(struct shmbcast *h);

/* In bcast.c: send or receive a message of [nbytes] through the root's queue.
 * The receiver's buffer has room for [nbytes]. */
int sb_queue_send(struct shmbcast *h, struct sb_stream *st, size_t nbytes);
int sb_queue_receive(struct shmbcast *h, struct sb_stream *st, size_t nbytes,
                     int root);

#endif /* SHMBCAST_HANDLE_H */
