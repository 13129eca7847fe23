/* machine.h: describes the machine, its MPI library, the program and its
 * environment for the record. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_MACHINE_H
#define MACHINE_MACHINE_H

#include <jansson.h>
#include <stddef.h>

/* Sets text, MPI_MAX_LIBRARY_VERSION_STRING characters, to the first line of
 * MPI's version string; empty if MPI does not report one. */
void machine_library(char *text);

/* Returns a description of this process's node, with the keys of `machine` in
 * struct runinfo. A new reference. */
json_t *machine_describe(void);

/* Returns {"build": GNU build id in hex or null, "size": bytes, "time": time of
 * the last change, seconds since 1970}; size and time are null if unknown. A
 * new reference. */
json_t *program_describe(void);

/* Returns the build id in the notes of an ELF file (`length` bytes) as
 * hexadecimal digits, malloced; NULL if they have none. Pure. */
char *program_build(const void *notes, size_t length);

/*
 * Selects from a NULL-terminated list of "NAME=VALUE" the variables that
 * configure an MPI library or a library below it, and LD_PRELOAD. Returns an
 * object name -> value, sorted by name; a new reference. Leaves out variables
 * that launchers set in every run, so that two runs of the same command give
 * the same object.
 */
json_t *environment_settings(char *const *variables);

#endif /* MACHINE_MACHINE_H */
