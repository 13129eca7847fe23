/* coll_calibrate.c: measures what carries the longer blocks of each collective
 * fastest. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * As in calibrate.c, but once for each collective, in its first call with a
 * longer block: a handle that only broadcasts pays nothing. Cost: a quarter of
 * params.calibrate_ms for each collective that is used.
 */
#include "exchange.h"

#include <errno.h>
#include <stdlib.h>

#include "../agree.h"
#include "../trials.h"

/* Longest block that always uses the slots. */
enum { PLAIN = 512 };

/* Entries of the table that are timed, far apart at first. */
static const unsigned char order[] = {6, 10, 14, 8, 12, 5, 4, 9, 11, 13, 7};
enum { NORDER = sizeof(order) / sizeof(order[0]) };

/* Bytes of all blocks together in a trial of allgather. */
static const size_t GATHERED = 4 << 20;

static const double SHARE = 0.25, DROP = 2;

struct trial {
    struct shmbcast_auto *h;
    enum sb_coll coll;
    sb_coll_call *call;
    char *all; /* for allgather: the blocks of all ranks */
};

/* True if an exchange can use the algorithm for blocks of [nbytes]. */
static bool carries(enum sb_algorithm algorithm, size_t nbytes, bool pulls)
{
    if (nbytes <= SB_SHORT_MAX)
        return algorithm == SB_SLOT || algorithm == SB_SLOT_PAST;
    return algorithm == SB_RING || algorithm == SB_RING_PART ||
           algorithm == SB_RING_PAST || (algorithm == SB_PULL && pulls);
}

/* Candidate SB_NONE stands for SB_LIBRARY, only for allgather: the bits of
 * reductions must not depend on times. */
static bool possible(const void *state, int candidate, size_t nbytes)
{
    const struct trial *t = state;
    enum sb_algorithm algorithm = (enum sb_algorithm)candidate;
    bool gathers = t->coll == SB_ALLGATHER;

    if (gathers && nbytes > GATHERED / (size_t)t->h->size)
        return false;
    if (algorithm == SB_NONE)
        return gathers && nbytes > SB_SHORT_MAX;
    return carries(algorithm, nbytes, t->h->can_pull) &&
           nbytes > sb_algorithm_least(algorithm) &&
           (algorithm != SB_RING_PART || sb_ring_part(t->h) > 0);
}

static void send(void *state, int candidate, char *buf, size_t nbytes)
{
    const struct trial *t = state;

    t->h->colls[t->coll][0][sb_place(nbytes)] =
        (unsigned char)(candidate == SB_NONE ? SB_LIBRARY : candidate);
    t->call(t->h, t->coll, buf, nbytes, t->all);
}

/* Broadcasts a few bytes, which fit in the cache line of the slot. */
static void tell(void *state, int root, void *bytes, size_t nbytes)
{
    const struct trial *t = state;

    (void)shmbcast_auto_bcast(bytes, (MPI_Count)nbytes, MPI_BYTE, root, t->h);
}

/* Without measurements: as a broadcast without calibration. */
static enum sb_algorithm usual(const struct shmbcast_auto *h, size_t nbytes,
                               bool pulls)
{
    if (nbytes <= SB_SHORT_MAX)
        return SB_SLOT;
    return pulls && nbytes >= h->params.pull ? SB_PULL : SB_RING;
}

/* Returns the fastest algorithm at an entry of the table, by the times at the
 * nearest entry that was timed. */
static enum sb_algorithm fastest(const struct sb_scores *scores, int place,
                                 bool pulls)
{
    int best = -1, nearest = SHMBCAST_AUTO_SIZES;

    for (int i = 0; i < NORDER; i++) {
        const double *seconds = scores->seconds[i];
        int fast = -1, far = abs(order[i] - place);

        for (int c = SB_NONE; c < SB_CALIBRATED && far < nearest; c++)
            if (seconds[c] > 0 &&
                (c == SB_NONE || carries((enum sb_algorithm)c,
                                         sb_size_at((unsigned)place), pulls)) &&
                (fast < 0 || seconds[c] < seconds[fast]))
                fast = c;
        best = fast >= 0 ? fast : best;
        nearest = fast >= 0 ? far : nearest;
    }
    return best < 0 ? SB_NONE : best == SB_NONE ? SB_LIBRARY : best;
}

static void fill(struct shmbcast_auto *h, enum sb_coll coll,
                 const struct sb_scores *scores)
{
    for (int gaps = 0; gaps < 2; gaps++)
        for (unsigned place = 0; place < SHMBCAST_AUTO_SIZES; place++) {
            bool pulls = h->can_pull && gaps == 0;
            size_t nbytes = sb_size_at(place);
            enum sb_algorithm best =
                scores != NULL ? fastest(scores, (int)place, pulls) : SB_NONE;

            h->colls[coll][gaps][place] =
                (unsigned char)(best != SB_NONE ? best
                                                : usual(h, nbytes, pulls));
        }
}

static void measure(struct shmbcast_auto *h, enum sb_coll coll,
                    sb_coll_call *call)
{
    enum shmbcast_auto_calibrate which = h->params.calibrate;
    struct trial trial = {.h = h, .coll = coll, .call = call};
    size_t sizes[NORDER];
    struct sb_trials trials = {
        .sizes = sizes,
        .nsizes = NORDER,
        .ncandidates = SB_CALIBRATED,
        .warm = which != SHMBCAST_AUTO_CALIBRATE_COLD,
        .cold = which != SHMBCAST_AUTO_CALIBRATE_WARM,
        .crowded = h->waiter.oversubscribed,
        .seconds = SHARE * 1e-3 * h->params.calibrate_ms,
        .drop = DROP,
        .state = &trial,
        .send = send,
        .tell = tell,
        .possible = possible,
    };
    struct sb_agree a = {.comm = h->waiter.comm, .rank = h->rank};
    struct sb_scores scores;
    int rc;

    for (int i = 0; i < NORDER; i++)
        sizes[i] = sb_size_at(order[i]);
    if (coll == SB_ALLGATHER)
        trial.all = malloc(GATHERED);
    sb_note(&a, SB_MEMORY,
            coll == SB_ALLGATHER && trial.all == NULL ? ENOMEM : 0);
    rc = sb_agree(&a);
    if (rc == MPI_SUCCESS)
        rc = sb_trials_run(&a, &trials, &scores);
    fill(h, coll, rc == MPI_SUCCESS ? &scores : NULL);
    free(trial.all);
}

enum sb_algorithm sb_coll_choose(struct shmbcast_auto *h, enum sb_coll coll,
                                 size_t nbytes, bool pulls, sb_coll_call *call)
{
    unsigned char *how = &h->colls[coll][pulls ? 0 : 1][sb_place(nbytes)];

    if (nbytes <= PLAIN)
        return SB_SLOT;
    if (*how == SB_NONE) {
        if (h->coll_measures)
            measure(h, coll, call);
        else
            fill(h, coll, NULL);
    }
    return (enum sb_algorithm) * how;
}
