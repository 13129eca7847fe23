/* mailbox.h: ranks send others records of one size that these do not expect. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_MAILBOX_H
#define MSGSCHED_MAILBOX_H

#include "plan.h"

/* Record i goes to rank to[i]. */
struct ms_outbox {
    const void *records;
    const int *to;
    size_t n, size;
};

/* What one source sent: records from the first on, in the order in which it has
 * them. */
struct ms_source {
    int rank;
    size_t first, n;
};

struct ms_inbox {
    struct ms_source *sources; /* in the order of their ranks */
    void *records;
    size_t nsources, nrecords, room;
};

/* Collective. What a rank could not do is noted; not MPI_SUCCESS on any rank:
 * on all of them, and nothing was sent. *in is to be freed in any case. */
int ms_mailbox_exchange(const struct msgsched_plan *plan,
                        const struct ms_outbox *out, struct ms_inbox *in,
                        struct ms_agree *a);
void ms_inbox_free(struct ms_inbox *in);

#endif /* MSGSCHED_MAILBOX_H */
