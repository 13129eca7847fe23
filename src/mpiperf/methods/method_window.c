/* method_window.c: method `window`: all launches of a stage on one schedule
 * (the paper, section 3; spec, step 3). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/methods/method.h"

static int window_begin(struct schedule *s, int i, double *start)
{
    *start = s->first_start + i * s->slot;
    return MPI_SUCCESS;
}

const struct method method_window = {
    .name = "window",
    .help = "launches in slots of a common schedule, by synchronized clocks",
    .scheduled = true,
    .begin = window_begin,
};
