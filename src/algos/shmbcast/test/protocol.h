/* protocol.h: the broadcast's protocol as a machine of small steps. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_PROTOCOL_H
#define SHMBCAST_PROTOCOL_H

#include "search.h"

/*
 * What bcast.c does to shared memory, one access a step, with memory
 * sequentially consistent (doc/shmbcast.md says why acquire and release are
 * enough). All interleavings of the ranks' steps are searched.
 */
enum { PR_RANKS = 3, PR_BUFFERS = 4, PR_SETS = 4, PR_CALLS = 4 };

/* Ways to get it wrong, to see that the search notices; and variants. */
enum pr_bug {
    PR_CORRECT,
    PR_ENTER_EARLY,  /* root does not wait until the set is left */
    PR_NOTIFY_EARLY, /* root notifies before it copies */
    PR_LEAVE_EARLY,  /* reader decrements before its last copy */
    PR_NO_CLEAR,     /* reader leaves its control as it is */
    PR_AHEAD,        /* reader waits for the op after the set's */
    /* harmless, because the controls alone gate the data: */
    PR_OPEN_EARLY,    /* root stores op before nreaders */
    PR_PAPER_INITIAL, /* shm_op[k] == 1 at the start, as printed */
    PR_CONTROLS_ALONE /* readers do not wait for op */
};

struct pr_config {
    int p, s, q;
    int chain; /* tree: 1 chain, 0 flat */
    int ncalls;
    struct {
        int root, nfragments;
    } calls[PR_CALLS];
    enum pr_bug bug;
};

struct search_result pr_search(const struct pr_config *config);

#endif /* SHMBCAST_PROTOCOL_H */
