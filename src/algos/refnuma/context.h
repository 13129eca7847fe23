/* context.h: what the arrays of a context share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_CONTEXT_H
#define REFNUMA_CONTEXT_H

#include "detect.h"
#include "extents.h"
#include "options.h"
#include "refnuma.h"
#include "uffd.h"

struct microshmem;

struct refnuma {
    MPI_Comm comm; /* a duplicate that returns errors */
    int rank, ranks;
    struct refnuma_options options; /* settled */
    bool adaptive;         /* each array chooses how writes are found */
    struct rn_costs costs; /* then, as measured */
    bool one_node;
    bool has_uffd;
    struct rn_uffd uffd;
    struct microshmem *world; /* carries messages: see message.c */
    void *tags;               /* its watched memory: an offset is a tag */
    size_t page;
    uint64_t undefined;            /* word of pages that were not delivered */
    struct refnuma_array **arrays; /* by number; NULL: free */
    size_t narrays, room;
    void *message; /* that is being written */
    size_t message_room;
    int printed;    /* lines that check mode printed in a barrier */
    int delivering; /* arrays that have pages delivered when they are touched
                       first */
    bool begun;     /* between the halves of a barrier */
    uint32_t bits;  /* given to the reduction; after it, those of all ranks */
    double started, compared; /* when the barrier began, and had compared */
    /* This rank's first failure in a barrier. It stays: mirrors may differ. */
    int code;
    char why[252];
    /* Pages that this barrier is to unsubscribe. */
    struct refnuma_array *drop;
    struct rn_extents drop_pages;
    struct refnuma_info
        count; /* barriers and their times; all of arrays freed */
};

/* Notes a failure of this rank in a barrier; success is none. */
void rn_note(struct refnuma *c, int code, const char *why);
/* ... by a negative errno. */
void rn_note_error(struct refnuma *c, int error);

/* `bytes` for a message, or NULL, which is noted. */
void *rn_message_buffer(struct refnuma *c, size_t bytes);

/* ---- why calls fail, and agreement on it (failure.c) -------------------- */

/* Notes the reason for refnuma_failure() and returns the class of the code. */
int rn_fail(int code, const char *why);

/* Collective: MPI_SUCCESS if all ranks give that; else, on all of them, the
 * failure of the lowest one that has any. */
int rn_agree(MPI_Comm comm, int code, const char *why);

/* The same, and MPI_ERR_ARG where no rank fails, but digests of what the call
 * was given differ; by one reduction. */
int rn_agree_same(MPI_Comm comm, uint64_t digest, int code, const char *why);

/* "WHAT: the error's words; REMEDY", in `to`, which is returned. By a negative
 * errno, or a code of MPI. */
const char *rn_words(int error, const char *what, const char *remedy, char *to,
                     size_t room);

/* MPI's class for a negative errno; 0 is MPI_SUCCESS. */
int rn_code(int error);

#endif /* REFNUMA_CONTEXT_H */
