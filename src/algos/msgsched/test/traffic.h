/* traffic.h: random messages between all ranks, with known contents. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_TRAFFIC_H
#define MSGSCHED_TRAFFIC_H

#include "../msgsched.h"

enum traffic_way {
    TRAFFIC_ANY,
    TRAFFIC_FROM_0,
    TRAFFIC_TO_0,
    TRAFFIC_UP /* from each rank to the next; the last sends nothing */
};

/* Parameters of random traffic. All ranks generate the same messages from a
 * seed. */
struct traffic_kind {
    unsigned seed;
    int messages; /* number of messages of all ranks together */
    int64_t most; /* maximum bytes of a message */
    bool types;   /* derived datatypes, which may differ between sender and
                     receiver */
    bool longer;  /* receives longer than their messages */
    bool absent;  /* also messages to and from MPI_PROC_NULL */
    bool idle;    /* half of the ranks have no messages */
    enum traffic_way way;
};

/* This rank's messages and buffers. */
struct traffic {
    int nsend, nrecv;
    struct msgsched_message *sends, *recvs;
    char *sendbuf, *recvbuf, *expected;
    size_t sendsize, recvsize;
    struct drawn *drawn;  /* messages of all ranks, and of MPI_PROC_NULL */
    int *sendid, *recvid; /* index in drawn[] of each message of this rank */
};

void traffic_open(struct traffic *t, const struct traffic_kind *kind);
void traffic_close(struct traffic *t);

/* Fills the send buffer with the data of round k, and the receive buffer with a
 * known pattern. */
void traffic_fill(struct traffic *t, unsigned k);
/* True if all data of round k arrived and no other byte of the receive buffer
 * has changed. */
bool traffic_same(struct traffic *t, unsigned k);

/* Frees the datatypes of all layouts. Later use makes them again. */
void traffic_types_free(void);

#endif /* MSGSCHED_TRAFFIC_H */
