/* shmbcast_pages.h: where the memory of libshmbcast's ranks lies. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_SHMBCAST_PAGES_H
#define ADAPTERS_SHMBCAST_PAGES_H

#include <jansson.h>
#include <mpi.h>
#include <stdio.h>

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

#endif /* ADAPTERS_SHMBCAST_PAGES_H */
