/* agree.h: what one rank refuses all refuse, for the same reason. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_AGREE_H
#define MSGSCHED_AGREE_H

#include "algos/msgsched/msgsched.h"

enum ms_reason {
    MS_FINE,
    MS_MEMORY,
    MS_LENGTH, /* of a list */
    MS_NODES,  /* given by options */
    MS_PEER,
    MS_TAG,
    MS_COUNT,
    MS_TYPE,
    MS_NO_RECEIVE,
    MS_NO_MESSAGE,
    MS_SHORT,
    MS_LARGE,
    MS_IN_FLIGHT,
    MS_BROKEN,
    MS_OUTPUT,
    MS_NO_NEIGHBOR,
    MS_MPI
};

struct ms_agree {
    MPI_Comm comm;
    int rank;
    struct { /* this rank's first refusal since the last agreement */
        enum ms_reason reason;
        int peer, tag;
    } mine;
    struct msgsched_failure why; /* agreed */
};

void ms_agree_open(struct ms_agree *a, MPI_Comm comm, int rank);

/* Note a refusal; peer and tag are those of the message, or MPI_PROC_NULL. */
void ms_refuse(struct ms_agree *a, enum ms_reason reason, int peer, int tag);
/* The same, with the outcome of a call of MPI; MPI_ERR_NO_MEM: no memory. */
void ms_note(struct ms_agree *a, int code);
/* Memory for n + 1 items, zeroed; notes where there is none. */
void *ms_alloc(struct ms_agree *a, size_t n, size_t size);
/* Has this rank refused nothing? */
bool ms_well(const struct ms_agree *a);

/* Collective. MPI_SUCCESS on all ranks, or on all of them the error class of
 * the lowest one that refused, with a->why filled in. */
int ms_agreed(struct ms_agree *a);
/* ... after this rank has noted the outcome of a call of MPI. */
int ms_agreed_on(struct ms_agree *a, int code);

/* For a failure that all ranks see by themselves: no communication. */
int ms_all_fail(struct ms_agree *a, int code, const char *what);
/* ... of MPI. MPI_SUCCESS is none. */
int ms_all(struct ms_agree *a, int code);

/* Class of an error code: the same on all ranks, as codes may not be. */
int ms_class(int code);

/* Notes the first thing that is wrong with a list of n messages. */
void ms_check_list(struct ms_agree *a, int size, int n,
                   const struct msgsched_message *list);

#endif /* MSGSCHED_AGREE_H */
