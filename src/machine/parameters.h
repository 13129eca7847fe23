/* parameters.h: records settings that MPI libraries read from files. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_PARAMETERS_H
#define MACHINE_PARAMETERS_H

#include <jansson.h>
#include <stdbool.h>

/*
 * Returns the settings that this process gets from files, name -> value; a new
 * reference. These are the members of `hidden` (or NULL); the variables of Open
 * MPI whose values come from files; and digests of the files that `environment`
 * or these variables name, and of the files ucx.conf.
 */
json_t *parameters_describe(const json_t *hidden, const json_t *environment);

/* Adds the Open MPI variables whose names begin with `prefix` and whose values
 * come from files, as name -> value (see openmpi_variables()). */
void openmpi_parameters(json_t *to, const char *prefix);

/* Returns a digest of the files' contents, one after the other, as malloced
 * text; NULL if none of them is a regular file that can be read. */
char *files_digest(const char *const *files, size_t n);

/* Receives a variable; from_file: its value comes from a file. The texts are
 * valid during the call. */
typedef void openmpi_variable_fn(void *state, const char *name,
                                 const char *value, bool from_file);

/* Calls fn for each variable of the components in use, between MPI_Init and
 * MPI_Finalize or while MPI_T is open. Does nothing with other libraries. */
void openmpi_variables(openmpi_variable_fn *fn, void *state);

#endif /* MACHINE_PARAMETERS_H */
