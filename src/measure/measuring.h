/* measuring.h: what measuring is told: by whom, how, and until when. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_MEASURING_H
#define MPIPERF_MEASURING_H

#include <stdbool.h>
#include "measure/arrival.h"
#include "measure/method.h"
#include "measure/window.h"
#include "ops/dtype.h"
#include "ops/layout.h"

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

    bool verify, samples;
    bool few_ranks; /* operations are measured with fewer than they need */
};

#endif /* MPIPERF_MEASURING_H */
