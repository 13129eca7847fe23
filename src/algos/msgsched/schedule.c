/* schedule.c: names of schedules. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/msgsched/msgsched.h"

static const struct msgsched_choice table[] = {
    [MSGSCHED_AUTO] = {"auto", NULL,
                       "of window, persistent, datatype, fixed, merge, reorder "
                       "and both the fastest: the plan tries them"},
    [MSGSCHED_DIRECT] = {"direct", NULL, "all at once, in the order given"},
    [MSGSCHED_PERSISTENT] = {"persistent", NULL,
                             "as direct, by persistent requests"},
    [MSGSCHED_WINDOW] = {"window", NULL, "a bounded number of sends at a time"},
    [MSGSCHED_FIXED] = {"fixed", NULL, "merged into bundles of one size"},
    [MSGSCHED_THROTTLE] = {"throttle", NULL,
                           "a bounded number of sends of a rank, and of "
                           "ranks of a node that send"},
    [MSGSCHED_DATATYPE] = {"datatype", NULL,
                           "one message a peer, by a derived datatype"},
    [MSGSCHED_NEIGHBOR] = {"neighbor", NULL, "by MPI_Ineighbor_alltoallw"},
    [MSGSCHED_REORDER] = {"reorder", NULL,
                          "by distance and weight, each by itself"},
    [MSGSCHED_MERGE] = {"merge", NULL,
                        "merged into bundles that grow, in the order given"},
    [MSGSCHED_BOTH] = {"both", NULL, "reordered, then merged"},
    {NULL, NULL, NULL},
};

const struct msgsched_choice *msgsched_schedule_table(void)
{
    return table;
}

const char *msgsched_schedule_name(enum msgsched_schedule schedule)
{
    int n = sizeof(table) / sizeof(table[0]) - 1;

    return (int)schedule >= 0 && (int)schedule < n ? table[schedule].name : "?";
}
