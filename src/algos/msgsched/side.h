/* side.h: what a rank sends, or receives, in the order of the wire. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_SIDE_H
#define MSGSCHED_SIDE_H

#include "algos/msgsched/msgsched.h"

/* A datatype, and how its elements are copied. */
struct ms_shape {
    MPI_Datatype type;
    MPI_Count size, extent;
    MPI_Aint first; /* of the data in an element */
    bool dense;     /* elements are one run of bytes */
};

/* A message, with the bytes that are sent: whole elements where it is sent. */
struct ms_piece {
    MPI_Aint displ;
    int64_t bytes;
    int shape;
    int index; /* in the caller's list */
};

/* A message on the wire: n pieces from the first on. */
struct ms_wire {
    int peer;
    bool packed;
    bool shared; /* for several ranks of a node: peer is the one that carries it
                  */
    size_t first, n;
    int64_t bytes;
    size_t stage; /* where it is packed, if it is */
};

struct ms_side {
    struct ms_piece *pieces;
    struct ms_wire *wires;
    struct ms_shape *shapes;
    size_t npieces, nwires, nshapes, room;
    char *stage;
    size_t nstage;
};

/* Shape of a type, as an index; -1: no memory. */
int ms_shape(struct ms_side *side, MPI_Datatype type);

/* Gives every packed wire message its place in side->stage. False: no memory.
 */
bool ms_side_stage(struct ms_side *side);
void ms_side_free(struct ms_side *side);

/* The MPI calls take an int: for more elements a type of all of them, to be
 * freed after use; else MPI_DATATYPE_NULL. */
int ms_large_type(MPI_Datatype type, MPI_Count count, MPI_Datatype *large);

#endif /* MSGSCHED_SIDE_H */
