/* engine.h: what broadcasts between the ranks of one node. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_ENGINE_H
#define PRELOAD_ENGINE_H

#include <mpi.h>
#include <stddef.h>

struct engine;

/* Bytes of shared memory that the handle of [nranks] ranks takes, of all of
 * them together. */
size_t engine_bytes(int nranks);

/*
 * Collective over [comm], whose ranks share a node. MPI_SUCCESS on all ranks,
 * or the same error class on all; then *[e] is untouched and [why] says in one
 * line of [size] bytes what failed. Freed by engine_free().
 */
int engine_create(MPI_Comm comm, struct engine **e, char *why, size_t size);

/* As shmbcast_bcast(): MPI_SUCCESS or an error class; the MPI library's own for
 * a message that is shorter than this rank expects. */
int engine_bcast(void *buf, MPI_Count count, MPI_Datatype type, int root,
                 struct engine *e);

/* Must not wait for other ranks: it is called when communicators are freed. */
void engine_free(struct engine **e);

#endif /* PRELOAD_ENGINE_H */
