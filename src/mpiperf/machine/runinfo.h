/* runinfo.h: what was run, on what, with which clocks: the `run` record. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RUNINFO_H
#define MPIPERF_RUNINFO_H

#include <jansson.h>
#include <mpi.h>
#include "clocksync/clocksync.h"
#include "mpiperf/machine/gauge.h"
#include "timers/quality.h"

/* Per rank; gathered to rank 0. */
struct rank_info {
    char host[64];
    char cpus[128];    /* list of CPUs it may run on: "0-3,8" */
    char governor[32]; /* sysfile_governor() of these */
    int node;          /* index of its shared-memory node */
};

/* What is known of a clock: was a reading ever below an earlier one of another
 * rank of its node? Of several verdicts the smallest counts. */
enum causality { CAUSALITY_BROKEN, CAUSALITY_HOLDS, CAUSALITY_UNTESTED };

/* A row of timer_table[] as it was found here; the same on all ranks but for
 * clock.ticks_per_sec, which is one a node. */
struct timer_entry {
    const struct timer *timer;
    struct clock clock;           /* opened, unless refused */
    struct timer_quality quality; /* worst over the ranks, unless refused */
    char *refused;                /* why, malloced; NULL: it can be used */
    bool absent;     /* refused on this rank, as on all machines of its kind */
    int cores_agree; /* enum causality */
};

/* Which clocks are asked for. */
struct clock_choice {
    const struct timer *timer;         /* NULL: auto */
    const struct clocksync *clocksync; /* a row, `auto` among them */
    struct clocksync_config sync;      /* -P clocksync.NAME */
    bool any_timer;                    /* --check: unfit ones are tried too */
};

struct runinfo {
    int nranks, nnodes;
    struct rank_info *ranks; /* nranks, rank 0 only */
    bool oversubscribed;     /* same on all ranks: some ranks of a node have
                                fewer CPUs to run on than they are */
    bool shared_cpu;         /* some CPU is the only one of two ranks or more */
    bool unpinned;           /* some rank may run on more than one core */
    /* For the gauges. Size 0: not open, since ranks have no cores of their own,
     * or time is simulated. */
    struct neighbours neighbours;
    /* Seconds that a cache line takes between neighbouring ranks; rank 0 only,
     * NAN: there are none. */
    struct gauge_range oneway;
    /* What the slowest pairs read, in the order of gauges[]; likewise. */
    double gauge_start[GAUGES], gauge_end[GAUGES];
    struct timer_entry *timers; /* ntimers, in the order of timer_table[] */
    size_t ntimers;
    struct clock clock;
    struct timer_quality quality; /* worst over the ranks */
    char *timer_why;              /* auto: why this one */
    const struct clocksync *clocksync;
    struct clocksync_info sync_info;
    struct clock_model model;   /* this rank's */
    struct clock_model *models; /* nranks, rank 0 only */
    double *init;               /* seconds of MPI_Init, nranks, rank 0 only;
                                   NULL: not known */
    double null_overhead;       /* seconds the operation `null` reads, median */
    double t_bcast;      /* upper bound of the start broadcast, seconds */
    json_t *warnings;    /* array of strings; rank 0 only */
    json_t *machine;     /* rank 0 only: cpu, cores, threads, sockets,
                            numa_nodes, caches {L1d: bytes, ...}, kernel,
                            arch, clocksource, governor, mpi, mpi_standard;
                            what is not known is left out */
    json_t *program;     /* machine.h; rank 0 only */
    json_t *environment; /* machine.h; rank 0 only */
    int argc;
    char **argv;
    char *started_by; /* the command line that started the ranks; rank 0 only */
};

/*
 * Collective over comm, which is to return errors; takes about 0.4 s. 0 on
 * all ranks, or on all ranks -1 with *cause malloced and *ri empty. A timer
 * asked for by name is taken although it is unfit (a warning says so), `auto`
 * takes the first that is fit, or with any_timer the first that can be read.
 * null_overhead and t_bcast are NAN: who measures them fills them in.
 */
int runinfo_collect(struct runinfo *ri, MPI_Comm comm,
                    const struct clock_choice *c, int argc, char **argv,
                    char **cause);
void runinfo_free(struct runinfo *ri);

/* Can gauges be watched while operations are measured? Rank 0. */
bool runinfo_is_watched(const struct runinfo *ri);

/* Reads the gauges at the end of the run. Collective, as above; MPI error code.
 */
int runinfo_end(struct runinfo *ri, MPI_Comm comm);

#endif /* MPIPERF_RUNINFO_H */
