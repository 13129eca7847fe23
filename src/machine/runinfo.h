/* runinfo.h: facts about a run: machine, ranks, clocks and command line. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_RUNINFO_H
#define MACHINE_RUNINFO_H

#include <jansson.h>
#include <mpi.h>
#include "clocksync/clocksync.h"
#include "machine/gauge.h"
#include "timers/quality.h"

struct listener;

/* Facts about one rank; gathered on rank 0. */
struct rank_info {
    char host[64];
    char cpus[128];    /* list of CPUs that it may run on: "0-3,8" */
    char governor[32]; /* frequency governor of these CPUs */
    int node;          /* number of its node */
    int kind;          /* kind of its CPUs: cpus_kind() */
    double quota;      /* cgroup_quota() */
    double init;       /* seconds that MPI_Init took; NAN if unknown */
};

/* Result of comparing a clock between the ranks of a node. BROKEN: a reading
 * was below an earlier reading of another rank. Several results are combined by
 * taking the minimum. */
enum causality { CAUSALITY_BROKEN, CAUSALITY_HOLDS, CAUSALITY_UNTESTED };

/* State of one row of timer_table[] on this machine. Equal on all ranks, except
 * clock.ticks_per_sec, which is equal on the ranks of a node. */
struct timer_entry {
    const struct timer *timer;
    struct clock clock;           /* open unless the timer is refused */
    struct timer_quality quality; /* the worst of all ranks, unless refused */
    char *refused;   /* the reason, malloced; NULL if the timer is usable */
    bool absent;     /* refused because such machines do not have it */
    int cores_agree; /* enum causality */
};

/* The user's choice of timer and clock synchronization. */
struct clock_choice {
    const struct timer *timer;         /* NULL: choose automatically */
    const struct clocksync *clocksync; /* may be the row `auto` */
    struct clocksync_config sync;      /* -P clocksync.NAME */
    bool any_timer; /* for --check: use an unfit timer if none is fit */
};

/* How this process started. All zero if no record needs it. */
struct startup {
    int argc;
    char **argv;
    double init;               /* seconds that MPI_Init took */
    struct listener *listener; /* NULL if there is none */
    json_t *parameters; /* settings in files that MPI must not see; may be
                           NULL */
    /* Called before each step of runinfo_collect(), with a text such as
     * "judging the timers". May be NULL. */
    void (*step)(void *arg, const char *what);
    void *arg;
};

struct runinfo {
    int nranks, nnodes;
    struct rank_info *ranks; /* nranks elements; rank 0 only */
    int *node_of;            /* node of each rank: switches_collect() */
    int *switch_of;          /* number of its switch; NULL without --switches */
    json_t *switches;    /* name of each rank's switch, or NULL; rank 0 only */
    bool oversubscribed; /* equal on all ranks: some ranks of a node
                            outnumber their CPUs */
    bool shared_cpu;  /* two or more ranks are bound to the same single CPU */
    bool shared_core; /* two or more ranks share a core's hardware threads, or
                         outnumber their cores */
    double quota;     /* smallest CPU quota of any rank, in CPUs; INFINITY if
                         there is none; rank 0 only */
    int quota_ranks;  /* number of ranks on that rank's node; rank 0 only */
    bool unpinned;    /* some rank may run on more than one core */
    /* For the gauges. size is 0 (not open) if ranks have no cores of their own
     * or time is simulated. */
    struct neighbours neighbours;
    /* Seconds that a cache line takes between neighbouring ranks; rank 0 only.
     * NAN if they did not answer; then gauges are not read around passes. */
    struct gauge_range oneway;
    /* Seconds of the slowest rank by each gauge, in the order of gauges[], at
     * start and end of the run; rank 0 only; NAN without neighbours. */
    double gauge_start[GAUGE_KINDS], gauge_end[GAUGE_KINDS];
    struct timer_entry *timers; /* ntimers, in the order of timer_table[] */
    size_t ntimers;
    struct clock clock;
    struct timer_quality quality; /* the worst of all ranks */
    char *timer_why; /* with timer `auto`: why this timer was chosen */
    const struct clocksync *clocksync;
    struct clocksync_info sync_info;
    struct clock_model model;   /* clock model of this rank */
    struct clock_model *models; /* nranks elements; rank 0 only */
    double null_overhead; /* median time of the operation `null`, seconds */
    double t_bcast;       /* upper bound for the start broadcast, seconds */
    json_t *warnings;     /* array of strings; rank 0 only */
    /* cpu, cores, threads, sockets, numa_nodes, caches {L1d: bytes, ...},
     * kernel, arch, clocksource, governor, cpu_quota, mpi, mpi_standard, each
     * only if known; rank 0 only. */
    json_t *machine;
    /* MPI components that carry messages, as far as the library names them:
     * pml, within_node, between_nodes, single_copy (Open MPI); device,
     * between_nodes (MPICH). copy_denied: why a rank may not read the memory of
     * another one. Rank 0 only. */
    json_t *transport;
    json_t *program;     /* program_describe(); rank 0 only */
    json_t *environment; /* environment_settings(); rank 0 only */
    json_t *parameters;  /* settings in files (parameters_describe()), also
                            those hidden from MPI; rank 0 only */
    int argc;
    char **argv;
    char *started_by; /* the command line that started the ranks; rank 0 only */
};

/*
 * Collects everything except null_overhead and t_bcast, which become NAN.
 * Collective over comm, which must return errors; takes about 0.4 s. Returns 0
 * on all ranks, or -1 on all ranks with a malloced *cause and *ri empty. A
 * timer that is requested by name is used even if it is unfit (with a warning).
 * `auto` takes the first fit timer; if there is none and any_timer is set, the
 * first that can be read.
 */
int runinfo_collect(struct runinfo *ri, MPI_Comm comm,
                    const struct clock_choice *c, const struct startup *start,
                    char **cause);
void runinfo_free(struct runinfo *ri);

#endif /* MACHINE_RUNINFO_H */
