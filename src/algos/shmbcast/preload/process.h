/* process.h: what holds for the whole process: what the environment says, the
 * memory that is taken, and which way calls went. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_PROCESS_H
#define PRELOAD_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "../shmbcast_auto.h"

struct settings {
    bool off;       /* SHMBCAST_OFF */
    bool host_only; /* SHMBCAST_HOST_ONLY */
    int verbose;    /* SHMBCAST_VERBOSE: 1 rank 0 reports, 2 every rank */
    size_t memory;  /* SHMBCAST_MEMORY: bytes of shared memory a process */
    enum shmbcast_auto_calibrate calibrate; /* SHMBCAST_CALIBRATE */
    bool crowded; /* says the launcher: ranks here outnumber CPUs */
};

/* Read the environment. Where a value cannot be used the default holds, and
 * with [say] a message on stderr says so. */
struct settings settings_read(bool say);

/* Take [nbytes] of the shared memory that this process may account for, if with
 * them no more than [limit] are taken. Any thread. */
bool budget_take(size_t nbytes, size_t limit);

void budget_give_back(size_t nbytes);

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

#endif /* PRELOAD_PROCESS_H */
