/* run.h: a run, from opening the outputs to closing them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RUN_H
#define MPIPERF_RUN_H

#include "mpiperf/machine/runinfo.h"
#include "mpiperf/measure/measure.h"
#include "mpiperf/report/progress.h"
#include "mpiperf/report/report.h"
#include "mpiperf/report/resume.h"

/* The same on all ranks but for what only rank 0 has. */
struct run {
    const struct options *o;
    int rank, size;
    MPI_Comm comm; /* all ranks, for what measures; errors are returned */
    struct runinfo info;
    struct clocks clocks;
    struct distance distance;
    struct buffers_arena arena;
    struct harness harness;
    struct watchdog watchdog;
    struct report report;
    struct resume resume;
    struct progress progress;
    size_t skipped; /* cases that --resume found done; rank 0 */
    long wrong;     /* results that --verify found wrong, all ranks */
};

/* Collective over MPI_COMM_WORLD; the status to exit with, see status.h. */
int run_all(const struct options *o, int argc, char **argv);

/* The part of it that measures the cases of the plan and reports their rows;
 * likewise. */
int cases_run(struct run *run, const struct plan *plan);

#endif /* MPIPERF_RUN_H */
