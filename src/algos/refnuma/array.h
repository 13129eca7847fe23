/* array.h: an array of a context, as this rank sees it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_ARRAY_H
#define REFNUMA_ARRAY_H

#include "context.h"
#include "detect.h"
#include "layout.h"
#include "mirror.h"
#include "extents.h"
#include "races.h"
#include "runs.h"
#include "source.h"

enum rn_call { RN_ALLOC, RN_FREE, RN_COMBINE, RN_WRITE, RN_READ };
enum rn_type { RN_OTHER, RN_DOUBLE, RN_LONG };

enum {
    RN_KIND_BITS = 2
}; /* of a tag, which has the array's number above them */

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
    bool has_mirror, has_source;
    struct rn_source source;
    struct rn_remote *remote;
    struct rn_peers
        foreign; /* by home, pages of others that this rank touched */
    struct rn_peers readers;   /* own pages that others touched */
    struct rn_extents shared;  /* own pages that anybody else touched */
    struct rn_extents twinned; /* pages with a twin: foreign, shared; in check
                                  mode all own ones */
    struct rn_detect detect;   /* where the context is adaptive */
    bool watching; /* userfaultfd tells which of them were written */
    /* Of one barrier. */
    struct rn_extents opened; /* pages of others opened since the last one */
    struct rn_extents late;   /* opened between its halves, for the next one */
    struct rn_extents dirty, piece;
    uint64_t ndirty;           /* pages found written */
    struct rn_extents dropped; /* pages of others that are unsubscribed */
    bool unshared;             /* somebody unsubscribed own pages */
    struct rn_runs changed;    /* words of this rank that differ from twins */
    struct rn_runs mine;       /* those of them in own shared pages */
    struct rn_runs written;    /* words that others wrote in own pages */
    struct rn_runs out;
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

/* Of a collective call of an array, and what it was given besides. */
uint64_t rn_array_digest(const struct refnuma_array *a, enum rn_call call,
                         const char *path);

/* Behind a barrier: should the next one find written pages the other way? */
void rn_array_adapt(struct refnuma_array *a);

/* Words of twins become those of the mirror. */
void rn_array_renew(struct refnuma_array *a, const struct rn_runs *runs);

/* Adds what an array has counted, and none of what it has now. */
void rn_info_add(struct refnuma_info *sum, const struct refnuma_array *a);

#endif /* REFNUMA_ARRAY_H */
