/* array.h: one rank's view of an array of a context. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_ARRAY_H
#define REFNUMA_ARRAY_H

#include "context.h"
#include "layout.h"
#include "mirror.h"
#include "runs.h"

/* ---- fetching pages from their owners at the first touch ----------------- */

/* On one node, ranks map each owner's memory read-only, from the owner's first
 * page to its last. rn_source_open() is collective; call it when all ranks have
 * opened their mirrors with rn_source_fill() as fill function. It returns the
 * same on all ranks: MPI_SUCCESS or a failure. */
struct rn_home {
    const char *mapped; /* NULL for this rank, and for ranks without pages */
    uint64_t first;     /* first mapped page */
    size_t bytes;
};
struct rn_source {
    const struct rn_layout *layout;
    struct rn_home *homes; /* one for each rank */
};
int rn_source_open(struct rn_source *s, MPI_Comm comm,
                   const struct rn_layout *layout, const struct rn_mirror *m);
void rn_source_close(struct rn_source *s); /* does nothing if *s is all zero */
bool rn_source_fill(void *source, uint64_t page, void *to); /* an rn_fill_fn */

/*
 * Across nodes, an MPI window holds every rank's own pages. A thread reads page
 * faults from userfaultfd, fetches the pages by MPI_Rget and opens them. Needs
 * MPI_THREAD_MULTIPLE. A fault may wait until the page's owner next calls MPI.
 * Collective. The mirror's uffd must have `signal` false; opening replaces the
 * mirror's fill function.
 */
struct rn_remote;
int rn_remote_open(struct rn_remote **r, MPI_Comm comm,
                   const struct rn_layout *layout, struct rn_mirror *m);
void rn_remote_close(struct rn_remote **r);

/* True if the MPI library supports the window that rn_remote_open() needs
 * between these ranks. Collective, with the same result on all ranks. Call it
 * only with MPI_THREAD_MULTIPLE. */
bool rn_remote_windows(MPI_Comm comm);

/* ---- check mode (races.c) ----------------------------------------------- */

/* A run of words written by a rank. */
struct rn_write {
    uint64_t first, end;
    int rank;
};

/* The writes to one array before one barrier, in any order. All zero is the
 * empty list. Functions are pure. */
struct rn_writes {
    struct rn_write *v;
    size_t n, room;
};

void rn_writes_free(struct rn_writes *w);
void rn_writes_clear(struct rn_writes *w); /* does not free the memory */
/* Adds a run; runs of one rank must not overlap. Returns 0 or -ENOMEM. */
int rn_writes_add(struct rn_writes *w, int rank, uint64_t first, uint64_t end);

/* Called for a race: ranks a < b, and perhaps others, wrote words
 * first..end-1. */
typedef void rn_race_fn(void *arg, uint64_t first, uint64_t end, int a, int b);

/* Calls race() for each run of words that several ranks wrote, in ascending
 * order and once for each word. Returns the number of such words. Sorts `w`. */
uint64_t rn_races(struct rn_writes *w, rn_race_fn *race, void *arg);

/* ---- an array ----------------------------------------------------------- */

enum rn_call { RN_ALLOC, RN_FREE, RN_COMBINE, RN_WRITE, RN_READ };
enum rn_type { RN_OTHER, RN_DOUBLE, RN_LONG };

struct refnuma_array {
    struct refnuma *context;
    uint32_t number; /* index of the array in its context */
    enum rn_type type;
    bool add;      /* barriers add differences of values */
    bool delivers; /* the first touch of a page fetches the owner's content */
    struct rn_layout layout;
    uint64_t words, words_a_page;
    struct rn_extents own; /* pages whose home is this rank */
    struct rn_mirror mirror;
    bool has_mirror;
    struct rn_source source;
    struct rn_remote *remote;
    struct rn_peers
        foreign; /* pages of other ranks that this rank touched, by home rank */
    struct rn_peers readers; /* own pages that other ranks touched, by reader */
    struct rn_extents shared;  /* own pages touched by any other rank */
    struct rn_extents twinned; /* pages with a twin: those in `foreign` and
                                * `shared`; in check mode all own pages too */
    struct rn_detect detect;   /* how writes to twinned pages are found */
    /* The members below are used within one barrier. */
    struct rn_extents opened; /* newly opened pages of other ranks */
    struct rn_extents late; /* pages opened between the halves; the next barrier
                             * reports them */
    struct rn_extents dirty, piece;
    uint64_t ndirty;           /* number of pages found written */
    struct rn_extents dropped; /* pages of other ranks to unsubscribe from */
    bool unshared;             /* a rank has unsubscribed from pages of this
                                * rank */
    struct rn_extents changed; /* words that differ from twins on this rank */
    struct rn_extents mine;    /* changed words in own shared pages */
    struct rn_extents written; /* words of own pages received from other
                                * ranks */
    struct rn_extents out;
    struct rn_writes writes; /* check mode: writes of all ranks to own pages */
    int from;                /* sender of the message that is being applied */
    int64_t barriers;        /* barriers of this array so far */
    struct refnuma_info count; /* only these are set: bytes, runs, elements,
                                * compared, races, undefined */
};

static inline uint64_t *rn_alias(const struct refnuma_array *a)
{
    return (uint64_t *)a->mirror.alias;
}

static inline uint64_t *rn_twin(const struct refnuma_array *a)
{
    return (uint64_t *)a->mirror.twin;
}

/* Frees the array, which may be NULL. Collective, unless its creation failed on
 * this rank. */
void rn_array_close(struct refnuma_array *a);

/* Returns MPI_SUCCESS if a collective call on the array may start now. */
int rn_array_idle(const struct refnuma_array *a);

/* Returns a digest of a collective call on an array and of its arguments. */
uint64_t rn_array_digest(const struct refnuma_array *a, enum rn_call call,
                         const char *path);

/* Called after a barrier. Changes the way to find writes if another is
 * cheaper. */
void rn_array_adapt(struct refnuma_array *a);

/* Adds the array's totals, but not its present state, to *sum. */
void rn_info_add(struct refnuma_info *sum, const struct refnuma_array *a);

/* ---- steps of a barrier, for one array ------------------------------ */

/* Kind of a message: the lowest bits of its tag. The higher bits are the number
 * of the array. */
enum { RN_KIND_BITS = 2 };
enum rn_message_kind {
    RN_DIFF,    /* round 1: written words (with combine_add: differences), to
                 * their home rank */
    RN_TOUCHED, /* round 1: list of pages touched, to their home rank */
    RN_DROPPED, /* round 1: list of pages unsubscribed, to their home rank */
    RN_UPDATE   /* round 2: changed words, to a reader */
};

/* Bits that a barrier's reduction combines over all ranks by bitwise or. */
enum rn_bits {
    RN_MINE = 1,   /* this rank changed own pages that others touched */
    RN_SENT = 2,   /* this rank sent messages of round 1 */
    RN_STORES = 4, /* messages of round 1 include RN_DIFF */
    RN_FAILED = 8  /* this rank has failed */
};

/* The functions below record failures in the context. */

/* Finds the pages touched and the words written since the last barrier. Returns
 * true if there are any. */
bool rn_round_diff(struct refnuma_array *a);
/* Sends the messages of round 1, if there are any. Returns enum rn_bits. */
uint32_t rn_round_send(struct refnuma_array *a);
/* Sends the messages of round 2. */
void rn_round_update(struct refnuma_array *a);
/* Cleans up after round 2, or after round 1 if there was no round 2. */
void rn_round_finish(struct refnuma_array *a);

/* Sends a message that contains runs of words from the mirror, or runs of
 * pages. */
void rn_send(struct refnuma_array *a, int rank, enum rn_message_kind kind,
             const struct rn_extents *runs);

/* Check mode: records the words that this rank changed; `own` are those in own
 * pages. Returns 0 or -ENOMEM. */
int rn_check_own(struct refnuma_array *a, const struct rn_extents *own);

/* Check mode, after round 1: counts the words that several ranks wrote and
 * reports some of them on stderr. */
void rn_check_races(struct refnuma_array *a);

/* The transport of messages. Open and close are collective. An MPI error, or
 * lack of memory for an arriving message, ends the program. */
void rn_messages_open(struct refnuma *c);
void rn_messages_close(struct refnuma *c); /* does nothing if not open */
void rn_messages_info(const struct refnuma *c, struct refnuma_info *info);

#endif /* REFNUMA_ARRAY_H */
