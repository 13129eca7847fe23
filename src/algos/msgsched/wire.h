/* wire.h: messages as MPI is given them: datatypes, packing, posting. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_WIRE_H
#define MSGSCHED_WIRE_H

#include "algos/gpu.h"
#include "algos/msgsched/agree.h"

/* Buffers begin at cache lines, and take whole ones. */
enum { MS_LINE = 64 };

static inline size_t ms_lines(size_t bytes)
{
    return (bytes + MS_LINE - 1) / MS_LINE * MS_LINE;
}

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

/* A wire message, one send and one receive of MPI: n pieces from the first on.
 * It is packed in the side's stage; or one element of a derived datatype of all
 * its pieces; or one piece, sent from where it lies. One without pieces is a
 * token. */
struct ms_wire {
    int peer;
    bool packed;
    bool own;    /* the type is freed with the side */
    bool shared; /* for several ranks of a node: peer is their leader */
    size_t first, n;
    int64_t bytes;
    /* arguments of MPI: */
    MPI_Aint at; /* from the buffer's base on; if it is packed, in the stage */
    int count;
    MPI_Datatype type;
};

/* What a rank sends, or receives, in the order in which it is posted. */
struct ms_side {
    struct ms_piece *pieces;
    struct ms_wire *wires;
    struct ms_shape *shapes;
    size_t npieces, nwires, nshapes;
    char *stage;
};

/* Room for so many pieces, and one more wire message. */
void ms_side_open(struct ms_side *side, size_t pieces, struct ms_agree *a);
void ms_side_free(struct ms_side *side);

/* Shape of a type of one more piece, as an index. */
int ms_shape(struct ms_side *side, MPI_Datatype type);

/*
 * Gives every wire message its arguments of MPI, and those that are packed
 * their places in side->stage. With `join` there is one for each peer: they are
 * sorted by peer, and each becomes an element of a datatype of its own. Where a
 * message ends within an element of its receive no type says so: that wire
 * message is packed, and refused if it has over INT_MAX bytes.
 */
void ms_side_ready(struct ms_side *side, bool join, struct ms_agree *a);

/* Address of the byte at displ from base, which may be MPI_BOTTOM. */
static inline char *ms_address(const void *base, MPI_Aint displ)
{
    return (char *)((uintptr_t)base + (uintptr_t)displ); // NOLINT
}

/* What MPI sends from, or receives into. */
static inline char *ms_wire_at(const struct ms_side *side,
                               const struct ms_wire *w, const void *base)
{
    return ms_address(w->packed ? side->stage : base, w->at);
}

/* Copies the pieces of wire message w between where they lie, from base on, and
 * its place in side->stage. comm is for MPI_Pack(). MPI_SUCCESS or an error. */
int ms_pack(const struct ms_side *side, const struct ms_wire *w,
            const void *base, MPI_Comm comm);
int ms_unpack(const struct ms_side *side, const struct ms_wire *w, void *base,
              MPI_Comm comm);

/*
 * The time of copies in a simulation, where they take none by themselves: that
 * of the bytes and of a cache line more for each message. The platform says how
 * fast that is: a flop of its hosts is a byte copied, `speed` what one core
 * copies in a second, and `core` how many copies go at that speed at a time.
 * Does nothing where time is real.
 */
void ms_charge(size_t messages, size_t bytes);

/* MPI_Isend(), MPI_Irecv(), or what makes a request that is started later. */
typedef int ms_send_fn(const void *buf, int count, MPI_Datatype type, int dest,
                       int tag, MPI_Comm comm, MPI_Request *request);
typedef int ms_receive_fn(void *buf, int count, MPI_Datatype type, int source,
                          int tag, MPI_Comm comm, MPI_Request *request);

/* Does the first message of the side that is not empty lie in memory of a
 * device? `driver` asks CUDA; NULL: the program has not loaded that. */
bool ms_on_device(al_gpu_fn *driver, const struct ms_side *side,
                  const void *base);

#endif /* MSGSCHED_WIRE_H */
