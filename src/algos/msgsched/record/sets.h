/* sets.h: the sets of messages that a rank has had, each kept once, and what is
 * counted. */
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

/* Messages, and why they are not in the files. */
enum amount_of {
    AMOUNT_SENT,
    AMOUNT_TAKEN,     /* in the files */
    AMOUNT_INSIDE,    /* inside a node */
    AMOUNT_UNWRITTEN, /* there were too many files */
    AMOUNT_MEMORY,    /* there was no memory for them */
    AMOUNT_INTER, /* by an intercommunicator, or to another MPI_COMM_WORLD */
    NAMOUNTS
};

/* What is no message, or cannot be told. */
enum number_of {
    CALLS_COLLECTIVE,
    CALLS_ONE_SIDED,
    CALLS_PARTITIONED,
    SENDS_CANCELLED,
    RECEIVES_FREED, /* before it was known what they receive */
    REQUESTS_OPEN,  /* in the end */
    SENDS_UNMATCHED,
    RECEIVES_UNMATCHED,
    NNUMBERS
};

struct tally {
    struct amount amount[NAMOUNTS];
    int64_t number[NNUMBERS];
};

/* What a message is matched by, beside the rank whose set it is in. */
struct envelope {
    int peer; /* rank of MPI_COMM_WORLD that it goes to or comes from */
    int tag;
    uint64_t comm; /* the same number on all ranks of a communicator */
};

/*
 * A set as a vector: the number of its sends; of each in the order of the calls
 * peer, tag, comm, bytes, count; of its receives, sorted, peer, tag, comm,
 * count.
 */
enum { SEND_WORDS = 5, RECEIVE_WORDS = 4 };

/* In a history: not a set, but a collective call that all ranks of
 * MPI_COMM_WORLD wait in. */
#define SETS_MARK UINT32_MAX

struct sets {
    struct intern unique;
    uint32_t *history; /* sets in the order of their ends, and marks */
    size_t nhistory, history_max;
    struct words sends, receives; /* of the set that has not ended */
    size_t limit;                 /* bytes that all this may take */
    bool limit_reached;           /* then nothing more is kept, and this */
    struct amount dropped;        /* counts the messages sent since */
};

/* A message is sent, has been received, was not sent after all (cancelled). */
void sets_send(struct sets *s, const struct envelope *e, int64_t bytes);
void sets_receive(struct sets *s, const struct envelope *e);
void sets_unsend(struct sets *s, const struct envelope *e, int64_t bytes);

/* No request is open any more. A set without messages is none. */
void sets_end(struct sets *s);

void sets_mark(struct sets *s);

void sets_free(struct sets *s);

#endif /* RECORD_SETS_H */
