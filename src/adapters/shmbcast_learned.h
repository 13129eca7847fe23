/* shmbcast_learned.h: what the ranks of shmbcast-auto have learned: kept in a
 * file, and told. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_SHMBCAST_LEARNED_H
#define ADAPTERS_SHMBCAST_LEARNED_H

#include <mpi.h>

#include "algos/shmbcast/shmbcast_auto.h"

/*
 * All are collective over [comm], whose ranks the handle is for, and give text
 * on rank 0 alone: malloced, or NULL if there is nothing to say.
 *
 * The first two read the file that the user named into the handle, and write it
 * from there; [file] NULL: neither. The text is a line about what went wrong.
 */
char *shmbcast_learned_read(struct shmbcast_auto *h, MPI_Comm comm,
                            const char *file);
char *shmbcast_learned_write(struct shmbcast_auto *h, MPI_Comm comm,
                             const char *file);

/* A table for each rank that has learned something. */
char *shmbcast_learned_tell(struct shmbcast_auto *h, MPI_Comm comm);

#endif /* ADAPTERS_SHMBCAST_LEARNED_H */
