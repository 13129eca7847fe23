/* shmbcast_tune.h: parameters by the model of this machine or by trials. */
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
 * queue and the tree of [params] (NULL: the defaults, also for what is left to
 * the model or to trials). Collective; takes a few tenths of a second. Rank 0
 * is the root; each number is the median over rounds on the rank where it is
 * largest, and the same on all ranks.
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

/* Is f, s, q or the tree left to trials? */
bool shmbcast_params_tuned(const struct shmbcast_params *params);

/*
 * Set what is left to the model, for queues of at most [budget] bytes with
 * their control pages; pure. f is f* = sqrt(budget tW / t) rounded up to a
 * page, or what a given s leaves room for; s is the number of buffers that fill
 * the budget, a multiple of q. Neither gets smaller than a page or q, whatever
 * the budget. An f that is left to trials counts as the default.
 */
void shmbcast_params_choose(struct shmbcast_params *params,
                            const struct shmbcast_model *model, double budget);

/* Set what is left to trials to what is tried first: the defaults, as far as
 * they fit to the rest. Pure. */
void shmbcast_params_first(struct shmbcast_params *params);

/* Parameters that were tried. */
struct shmbcast_trial {
    struct shmbcast_params params;
    int stage;      /* 0: trees, 1: f, 2: s and q */
    int rounds;     /* launches that were measured; 0: no time was left */
    double seconds; /* of a broadcast on the slowest rank: geometric mean over
                     * 64 B to 1 MiB and over six settings (after a pause, back
                     * to back, behind a barrier; used and fresh buffers) */
};

enum { SHMBCAST_TRIALS = 22 };

/* Where a choice came from. */
struct shmbcast_tuning {
    struct shmbcast_model model; /* calibrated */
    double budget;               /* bytes of a queue */
    double best_f, best_s;       /* f* and s*, not rounded */
    size_t ntrials;              /* 0: nothing left to trials, or one rank */
    struct shmbcast_trial trials[SHMBCAST_TRIALS];
};

/*
 * Calibrate, and set what [params] leaves to the model, for shmbcast_budget();
 * then what it leaves to trials. These try the trees that differ between so
 * many ranks (flat, chain, 2- and 4-ary, 2- and 4-nomial), with the best of
 * them f from 4 to 64 KiB, with the best of these s from 8 to 128 and q of 1
 * and 2, all of a stage in turn. They end after half a second, or after the
 * first messages of one trial where that is longer, and their queues take no
 * more memory at a time than shmbcast_budget().
 *
 * Collective; [params] is the same on all ranks, before and after, and so is
 * [tuning]. Errors as in shmbcast_calibrate(), also where no queue could be
 * made that was to be tried; then nothing is set.
 */
int shmbcast_params_resolve(MPI_Comm comm, struct shmbcast_params *params,
                            struct shmbcast_tuning *tuning);

#ifdef __cplusplus
}
#endif

#endif /* SHMBCAST_TUNE_H */
