/* wire.h: wire messages as arguments of MPI calls; packing and unpacking. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_WIRE_H
#define MSGSCHED_WIRE_H

#include "algos/gpu.h"
#include "algos/msgsched/agree.h"

/* Buffers are aligned to cache lines and padded to whole lines. */
enum { MS_LINE = 64 };

static inline size_t ms_lines(size_t bytes)
{
    return (bytes + MS_LINE - 1) / MS_LINE * MS_LINE;
}

/* A datatype with its layout. */
struct ms_shape {
    MPI_Datatype type;
    MPI_Count size, extent;
    MPI_Aint first; /* true lower bound: offset of the first byte */
    bool dense;     /* consecutive elements are contiguous bytes */
};

/* A message that the caller listed. */
struct ms_piece {
    MPI_Aint displ;
    int64_t bytes; /* size sent; may end within an element of the receiver */
    int shape;
    int index; /* index in the caller's list */
};

/* A wire message is one MPI send on one rank and one MPI receive on another. It
 * has the pieces first to first + n - 1; without pieces it is a token. Its data
 * is packed in the side's stage, or is one element of a derived datatype that
 * lists the pieces, or is a single piece in the caller's buffer. */
struct ms_wire {
    int peer;
    bool packed;
    bool own;    /* ms_side_free() frees the type */
    bool shared; /* goes to several ranks of a node, whose leader is peer */
    size_t first, n;
    int64_t bytes;
    /* Arguments of the MPI call: */
    MPI_Aint at; /* offset from the caller's base, or in the stage if packed */
    int count;
    MPI_Datatype type;
};

/* All messages that a rank sends, or all that it receives, in the order in
 * which it posts them. */
struct ms_side {
    struct ms_piece *pieces;
    struct ms_wire *wires;
    struct ms_shape *shapes;
    size_t npieces, nwires, nshapes;
    char *stage;
};

/* Allocates room for `pieces` pieces and one more wire message. */
void ms_side_open(struct ms_side *side, size_t pieces, struct ms_agree *a);
void ms_side_free(struct ms_side *side);

/* Returns the index of the shape of a new piece's type. */
int ms_shape(struct ms_side *side, MPI_Datatype type);

/*
 * Sets the MPI arguments of every wire message, and the offset in side->stage
 * of every packed one. With join, there is one wire message for each peer:
 * sorts them by peer and makes a datatype for each. No datatype can describe a
 * message that ends within an element of its receive. Its wire message is
 * packed, or rejected if it has more than INT_MAX bytes.
 */
void ms_side_ready(struct ms_side *side, bool join, struct ms_agree *a);

/* Returns base + displ, where base may be MPI_BOTTOM. */
static inline char *ms_address(const void *base, MPI_Aint displ)
{
    return (char *)((uintptr_t)base + (uintptr_t)displ); // NOLINT
}

/* Returns the buffer argument of the MPI send or receive. */
static inline char *ms_wire_at(const struct ms_side *side,
                               const struct ms_wire *w, const void *base)
{
    return ms_address(w->packed ? side->stage : base, w->at);
}

/* ms_pack() copies the pieces of wire message w from the caller's buffer at
 * base to side->stage; ms_unpack() copies them back. comm is passed to
 * MPI_Pack(). Both return MPI_SUCCESS or an error. */
int ms_pack(const struct ms_side *side, const struct ms_wire *w,
            const void *base, MPI_Comm comm);
int ms_unpack(const struct ms_side *side, const struct ms_wire *w, void *base,
              MPI_Comm comm);

/*
 * Adds the time of copies to the clock of a simulation, in which copies take no
 * time otherwise: the time of `bytes` and of one cache line for each message.
 * On the simulated platform one flop stands for one copied byte, `speed` is the
 * copy rate of one core, and `core` is the number of copies that can run at
 * that rate at the same time. Does nothing outside simulations.
 */
void ms_charge(size_t messages, size_t bytes);

/* Types of MPI_Isend() and MPI_Irecv(), and of MPI_Send_init() and similar. */
typedef int ms_send_fn(const void *buf, int count, MPI_Datatype type, int dest,
                       int tag, MPI_Comm comm, MPI_Request *request);
typedef int ms_receive_fn(void *buf, int count, MPI_Datatype type, int source,
                          int tag, MPI_Comm comm, MPI_Request *request);

/* Returns true if the first nonempty message of the side is in device memory.
 * driver is the CUDA function that tests an address, or NULL if CUDA is not
 * loaded. */
bool ms_on_device(al_gpu_fn *driver, const struct ms_side *side,
                  const void *base);

#endif /* MSGSCHED_WIRE_H */
