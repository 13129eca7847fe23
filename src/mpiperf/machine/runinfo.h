/* runinfo.h: the `run` record: machine, ranks, clocks and command line. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RUNINFO_H
#define MPIPERF_RUNINFO_H

#include <jansson.h>
#include <mpi.h>
#include "clocksync/clocksync.h"
#include "mpiperf/machine/gauge.h"
#include "timers/quality.h"

struct listener;

/* Data of one rank; gathered to rank 0. */
struct rank_info {
    char host[64];
    char cpus[128];    /* list of CPUs it may run on: "0-3,8" */
    char governor[32]; /* of these CPUs: sysfile_governor() */
    int node;          /* index of its shared-memory node */
    int kind;          /* of its CPUs: cpus_kind() */
    double quota;      /* cgroup_quota() */
    double init;       /* seconds of MPI_Init; NAN: not known */
};

/* Result of comparing a clock between the ranks of a node: BROKEN if a reading
 * was below an earlier one of another rank. Several results are combined by
 * their minimum. */
enum causality { CAUSALITY_BROKEN, CAUSALITY_HOLDS, CAUSALITY_UNTESTED };

/* State of one row of timer_table[] on this machine; the same on all ranks,
 * except clock.ticks_per_sec, which is the same on one node. */
struct timer_entry {
    const struct timer *timer;
    struct clock clock;           /* open, unless the timer is refused */
    struct timer_quality quality; /* worst over all ranks, unless refused */
    char *refused;   /* reason, malloced; NULL: the timer can be used */
    bool absent;     /* refused since this kind of machine does not have it */
    int cores_agree; /* enum causality */
};

/* The clock settings that the user chose. */
struct clock_choice {
    const struct timer *timer;         /* NULL: choose automatically */
    const struct clocksync *clocksync; /* may be the row `auto` */
    struct clocksync_config sync;      /* -P clocksync.NAME */
    bool any_timer; /* --check: use an unfit timer if none is fit */
};

/* How this process began. All 0: its record is not needed. */
struct startup {
    int argc;
    char **argv;
    double init;               /* seconds of MPI_Init */
    struct listener *listener; /* NULL: none */
    json_t *parameters; /* settings in files that were hidden from MPI, or
                           NULL */
    /* Called at each step of runinfo_collect(), such as "judging the timers";
     * NULL: nobody wants to know. */
    void (*step)(void *arg, const char *what);
    void *arg;
};

struct runinfo {
    int nranks, nnodes;
    struct rank_info *ranks; /* nranks, rank 0 only */
    bool oversubscribed;     /* same on all ranks: some ranks of a node have to
                                share fewer CPUs than their number */
    bool shared_cpu; /* two or more ranks have the same CPU as their only one */
    bool shared_core; /* the same of cores, on whose hardware threads they are,
                         or ranks have to share fewer cores than their number */
    double quota;     /* smallest CPU quota of a rank, in CPUs; INFINITY: none;
                         rank 0 only */
    int quota_ranks;  /* number of ranks on that rank's node; rank 0 only */
    bool unpinned;    /* some rank may run on more than one core */
    /* For the gauges. Size 0: not open, because ranks have no cores of their
     * own or time is simulated. */
    struct neighbours neighbours;
    /* Seconds that a cache line takes between neighbouring ranks; rank 0 only;
     * NAN: they did not answer, and gauges are not read around passes. */
    struct gauge_range oneway;
    /* Seconds of the slowest rank by each gauge, in the order of gauges[], at
     * start and end of the run; rank 0 only, NAN without neighbours. */
    double gauge_start[GAUGES], gauge_end[GAUGES];
    struct timer_entry *timers; /* ntimers, in the order of timer_table[] */
    size_t ntimers;
    struct clock clock;
    struct timer_quality quality; /* worst over the ranks */
    char *timer_why; /* with timer auto: why this timer was chosen */
    const struct clocksync *clocksync;
    struct clocksync_info sync_info;
    struct clock_model model;   /* this rank's */
    struct clock_model *models; /* nranks, rank 0 only */
    double null_overhead; /* median time of the operation `null`, seconds */
    double t_bcast;       /* upper bound of the start broadcast, seconds */
    json_t *warnings;     /* array of strings; rank 0 only */
    /* cpu, cores, threads, sockets, numa_nodes, caches {L1d: bytes, ...},
     * kernel, arch, clocksource, governor, cpu_quota, mpi, mpi_standard,
     * without those that are not known; rank 0 only. */
    json_t *machine;
    /* Components that carry messages, as the MPI library names them: pml,
     * within_node, between_nodes, single_copy (Open MPI), device, between_nodes
     * (MPICH), without those that it does not name; copy_denied: why a rank may
     * not read another one's memory. Rank 0 only. */
    json_t *transport;
    json_t *program;     /* program_describe(); rank 0 only */
    json_t *environment; /* environment_settings(); rank 0 only */
    json_t *parameters;  /* settings in files: parameters_describe(), and those
                            that were hidden from MPI; rank 0 only */
    int argc;
    char **argv;
    char *started_by; /* the command line that started the ranks; rank 0 only */
};

/*
 * Collects everything but null_overhead and t_bcast, which become NAN.
 * Collective over comm, which must return errors; takes about 0.4 s. Returns 0
 * on all ranks, or -1 on all ranks with *cause malloced and *ri empty. A timer
 * requested by name is used even if it is unfit (with a warning); `auto` takes
 * the first fit timer or, with any_timer, the first readable one if none is
 * fit.
 */
int runinfo_collect(struct runinfo *ri, MPI_Comm comm,
                    const struct clock_choice *c, const struct startup *start,
                    char **cause);
void runinfo_free(struct runinfo *ri);

#endif /* MPIPERF_RUNINFO_H */
