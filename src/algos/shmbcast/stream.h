/* stream.h: access to a user buffer of any datatype as a stream of bytes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_STREAM_H
#define SHMBCAST_STREAM_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "line.h"

/* Buffer for one packed element; kept between calls. Its owner frees it. */
struct sb_stage {
    char *bytes;
    size_t size;
};

/*
 * Position in a user buffer. Data without gaps are copied directly. If data
 * have gaps, the whole elements that fit into a piece are packed directly into
 * it; only an element that straddles two pieces goes through the stage. So the
 * extra memory is one packed element, however many elements there are.
 */
struct sb_stream {
    char *at; /* next byte (if dense) or next element */
    bool dense;
    MPI_Datatype type; /* the fields from here on are used for data with gaps */
    MPI_Aint extent;
    size_t elem; /* bytes of a packed element */
    size_t left; /* number of elements not yet begun */
    size_t done; /* bytes already copied of the element in the stage; 0 if the
                  * stage is empty */
    struct sb_stage *stage;
    size_t pack_max; /* maximum bytes of one MPI_Pack() call */
    MPI_Comm comm;
    int rank;
};

/* Returns [at] + [offset] bytes. [at] may be MPI_BOTTOM, a null pointer. */
static inline char *sb_stream_move(const void *at, MPI_Count offset)
{
    return (char *)((uintptr_t)at + (uintptr_t)offset);
}

/* For data with gaps: packs the next [n] bytes of the message into [packed], or
 * unpacks them from [packed]. Returns MPI_SUCCESS or an error class. */
enum sb_direction { SB_PACK, SB_UNPACK };
int sb_stream_copy(struct sb_stream *st, char *packed, size_t n,
                   enum sb_direction way);

/* Copies the next [n] bytes of the message. At least [n] bytes must be left. */
static inline int sb_stream_get(struct sb_stream *st, char *to, size_t n)
{
    if (!st->dense)
        return sb_stream_copy(st, to, n, SB_PACK);
    memcpy(to, st->at, n);
    st->at += n;
    return MPI_SUCCESS;
}

/* The same past the caches, for data without gaps. */
static inline int sb_stream_get_past(struct sb_stream *st, char *to, size_t n)
{
    if (!st->dense)
        return sb_stream_copy(st, to, n, SB_PACK);
    sb_lines_copy_past(to, st->at, n);
    st->at += n;
    return MPI_SUCCESS;
}

static inline int sb_stream_put(struct sb_stream *st, const char *from,
                                size_t n)
{
    if (!st->dense)
        /* MPI-2 declares this buffer without const although it only reads it */
        return sb_stream_copy(st, (char *)from, n, SB_UNPACK);
    memcpy(st->at, from, n);
    st->at += n;
    return MPI_SUCCESS;
}

enum { SB_NBASIC = 4 };

/* A predefined datatype without gaps, and its size. */
struct sb_basic {
    MPI_Datatype type; /* MPI_DATATYPE_NULL if the entry is unused */
    size_t size;
};

/* What a handle keeps between calls for packing. */
struct sb_messages {
    struct sb_basic basic[SB_NBASIC]; /* recently used datatypes, a ring */
    unsigned next_basic;
    struct sb_stage stage;
    MPI_Comm comm; /* private communicator for packing */
    int rank;
};

void sb_messages_init(struct sb_messages *m, MPI_Comm comm, int rank);
void sb_messages_fini(struct sb_messages *m);

/*
 * Sets up [st] for [count] elements of [type] at [buf] and computes the bytes
 * of the message. Returns MPI_SUCCESS, MPI_ERR_TYPE or MPI_ERR_COUNT. Local.
 */
int sb_message(struct sb_messages *m, void *buf, MPI_Count count,
               MPI_Datatype type, struct sb_stream *st, size_t *nbytes);

#endif /* SHMBCAST_STREAM_H */
