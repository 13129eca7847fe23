/* shmbcast_tune.h: the model of this machine, and f and s by it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_TUNE_H
#define SHMBCAST_TUNE_H

#include <stdbool.h>

#include "shmbcast.h"
#include "shmbcast_model.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Measure the four numbers of the model between the ranks of [comm], with the
 * queue and the tree of [params] (NULL: the defaults, also for f and s that are
 * left to the model). Collective; takes a few tenths of a second. Rank 0 is the
 * root; each number is the median over rounds on the rank where it is largest,
 * and the same on all ranks.
 *   t    one byte of a fragment, copied in by the root while the others copy
 *        those before out; the slowest rank's copy. The message has 4 MiB, or
 *        whole fragments that are more
 *   tW   half of the time in which a notification goes down the tree and
 *        answers come up it
 *   tWO  from a reader's leave of a set until it sees the set open again, which
 *        the root does when all have left
 *   tA   the decrement by which a reader leaves the set, while the root polls
 *        the counter and other readers decrement it
 * Waits are at least 1 ns, which no clock tells from none: a single rank has
 * nobody to wait for. Errors are those of shmbcast_create(), on all ranks
 * alike; [model] is then left alone.
 */
int shmbcast_calibrate(MPI_Comm comm, const struct shmbcast_params *params,
                       struct shmbcast_model *model);

/* The queue that a rank may have: bytes, 1 % of the machine's memory per
 * online processor. */
double shmbcast_budget(void);

/* Is f or s left to the model? */
bool shmbcast_params_modelled(const struct shmbcast_params *params);

/*
 * Set what is left to the model, for queues of at most [budget] bytes with
 * their control pages; pure. f is f* = sqrt(budget tW / t) rounded up to a
 * page, or what a given s leaves room for; s is the number of buffers that fill
 * the budget, a multiple of q. Neither gets smaller than a page or q, whatever
 * the budget.
 */
void shmbcast_params_choose(struct shmbcast_params *params,
                            const struct shmbcast_model *model, double budget);

/* Where a choice came from. */
struct shmbcast_tuning {
    struct shmbcast_model model; /* calibrated */
    double budget;               /* bytes of a queue */
    double best_f, best_s;       /* f* and s*, not rounded */
};

/*
 * Calibrate, and set what [params] leaves to the model, for shmbcast_budget().
 * Collective; [params] is the same on all ranks, before and after. Errors as in
 * shmbcast_calibrate(); then nothing is set.
 */
int shmbcast_params_resolve(MPI_Comm comm, struct shmbcast_params *params,
                            struct shmbcast_tuning *tuning);

#ifdef __cplusplus
}
#endif

#endif /* SHMBCAST_TUNE_H */
