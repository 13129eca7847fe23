/* noise.h: --check: observes the machine while nothing is measured. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_NOISE_H
#define MPIPERF_NOISE_H

#include "mpiperf/check/lines.h"

/* Prints lines about the gauges, which show machine states. Collective. */
void check_states(struct check *c);
/* Prints a line about what interrupts a busy rank. Collective. */
void check_noise(struct check *c);

#endif /* MPIPERF_NOISE_H */
