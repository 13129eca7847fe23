/* sets.h: the sets of messages of a rank, each stored once, and counts of
 * messages and calls. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_SETS_H
#define RECORD_SETS_H

#include "intern.h"

struct amount {
    int64_t messages, bytes;
};

static inline void amount_add(struct amount *a, int64_t messages, int64_t bytes)
{
    a->messages += messages;
    a->bytes += bytes;
}

/* Amounts of messages: all, recorded, and not recorded, by reason. */
enum amount_of {
    AMOUNT_SENT,
    AMOUNT_TAKEN,     /* recorded in the files */
    AMOUNT_INSIDE,    /* omitted because they are within a node */
    AMOUNT_UNWRITTEN, /* not written because of too many files */
    AMOUNT_MEMORY,    /* not stored because of the memory limit */
    AMOUNT_INTER,     /* sent on an intercommunicator, or to another
                       * MPI_COMM_WORLD */
    NAMOUNTS
};

/* Numbers of calls that are not messages, and of messages not fully known. */
enum number_of {
    CALLS_COLLECTIVE,
    CALLS_ONE_SIDED,
    CALLS_PARTITIONED,
    SENDS_CANCELLED,
    RECEIVES_FREED, /* freed before it was known what they received */
    REQUESTS_OPEN,  /* not complete at the end of the program */
    SENDS_UNMATCHED,
    RECEIVES_UNMATCHED,
    NNUMBERS
};

struct tally {
    struct amount amount[NAMOUNTS];
    int64_t number[NNUMBERS];
};

/* Identifies a message in the set of a rank. */
struct envelope {
    int peer; /* destination or source, a rank of MPI_COMM_WORLD */
    int tag;
    uint64_t comm; /* id of the communicator, the same on all ranks */
};

/*
 * Format of a set as a vector: the number of its sends; then for each send, in
 * the order of the calls, peer, tag, comm, bytes, count; then for each receive,
 * sorted, peer, tag, comm, count.
 */
enum { SEND_WORDS = 5, RECEIVE_WORDS = 4 };

/* Entry of a history that is not a set but a collective call that synchronizes
 * all ranks of MPI_COMM_WORLD. */
#define SETS_MARK UINT32_MAX

struct sets {
    struct intern unique;
    uint32_t *history; /* numbers of the ended sets, and marks */
    size_t nhistory, history_max;
    struct words sends, receives; /* messages of the current set */
    size_t limit;                 /* maximum bytes of this structure */
    bool limit_reached;           /* the limit is reached: store nothing more */
    struct amount dropped;        /* messages sent after that */
};

/* Add a sent or received message to the current set; remove a cancelled one. */
void sets_send(struct sets *s, const struct envelope *e, int64_t bytes);
void sets_receive(struct sets *s, const struct envelope *e);
void sets_unsend(struct sets *s, const struct envelope *e, int64_t bytes);

/* Ends the current set when no request is open. Ignores an empty set. */
void sets_end(struct sets *s);

void sets_mark(struct sets *s);

void sets_free(struct sets *s);

#endif /* RECORD_SETS_H */
