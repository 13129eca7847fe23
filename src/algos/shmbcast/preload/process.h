/* process.h: state of the whole process: settings from the environment, budget
 * of shared memory, and counts of calls by outcome. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_PROCESS_H
#define PRELOAD_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "../shmbcast_auto.h"

/* The operations that the library replaces. */
enum operation_number {
    OPERATION_BCAST,
    OPERATION_BARRIER,
    OPERATION_ALLREDUCE,
    OPERATION_REDUCE,
    OPERATION_ALLGATHER,
    OPERATIONS
};

struct settings {
    bool off;       /* SHMBCAST_OFF: leave all calls to the MPI library */
    bool host_only; /* SHMBCAST_HOST_ONLY: no buffer is in GPU memory */
    unsigned ops;   /* SHMBCAST_OPS: bits of the operations to replace */
    int verbose;    /* SHMBCAST_VERBOSE: 1 rank 0 reports, 2 every rank */
    size_t memory;  /* SHMBCAST_MEMORY: bytes of shared memory per process */
    enum shmbcast_auto_calibrate calibrate; /* SHMBCAST_CALIBRATE: off, or
                                             * which buffers are timed */
    bool crowded; /* launcher started more ranks here than CPUs */
};

/* Reads the environment. Replaces an invalid value by the default, and reports
 * it on stderr if [say]. */
struct settings settings_read(bool say);

/* Charges [nbytes] to this process's budget of shared memory. Returns false if
 * that would exceed [limit]. Thread-safe. */
bool budget_take(size_t nbytes, size_t limit);

void budget_give_back(size_t nbytes);

/*
 * How a call, or all calls of a communicator, is made, and why: through shared
 * memory, or natively, that is, by the MPI library. If ranks find different
 * outcomes, the largest one counts, so shared memory is used only if all ranks
 * can.
 */
enum outcome {
    OUTCOME_SHARED,
    OUTCOME_TWO_STEPS,
    /* calls with the outcomes below are native */
    OUTCOME_EARLY,
    OUTCOME_ARGUMENT,
    OUTCOME_FASTER,
    OUTCOME_NODES,
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

/* Count a communicator or a call for the report; thread-safe. */
void outcome_count_comm(enum outcome outcome);
void outcome_count_call(enum outcome outcome, enum operation_number number,
                        long long nbytes);

/* Stores the reason of a failure. The report shows the first one stored. */
void outcome_explain(const char *why);

/* Prints one line for each outcome and each operation that occurred. */
void outcome_report(FILE *out, int rank);

#endif /* PRELOAD_PROCESS_H */
