/* case.h: a case, i.e. what is measured: an operation with variants of its
 * algorithms; and the settings: how to measure it, and when to stop. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_CASE_H
#define MEASURE_CASE_H

#include "config.h"
#include <stdbool.h>
#include "lib/params.h"
#include "measure/method.h"
#include "measure/window.h"
#include "ops/dtype.h"
#include "ops/layout.h"
#include "ops/registry.h"

/* MPI_Bcast for the harness's own messages, which bypasses libraries preloaded
 * in front of MPI_Bcast. */
#if HAVE_PMPI
#define HARNESS_BCAST PMPI_Bcast
#else
#define HARNESS_BCAST MPI_Bcast
#endif

/* An algorithm with settings, written NAME[@PARAMETER=VALUE]... */
struct variant {
    const struct algo *algo;
    char *label;            /* as the user wrote it; names its rows */
    struct params settings; /* from --param, then the variant's own */
    void *values;           /* parameter values of the algorithm, or NULL */
};

/* An operation with its variants, written OPERATION[:VARIANT[,VARIANT]...] */
struct choice {
    const struct op *op;
    void *values; /* parameter values of the operation, or NULL */
    struct variant *variants;
    size_t nvariants;
    bool by_pattern; /* matched by a name pattern: left out if it cannot run */
    /* The operation has a single case, in `content`; -m is ignored. */
    bool one_case;
    struct op_content content;
};

/* How an operation is called. */
struct called {
    int groups;   /* number of communicators that call it concurrently */
    int by_group; /* --rows=group: each of them has a row of its own */
    const struct redop *redop;
    struct counts counts;
    bool in_place;
    struct arrival arrival;
};

/* What a program spends on calls like those of a case (--program). */
struct spent {
    double calls;   /* calls per rank, mean over ranks; 0 without --program */
    double work;    /* seconds in them, without waiting for late ranks */
    double seconds; /* seconds of the whole program */
};

/* One set of parameters of an operation, for all of its variants. */
struct bench_case {
    const struct choice *choice;
    int procs;                 /* number of ranks, in all --groups together */
    const struct dtype *dtype; /* never NULL */
    int64_t count;             /* elements in a block */
    int64_t bytes;             /* payload of a block: count * dtype->size; with
                                  one_case, of all messages */
    int root;
    bool rotate; /* launch number i has root (root + i) modulo procs */
    /* --pairs=each: number of this round of pairs, from 0, and number of
     * rounds. rounds is 0 without --pairs=each. */
    int round, rounds;
    struct called called;
    struct spent spent;
};

/* True if the variant computes while the operation is in progress. */
bool variant_computes(const struct variant *v);

/* For a variant v that computes, returns the variant without computation whose
 * time v hides: native, or the variant of v's algorithm with the most of v's
 * settings and no others. NULL if there is none. */
const struct variant *variant_pure(const struct choice *c,
                                   const struct variant *v);

/* True if the results of the variant can be checked. */
bool variant_is_checkable(const struct choice *c, const struct variant *v);

enum buffer_mode { BUFFER_WARM, BUFFER_COLD };

enum { PERCENTILES_MOST = 16 };
struct percentiles {
    double percent[PERCENTILES_MOST]; /* ascending */
    size_t n;
};

/* Ranks that are not measured, but run a load (--load-ranks). */
struct load_ranks {
    int *rank; /* ascending; never rank 0 */
    int n;
    char *text; /* as in records: "12-15" */
};

/* Returns the number among all ranks of this one of the measured ranks. */
int measured_rank(const struct load_ranks *load, int rank);

/* Settings that are the same for all cases on all ranks. */
struct measuring {
    const struct method **methods; /* launches alternate between these */
    size_t nmethods;
    bool may_fall_back; /* the user chose no method, so fallbacks are allowed */
    struct barrier_config barrier; /* -P barrier.NAME */
    struct window_config window;

    /* Stop rules and statistics. */
    double max_rse;
    long min_valid, max_valid, max_launches; /* max_valid 0: unlimited */
    double max_time;  /* seconds per case and algorithm; INFINITY: unlimited */
    long passes;      /* passes over all cases; 0: passes_planned() decides */
    double budget;    /* seconds for all cases together; 0: unlimited */
    bool stop_on_rse; /* false: the paper's rule 1, regardless of the error */
    double trim;      /* fraction of launches dropped at each end */
    double confidence;
    struct percentiles percentiles; /* of launch times */
    bool paper; /* the paper's statistics, window rule and columns */

    /* The operation's arguments and memory. */
    struct called called; /* unless a program says it (--program) */
    enum buffer_mode buffer;
    size_t align; /* alignment of buffers in bytes */
    bool hugepages;
    int shared_memory; /* 1 if buffers are in shared memory, else 0 */
    int numa;          /* NUMA node, or one of BUFFERS_NUMA_* */

    bool rewrite; /* each launch sends new data */
    struct load_ranks load;
    int threads;  /* threads per rank that run the operation concurrently; 0:
                     only the main thread, at MPI_Init's thread level */
    bool verify, samples;
    bool few_ranks; /* measure an operation even if it needs more ranks */
};

/* Sets the default settings, with *method as the only method. */
void measuring_default(struct measuring *m, const struct method **method);

#endif /* MEASURE_CASE_H */
