/* check_timers.h: --check: tests whether timers are fit for measurements. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CHECK_TIMERS_H
#define MPIPERF_CHECK_TIMERS_H

#include "mpiperf/check/lines.h"

/* Prints a line about each timer, and about the one in use. Collective. */
void check_timers(struct check *c);

#endif /* MPIPERF_CHECK_TIMERS_H */
