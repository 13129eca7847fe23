/* simulated.h: detects an MPI library that simulates time (SMPI). */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPICOMMON_SIMULATED_H
#define MPICOMMON_SIMULATED_H

#include <stdbool.h>

/* True in a simulator. Then time passes only in MPI calls, sleeps and clock
 * readings, all processes have the same clock, and only the timer `simulated`
 * can be opened. */
bool time_is_simulated(void);

#endif /* MPICOMMON_SIMULATED_H */
