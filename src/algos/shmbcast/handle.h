/* handle.h: what a handle holds. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_HANDLE_H
#define SHMBCAST_HANDLE_H

#include "layout.h"
#include "shmbcast.h"
#include "stream.h"
#include "tree.h"
#include "wait.h"

enum { SB_NBASIC = 4 };

/* A predefined type without gaps. */
struct sb_basic {
    MPI_Datatype type; /* MPI_DATATYPE_NULL: none */
    size_t size;
};

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
    struct sb_basic basic[SB_NBASIC]; /* seen last, in a ring */
    unsigned next_basic;
    struct sb_stage stage;

    struct shmbcast_params params;
    long pages_local, pages_remote;
};

/* No operation has this number: a set that was never opened. */
#define SB_OP_NONE UINT64_MAX

/*
 * Set up [st] for [count] elements of [type] at [buf] and compute the bytes of
 * the message. MPI_SUCCESS, MPI_ERR_TYPE or MPI_ERR_COUNT. Local.
 */
int sb_message(struct shmbcast *h, void *buf, MPI_Count count,
               MPI_Datatype type, struct sb_stream *st, size_t *nbytes);

#endif /* SHMBCAST_HANDLE_H */
