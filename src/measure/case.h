/* case.h: what is measured (operations, variants of their algorithms, cases),
 * how, and when it stops. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CASE_H
#define MPIPERF_CASE_H

#include "config.h"
#include <stdbool.h>
#include "lib/params.h"
#include "measure/method.h"
#include "ops/dtype.h"
#include "ops/layout.h"
#include "ops/registry.h"

/* A broadcast of the harness itself, which a library in front of MPI_Bcast does
 * not carry out. */
#if HAVE_PMPI
#define HARNESS_BCAST PMPI_Bcast
#else
#define HARNESS_BCAST MPI_Bcast
#endif

/* An algorithm with settings, written NAME[@PARAMETER=VALUE]... */
struct variant {
    const struct algo *algo;
    char *label;            /* as the user wrote it; the name of its rows */
    struct params settings; /* from --param, then the variant's own */
    void *values;           /* the algorithm's parameter values; NULL: none */
};

/* An operation with its variants, written OPERATION[:VARIANT[,VARIANT]...] */
struct choice {
    const struct op *op;
    void *values; /* of the operation's parameters, or NULL */
    struct variant *variants;
    size_t nvariants;
    bool by_pattern; /* matched by a name pattern: may be left out */
    /* The operation has a single case, in `content`; -m is ignored. */
    bool one_case;
    struct op_content content;
};

/* One set of parameters of an operation, for all of its variants. */
struct bench_case {
    const struct choice *choice;
    int procs;                 /* ranks, of all --groups together */
    const struct dtype *dtype; /* resolved: never NULL */
    int64_t count;             /* elements in a block */
    int64_t bytes;             /* count * dtype->size: payload of a block; with
                                  one_case, of all messages */
    int root;
    bool rotate; /* the root is root + launch number, modulo procs */
    /* --pairs=each: number of this round, from 0, and number of rounds. rounds
     * 0: not --pairs=each. */
    int round, rounds;
};

/* True if the variant computes beside the operation. */
bool variant_computes(const struct variant *v);

/* Returns the variant without computation that a computing variant v is
 * compared with, to tell the share of its time that v hides: native, or the
 * variant of the same algorithm that has only settings of v, and most of them.
 * NULL: there is none. */
const struct variant *variant_pure(const struct choice *c,
                                   const struct variant *v);

/* True if the results of the variant can be checked. */
bool variant_is_checkable(const struct choice *c, const struct variant *v);

/* Slots of method `window`, set by -P window.NAME. */
struct window_config {
    int init_launches; /* launches in the warm-up (k') */
    int launches;      /* launches in each other turn (k) */
    double eps;   /* the paper's largest share of invalid launches before the
                     slot changes */
    double gamma; /* safety factor of slots, 1.1 <= gamma < 2 */
    bool paper;   /* exactly the published rule */
};

/* Most launches of a turn, and most seconds of a slot. */
enum { WINDOW_LAUNCHES_MAX = 64 };
#define WINDOW_SLOT_MAX 10.0

/* Parameters of struct window_config, except `paper`, which the caller sets. */
extern const struct param_table window_params;

enum buffer_mode { BUFFER_WARM, BUFFER_COLD };

enum { PERCENTILES_MOST = 16 };
struct percentiles {
    double percent[PERCENTILES_MOST]; /* ascending */
    size_t n;
};

/* Settings that are the same for all cases on all ranks. */
struct measuring {
    const struct method **methods; /* their turns are interleaved */
    size_t nmethods;
    bool may_fall_back; /* fallbacks are allowed: the user chose no method */
    struct barrier_config barrier; /* -P barrier.NAME */
    struct arrival arrival;
    struct window_config window;

    /* Stop rules and statistics. */
    double max_rse;
    long min_valid, max_valid, max_launches; /* max_valid 0: no limit */
    double max_time;  /* seconds per case and algorithm; INFINITY: no limit */
    long passes;      /* of the sweep; 0: passes_planned() decides */
    double budget;    /* seconds of the whole sweep; 0: no limit */
    bool stop_on_rse; /* false: rule 1 of --preset paper ignores the error */
    double trim;      /* fraction of launches dropped at each end */
    double confidence;
    struct percentiles percentiles; /* of launches */
    bool paper; /* statistics, window rule and columns of the paper */

    /* The operation's arguments and memory. */
    const struct redop *redop;
    struct counts counts;
    bool in_place;
    enum buffer_mode buffer;
    size_t align; /* alignment of buffers in bytes */
    bool hugepages;
    int shared_memory; /* 1: buffers are in shared memory, else 0 */
    int numa;          /* NUMA node, or one of BUFFERS_NUMA_* */

    bool rewrite; /* each launch sends new data */
    int threads;  /* threads per rank that run the operation at once; 0: the
                     rank's own thread, with the thread level of MPI_Init */
    int groups;   /* number of communicators that run it at once */
    bool verify, samples;
    bool few_ranks; /* measure operations also with too few ranks */
};

/* Sets the default settings, with this one method. */
void measuring_default(struct measuring *m, const struct method **method);

#endif /* MPIPERF_CASE_H */
