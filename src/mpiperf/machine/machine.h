/* machine.h: describes the machine, its MPI library, the program and its
 * environment for the record. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_MACHINE_H
#define MPIPERF_MACHINE_H

#include <jansson.h>
#include <stddef.h>

/* Sets text, MPI_MAX_LIBRARY_VERSION_STRING characters, to the first line of
 * MPI's version string; empty if MPI does not report one. */
void machine_library(char *text);

/* Returns the description of this process's node, with the keys listed at
 * struct runinfo. A new reference. */
json_t *machine_describe(void);

/* Returns {"build": GNU build id in hex or null, "size": bytes, "time": last
 * change, seconds since 1970}; size and time are null if not known. A new
 * reference. */
json_t *program_describe(void);

/* Returns the build id in the notes of an ELF file (`length` bytes), as
 * hexadecimal digits, malloced; NULL if there is none. Pure. */
char *program_build(const void *notes, size_t length);

/*
 * Selects, from the NULL-terminated list of "NAME=VALUE", the variables that
 * configure an MPI library or a library below it, and LD_PRELOAD. Returns an
 * object name -> value, sorted by name, as a new reference. Variables that
 * launchers set in every run are left out, so that two runs of the same command
 * have the same object.
 */
json_t *environment_settings(char *const *variables);

#endif /* MPIPERF_MACHINE_H */
