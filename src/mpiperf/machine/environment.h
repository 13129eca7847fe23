/* environment.h: settings of MPI libraries in the environment. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_ENVIRONMENT_H
#define MPIPERF_ENVIRONMENT_H

#include <jansson.h>

/*
 * Of the variables ("NAME=VALUE", NULL at the end) those that tell an MPI
 * library, or what lies beneath it, how to work, and LD_PRELOAD: name -> value,
 * by name. What launchers put there for every run is left out, so that two runs
 * of one command have the same. A new reference.
 */
json_t *environment_settings(char *const *variables);

#endif /* MPIPERF_ENVIRONMENT_H */
