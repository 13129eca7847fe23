/* auto.h: which schedule should be the fastest, by a model. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_AUTO_H
#define MSGSCHED_AUTO_H

#include "algos/msgsched/arrange.h"
#include "measure.h"

/*
 * An exchange as one rank sees it, which receives what it sends. Its processor
 * sends one wire message after the other, and unpacks the one before meanwhile:
 *
 *     a wire message         message, and bytes / wire within a node
 *     packed, and unpacked   piece * messages + bytes / copy, each
 *     by datatype            block * messages, each
 *
 * The link to other nodes takes message + bytes / wire for each, one at a time,
 * beside the processor; nodes are those of the machine here. What arrives last is
 * unpacked when it is there. Left out are links that ranks of a node share, and
 * what many outstanding requests cost: of `direct` and `window`, the same for few
 * messages, only the latter is chosen.
 */

/* What `auto` chooses from, the simplest first. */
enum { MS_CANDIDATES = 5 };
extern const enum msgsched_schedule ms_candidates[MS_CANDIDATES];

/*
 * Seconds that it takes this rank under o->schedule, one of the candidates;
 * INFINITY where costs do not say. items are those of ms_arrange(), which
 * arranges them anew, and cuts has room for n.
 */
double ms_predict(const struct msgsched_options *o,
                  const struct ms_costs *costs, struct ms_item *items, size_t n,
                  struct ms_cut *cuts);

/*
 * The candidate with the least seconds, which are the largest over all ranks;
 * the simplest of those within 2 %. [far]: some nodes are farther apart than
 * others, and so merged messages are reordered too.
 */
enum msgsched_schedule ms_choose(const double seconds[MS_CANDIDATES], bool far);

#endif /* MSGSCHED_AUTO_H */
