/* context.h: what the arrays of a context share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_CONTEXT_H
#define REFNUMA_CONTEXT_H

#include "extents.h"
#include "refnuma.h"
#include "uffd.h"

struct microshmem;

/* ---- options (options.c) ------------------------------------------------ */

/* What is known of this machine; the same on all ranks. */
struct rn_machine {
    bool one_node;       /* all ranks */
    bool uffd;           /* rn_uffd_open() works on all ranks */
    const char *no_uffd; /* why not */
    bool thread_multiple;
    bool remote_windows; /* MPI windows that several threads may use across
                            nodes */
};

/* Settles detect where it is AUTO (TWIN or UFFD may both be used then:
 * *adaptive) and says whether the options can be had. 0 or -EINVAL with *why.
 * Pure. */
int rn_options_settle(const struct refnuma_options *asked,
                      const struct rn_machine *machine,
                      struct refnuma_options *settled, bool *adaptive,
                      const char **why);

/* ---- how written pages are found (detect.c) ----------------------------- */

/* In seconds. */
struct rn_costs {
    double compare; /* of a page with its twin */
    double range;   /* to ask the kernel about a range of pages */
    double page;    /* ... for each page in it */
    double written; /* ... and for one that was written, with its fault */
};

/* Measured on memory of its own, in about a millisecond. 0 or a negative errno.
 */
int rn_costs_measure(const struct rn_uffd *u, size_t page,
                     struct rn_costs *costs);

/* Of an array at a rank, or what else is compared and watched as one. Starts
 * with costs and zeros. Functions are pure. */
struct rn_detect {
    struct rn_costs costs;
    bool watching;  /* userfaultfd does; else all twins are compared */
    double balance; /* seconds that watching would have saved of late */
};

/*
 * After a barrier in which `dirty` of `pages` in `ranges` were found written:
 * does it pay to find them by the other method? Then `watching` has changed. It
 * does so when the other method would have saved more in the barriers before
 * than the change costs. What is remembered is bounded by what one barrier can
 * lose by watching, so single barriers change nothing for long, and a program
 * that goes on to something else is followed.
 */
bool rn_detect_change(struct rn_detect *d, uint64_t ranges, uint64_t pages,
                      uint64_t dirty);

/* What comparing takes in earnest: from memory, where pages are many. */
void rn_detect_learn(struct rn_detect *d, uint64_t pages, double seconds);

/* ---- a context ---------------------------------------------------------- */

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

/* ---- why calls fail, and agreement on it (failure.c) -------------------- */

/* Notes the reason for refnuma_failure() and returns the class of the code. */
int rn_fail(int code, const char *why);

/* The same with the reason "WHAT: the error's words; REMEDY", by a negative
 * errno or a code of MPI. */
int rn_fail_error(int error, const char *what, const char *remedy);

/* Collective: MPI_SUCCESS if all ranks give that; else, on all of them, the
 * failure of the lowest one that has any. */
int rn_agree(MPI_Comm comm, int code, const char *why);

/* The same, and MPI_ERR_ARG where no rank fails, but digests of what the call
 * was given differ; by one reduction. */
int rn_agree_same(MPI_Comm comm, uint64_t digest, int code, const char *why);

/* MPI's class for a negative errno; 0 is MPI_SUCCESS. */
int rn_code(int error);

#endif /* REFNUMA_CONTEXT_H */
