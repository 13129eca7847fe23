/* message.h: a call's buffer, count and datatype as a stream of bytes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_MESSAGE_H
#define SHMBCAST_MESSAGE_H

#include "stream.h"

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

#endif /* SHMBCAST_MESSAGE_H */
