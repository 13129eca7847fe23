/* comms.h: communicators, known by the same numbers on all of their ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_COMMS_H
#define RECORD_COMMS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

struct comm {
    uint64_t id;
    uint64_t children; /* communicators made of it so far */
    bool inter;        /* an intercommunicator: its messages are not taken */
    bool everybody;    /* has all ranks of MPI_COMM_WORLD */
    int size;
    int *
        world; /* rank in MPI_COMM_WORLD of each of its own, or MPI_UNDEFINED */
    int holders;
};

/* What is known of a communicator, with the caller as one more holder; NULL
 * where it is none, there is no memory, or MPI_Init was not called. */
struct comm *comms_find(MPI_Comm comm);
void comms_drop(struct comm *c); /* or NULL */

/* Rank of MPI_COMM_WORLD, or -1: no rank, or one of another MPI_COMM_WORLD. */
int comms_world_rank(const struct comm *c, int rank);

/* All ranks of [parent] have made a communicator of it, this one or, for some
 * of them, none (MPI_COMM_NULL). */
void comms_made(MPI_Comm parent, MPI_Comm made);

#endif /* RECORD_COMMS_H */
