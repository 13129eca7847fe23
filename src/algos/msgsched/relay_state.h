/* relay_state.h: what a relay is made of. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_RELAY_STATE_H
#define MSGSCHED_RELAY_STATE_H

#include "landing.h"
#include "relay.h"

/* Lanes; behind them one for each source of bundles, then one for the notices
 * of each carrier. */
enum { MS_WORDS, MS_NOTICES, MS_SOURCES };

/* What a carrier has for this rank in an exchange. */
struct ms_coming {
    size_t seen;      /* notices */
    MPI_Request word; /* of this exchange or the one before */
};

struct ms_relay {
    struct ms_home *home;
    int tag;    /* of bundles between nodes, and of words within */
    int notice; /* tag of notices */
    struct ms_shares shares;
    struct ms_landing landing;
    struct ms_coming *coming; /* from each of the carriers */
    bool *through;            /* each of the owners, with the last exchange */
    size_t *written;          /* slips for each of them */
    size_t nsources;
    struct ms_lanes *lanes; /* the engine's */
    size_t lane, bundle;    /* numbers of the first lane and bundle */
    bool used;              /* words of an exchange are to come */
};

#endif /* MSGSCHED_RELAY_STATE_H */
