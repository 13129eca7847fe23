/* nodes_probe.c: compares the nodes by the collectives of a run. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/nodes_probe.h"

#include <math.h>
#include "measure/case_state.h"
#include "measure/probe.h"
#include "verdict/stragglers.h"

/* Returns the largest of the cases first..end-1, or one of half its size, a
 * quarter and so on, so that enough rounds take less than `seconds`. */
static struct bench_case largest_within(const struct harness *h,
                                        const struct bench_case *cases,
                                        const struct run_outcome *measured,
                                        size_t first, size_t end,
                                        double seconds)
{
    enum { LAUNCHES = 4 * SLOW_NODES_LEAST };
    struct bench_case c;
    const struct result *results;
    size_t most = first;
    int halvings = 0;

    for (size_t i = first; i < end; i++)
        most = cases[i].bytes > cases[most].bytes ? i : most;
    c = cases[most];
    results = measured->states[most].results; /* NULL except on rank 0 */
    if (results != NULL)
        while (LAUNCHES * results->all.estimate > ldexp(seconds, halvings) &&
               c.count >> halvings > 1)
            halvings++;
    HARNESS_BCAST(&halvings, 1, MPI_INT, 0, h->comm);
    c.count >>= halvings;
    c.bytes >>= halvings;
    return c;
}

static int case_probe(const struct harness *h, const struct measuring *how,
                      const struct bench_case *c, double seconds,
                      struct report *report)
{
    struct probe probe = {.c = *c};
    int rc = probe_run(h, how, seconds, &probe);

    if (h->rank == 0)
        report_probe(report, &probe);
    probe_free(&probe);
    return rc;
}

int nodes_probe(const struct harness *h, const struct run_input *in,
                const struct run_outcome *measured, struct report *report)
{
    static const double share = 0.1, least = 3; /* of the time; seconds */
    const struct bench_case *cases = in->cases;
    size_t n = in->n, ops = 0, end;
    double each;
    int rc = MPI_SUCCESS;

    for (size_t i = 0; i < n; i++)
        ops += i == 0 || cases[i].choice != cases[i - 1].choice;
    each = fmax(share * measured->seconds, least) / (double)(2 * ops);
    for (size_t i = 0; i < n && rc == MPI_SUCCESS; i = end) {
        struct bench_case largest;
        double rest;

        for (end = i; end < n && cases[end].choice == cases[i].choice;)
            end++;
        if (!probe_fits(h, in->how, &cases[i]))
            continue;
        rest = end > i + 1 ? each : 2 * each;
        if (end > i + 1)
            rc = case_probe(h, in->how, &cases[i], each, report);
        largest = largest_within(h, cases, measured, i, end, rest);
        if (rc == MPI_SUCCESS)
            rc = case_probe(h, in->how, &largest, rest, report);
    }
    return rc;
}
