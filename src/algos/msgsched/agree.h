/* agree.h: makes all ranks fail for the same reason if one fails. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_AGREE_H
#define MSGSCHED_AGREE_H

#include <stdlib.h>

#include "algos/msgsched/msgsched.h"
#include "algos/type.h"

enum ms_reason {
    MS_FINE,
    MS_MEMORY,
    MS_LENGTH, /* a list has a negative length */
    MS_NODES,  /* the options have bad distances between nodes */
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
    struct { /* this rank's first failure since the last agreement */
        enum ms_reason reason;
        int peer, tag;
    } mine;
    struct msgsched_failure why; /* the failure that all ranks agreed on */
};

void ms_agree_open(struct ms_agree *a, MPI_Comm comm, int rank);

/* True if this rank has recorded no failure. */
static inline bool ms_well(const struct ms_agree *a)
{
    return a->mine.reason == MS_FINE;
}

/* Records a failure of this rank unless it has recorded one already. peer and
 * tag identify the faulty message; without one they are MPI_PROC_NULL. */
static inline void ms_refuse(struct ms_agree *a, enum ms_reason reason,
                             int peer, int tag)
{
    if (!ms_well(a))
        return;
    a->mine.reason = reason;
    a->mine.peer = peer;
    a->mine.tag = tag;
}

/* Records a failure if code is not MPI_SUCCESS. MPI_ERR_NO_MEM is recorded as
 * lack of memory. */
static inline void ms_note(struct ms_agree *a, int code)
{
    if (code != MPI_SUCCESS)
        ms_refuse(a, code == MPI_ERR_NO_MEM ? MS_MEMORY : MS_MPI, MPI_PROC_NULL,
                  MPI_PROC_NULL);
}

/* Returns zeroed memory for n + 1 items of `size` bytes, or records a failure
 * and returns NULL. */
static inline void *ms_alloc(struct ms_agree *a, size_t n, size_t size)
{
    void *memory = calloc(n + 1, size);

    if (memory == NULL)
        ms_note(a, MPI_ERR_NO_MEM);
    return memory;
}

/* Collective. If any rank has recorded a failure, all ranks set a->why to the
 * failure of the lowest such rank and return its error class. */
int ms_agree_all(struct ms_agree *a);

/* Like ms_agree_all(), but never returns MPI_SUCCESS on a rank that recorded a
 * failure. */
static inline int ms_agreed(struct ms_agree *a)
{
    bool well = ms_well(a);
    int rc = ms_agree_all(a);

    return well || rc != MPI_SUCCESS ? rc : MPI_ERR_OTHER;
}

/* Like ms_agreed(), after recording this rank's error code. */
static inline int ms_agreed_on(struct ms_agree *a, int code)
{
    ms_note(a, code);
    return ms_agreed(a);
}

/* Sets a->why for a failure that all ranks detect without communication. */
int ms_all_fail(struct ms_agree *a, int code, const char *what);
/* Like ms_all_fail() for an MPI error; returns MPI_SUCCESS if that is the
 * code. */
int ms_all(struct ms_agree *a, int code);

/* Records as a failure the first invalid message in a list of n. size is the
 * number of ranks of the communicator. */
void ms_check_list(struct ms_agree *a, int size, int n,
                   const struct msgsched_message *list);

#endif /* MSGSCHED_AGREE_H */
