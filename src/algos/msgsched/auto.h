/* auto.h: which schedule is the fastest for a set of messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_AUTO_H
#define MSGSCHED_AUTO_H

#include "plan.h"

/*
 * Collective: makes the set under every candidate, and exchanges it in memory
 * of its own, where messages lie as they do in the caller's, several times,
 * until that has taken as long as 100 exchanges under the fastest, and over 1
 * s. What counts is the rank that takes longest. All ranks get the same
 * *schedule. BOTH, untried, where a rank has no memory for it, or its messages
 * take over 64 MiB. The plan itself is not changed; the lists are checked. What
 * a candidate refuses, but for want of memory, the set is refused for.
 */
int ms_try(const struct msgsched_plan *plan, const struct ms_lists *lists,
           enum msgsched_schedule *schedule, struct ms_agree *a);

/* ---- the choice; pure ---------------------------------------------------- */

/* What is tried, and preferred, in this order. Seconds of an array
 * [MS_CANDIDATES] are of these; INFINITY: it is not tried. */
enum { MS_CANDIDATES = 4 };
extern const enum msgsched_schedule ms_candidates[MS_CANDIDATES];

/* Is this candidate tried, where messages are on so many nodes, and few or not?
 */
bool ms_is_tried(enum msgsched_schedule schedule, bool few, int nodes);

/* Seconds that planning may take where the fastest exchange so far took so
 * many: 100 exchanges, or 1 s. INFINITY: none yet. */
double ms_patience(double least);

/* How often each is tried, at most. */
enum { MS_ROUNDS = 51 };

/* Seconds of the fastest. */
double ms_least(const double seconds[MS_CANDIDATES]);

/*
 * Seconds of each when it was tried first: those over three times as long as
 * the fastest become INFINITY. Returns the seconds of the others together.
 */
double ms_drop(double seconds[MS_CANDIDATES]);

/* How often to try those that are left, where one round of them takes so many
 * seconds: an odd number. About 10 ms in all; but five times, unless that takes
 * over `patience` seconds. 0: one would. */
size_t ms_rounds(double seconds, double patience);

/* The schedule with the least median, the first of those within 2 %. seconds
 * has `rounds` of each candidate, and is sorted by this. */
enum msgsched_schedule ms_choose(double *seconds, size_t rounds);

#endif /* MSGSCHED_AUTO_H */
