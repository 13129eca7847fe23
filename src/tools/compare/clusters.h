/* clusters.h: what of a state's rounds counts as one observation. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_CLUSTERS_H
#define COMPARE_CLUSTERS_H

#include "tools/compare/runs_states.h"

#define CLUSTER_NONE ((size_t)-1)

struct clusters {
    size_t *of; /* of each stretch of all sets; CLUSTER_NONE: it does not count,
                   or is not in the state */
    size_t n;
    bool apart; /* no stay is in two clusters */
};

/* As runs_of_state() says it. */
void clusters_init(struct clusters *c, const struct runs_states *s,
                   size_t state, bool stays);
void clusters_fini(struct clusters *c);

#endif /* COMPARE_CLUSTERS_H */
