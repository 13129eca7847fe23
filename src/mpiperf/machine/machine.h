/* machine.h: the machine, its MPI library, the program and its environment, for
 * the record. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_MACHINE_H
#define MPIPERF_MACHINE_H

#include <jansson.h>
#include <stddef.h>

/* The first line of what MPI says it is: MPI_MAX_LIBRARY_VERSION_STRING
 * characters, the first one 0 where it does not say. */
void machine_library(char *text);

/* Of this process's node; keys as runinfo.h says. A new reference. */
json_t *machine_describe(void);

/* {"build": GNU build id in hex or null, "size": bytes, "time": of its last
 * change, seconds since 1970}; the last two null where they are not known. A
 * new reference. */
json_t *program_describe(void);

/* The build id among so many bytes of notes of an ELF file, as hexadecimal
 * digits, malloced; NULL: there is none. Pure. */
char *program_build(const void *notes, size_t length);

/*
 * Of the variables ("NAME=VALUE", NULL at the end) those that tell an MPI
 * library, or what lies beneath it, how to work, and LD_PRELOAD: name -> value,
 * by name. What launchers put there for every run is left out, so that two runs
 * of one command have the same. A new reference.
 */
json_t *environment_settings(char *const *variables);

#endif /* MPIPERF_MACHINE_H */
