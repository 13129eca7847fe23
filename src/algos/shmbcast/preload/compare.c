/* compare.c: times a new handle's broadcasts and the MPI library's. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * For the report: have broadcasts saved as much time as the calibration took?
 * Both are timed in the settings of a calibration (trials.c). Nothing is chosen
 * by the results, and their cost is not added to the calibration's.
 *
 * Cost: at most [seconds].
 */
#include "channel.h"

#include "../auto/handle.h"
#include "../trials.h"

/* A median needs this many launches of both at a size. On a busy machine time
 * may run out before. */
enum { LAUNCHES_LEAST = 3 };

/* Step between the sizes timed in succession. It reaches each size once, and
 * the first sizes lie far apart, in case time runs out. */
enum { STEP = 4 };

enum { NATIVE, SHARED, CANDIDATES };

struct pair {
    MPI_Comm here;
    struct shmbcast_auto *h;
};

static void send(void *state, int candidate, char *buf, size_t nbytes)
{
    const struct pair *p = state;

    /* an error would only make the times less accurate */
    if (candidate == NATIVE)
        (void)PMPI_Bcast(buf, (int)nbytes, MPI_BYTE, 0, p->here);
    else
        (void)shmbcast_auto_bcast(buf, (MPI_Count)nbytes, MPI_BYTE, 0, p->h);
}

static void tell(void *state, int root, void *bytes, size_t nbytes)
{
    const struct pair *p = state;

    (void)shmbcast_auto_bcast(bytes, (MPI_Count)nbytes, MPI_BYTE, root, p->h);
}

/* Gives each size that was not timed the result of the nearest one that was. */
static bool fill(double saved[SHMBCAST_AUTO_SIZES],
                 const bool timed[SHMBCAST_AUTO_SIZES])
{
    bool any = false;

    for (int i = 0; i < SHMBCAST_AUTO_SIZES; i++) {
        int best = -1;

        for (int k = 0; k < SHMBCAST_AUTO_SIZES; k++)
            if (timed[k] && (best < 0 || abs(k - i) < abs(best - i)))
                best = k;
        if (best >= 0)
            saved[i] = saved[best];
        any |= best >= 0;
    }
    return any;
}

bool compare_native(MPI_Comm here, struct shmbcast_auto *h, double seconds,
                    double saved[SHMBCAST_AUTO_SIZES])
{
    struct pair pair = {here, h};
    struct sb_agree a = {.comm = here, .rank = h->rank};
    size_t sizes[SHMBCAST_AUTO_SIZES];
    bool timed[SHMBCAST_AUTO_SIZES] = {false};
    struct sb_scores scores;
    const struct sb_trials trials = {
        .sizes = sizes,
        .nsizes = SHMBCAST_AUTO_SIZES,
        .ncandidates = CANDIDATES,
        .warm = h->params.calibrate != SHMBCAST_AUTO_CALIBRATE_COLD,
        .cold = h->params.calibrate != SHMBCAST_AUTO_CALIBRATE_WARM,
        .crowded = h->waiter.oversubscribed,
        .seconds = seconds,
        .middle = true,
        .state = &pair,
        .send = send,
        .tell = tell,
    };

    for (unsigned i = 0; i < SHMBCAST_AUTO_SIZES; i++)
        sizes[i] = sb_size_at(STEP * i % SHMBCAST_AUTO_SIZES);
    if (sb_trials_run(&a, &trials, &scores) != MPI_SUCCESS)
        return false;
    for (unsigned i = 0; i < SHMBCAST_AUTO_SIZES; i++) {
        unsigned place = STEP * i % SHMBCAST_AUTO_SIZES;

        timed[place] = scores.launches[i] >= LAUNCHES_LEAST;
        saved[place] = scores.seconds[i][NATIVE] - scores.seconds[i][SHARED];
    }
    return fill(saved, timed);
}
