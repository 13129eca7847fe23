/* auto.h: which schedule is the fastest, by what exchanges took. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_AUTO_H
#define MSGSCHED_AUTO_H

#include <stdbool.h>
#include <stddef.h>

#include "algos/msgsched/msgsched.h"

/* What `auto` tries, the simplest first. Seconds of an array [MS_CANDIDATES]
 * are of these; INFINITY: it is not tried. */
enum { MS_CANDIDATES = 8 };
extern const enum msgsched_schedule ms_candidates[MS_CANDIDATES];

/* Is this candidate tried, where messages are on so many nodes, and few or not?
 * The order of messages, and how many are on their way at a time, count where
 * there are several nodes. */
bool ms_is_tried(enum msgsched_schedule schedule, bool few, int nodes);

/* Does it send each message by itself? Where messages are many, others are
 * tried first, and this one is tried only if a sample says that it may pay. */
bool ms_is_single(enum msgsched_schedule schedule);

/* Seconds that planning may take where the fastest exchange so far took so
 * many: 100 exchanges, or 1 s. INFINITY: none yet. */
double ms_patience(double least);

/* Is one tried whose exchange is expected to take so many seconds, after
 * `spent` seconds of planning? Not if it would be dropped, nor if trying it so
 * often would take too long. */
bool ms_is_worth(double expected, int tries, double least, double spent);

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

/* The schedule with the least median, the simplest of those within 2 %. seconds
 * has `rounds` of each candidate, and is sorted by this. */
enum msgsched_schedule ms_choose(double *seconds, size_t rounds);

#endif /* MSGSCHED_AUTO_H */
