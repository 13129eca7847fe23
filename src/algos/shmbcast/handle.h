/* handle.h: what a handle holds. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_HANDLE_H
#define SHMBCAST_HANDLE_H

#include "layout.h"
#include "message.h"
#include "shmbcast.h"
#include "tree.h"
#include "wait.h"

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
    struct sb_pages pages;
};

/* No operation has this number: a set that was never opened. */
#define SB_OP_NONE UINT64_MAX

/* The root opens a set for an operation, when all have left it. */
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

/*
 * Queues in a segment: create.c. sb_queue_lay_out() fills in what follows from
 * params, rank and size; 0 or -EOVERFLOW. Then sb_queue_init() makes the tree,
 * 0 or -ENOMEM, freed by sb_tree_fini(). When the segment is mapped at base,
 * rank 0 closes all sets before anybody uses them.
 */
int sb_queue_lay_out(struct shmbcast *h);
int sb_queue_init(struct shmbcast *h);
void sb_queue_close_sets(struct shmbcast *h);

/* The root's and the others' part of a message; the latter have room for
 * [nbytes]: bcast.c. */
int sb_queue_send(struct shmbcast *h, struct sb_stream *st, size_t nbytes);
int sb_queue_receive(struct shmbcast *h, struct sb_stream *st, size_t nbytes,
                     int root);

#endif /* SHMBCAST_HANDLE_H */
