/* round.h: the parts of a barrier, for one array. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_ROUND_H
#define REFNUMA_ROUND_H

#include "array.h"

/*
 * Round 1: every rank sends what it changed in pages of others to their homes,
 * and which it touched. All meet. Round 2, if there is anything: the owner
 * sends what changed in its pages, by itself or by others, to those who touched
 * them, the writer included, whose value may have been overwritten; and whole
 * pages to those who touched them for the first time.
 */

/* What a message has, in the lowest bits of its tag; above them the array. */
enum rn_message_kind {
    RN_DIFF, /* round 1: words, or with combine=add differences, to their home
              */
    RN_TOUCHED, /* round 1: pages, to their home */
    RN_DROPPED, /* round 1: pages that are unsubscribed, to their home */
    RN_UPDATE   /* round 2: words, to who touched them */
};

/* What ranks tell each other in the meeting. */
enum rn_bits {
    RN_MINE = 1,   /* words of own pages that others touched have changed */
    RN_SENT = 2,   /* messages of round 1 were sent */
    RN_STORES = 4, /* RN_DIFF among them */
    RN_FAILED = 8  /* this rank has failed */
};

/* Failures are noted in the context. */

/* Finds what was touched and written since the last barrier. True: anything. */
bool rn_round_diff(struct refnuma_array *a);
/* Messages of round 1, if there is anything. Bits. */
uint32_t rn_round_send(struct refnuma_array *a);
/* Messages of round 2. */
void rn_round_update(struct refnuma_array *a);
/* Behind round 2, or where there was none. */
void rn_round_finish(struct refnuma_array *a);

/* Sends a message with the runs, out of the mirror; or pages. */
void rn_send_runs(struct refnuma_array *a, int rank, enum rn_message_kind kind,
                  const struct rn_runs *runs);
void rn_send_pages(struct refnuma_array *a, int rank, enum rn_message_kind kind,
                   const struct rn_extents *pages);
/* Takes one, in both rounds: rn_message_fn of a context. */
void rn_round_receive(void *context, int from, uint32_t tag, const void *data,
                      size_t bytes);

#endif /* REFNUMA_ROUND_H */
