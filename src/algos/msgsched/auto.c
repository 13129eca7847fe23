/* auto.c: which schedule is the fastest, by what exchanges took. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "auto.h"

#include <math.h>

#include "sort.h"

const enum msgsched_schedule ms_candidates[MS_CANDIDATES] = {
    MSGSCHED_WINDOW, MSGSCHED_PERSISTENT, MSGSCHED_DATATYPE, MSGSCHED_FIXED,
    MSGSCHED_MERGE,  MSGSCHED_REORDER,    MSGSCHED_BOTH,     MSGSCHED_THROTTLE,
};

bool ms_is_tried(enum msgsched_schedule schedule, bool few, int nodes)
{
    switch (schedule) {
    case MSGSCHED_PERSISTENT:
        return few;
    case MSGSCHED_REORDER:
        return few && nodes > 1;
    case MSGSCHED_BOTH:
    case MSGSCHED_THROTTLE:
        return nodes > 1;
    default:
        return true;
    }
}

bool ms_is_single(enum msgsched_schedule schedule)
{
    return schedule == MSGSCHED_WINDOW || schedule == MSGSCHED_PERSISTENT ||
           schedule == MSGSCHED_REORDER || schedule == MSGSCHED_THROTTLE;
}

double ms_patience(double least)
{
    const double always = 1, exchanges = 100;

    return fmax(always, exchanges * least);
}

/* Those that take so many times as long as the fastest are out. */
static const double behind = 3;

bool ms_is_worth(double expected, int tries, double least, double spent)
{
    return expected <= behind * least &&
           spent + tries * expected <= ms_patience(least);
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

static int by_size(const void *a, const void *b, void *arg)
{
    double x = *(const double *)a, y = *(const double *)b;

    (void)arg;
    return (x > y) - (x < y);
}

/* Of an odd number of values. */
static double median_of(double *values, size_t n)
{
    ms_sort(values, n, sizeof(*values), by_size, NULL);
    return values[n / 2];
}

enum msgsched_schedule ms_choose(double *seconds, size_t rounds)
{
    const double same = 1.02;
    double median[MS_CANDIDATES], least;
    int k = 0;

    for (size_t i = 0; i < MS_CANDIDATES; i++)
        median[i] = median_of(seconds + i * rounds, rounds);
    least = ms_least(median);
    while (k < MS_CANDIDATES - 1 && !(median[k] <= same * least))
        k++;
    return ms_candidates[k];
}
