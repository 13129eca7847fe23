/* clocksync.c: the table of the methods, and how one is run and checked. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "clocksync/clocksync.h"

#include <math.h>
#include <string.h>
#include "clocksync/methods.h"

const struct clocksync *const clocksync_table[] = {
    &clocksync_auto, &clocksync_linear, &clocksync_ring, &clocksync_none, NULL,
};

const struct param clocksync_params[] = {
    {
        .name = "d",
        .def = "100",
        .help = "exchanges without a smaller round trip that end a pair's",
    },
    {.name = NULL},
};

const struct clocksync *clocksync_find(const char *name)
{
    for (size_t i = 0; clocksync_table[i] != NULL; i++)
        if (strcmp(clocksync_table[i]->name, name) == 0)
            return clocksync_table[i];
    return NULL;
}

struct clock_model model_of_pair(const struct pair_offset *p)
{
    return (struct clock_model){
        .epoch = p->epoch,
        .offset = p->offset,
        .uncertainty = pair_bound(p),
    };
}

int clocksync_run(const struct clocksync *cs, MPI_Comm comm,
                  const struct clock *clock, int d, struct clock_model *model,
                  struct clocksync_info *info)
{
    struct clocksync_info found = {.closure = NAN, .chosen = cs->name};
    struct pair_offset check;
    struct clock_model m;
    int rc;

    rc = cs->sync(comm, clock, d, &m, &found);
    if (rc == MPI_SUCCESS)
        rc = linear_pairs(comm, clock, d, &check);
    if (rc != MPI_SUCCESS)
        return rc;
    m.residual =
        check.offset - (clock_to_global(&m, check.epoch) - check.epoch);
    *model = m;
    *info = found;
    return MPI_SUCCESS;
}
