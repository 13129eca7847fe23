/* share.h: bundles for several ranks of a node, as their carriers and their
 * owners know them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_SHARE_H
#define MSGSCHED_SHARE_H

#include "route.h"

/* Which of an owner's shares has landed, and where: bytes from the start of the
 * carrier's memory. The carrier writes it, the owner reads it. */
struct ms_slip {
    size_t share, at;
};

/* This rank's messages of one bundle. Each of their runs is a wire message of
 * adjacent ones, whose stage is its place in the bundle. */
struct ms_share {
    int carrier, source;
    int bundle;      /* number among those of the source to the carrier */
    size_t first, n; /* runs */
};

/* Another rank that receives for this one. */
struct ms_carrier {
    int rank;
    size_t first, n; /* shares */
    int local;       /* rank on this machine; this and the rest by
                        ms_landing_open() */
    char *memory;
    const struct ms_slip *slips;
};

/* What this rank receives for several. */
struct ms_bundle {
    int source;
    int64_t bytes;
    size_t first, n; /* parts */
    size_t at;       /* in this rank's memory; by ms_landing_open() */
};

/* An owner of a bundle. */
struct ms_part {
    size_t owner; /* number in owners, or MS_SELF */
    size_t share; /* ... among its shares from this carrier */
};

#define MS_SELF SIZE_MAX

/* Another rank for which this one receives. */
struct ms_owner {
    int rank;
    size_t n;  /* bundles */
    int local; /* this and the rest by ms_landing_open() */
    struct ms_slip *slips;
};

struct ms_shares {
    struct ms_wire *runs;
    struct ms_share *shares; /* by carrier, source and bundle */
    struct ms_carrier *carriers;
    size_t self;               /* first share that this rank carries itself */
    struct ms_bundle *bundles; /* by source, in the order of the wire */
    struct ms_part *parts;
    struct ms_owner *owners;
    size_t nruns, nshares, ncarriers, nbundles, nparts, nowners;
};

/*
 * Collective. The sources tell the carriers whose their bundles are, and the
 * owners where in which bundle their messages are. What is in shared bundles
 * leaves the wire messages of set->in. *shares is to be freed in any case.
 */
int ms_shares_make(const struct msgsched_plan *plan, struct ms_set *set,
                   const struct ms_route *route, struct ms_shares *shares,
                   struct ms_agree *a);
void ms_shares_free(struct ms_shares *shares);

#endif /* MSGSCHED_SHARE_H */
