/* openmpi.h: variables of Open MPI, with the values that it uses. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_OPENMPI_H
#define MACHINE_OPENMPI_H

#include <stdbool.h>

/* Receives a variable; from_file: its value comes from a file. The texts are
 * valid during the call. */
typedef void openmpi_variable_fn(void *state, const char *name,
                                 const char *value, bool from_file);

/* Calls fn for each variable of the components in use, between MPI_Init and
 * MPI_Finalize or while MPI_T is open. Does nothing with other libraries. */
void openmpi_variables(openmpi_variable_fn *fn, void *state);

#endif /* MACHINE_OPENMPI_H */
