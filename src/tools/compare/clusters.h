/* clusters.h: what of a state's runs counts as one observation. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_CLUSTERS_H
#define COMPARE_CLUSTERS_H

#include "tools/compare/runs_states.h"

/* Blocks of all sets, by their numbers; those of another set come behind, where
 * they are others. */
struct clusters {
    size_t behind[2]; /* set -> number of its first block */
    size_t n;
    size_t *stay; /* that the block is of; STAY_NONE: it has no stretch */
    size_t *of;   /* block -> cluster */
    bool apart;   /* no stay is in two clusters */
};

/* As runs_of_state() says it. */
void clusters_init(struct clusters *c, const struct runs_states *s,
                   size_t state, bool stays);
void clusters_fini(struct clusters *c);

#endif /* COMPARE_CLUSTERS_H */
