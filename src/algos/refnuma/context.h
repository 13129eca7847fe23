/* context.h: the state that the arrays of a context share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_CONTEXT_H
#define REFNUMA_CONTEXT_H

#include "extents.h"
#include "refnuma.h"
#include "uffd.h"

struct microshmem;

/* ---- options (options.c) ------------------------------------------------ */

/* Properties of the machine, the same on all ranks. */
struct rn_machine {
    bool one_node;       /* all ranks run on one node */
    bool uffd;           /* rn_uffd_open() succeeds on all ranks */
    const char *no_uffd; /* the reason if it does not */
    bool thread_multiple;
    bool remote_windows; /* MPI supports windows across nodes for several
                          * threads */
};

/* Checks the options and replaces detect=AUTO by TWIN or UFFD. *adaptive is set
 * to true if arrays may then switch between the two. Returns 0, or -EINVAL with
 * the reason in *why. Pure. */
int rn_options_settle(const struct refnuma_options *asked,
                      const struct rn_machine *machine,
                      struct refnuma_options *settled, bool *adaptive,
                      const char **why);

/* ---- how written pages are found (detect.c) ----------------------------- */

/* Costs of finding written pages, in seconds. */
struct rn_costs {
    double compare; /* comparing a page with its twin */
    double range;   /* asking the kernel about one range of pages */
    double page;    /* additional cost of each page in the range */
    double written; /* additional cost of each written page and its fault */
};

/* Measures the costs on temporary memory; takes about a millisecond. Returns 0
 * or a negative errno. */
int rn_costs_measure(const struct rn_uffd *u, size_t page,
                     struct rn_costs *costs);

/* Chooses between comparing and watching, for one array on one rank. Initialize
 * it with the costs, all else 0. Functions are pure. */
struct rn_detect {
    struct rn_costs costs;
    bool watching;  /* true: userfaultfd reports writes; false: all twins are
                     * compared */
    double balance; /* seconds that watching saved in recent barriers */
};

/*
 * Called after a barrier that found `dirty` of `pages` pages in `ranges` ranges
 * written. If the other method would have saved more in the past barriers than
 * a switch costs, inverts `watching` and returns true. The sum of savings is
 * limited to the most that watching can lose in one barrier, so that old
 * barriers do not delay a change when the program's behaviour changes.
 */
bool rn_detect_change(struct rn_detect *d, uint64_t ranges, uint64_t pages,
                      uint64_t dirty);

/* Corrects the cost of comparing by the time measured in a barrier, where many
 * pages come from memory instead of a cache. */
void rn_detect_learn(struct rn_detect *d, uint64_t pages, double seconds);

/* ---- a context ---------------------------------------------------------- */

struct refnuma {
    MPI_Comm comm; /* duplicate of the user's, with MPI_ERRORS_RETURN */
    int rank, ranks;
    struct refnuma_options options; /* as decided by rn_options_settle() */
    bool adaptive;         /* each array chooses how writes are found */
    struct rn_costs costs; /* measured if `adaptive` is true */
    bool one_node;
    bool has_uffd;
    struct rn_uffd uffd;
    struct microshmem *world; /* transports messages: see message.c */
    void *tags; /* memory watched by microshmem; offsets in it serve as message
                 * tags */
    size_t page;
    uint64_t undefined;            /* value of words that were not delivered */
    struct refnuma_array **arrays; /* by array number; NULL if unused */
    size_t narrays, room;
    void *message; /* buffer of the message being encoded */
    size_t message_room;
    int printed;    /* reports printed so far by check mode in this barrier */
    int delivering; /* number of arrays that fetch pages at the first touch */
    bool begun;     /* true between the halves of a barrier */
    uint32_t bits;  /* enum rn_bits: before the reduction this rank's, after it
                     * all ranks' */
    double started, compared; /* when the barrier began, when its comparison
                               * ended */
    /* This rank's first failure in a barrier. It is never cleared, because
     * mirrors may differ from then on. */
    int code;
    char why[252];
    /* The pages to unsubscribe from in this barrier. */
    struct refnuma_array *drop;
    struct rn_extents drop_pages;
    struct refnuma_info
        count; /* barriers and their times; totals of freed arrays */
};

/* ---- reasons of failures, and agreement on them (failure.c) -------------- */

/* Records a failure of this rank in a barrier. Ignores MPI_SUCCESS. */
void rn_note(struct refnuma *c, int code, const char *why);
/* Like rn_note(), for a negative errno. */
void rn_note_error(struct refnuma *c, int error);

/* Sets the text of refnuma_failure() and returns the error class of the
 * code. */
int rn_fail_class(int code, const char *why);

/* Like rn_fail_class(), but never returns MPI_SUCCESS. */
static inline int rn_fail(int code, const char *why)
{
    int class = rn_fail_class(code, why);

    return class != MPI_SUCCESS ? class : MPI_ERR_OTHER;
}

/* Like rn_fail() with the text "WHAT: error message; REMEDY". `error` is a
 * negative errno or an MPI error code. */
int rn_fail_error(int error, const char *what, const char *remedy);

/* Collective. Returns MPI_SUCCESS if all ranks pass MPI_SUCCESS and equal
 * digests of their arguments. Otherwise all ranks return the failure that the
 * lowest failed rank passed, or MPI_ERR_ARG if only digests differ. */
int rn_agree_all(MPI_Comm comm, uint64_t digest, int code, const char *why);

/* Like rn_agree_all(), but never returns MPI_SUCCESS on a rank that has
 * failed. */
static inline int rn_agree_same(MPI_Comm comm, uint64_t digest, int code,
                                const char *why)
{
    int rc = rn_agree_all(comm, digest, code, why);

    return code != MPI_SUCCESS && rc == MPI_SUCCESS ? MPI_ERR_OTHER : rc;
}

/* Like rn_agree_same(), without digests. */
static inline int rn_agree(MPI_Comm comm, int code, const char *why)
{
    return rn_agree_same(comm, 0, code, why);
}

/* Returns the MPI error class for a negative errno; MPI_SUCCESS for 0. */
int rn_code(int error);

#endif /* REFNUMA_CONTEXT_H */
