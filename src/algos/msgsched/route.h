/* route.h: what is sent with scope `node`: who receives a bundle, and whose its
 * messages are. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_ROUTE_H
#define MSGSCHED_ROUTE_H

#include "algos/msgsched/arrange.h"
#include "plan.h"

/*
 * A bundle for several ranks is a shared one: a carrier receives it, and the
 * ranks it is for are its owners.
 */
struct ms_route {
    bool shared; /* is there a shared bundle, of any rank? */

    /* What is sent as its owners see it: in the order of the wire, with one
     * wire message for each owner in place of a shared bundle. */
    struct ms_side view;
    int *tags;    /* of the pieces of view */
    int64_t *at;  /* of each of them in its bundle */
    size_t *wire; /* of each wire message of view: its number in `out` */
};

/* Does the schedule merge what is for different ranks? */
bool ms_route_asked(const struct msgsched_options *o);

/*
 * Collective. items and cuts are those that `out` was made from, tags those of
 * its pieces. Sets the peers of shared bundles, which are the carriers, and
 * fills in *route, to be freed in any case. Refuses nodes of the options whose
 * ranks do not share memory.
 */
int ms_route_make(const struct msgsched_plan *plan, const struct ms_item *items,
                  const struct ms_cut *cuts, const int *tags,
                  struct ms_side *out, struct ms_route *route,
                  struct ms_agree *a);
void ms_route_free(struct ms_route *route);

#endif /* MSGSCHED_ROUTE_H */
