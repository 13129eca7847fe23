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
    long pages_local, pages_remote;
};

/* No operation has this number: a set that was never opened. */
#define SB_OP_NONE UINT64_MAX

#endif /* SHMBCAST_HANDLE_H */
