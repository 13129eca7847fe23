/* calibrate.c: measures the overhead of the harness. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/calibrate.h"

#include <math.h>
#include <stdlib.h>
#include "measure/run.h"

static int measured_done(void *user, size_t index, const struct result *rows,
                         size_t n, char **cause)
{
    const struct summary *s = &rows->time.summary;

    (void)index, (void)n, (void)cause;
    *(struct measured *)user = (struct measured){
        s->mean, s->median, s->rse, rows->pass.parts[PART_TIME].fine};
    return 0;
}

int harness_measure(struct harness *h, const struct op *op, long max_valid,
                    double max_time, struct measured *out)
{
    const struct method *window = &method_window;
    const struct run_events events = {.user = out, .done = measured_done};
    struct measuring how;
    char *cause;
    int rc;

    *out = (struct measured){NAN, NAN, NAN, NAN};
    measuring_default(&how, &window);
    how.min_valid = how.max_valid = max_valid;
    how.max_time = max_time;
    how.passes = 1;
    rc = run_one(h, op, &algo_native, NULL, &how, &events, &cause);
    free(cause);
    if (rc != 0)
        return MPI_ERR_OTHER;
    return HARNESS_BCAST(out, sizeof(*out), MPI_BYTE, 0, h->comm);
}

/* Sets null_overhead and the clock's read_cost from launches of the empty
 * operation. read_cost is a mean over rounds: with clock steps of 10 ns, the
 * trimmed mean of launches of 23 ns would be 20 ns. If too few launches are
 * valid or times scatter too much, read_cost keeps its value. */
void harness_calibrate(struct harness *h)
{
    struct measured m;

    if (harness_measure(h, null_ops[0], 200, 0.1, &m) != MPI_SUCCESS ||
        isnan(m.rounds))
        return;
    h->null_overhead = m.median;
    if (m.rse <= 0.1) /* the standard error is small */
        h->clock.read_cost = m.rounds > 2 * m.median && m.median > 0
                                 ? m.median /* some were interrupted */
                                 : m.rounds;
}
