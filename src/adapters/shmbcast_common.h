/* shmbcast_common.h: functions that both algorithms of libshmbcast use. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_SHMBCAST_COMMON_H
#define ADAPTERS_SHMBCAST_COMMON_H

#include <jansson.h>
#include <mpi.h>
#include <stdio.h>

#include "algos/shmbcast/shmbcast.h"

/* Returns MPI_SUCCESS if time passes while a rank polls shared memory. In a
 * simulator, where it does not, returns an MPI error code with *cause. */
int shmbcast_can_wait(char **cause);

/* Returns the error code of a failed creation, and sets *cause. */
int shmbcast_failed(const struct shmbcast_failure *failure, char **cause);

/* A rank's leader, and its numbers of local and remote pages (-1: unknown). */
struct shmbcast_pages_of {
    long leader, local, remote;
};

/* Leaders and pages of all ranks. */
struct shmbcast_pages {
    int nranks;
    struct shmbcast_pages_of *ranks; /* NULL on ranks other than 0 */
};

/* Gathers the pages on rank 0. Collective. Returns an MPI error code. */
int shmbcast_pages_gather(struct shmbcast_pages *all, MPI_Comm comm,
                          const struct shmbcast_pages_of *mine);
void shmbcast_pages_free(struct shmbcast_pages *all);

/* Adds arrays pages_local and pages_remote, indexed by rank, to the object. */
void shmbcast_pages_record(const struct shmbcast_pages *all, json_t *to);

/* Prints a table of the pages of each rank's `what`. */
void shmbcast_pages_print(const struct shmbcast_pages *all, FILE *f,
                          const char *algo, const char *what);

#endif /* ADAPTERS_SHMBCAST_COMMON_H */
