/* switches.h: which switch each rank's node is connected to. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_SWITCHES_H
#define MACHINE_SWITCHES_H

#include <jansson.h>
#include "machine/runinfo.h"

/*
 * Reads the switches of nodes from a file in the format of Slurm's
 * topology.conf: lines such as "SwitchName=s1 Nodes=node[01-32],login". Other
 * lines, also those of switches above other switches, are ignored. Returns an
 * object: host name -> name of its switch, a new reference; or NULL with a
 * malloced *cause.
 */
json_t *switches_read(const char *file, char **cause);

/* Calls put() for each name in a list such as "a[1-3,05],b". Returns 0, or -1
 * if it is not such a list. */
int hostlist_each(const char *list, void (*put)(void *arg, const char *name),
                  void *arg);

/*
 * Sets ri->node_of and ri->switch_of on all ranks, and ri->switches on rank 0.
 * Without a file, ri->switch_of is NULL. Collective over comm. Returns 0; or -1
 * on rank 0 if the file cannot be read or a host is not in it, with a malloced
 * *cause.
 */
int switches_collect(struct runinfo *ri, MPI_Comm comm, const char *file,
                     char **cause);

#endif /* MACHINE_SWITCHES_H */
