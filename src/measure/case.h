/* case.h: what is measured: operations, variants of their algorithms, cases;
 * how, and until when. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CASE_H
#define MPIPERF_CASE_H

#include <stdbool.h>
#include "lib/params.h"
#include "measure/method.h"
#include "ops/dtype.h"
#include "ops/layout.h"
#include "ops/registry.h"

/* An algorithm with settings: NAME[@PARAMETER=VALUE]... */
struct variant {
    const struct algo *algo;
    char *label;            /* as it was written: the name of its rows */
    struct params settings; /* of --param, then its own */
    void *values;           /* what they come to; NULL without parameters */
};

/* OPERATION[:VARIANT[,VARIANT]...] */
struct choice {
    const struct op *op;
    void *values; /* of the operation's parameters, or NULL */
    struct variant *variants;
    size_t nvariants;
    bool by_pattern; /* it fits one: nobody insists on it */
    /* It has one case, whatever -m says, and that is in it. */
    bool one_case;
    struct op_content content;
};

/* One set of parameters of an operation; its variants are measured
 * interleaved. */
struct bench_case {
    const struct choice *choice;
    int procs;                 /* ranks, of all --groups together */
    const struct dtype *dtype; /* resolved: never NULL */
    int64_t count;             /* elements in a block */
    int64_t bytes;             /* count * dtype->size: what is moved; of all
                                  messages where the operation has one case */
    int root;
    bool rotate; /* root + launch number, modulo procs */
};

/* Does it compute beside the operation? */
bool variant_computes(const struct variant *v);

/* The variant whose time such a one tells the share of that it hides: native,
 * or of the same algorithm the one that computes nothing and has the most
 * settings in common, none of its own. NULL: it is not among them. */
const struct variant *variant_pure(const struct choice *c,
                                   const struct variant *v);

/* Does anything say what the variant's results have to be? */
bool variant_is_checkable(const struct choice *c, const struct variant *v);

/* -P window.NAME: the slots of method `window`. */
struct window_config {
    int init_launches; /* k' of the warm-up */
    int launches;      /* k of the others */
    double eps;   /* the paper: share of invalid launches that is too much */
    double gamma; /* 1.1 <= gamma < 2 */
    bool paper;   /* the published rule to the letter */
};

/* Most launches a turn may have, and seconds that each has. */
enum { WINDOW_LAUNCHES_MAX = 64 };
#define WINDOW_SLOT_MAX 10.0

/* Of a struct window_config; `paper` is the caller's and left alone. */
extern const struct param_table window_params;

enum buffer_mode { BUFFER_WARM, BUFFER_COLD };
enum numa_mode { NUMA_LOCAL, NUMA_INTERLEAVE, NUMA_NODE };

/* The same for all cases, on all ranks. */
struct measuring {
    const struct method **methods; /* interleaved */
    size_t nmethods;
    bool may_fall_back; /* nobody has chosen a method: to its `fallback` */
    struct barrier_config barrier; /* -P barrier.NAME */
    struct arrival arrival;
    struct window_config window;

    /* When to stop, and statistics. */
    double max_rse;
    long min_valid, max_valid, max_launches; /* max_valid 0: no limit */
    double max_time;  /* seconds a case and algorithm; INFINITY: no limit */
    long passes;      /* of the sweep; 0: see passes_planned() */
    double budget;    /* seconds of the whole sweep; 0: no limit */
    bool stop_on_rse; /* false: --preset paper's rule 1 */
    double trim;      /* fraction dropped at each end */
    double confidence;
    bool paper; /* the paper's statistics, window rule and columns */

    /* What is launched, and in which memory. */
    const struct redop *redop;
    struct counts counts;
    bool in_place;
    enum buffer_mode buffer;
    size_t align; /* of buffers */
    bool hugepages;
    int shared_memory; /* of buffers: 1, else 0 */
    enum numa_mode numa;
    int numa_node; /* of NUMA_NODE */

    int threads; /* OP_THREADS: it runs in so many of each rank at once; 0: as
                    MPI_Init has it, in one */
    int groups;  /* the operation runs in so many communicators at once */
    bool verify, samples;
    bool few_ranks; /* operations are measured with fewer than they need */
};

/* What is measured by that one method, where nobody says anything else. */
void measuring_default(struct measuring *m, const struct method **method);

#endif /* MPIPERF_CASE_H */
