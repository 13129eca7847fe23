/* stream.h: a user buffer as a stream of bytes, whatever its datatype. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_STREAM_H
#define SHMBCAST_STREAM_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Memory for one packed element; kept between calls, freed by its owner. */
struct sb_stage {
    char *bytes;
    size_t size;
};

/*
 * Position in a user buffer. Data without gaps is copied from and to where it
 * is. Otherwise whole elements that fit into the piece asked for are packed
 * straight into it, and only an element that straddles two pieces goes
 * through the stage. Memory is thus bounded by one packed element, however
 * many there are.
 */
struct sb_stream {
    char *at; /* next byte (dense) or next element */
    bool dense;
    MPI_Datatype type; /* the rest: not dense only */
    MPI_Aint extent;
    size_t elem; /* bytes of a packed element */
    size_t left; /* elements not yet begun */
    size_t done; /* bytes of the element in the stage; 0: there is none */
    struct sb_stage *stage;
    size_t pack_max; /* bytes that one MPI_Pack() call can handle */
    MPI_Comm comm;
    int rank;
};

/* [offset] bytes from [at], which may be MPI_BOTTOM, a null pointer. */
static inline char *sb_stream_move(const void *at, MPI_Count offset)
{
    return (char *)((uintptr_t)at + (uintptr_t)offset);
}

/* Data with gaps: the next [n] bytes of the message to or from [packed].
 * MPI_SUCCESS or an error class. */
enum sb_direction { SB_PACK, SB_UNPACK };
int sb_stream_copy(struct sb_stream *st, char *packed, size_t n,
                   enum sb_direction way);

/* The next [n] bytes of the message, which has that many. */
static inline int sb_stream_get(struct sb_stream *st, char *to, size_t n)
{
    if (!st->dense)
        return sb_stream_copy(st, to, n, SB_PACK);
    memcpy(to, st->at, n);
    st->at += n;
    return MPI_SUCCESS;
}

static inline int sb_stream_put(struct sb_stream *st, const char *from,
                                size_t n)
{
    if (!st->dense)
        /* MPI_Unpack() of MPI-2 has no const; it only reads */
        return sb_stream_copy(st, (char *)from, n, SB_UNPACK);
    memcpy(st->at, from, n);
    st->at += n;
    return MPI_SUCCESS;
}

enum { SB_NBASIC = 4 };

/* A predefined type without gaps. */
struct sb_basic {
    MPI_Datatype type; /* MPI_DATATYPE_NULL: none */
    size_t size;
};

/* Kept from call to call. */
struct sb_messages {
    struct sb_basic basic[SB_NBASIC]; /* seen last, in a ring */
    unsigned next_basic;
    struct sb_stage stage;
    MPI_Comm comm; /* private: to pack by */
    int rank;
};

void sb_messages_init(struct sb_messages *m, MPI_Comm comm, int rank);
void sb_messages_fini(struct sb_messages *m);

/*
 * Set up [st] for [count] elements of [type] at [buf] and compute the bytes of
 * the message. MPI_SUCCESS, MPI_ERR_TYPE or MPI_ERR_COUNT. Local.
 */
int sb_message(struct sb_messages *m, void *buf, MPI_Count count,
               MPI_Datatype type, struct sb_stream *st, size_t *nbytes);

#endif /* SHMBCAST_STREAM_H */
