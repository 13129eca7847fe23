/* shmbcast_tune.h: chooses parameters by the model, with numbers measured on
 * the machine. */
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
 * Measures the four numbers of the model between the ranks of [comm], with the
 * queue and the tree of [params] (NULL: the defaults; these also replace values
 * left to the model). Collective; takes a few tenths of a second.
 * Rank 0 is the root. Each number is the median over rounds on the rank where
 * it is largest; all ranks get it.
 *   t    time to copy one byte of a fragment on the slowest rank, while
 *        the root copies in and the others copy earlier fragments out. The
 *        message has whole fragments, of 4 MiB or more together
 *   tW   half the time of a notification down the tree and of
 *        the answers back up
 *   tWO  from a reader's decrement that leaves a set until that reader sees
 *        the set open again; the root opens it when all have left
 *   tA   time of the decrement by which a reader leaves the set, while the root
 *        polls the counter and other readers decrement it
 * tW, tWO and tA are at least 1 ns, the resolution of the clock. Errors are
 * those of shmbcast_create(), the same on all ranks; [model] is then unchanged.
 */
int shmbcast_calibrate(MPI_Comm comm, const struct shmbcast_params *params,
                       struct shmbcast_model *model);

/* Returns the bytes that a rank's queue may take: 1 % of the machine's memory
 * divided by the number of online processors. */
double shmbcast_budget(void);

/* True if f or s is left to the model. */
bool shmbcast_params_modelled(const struct shmbcast_params *params);

/*
 * Sets the parameters left to the model, for queues of at most [budget] bytes
 * including control pages. Pure. f becomes f* = sqrt(budget tW / t) rounded up
 * to a page, or less if s is given and f* would exceed the budget. s becomes
 * the largest multiple of q whose buffers fit the budget. f is at least a page
 * and s at least q, whatever the budget.
 */
void shmbcast_params_choose(struct shmbcast_params *params,
                            const struct shmbcast_model *model, double budget);

/* The measurements that led to a choice. */
struct shmbcast_tuning {
    struct shmbcast_model model; /* measured on this machine */
    double budget;               /* bytes that a rank's queue may take */
    double best_f, best_s;       /* f* and s*, not rounded */
};

/*
 * Calibrates the model and sets the parameters that [params] leaves to the
 * model, for shmbcast_budget(). Collective; [params] is the same on all ranks,
 * before and after, and so is [tuning]. Errors are those of
 * shmbcast_calibrate(); then nothing is set.
 */
int shmbcast_params_resolve(MPI_Comm comm, struct shmbcast_params *params,
                            struct shmbcast_tuning *tuning);

#ifdef __cplusplus
}
#endif

#endif /* SHMBCAST_TUNE_H */
