/* compare.c: times a new handle's broadcasts beside the MPI library's own. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * For the report, which says whether broadcasts have saved again what the
 * calibration cost. Both are timed in the settings of a calibration (trials.c).
 * This time is not part of the calibration's, and nothing is chosen by it.
 *
 * Cost: at most [seconds].
 */
#include "channel.h"

#include "../auto/handle.h"
#include "../trials.h"

/* Fewest launches of both at a size for a median. On a busy machine time may be
 * over before. */
enum { LAUNCHES_LEAST = 3 };

/* Sizes are timed in steps of this many, which reaches each of them once: the
 * first ones are far apart, in case time runs out. */
enum { STEP = 4 };

enum { NATIVE, SHARED, CANDIDATES };

struct pair {
    MPI_Comm here;
    struct shmbcast_auto *h;
};

static void send(void *state, int candidate, char *buf, size_t nbytes)
{
    const struct pair *p = state;

    /* errors would only make the times less accurate */
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

/* Gives each size without a time the seconds of the nearest one that has. */
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
