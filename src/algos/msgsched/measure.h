/* measure.h: when a copy pays between the ranks of a communicator, and
 * bandwidths. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_MEASURE_H
#define MSGSCHED_MEASURE_H

#include "algos/msgsched/msgsched.h"

enum ms_where { MS_SAME_NODE, MS_OTHER_NODE, MS_WHERES };

/* The same on all ranks: medians of the pairs of ranks that measure. A class of
 * which there are no two ranks has figures that are assumed. */
struct ms_costs {
    bool known;
    int64_t tcopy[MS_WHERES]; /* bytes from which on a copy costs more than a
                                 message by itself */
    double wire[MS_WHERES];   /* bytes a second */
    double copy;              /* bytes a second, packed */
    double seconds;           /* that measuring took */
};

struct ms_home;

/* Does a plan with these options ask for them? */
bool ms_measures(const struct msgsched_options *o);
/* Does a schedule copy messages that are below tcopy? */
bool ms_merges(enum msgsched_schedule schedule);

/* Collective; about 20 ms. Fills in home->costs where that is not done yet. Not
 * on all ranks but one: on none, with the same error class. */
int ms_measure(struct ms_home *home);

#endif /* MSGSCHED_MEASURE_H */
