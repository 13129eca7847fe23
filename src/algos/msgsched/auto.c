/* auto.c: chooses the fastest schedule from times of exchanges.
 *
 * In measurements on one host and between hosts, and in simulations of the
 * paper's applications, only five schedules were ever the fastest by more than
 * 1 %: persistent requests for few long messages, derived datatypes for
 * messages close together in memory, merging for many small ones, merging into
 * bundles of one size within a node, and throttling on an oversubscribed tree.
 * At most four of them are tried.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "auto.h"

#include <math.h>

const enum msgsched_schedule ms_candidates[MS_CANDIDATES] = {
    MSGSCHED_PERSISTENT, MSGSCHED_DATATYPE, MSGSCHED_MERGE,
    MSGSCHED_FIXED,      MSGSCHED_THROTTLE,
};

/* MPI libraries may be slow with many messages posted at once. Throttling only
 * helps between several nodes. FIXED is for one node: sending early saves
 * nothing there, so fewer and larger bundles may be faster. */
bool ms_is_tried(enum msgsched_schedule schedule, bool few, int nodes)
{
    return schedule == MSGSCHED_PERSISTENT ? few
           : schedule == MSGSCHED_FIXED    ? nodes == 1
           : schedule == MSGSCHED_THROTTLE ? few && nodes > 1
                                           : true;
}

double ms_patience(double least)
{
    const double always = 1, exchanges = 100;

    return fmax(always, exchanges * least);
}

double ms_least(const double seconds[MS_CANDIDATES])
{
    double least = INFINITY;

    for (int k = 0; k < MS_CANDIDATES; k++)
        least = fmin(least, seconds[k]);
    return least;
}

double ms_drop(double seconds[MS_CANDIDATES])
{
    const double behind = 3;
    double least = ms_least(seconds), sum = 0;

    for (int k = 0; k < MS_CANDIDATES; k++)
        if (seconds[k] <= behind * least && isfinite(seconds[k]))
            sum += seconds[k];
        else
            seconds[k] = INFINITY;
    return sum;
}

size_t ms_rounds(double seconds, double patience)
{
    enum { FEW = 5 };
    const double enough = 10e-3;

    if (seconds > patience)
        return 0;
    if (seconds * MS_ROUNDS <= enough)
        return MS_ROUNDS;
    if (seconds * FEW > enough)
        return seconds * FEW <= patience ? FEW : 1;
    return ((size_t)(enough / seconds) - 1) | 1;
}

enum msgsched_schedule ms_choose(double *seconds, size_t rounds)
{
    const double same = 1.02;
    double median[MS_CANDIDATES], least;
    int k = 0;

    for (size_t i = 0; i < MS_CANDIDATES; i++)
        median[i] = ms_median(seconds + i * rounds, rounds);
    least = ms_least(median);
    while (k < MS_CANDIDATES - 1 && !(median[k] <= same * least))
        k++;
    return ms_candidates[k];
}
