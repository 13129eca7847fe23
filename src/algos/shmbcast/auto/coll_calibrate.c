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
    switch (algorithm) {
    case SB_SLOT:
    case SB_SLOT_PAST:
        return nbytes <= SB_SHORT_MAX;
    case SB_RING:
    case SB_RING_PART:
    case SB_RING_PAST:
        return nbytes > SB_SHORT_MAX;
    case SB_PULL:
        return pulls && nbytes > SB_SHORT_MAX;
    default:
        return false;
    }
}

static bool possible(const void *state, int candidate, size_t nbytes)
{
    const struct trial *t = state;

    return carries((enum sb_algorithm)candidate, nbytes, t->h->can_pull) &&
           nbytes > sb_algorithm_least((enum sb_algorithm)candidate) &&
           (candidate != SB_RING_PART || sb_ring_part(t->h) > 0) &&
           (t->coll != SB_ALLGATHER || nbytes <= GATHERED / (size_t)t->h->size);
}

static void send(void *state, int candidate, char *buf, size_t nbytes)
{
    const struct trial *t = state;

    t->h->colls[t->coll][0][sb_place(nbytes)] = (unsigned char)candidate;
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

/* Returns the fastest algorithm for blocks of [nbytes], by the times at the
 * next smaller size that was timed, or else the next larger one. */
static enum sb_algorithm fastest(const struct sb_scores *scores, size_t nbytes,
                                 bool pulls)
{
    enum sb_algorithm best = SB_NONE;
    size_t nearest = 0;

    for (int i = 0; i < NORDER; i++) {
        size_t size = sb_size_at(order[i]);
        const double *seconds = scores->seconds[i];
        enum sb_algorithm fast = SB_NONE;

        for (enum sb_algorithm c = SB_NONE + 1; c < SB_CALIBRATED; c++)
            if (seconds[c] > 0 && carries(c, nbytes, pulls) &&
                (fast == SB_NONE || seconds[c] < seconds[fast]))
                fast = c;
        if (fast == SB_NONE)
            continue;
        if (best == SB_NONE ||
            (size <= nbytes ? nearest > nbytes || size > nearest
                            : nearest > nbytes && size < nearest)) {
            best = fast;
            nearest = size;
        }
    }
    return best;
}

static void fill(struct shmbcast_auto *h, enum sb_coll coll,
                 const struct sb_scores *scores)
{
    for (int gaps = 0; gaps < 2; gaps++)
        for (unsigned place = 0; place < SHMBCAST_AUTO_SIZES; place++) {
            bool pulls = h->can_pull && gaps == 0;
            size_t nbytes = sb_size_at(place);
            enum sb_algorithm best =
                scores != NULL ? fastest(scores, nbytes, pulls) : SB_NONE;

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
