/* calibrate.c: measures which algorithm is fastest for each message size. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The paper finds its parameters by measuring them on the machine (section 6).
 * Here the algorithm is found by measurement too, when a handle is created. For
 * each size, all algorithms that can carry it are timed in six settings
 * (trials.c), and the one with the smallest geometric mean is chosen. For data
 * with gaps, which the kernel cannot copy, the fastest algorithm in shared
 * memory is chosen. The choice for 1 MiB also holds for all longer messages. A
 * size that was not timed uses the choice of the nearest size that was.
 *
 * Cost: at most params.calibrate_ms, once, together with the rest of making the
 * handle. Calls measure nothing, so later changes of the machine go unnoticed.
 */
#include "handle.h"

#include "../agree.h"
#include "../trials.h"
#include "lib/now.h"
#include "transfer.h"

/* Order in which the entries of the table are timed. The first ones are far
 * apart, in case time runs out soon. */
static const unsigned char order[SHMBCAST_AUTO_SIZES] = {
    4, 8, 12, 0, 6, 10, 14, 2, 7, 9, 5, 3, 1, 11, 13};

_Static_assert(SHMBCAST_AUTO_SIZES <= (int)SB_SIZES_MOST &&
                   (int)SB_CALIBRATED <= (int)SB_CANDIDATES_MOST,
               "one trial has room for all");

/* A candidate slower than the best by this factor is not tried again. */
static const double DROP = 2;

/* Used instead if ranks outnumber CPUs, where times are less reliable. */
static const double DROP_CROWDED = 8;

/* True if the algorithm with number [candidate] can carry [nbytes]. */
static bool possible(const void *state, int candidate, size_t nbytes)
{
    const struct shmbcast_auto *h = state;
    enum sb_algorithm algorithm = (enum sb_algorithm)candidate;

    if (algorithm == SB_RING_PART && sb_ring_part(h) == 0)
        return false;
    if (algorithm == SB_PULL_FINE && !sb_pull_fine(nbytes, h->size))
        return false;
    return sb_algorithm_fits(algorithm, nbytes, h->can_pull) &&
           nbytes > sb_algorithm_least(algorithm);
}

static void send(void *state, int candidate, char *buf, size_t nbytes)
{
    struct shmbcast_auto *h = state;

    h->params.dense[sb_place(nbytes)] = (unsigned char)candidate;
    /* cannot fail: the data have no gaps, and root and size are valid */
    (void)shmbcast_auto_bcast(buf, (MPI_Count)nbytes, MPI_BYTE, 0, h);
}

/* Broadcasts a few bytes, which fit in the cache line of the slot. */
static void tell(void *state, int root, void *bytes, size_t nbytes)
{
    (void)shmbcast_auto_bcast(bytes, (MPI_Count)nbytes, MPI_BYTE, root, state);
}

/* Returns the fastest algorithm of the [i]th size, or SB_NONE if none was
 * timed. */
static enum sb_algorithm best_of(const struct sb_scores *scores, int i,
                                 bool gaps)
{
    const double *seconds = scores->seconds[i];
    enum sb_algorithm best = SB_NONE;

    for (enum sb_algorithm c = SB_NONE + 1; c < SB_CALIBRATED; c++)
        if (seconds[c] > 0 &&
            sb_algorithm_fits(c, sb_size_at(order[i]), !gaps) &&
            (best == SB_NONE || seconds[c] < seconds[best]))
            best = c;
    return best;
}

/* Copies to each entry that was not timed the nearest one that was; of two,
 * that of the larger size. Entries that stay empty use thresholds. */
static void fill(unsigned char table[SHMBCAST_AUTO_SIZES], bool gaps)
{
    unsigned char timed[SHMBCAST_AUTO_SIZES];

    memcpy(timed, table, sizeof(timed));
    for (int i = 0; i < SHMBCAST_AUTO_SIZES; i++)
        for (int k = 2; k < 2 * SHMBCAST_AUTO_SIZES && table[i] == SB_NONE;
             k++) {
            int near = k % 2 == 0 ? i + k / 2 : i - k / 2;

            if (near >= 0 && near < SHMBCAST_AUTO_SIZES &&
                sb_algorithm_fits((enum sb_algorithm)timed[near],
                                  sb_size_at((unsigned)i), !gaps))
                table[i] = timed[near];
        }
}

int sb_calibrate(struct shmbcast_auto *h, struct sb_agree *a)
{
    enum shmbcast_auto_calibrate which = h->params.calibrate;
    size_t sizes[SHMBCAST_AUTO_SIZES];
    struct sb_trials trials = {
        .sizes = sizes,
        .nsizes = SHMBCAST_AUTO_SIZES,
        .ncandidates = SB_CALIBRATED,
        .warm = which != SHMBCAST_AUTO_CALIBRATE_COLD,
        .cold = which != SHMBCAST_AUTO_CALIBRATE_WARM,
        .crowded = h->waiter.oversubscribed,
        .seconds = 1e-3 * h->params.calibrate_ms - (now() - h->began),
        .drop = h->waiter.oversubscribed ? DROP_CROWDED : DROP,
        .state = h,
        .send = send,
        .tell = tell,
        .possible = possible,
    };
    struct sb_scores scores;
    double begin = now();
    int rc;

    for (int i = 0; i < SHMBCAST_AUTO_SIZES; i++)
        sizes[i] = sb_size_at(order[i]);
    h->by_table = true;
    rc = sb_trials_run(a, &trials, &scores);
    if (rc != MPI_SUCCESS)
        return rc;
    for (int i = 0; i < SHMBCAST_AUTO_SIZES; i++) {
        h->params.dense[order[i]] = (unsigned char)best_of(&scores, i, false);
        h->params.gaps[order[i]] = (unsigned char)best_of(&scores, i, true);
    }
    /* all ranks get the same tables, because they have the same scores */
    fill(h->params.dense, false);
    fill(h->params.gaps, true);
    h->calibrated = now() - begin;
    return MPI_SUCCESS;
}
