/* method_window.c: method `window`: all launches of a turn on one schedule
 * (the paper, section 3; spec, step 3). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/method.h"

static int window_begin(struct schedule *s, int i, double *start)
{
    *start = s->first_start + i * s->slot;
    return MPI_SUCCESS;
}

const struct method method_window = {
    .name = "window",
    .help = "launches in slots of a common schedule, by synchronized clocks",
    .scheduled = true,
    .slotted = true,
    .fallback = &method_barrier,
    .begin = window_begin,
};
