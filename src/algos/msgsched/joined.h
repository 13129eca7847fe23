/* joined.h: all messages between two ranks as one derived datatype. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_JOINED_H
#define MSGSCHED_JOINED_H

#include "plan.h"

/* For each rank that there are messages with: the pieces of one wire message,
 * as an element of a type at sendbase or recvbase. */
struct ms_joined {
    MPI_Datatype *type;
    size_t n;
};

/* The wire messages of a side, one for each peer (MS_CUT_PEER), are sorted by
 * peer, and each of them becomes a type. Where a message ends within an
 * element of its receive no type says so: that peer's are packed, INT_MAX bytes
 * at most. Notes in a what it could not. */
void ms_joined_open(struct ms_joined *joined, struct ms_side *side,
                    struct ms_agree *a);
void ms_joined_close(struct ms_joined *joined);

#endif /* MSGSCHED_JOINED_H */
