/* array.h: an array of a context, as this rank sees it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_ARRAY_H
#define REFNUMA_ARRAY_H

#include "context.h"
#include "layout.h"
#include "mirror.h"
#include "runs.h"

/* ---- pages fetched from their owners at the first touch ----------------- */

/*
 * On one node: the memory of all owners, of each from its first own page to its
 * last. Opened after the mirrors of all ranks; collective. MPI_SUCCESS on all
 * ranks, or the same failure on all. The mirror was opened with
 * rn_source_fill().
 */
struct rn_home {
    const char *mapped; /* NULL: this rank, or one without pages */
    uint64_t first;     /* page */
    size_t bytes;
};
struct rn_source {
    const struct rn_layout *layout;
    struct rn_home *homes; /* of each rank */
};
int rn_source_open(struct rn_source *s, MPI_Comm comm,
                   const struct rn_layout *layout, const struct rn_mirror *m);
void rn_source_close(struct rn_source *s); /* or one that is all zero */
bool rn_source_fill(void *source, uint64_t page, void *to); /* rn_fill_fn */

/*
 * Across nodes: a window over own pages of every rank, and a thread that reads
 * the events of userfaultfd, gets pages by MPI_Get and opens them. Needs
 * MPI_THREAD_MULTIPLE. A fault lasts until its owner calls MPI next.
 * Collective. The mirror's uffd has no `signal`; its fill() is then the remote
 * one's.
 */
struct rn_remote;
int rn_remote_open(struct rn_remote **r, MPI_Comm comm,
                   const struct rn_layout *layout, struct rn_mirror *m);
void rn_remote_close(struct rn_remote **r);

/* Does this MPI library have windows for it, between these ranks? Collective,
 * the same on all. Asked with MPI_THREAD_MULTIPLE only. */
bool rn_remote_windows(MPI_Comm comm);

/* ---- check mode (races.c) ----------------------------------------------- */

/* A run of words that a rank wrote. */
struct rn_write {
    uint64_t first, end;
    int rank;
};

/* Those of one array before one barrier, in any order; all zero: none. Pure. */
struct rn_writes {
    struct rn_write *v;
    size_t n, room;
};

void rn_writes_free(struct rn_writes *w);
void rn_writes_clear(struct rn_writes *w); /* keeps the memory */
/* Runs of one rank do not overlap. 0 or -ENOMEM. */
int rn_writes_add(struct rn_writes *w, int rank, uint64_t first, uint64_t end);

/* Words first..end-1 were written by both ranks, a < b, and perhaps by more. */
typedef void rn_race_fn(void *arg, uint64_t first, uint64_t end, int a, int b);

/* Calls for each run of words that several ranks wrote, each word once, in
 * order. Returns how many words they are. Sorts the
 * writes. */
uint64_t rn_races(struct rn_writes *w, rn_race_fn *race, void *arg);

/* ---- an array ----------------------------------------------------------- */

enum rn_call { RN_ALLOC, RN_FREE, RN_COMBINE, RN_WRITE, RN_READ };
enum rn_type { RN_OTHER, RN_DOUBLE, RN_LONG };

struct refnuma_array {
    struct refnuma *context;
    uint32_t number; /* of the context's arrays */
    enum rn_type type;
    bool add;      /* differences are added, not values stored */
    bool delivers; /* pages are delivered when they are touched first */
    struct rn_layout layout;
    uint64_t words, words_a_page;
    struct rn_extents own; /* pages at home here */
    struct rn_mirror mirror;
    bool has_mirror;
    struct rn_source source;
    struct rn_remote *remote;
    struct rn_peers
        foreign; /* by home, pages of others that this rank touched */
    struct rn_peers readers;   /* own pages that others touched */
    struct rn_extents shared;  /* own pages that anybody else touched */
    struct rn_extents twinned; /* pages with a twin: foreign, shared; in check
                                  mode all own ones */
    struct rn_detect detect;   /* how it is found which of them were written */
    /* Of one barrier. */
    struct rn_extents opened; /* pages of others opened since the last one */
    struct rn_extents late;   /* opened between its halves, for the next one */
    struct rn_extents dirty, piece;
    uint64_t ndirty;           /* pages found written */
    struct rn_extents dropped; /* pages of others that are unsubscribed */
    bool unshared;             /* somebody unsubscribed own pages */
    struct rn_extents changed; /* words of this rank that differ from twins */
    struct rn_extents mine;    /* those of them in own shared pages */
    struct rn_extents written; /* words that others wrote in own pages */
    struct rn_extents out;
    struct rn_writes writes; /* check mode: of all ranks, in own pages */
    int from;                /* rank of the message that is taken */
    int64_t barriers;        /* passed with it */
    struct refnuma_info
        count; /* bytes, runs, elements, compared, races, undefined */
};

static inline uint64_t *rn_alias(const struct refnuma_array *a)
{
    return (uint64_t *)a->mirror.alias;
}

static inline uint64_t *rn_twin(const struct refnuma_array *a)
{
    return (uint64_t *)a->mirror.twin;
}

/* Frees it, on this rank or, once it is whole, collectively. NULL is fine. */
void rn_array_close(struct refnuma_array *a);

/* MPI_SUCCESS where a collective call of the array may begin. */
int rn_array_idle(const struct refnuma_array *a);

/* Of a collective call of an array, and what it was given besides. */
uint64_t rn_array_digest(const struct refnuma_array *a, enum rn_call call,
                         const char *path);

/* After a barrier: changes how the next one finds written pages, if that pays.
 */
void rn_array_adapt(struct refnuma_array *a);

/* Adds what an array has counted, and none of what it has now. */
void rn_info_add(struct refnuma_info *sum, const struct refnuma_array *a);

/* ---- the parts of a barrier, for one array ------------------------------ */

/*
 * Round 1: every rank sends what it changed in pages of others to their homes,
 * and which it touched. A reduction says whether there is anything. Round 2, if
 * there is: the owner sends what changed in its pages, by itself or by others,
 * to those who touched them, the writer included, whose value may have been
 * overwritten; and whole pages to those who touched them for the first time.
 */

/* What a message has, in the lowest bits of its tag; above them is the number
 * of the array. */
enum { RN_KIND_BITS = 2 };
enum rn_message_kind {
    RN_DIFF, /* round 1: words, or with combine=add differences, to their home
              */
    RN_TOUCHED, /* round 1: pages, to their home */
    RN_DROPPED, /* round 1: pages that are unsubscribed, to their home */
    RN_UPDATE   /* round 2: words, to who touched them */
};

/* What the reduction of a barrier brings: the bitwise or of all ranks. */
enum rn_bits {
    RN_MINE = 1,   /* words of own pages that others touched have changed */
    RN_SENT = 2,   /* messages of round 1 were sent */
    RN_STORES = 4, /* RN_DIFF among them */
    RN_FAILED = 8  /* this rank has failed */
};

/* Failures are noted in the context. */

/* Finds what was touched and written since the last barrier. True: anything. */
bool rn_round_diff(struct refnuma_array *a);
/* Messages of round 1, if there is anything. Bits. */
uint32_t rn_round_send(struct refnuma_array *a);
/* Messages of round 2. */
void rn_round_update(struct refnuma_array *a);
/* Behind round 2, or where there was none. */
void rn_round_finish(struct refnuma_array *a);

/* Sends a message with runs of words, out of the mirror, or of pages. */
void rn_send(struct refnuma_array *a, int rank, enum rn_message_kind kind,
             const struct rn_extents *runs);

/* This rank's changed words, of which `own` are in pages at home here. 0 or
 * -ENOMEM. */
int rn_check_own(struct refnuma_array *a, const struct rn_extents *own);

/* Behind the first round: counts words that several ranks wrote and reports
 * some of them on stderr. */
void rn_check_races(struct refnuma_array *a);

/* What carries them. Open and close are collective; an error of MPI ends the
 * program, and so does a lack of memory for what arrives. */
void rn_messages_open(struct refnuma *c);
void rn_messages_close(struct refnuma *c); /* also of a context without them */
void rn_messages_info(const struct refnuma *c, struct refnuma_info *info);

#endif /* REFNUMA_ARRAY_H */
