/* machine.h: the machine and its MPI library, for the record. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_MACHINE_H
#define MPIPERF_MACHINE_H

#include <jansson.h>

/* The first line of what MPI says it is: MPI_MAX_LIBRARY_VERSION_STRING
 * characters, the first one 0 where it does not say. */
void machine_library(char *text);

/* Of this process's node; keys as runinfo.h says. A new reference. */
json_t *machine_describe(void);

/* Adds cpu, cores, threads, sockets, numa_nodes and caches, whichever are
 * known: by hwloc where it was there to build with, else from /sys. */
void machine_topology(json_t *machine);

#endif /* MPIPERF_MACHINE_H */
