/* auto.h: finds the fastest schedule for a set of messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_AUTO_H
#define MSGSCHED_AUTO_H

#include "plan.h"

/*
 * Collective. Makes a set for each candidate schedule, and times several
 * exchanges of each in private memory, where messages have the same layout as
 * in the caller's. Stops when this has taken over 1 s and longer than 100
 * exchanges of the fastest candidate. The slowest rank determines the time of
 * an exchange. All ranks get the same *schedule. If a rank is out of memory or
 * its messages take over 64 MiB, that is BOTH, without trials. Leaves the plan
 * unchanged. Requires checked lists. Fails if a candidate fails for any reason
 * but lack of memory.
 */
int ms_try(const struct msgsched_plan *plan, const struct ms_lists *lists,
           enum msgsched_schedule *schedule, struct ms_agree *a);

/* ---- the choice; pure functions ------------------------------------------ */

/* The candidates, in the order of trials and of preference. An array
 * seconds[MS_CANDIDATES] holds their times, or INFINITY if not tried. */
enum { MS_CANDIDATES = 5 };
extern const enum msgsched_schedule ms_candidates[MS_CANDIDATES];

/* True if the candidate should be tried. few: no rank has many messages. nodes:
 * number of nodes of the plan. */
bool ms_is_tried(enum msgsched_schedule schedule, bool few, int nodes);

/* Returns the time limit of all trials in seconds: 100 * least, but at least 1.
 * `least` is the fastest exchange so far, INFINITY if there is none. */
double ms_patience(double least);

/* Maximum number of rounds. */
enum { MS_ROUNDS = 51 };

/* Returns the shortest time. */
double ms_least(const double seconds[MS_CANDIDATES]);

/* Sets times of first trials that exceed three times the shortest one to
 * INFINITY. Returns the sum of the others. */
double ms_drop(double seconds[MS_CANDIDATES]);

/* Returns how many rounds to run if a round of the remaining candidates takes
 * `seconds`: an odd number that fills about 10 ms, but at least 5. Returns 1 if
 * 5 rounds would take over `patience` seconds, and 0 if one round would. */
size_t ms_rounds(double seconds, double patience);

/* Returns the first candidate whose median is within 2 % of the smallest.
 * seconds[] has `rounds` times of each candidate; this function sorts them. */
enum msgsched_schedule ms_choose(double *seconds, size_t rounds);

#endif /* MSGSCHED_AUTO_H */
