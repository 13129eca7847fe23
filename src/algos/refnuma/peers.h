/* peers.h: other ranks, each with pages that it shares with this one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_PEERS_H
#define REFNUMA_PEERS_H

#include "extents.h"

struct rn_peer {
    int rank;
    struct rn_extents pages; /* told of in earlier barriers */
    struct rn_extents fresh; /* ... in this one */
};

/* By ascending rank; all zero is none. */
struct rn_peers {
    struct rn_peer *v;
    size_t n, room;
};

void rn_peers_free(struct rn_peers *p);
/* Makes it, if need be. NULL: no memory. Good until the next one is made. */
struct rn_peer *rn_peers_get(struct rn_peers *p, int rank);
/* NULL: not there. */
struct rn_peer *rn_peers_find(const struct rn_peers *p, int rank);
/* Pages of all of them, without the fresh ones. 0 or -ENOMEM. */
int rn_peers_pages(const struct rn_peers *p, struct rn_extents *pages);

#endif /* REFNUMA_PEERS_H */
