/* auto_ring.h: the rings of shmbcast_auto as a machine. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_RING_MACHINE_H
#define SHMBCAST_AUTO_RING_MACHINE_H

#include "auto_model.h"

/* Positions count units; a root's pieces are of one, others take what there
 * is. That a slot is not used too early is another machine's concern. */
enum { AR_UNITS = 3, AR_CALLS = 3 };

enum role {
    ROOT,
    READER,
    RELAY, /* leader of a group that the root is not in */
    ROLES
};

enum step {
    RETURN,
    TOLD,      /* wait for the slot of the one to read from */
    TELL,      /* store the own slot's word, once a call */
    LAY,       /* where rings are not as large as in the last call, wait until
                * all are through with that */
    LOOP,      /* until ... */
    AGAIN,     /* ... the message is through */
    AVAILABLE, /* wait for a head, unless the slot told of the first piece */
    CLAIM,     /* wait for tails, rank by rank, unless they are known */
    WRITE,     /* begin to write into the own ring */
    WRITTEN,   /* end */
    HEAD,      /* store head */
    COPY,      /* begin to read from the source's ring */
    COPIED,    /* end */
    TAIL,      /* store tail */
    PASS,      /* store tail: all of the message */
    /* in variants only */
    LAY_OWN,       /* the same, of the last call with this root */
    AVAILABLE_ANY, /* take a unit whether it is there or not */
    CLAIM_ONE_OFF, /* as if the ring had one unit more */
    CLAIM_GROUP,   /* wait for the own group alone */
    CLAIM_ROOT,    /* wait for the root of this call too */
    CLAIM_FREE,    /* believe that the root is as far as the others */
    PASS_SILENTLY, /* store no tail */
    PASS_SHORT,    /* do not count the last unit */
};

struct ar_shape {
    int units[AR_CALLS], length[AR_CALLS]; /* of rings, of messages, by call */
};

extern const char ar_stale[], ar_torn[];

extern const struct am_machine ar_rings;

#endif /* SHMBCAST_AUTO_RING_MACHINE_H */
