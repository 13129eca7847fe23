/* shmbcast_common.h: what the algorithms of libshmbcast have in common. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_SHMBCAST_COMMON_H
#define ADAPTERS_SHMBCAST_COMMON_H

#include <jansson.h>
#include <mpi.h>
#include <stdio.h>

#include "algos/shmbcast/shmbcast.h"

/* MPI_SUCCESS where time passes while a rank waits in shared memory; else an
 * MPI error code with *cause. */
int shmbcast_can_wait(char **cause);

/* The code of a creation that failed, with *cause. */
int shmbcast_failed(const struct shmbcast_failure *failure, char **cause);

/* A rank's leader, and its local and remote pages (-1: nobody knows). */
struct shmbcast_pages_of {
    long leader, local, remote;
};

/* Of all ranks; on rank 0 only. */
struct shmbcast_pages {
    int nranks;
    struct shmbcast_pages_of *ranks; /* NULL elsewhere */
};

/* Collective; an MPI error code. */
int shmbcast_pages_gather(struct shmbcast_pages *all, MPI_Comm comm,
                          const struct shmbcast_pages_of *mine);
void shmbcast_pages_free(struct shmbcast_pages *all);

/* Adds pages_local and pages_remote, arrays by rank. */
void shmbcast_pages_record(const struct shmbcast_pages *all, json_t *to);

/* The table for people: pages of each rank's [what]. */
void shmbcast_pages_print(const struct shmbcast_pages *all, FILE *f,
                          const char *algo, const char *what);

/* The text that print() writes, malloced; NULL without memory. */
char *shmbcast_text(void (*print)(FILE *f, const void *state),
                    const void *state);

#endif /* ADAPTERS_SHMBCAST_COMMON_H */
