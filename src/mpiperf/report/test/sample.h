/* sample.h: makes artificial results, for tests of reports. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEST_SAMPLE_H
#define MPIPERF_TEST_SAMPLE_H

#include "mpiperf/report/report.h"

enum { SAMPLE_RANKS = 4, SAMPLE_CASES = 4, SAMPLE_ALGOS = 3 };

struct sample {
    struct options o;
    struct choice choices[3];
    struct variant variants[SAMPLE_ALGOS], one[1];
    const struct op *skipped[5];
    const struct method *methods[2];
    char *outputs[2];
    struct rank_info ranks[SAMPLE_RANKS];
    struct clock_model models[SAMPLE_RANKS];
    struct timer_entry timers[2];
    struct runinfo ri;
    struct bench_case cases[SAMPLE_CASES];
    struct result results[SAMPLE_CASES][SAMPLE_ALGOS];
    size_t n[SAMPLE_CASES]; /* number of results of each case */
    size_t ncases;
    struct report r;
};

/* Makes a run without cases; the functions below do this first. */
void sample_begin(struct sample *s);
/*
 * Makes two cases of bcast with native and two other algorithms. The last
 * algorithm has no figures at the larger size, and all optional fields at the
 * smaller one.
 */
void sample_rivals(struct sample *s);
/* Adds a parameter of an algorithm, as --param does. */
void sample_param(struct sample *s, const char *owner, const char *name,
                  const char *value);
/* Makes the same cases, with an algorithm that has phases and computes next to
 * the operation. At the larger size, the hidden share is unknown. */
void sample_hides(struct sample *s);
/*
 * A run with --preset=paper, --verify, too many ranks: reduce (one algorithm,
 * rotating root, wrong results), barrier (no launch valid). No clock model.
 */
void sample_paper(struct sample *s);
/*
 * Makes: a window of messages between pairs of ranks, with bandwidth and
 * message rate, also for 0 bytes; a collective on a topology with different
 * blocks, which has neither; an operation with a word as parameter, without
 * pairs; skipped operations.
 */
void sample_pairs(struct sample *s);
/*
 * Makes an algorithm with two methods and --arrival, with launches that lost a
 * core, ranks that were moved, and clocks that were compared again.
 */
void sample_methods(struct sample *s);
void sample_free(struct sample *s);

#endif /* MPIPERF_TEST_SAMPLE_H */
