/* coll_calibrate.c: measures whether rings or the kernel are faster for long
 * blocks. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * As in calibrate.c, but once for each collective, in its first call with a
 * long block: a handle that only broadcasts pays nothing. Cost: a quarter of
 * params.calibrate_ms for each collective that is used.
 */
#include "exchange.h"

#include <errno.h>
#include <stdlib.h>

#include "../agree.h"
#include "../trials.h"

/* Entries of the table that are timed, far apart at first. */
static const unsigned char order[] = {8, 10, 12, 14, 9, 11, 13, 7};
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

static bool possible(const void *state, int candidate, size_t nbytes)
{
    const struct trial *t = state;

    (void)candidate;
    return t->coll != SB_ALLGATHER || nbytes <= GATHERED / (size_t)t->h->size;
}

static void send(void *state, int candidate, char *buf, size_t nbytes)
{
    const struct trial *t = state;

    t->h->colls[t->coll][sb_place(nbytes)] = candidate == 0 ? SB_RING : SB_PULL;
    t->call(t->h, t->coll, buf, nbytes, t->all);
}

/* Broadcasts a few bytes, which fit in the cache line of the slot. */
static void tell(void *state, int root, void *bytes, size_t nbytes)
{
    const struct trial *t = state;

    (void)shmbcast_auto_bcast(bytes, (MPI_Count)nbytes, MPI_BYTE, root, t->h);
}

/* Without measurements: as a broadcast without calibration. */
static enum sb_algorithm usual(const struct shmbcast_auto *h, unsigned place)
{
    return sb_size_at(place) >= h->params.pull ? SB_PULL : SB_RING;
}

/* Fills the table: each size gets the faster way, or that of the nearest
 * smaller size that was timed. */
static void fill(struct shmbcast_auto *h, enum sb_coll coll,
                 const struct sb_scores *scores)
{
    unsigned char last = SB_NONE;

    for (unsigned place = 0; place < SHMBCAST_AUTO_SIZES; place++) {
        unsigned char *at = &h->colls[coll][place];

        *at = last != SB_NONE ? last : (unsigned char)usual(h, place);
        for (int i = 0; i < NORDER && scores != NULL; i++) {
            double ring = scores->seconds[i][0], pull = scores->seconds[i][1];

            if (order[i] == place && ring + pull > 0)
                *at = last =
                    pull == 0 || (ring > 0 && ring <= pull) ? SB_RING : SB_PULL;
        }
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
        .ncandidates = 2,
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

bool sb_coll_pulls(struct shmbcast_auto *h, enum sb_coll coll, size_t nbytes,
                   sb_coll_call *call)
{
    unsigned char *way = &h->colls[coll][sb_place(nbytes)];

    if (!h->can_pull || nbytes <= SB_SHORT_MAX)
        return false;
    if (*way == SB_NONE) {
        if (h->coll_measures)
            measure(h, coll, call);
        else
            fill(h, coll, NULL);
    }
    return *way == SB_PULL;
}
