/* relay.h: bundles for several ranks of a node in an exchange. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_RELAY_H
#define MSGSCHED_RELAY_H

#include "lane.h"
#include "route.h"

/*
 * A carrier receives a bundle into memory that the ranks of its machine share,
 * and notifies the owners by an empty message; slips in that memory say of
 * which bundle. The owners unpack what is theirs. One that is through with all
 * from a carrier says so by another empty message, a word, and only then does
 * the carrier receive into the same places again, in the next exchange.
 *
 * All this is lanes of the engine beside its own. NULL is a relay that has
 * nothing to do.
 */
struct ms_relay;

/* Collective. Makes set->relay of what is shared in set->out, and takes that
 * out of set->in; counts what is copied in set->info. */
int ms_relay_make(struct msgsched_plan *plan, struct ms_set *set,
                  const struct ms_route *route, struct ms_agree *a);
/* Collective; not while an exchange is in flight. */
void ms_relay_free(struct ms_relay *relay);

/* Of the bundles themselves. */
int ms_relay_tag(const struct ms_relay *relay);

/* Bytes of this rank that come in shared bundles. */
int64_t ms_relay_bytes(const struct ms_relay *relay);

/* Lanes and messages that it needs; they are numbered from `lane` and `message`
 * on. */
size_t ms_relay_lanes(const struct ms_relay *relay);
size_t ms_relay_messages(const struct ms_relay *relay);
void ms_relay_lay(struct ms_relay *relay, struct ms_lanes *lanes, size_t lane,
                  size_t message);

/* In an exchange; ms_lanes_reset() was called before. *n becomes the number of
 * messages that it waits for. */
int ms_relay_start(struct msgsched_plan *plan, size_t *n);
int ms_relay_landed(struct msgsched_plan *plan, struct ms_landed what);

#endif /* MSGSCHED_RELAY_H */
