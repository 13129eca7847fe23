/* traffic.h: random messages between all ranks, whose bytes are known. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_TRAFFIC_H
#define MSGSCHED_TRAFFIC_H

#include "../msgsched.h"

enum traffic_way {
    TRAFFIC_ANY,
    TRAFFIC_FROM_0,
    TRAFFIC_TO_0,
    TRAFFIC_UP /* to the next rank, and none from the last */
};

/* What kinds of traffic there are; every rank makes the same from a seed. */
struct traffic_kind {
    unsigned seed;
    int messages; /* of all ranks together */
    int64_t most; /* bytes of one */
    bool types;   /* derived datatypes, other ones on the other side */
    bool longer;  /* receives longer than their messages */
    bool absent;  /* messages to and from MPI_PROC_NULL too */
    bool idle;    /* half of the ranks have nothing to do */
    enum traffic_way way;
};

/* This rank's part of it, with buffers. */
struct traffic {
    int nsend, nrecv;
    struct msgsched_message *sends, *recvs;
    char *sendbuf, *recvbuf, *expected;
    size_t sendsize, recvsize;
    int *sendid, *recvid; /* which message of all each one is; -1: none */
    int64_t *recvbytes;   /* what comes */
};

void traffic_open(struct traffic *t, const struct traffic_kind *kind);
void traffic_close(struct traffic *t);

/* Stamp what is sent in round k, and poison where it is received. */
void traffic_fill(struct traffic *t, unsigned k);
/* Has all of round k arrived, and nothing else been written? */
bool traffic_same(struct traffic *t, unsigned k);

/* Types of this program; to be freed before MPI is finalized. */
void traffic_types_free(void);

#endif /* MSGSCHED_TRAFFIC_H */
