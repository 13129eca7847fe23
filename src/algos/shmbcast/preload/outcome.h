/* outcome.h: which way calls went, and how many. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_OUTCOME_H
#define PRELOAD_OUTCOME_H

#include <stdio.h>

/*
 * Which way a call or a communicator goes. Where ranks differ in what they
 * found, the largest counts: shared memory only where nothing speaks against
 * it on any rank.
 */
enum outcome {
    OUTCOME_SHARED,
    OUTCOME_TWO_STEPS,
    /* the rest are native */
    OUTCOME_EARLY,
    OUTCOME_ARGUMENT,
    OUTCOME_ALONE,
    OUTCOME_INTER,
    OUTCOME_STRANGERS,
    OUTCOME_SPREAD,
    OUTCOME_GPU,
    OUTCOME_OFF,
    OUTCOME_MEMORY,
    OUTCOME_FAILED,
    NOUTCOMES
};

/* Count for the report; any thread. */
void outcome_count_comm(enum outcome outcome);
void outcome_count_call(enum outcome outcome, long long nbytes);

/* Why a creation failed: the first such text is reported. */
void outcome_explain(const char *why);

/* A line for each outcome that there was. */
void outcome_report(FILE *out, int rank);

#endif /* PRELOAD_OUTCOME_H */
