/* compare.c: times a new handle's operations and the MPI library's. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * At which sizes is the MPI library faster than shared memory? Its calls are
 * then left to it. And for the report: have calls saved as much time as the
 * calibration took? Both are timed in the settings of a calibration (trials.c),
 * when the first call of a size needs to know: short and long blocks
 * separately, because few programs have both.
 *
 * Cost: at most SECONDS_SHORT or SECONDS_LONG for each operation, and
 * SECONDS_REPORT for the broadcast, which is compared only for a report.
 */
#include "operation.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../auto/handle.h"
#include "../trials.h"
#include "lib/now.h"

static const double SECONDS_SHORT = 4e-3, SECONDS_LONG = 8e-3,
                    SECONDS_REPORT = 50e-3;

/* A median needs this many launches of both at a size. On a busy machine time
 * may run out before. */
enum { LAUNCHES_LEAST = 3 };

/* The MPI library must be faster by this factor, because times vary. */
static const double CLEARLY = 1.05;

enum { NATIVE, SHARED, CANDIDATES };

/* Bytes of all blocks of an allgather in a trial. */
static const size_t ROOM = 4 << 20;

static void send(void *state, int candidate, char *buf, size_t nbytes)
{
    const struct comparison *p = state;
    bool bcast = p->what->number == OPERATION_BCAST;
    MPI_Count n = (MPI_Count)(nbytes / sizeof(double));
    const struct call call = {p->what,
                              false,
                              buf,
                              n,
                              MPI_DOUBLE,
                              bcast ? buf : p->room,
                              n,
                              MPI_DOUBLE,
                              MPI_SUM,
                              0,
                              p->h->waiter.comm};

    /* an error would only make the times less accurate */
    if (candidate == NATIVE)
        (void)p->what->native(&call, true);
    else
        (void)p->what->inside(p->h, &call);
}

static void tell(void *state, int root, void *bytes, size_t nbytes)
{
    const struct comparison *p = state;

    (void)shmbcast_auto_bcast(bytes, (MPI_Count)nbytes, MPI_BYTE, root, p->h);
}

static bool possible(const void *state, int candidate, size_t nbytes)
{
    const struct comparison *p = state;

    (void)candidate;
    return p->what->number != OPERATION_ALLGATHER ||
           nbytes <= ROOM / (size_t)p->h->size;
}

/* Every second entry is timed, and the others get the result of a neighbour. */
static int ntimed(const struct comparison *p)
{
    return p->what->number == OPERATION_BARRIER ? 1 : (int)(p->n + 1) / 2;
}

/* Returns the [k]th entry to be timed; the first ones lie far apart, in case
 * time runs out. */
static unsigned timed(const struct comparison *p, int k)
{
    return p->first + p->n - 1 - 2 * (3U * (unsigned)k % ((p->n + 1) / 2));
}

/* Sets the result at each size to that of the nearest size that was timed. */
static bool fill(struct compared *c, const struct comparison *p,
                 const struct sb_scores *scores)
{
    for (unsigned at = p->first; at < p->first + p->n; at++) {
        const double *best = NULL;
        int apart = SHMBCAST_AUTO_SIZES;

        for (int k = 0; k < ntimed(p); k++) {
            int far = abs((int)timed(p, k) - (int)at);

            if (scores->launches[k] >= LAUNCHES_LEAST && far < apart) {
                best = scores->seconds[k];
                apart = far;
            }
        }
        if (best == NULL)
            return false;
        c->saved[at] = best[NATIVE] - best[SHARED];
        if (CLEARLY * best[NATIVE] < best[SHARED])
            c->lost |= 1U << at;
    }
    return true;
}

bool compare_native(struct comparison *p, struct compared *c)
{
    struct sb_agree a = {.comm = p->h->waiter.comm, .rank = p->h->rank};
    size_t longest = sb_size_at(p->first + p->n - 1), all = longest;
    size_t sizes[SHMBCAST_AUTO_SIZES];
    struct sb_scores scores;
    const struct sb_trials trials = {
        .sizes = sizes,
        .nsizes = ntimed(p),
        .ncandidates = CANDIDATES,
        .warm = p->buffers != SHMBCAST_AUTO_CALIBRATE_COLD,
        .cold = p->buffers != SHMBCAST_AUTO_CALIBRATE_WARM,
        .crowded = p->h->waiter.oversubscribed,
        .seconds = p->seconds,
        .middle = true,
        .state = p,
        .send = send,
        .tell = tell,
        .possible = possible,
    };
    bool found = false;

    for (int k = 0; k < trials.nsizes; k++)
        sizes[k] = sb_size_at(timed(p, k));
    if (p->what->number == OPERATION_ALLGATHER)
        all = longest < ROOM / (size_t)p->h->size ? longest * (size_t)p->h->size
                                                  : ROOM;
    p->room = malloc(all + longest);
    if (sb_note(&a, SB_MEMORY, p->room == NULL ? ENOMEM : 0) != 0)
        memset(p->room, 1, all + longest); /* so that its pages exist */
    if (sb_agree(&a) == MPI_SUCCESS) {
        int k = 0;

        while (k < trials.nsizes - 1 && !possible(p, SHARED, sizes[k]))
            k++;
        send(p, SHARED, p->room + all, sizes[k]); /* the handle measures, too */
        found = sb_trials_run(&a, &trials, &scores) == MPI_SUCCESS &&
                fill(c, p, &scores);
    }
    free(p->room);
    return found;
}

void compare_learn(struct channel *ch, const struct operation *what,
                   unsigned place)
{
    const unsigned nshort = sb_place(SB_SHORT_MAX) + 1;
    struct comparison p = {.h = ch->shared,
                           .what = what,
                           .buffers = ch->calibrate,
                           .n = SHMBCAST_AUTO_SIZES,
                           .seconds = SECONDS_REPORT};
    /* the handle's own choices for long blocks */
    void *ways = what->number >= OPERATION_ALLREDUCE
                     ? ch->shared->colls[what->number - OPERATION_ALLREDUCE]
                     : NULL;
    struct compared c = calibrated_compared(ch->set, what->number);
    double begin = now();

    /* what rank 0 knows decides, because threads may have measured more on
     * other ranks; it fits in the line of a slot */
    tell(&p, 0, &c, offsetof(struct compared, saved));
    if (ways != NULL && c.ways[0][0] != SB_NONE)
        memcpy(ways, c.ways, sizeof(c.ways));
    if (what->chosen) {
        p.first = place < nshort ? 0 : nshort;
        p.n = place < nshort ? nshort : SHMBCAST_AUTO_SIZES - nshort;
        p.seconds = place < nshort ? SECONDS_SHORT : SECONDS_LONG;
    }
    if ((c.known >> place & 1) == 0) {
        c.known |= ((1U << p.n) - 1) << p.first;
        (void)compare_native(&p, &c);
        if (ways != NULL)
            memcpy(c.ways, ways, sizeof(c.ways));
        calibrated_put(ch->set, what->number, &c,
                       what->chosen ? now() - begin : 0);
    }
    ch->compared[what->number].known = c.known;
    ch->compared[what->number].lost = c.lost;
}
