/* arrival.c: ranks that come late on purpose.
 *
 * In applications ranks seldom reach a collective together, and which algorithm
 * is best depends on how they come (Faraj, Patarasuk and Yuan 2008). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/method.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "lib/names.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/scatter.h"
#include "lib/xmalloc.h"
#include "measure/window.h"

/* Less than a nanosecond no timer tells, and who is later than the longest slot
 * there is comes to a launch that is over. */
static const double us_min = 1e-3, us_max = 1e6 * WINDOW_SLOT_MAX;

static double up_share(int rank, int size, uint64_t launch)
{
    (void)launch;
    return size > 1 ? (double)rank / (size - 1) : 0;
}

static double down_share(int rank, int size, uint64_t launch)
{
    return size > 1 ? 1 - up_share(rank, size, launch) : 0;
}

static double last_share(int rank, int size, uint64_t launch)
{
    (void)launch;
    return size > 1 && rank == size - 1 ? 1 : 0;
}

/* No state, so each rank needs only its own. */
static double random_share(int rank, int size, uint64_t launch)
{
    return scatter_share(launch * (uint64_t)size + (uint64_t)rank);
}

const struct arrival_pattern *const arrival_table[] = {
    &(const struct arrival_pattern){
        "up", "rank i of p comes i/(p-1) of the time late", up_share},
    &(const struct arrival_pattern){
        "down", "the same from the other end: rank 0 is the latest",
        down_share},
    &(const struct arrival_pattern){
        "random", "each rank up to that late, another time each launch",
        random_share},
    &(const struct arrival_pattern){"last", "only the last rank is late",
                                    last_share},
    NULL,
};

static char *pattern_unknown(const char *name)
{
    const char *names[8] = {"none"};
    size_t n = 1;

    for (; arrival_table[n - 1] != NULL; n++)
        names[n] = arrival_table[n - 1]->name;
    return names_unknown("pattern", name, names, n);
}

int arrival_parse(struct arrival *a, const char *arg, char **cause)
{
    char *name = xstrdup(arg), *time = strchr(name, ':'), *wrong = NULL;
    double us = 0;

    if (time != NULL)
        *time++ = '\0';
    *a = (struct arrival){.pattern = names_row(arrival_table, name)};
    if (a->pattern == NULL && strcmp(name, "none") != 0)
        wrong = pattern_unknown(name);
    else if (a->pattern == NULL)
        wrong = time != NULL ? xstrdup("'none' takes no time") : NULL;
    else if (time == NULL)
        wrong = xasprintf("'%s' needs microseconds, as %s:10", name, name);
    else if (number_real(&us, time, &wrong) == 0 &&
             !(us >= us_min && us <= us_max))
        wrong = xasprintf("%s: must be from %g to %.0f microseconds",
                          QUOTED(time), us_min, us_max);
    a->seconds = us * 1e-6;
    free(name);
    if (wrong != NULL)
        *cause = wrong;
    return wrong == NULL ? 0 : -1;
}

double arrival_delay(const struct arrival *a, int rank, int size,
                     uint64_t launch)
{
    return a->pattern == NULL
               ? 0
               : a->seconds * a->pattern->share(rank, size, launch);
}

double start_dither(double step, uint64_t launch)
{
    return START_DITHER * step * scatter_share(launch);
}
