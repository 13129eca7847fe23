/* dying.h: communicators that are being freed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_DYING_H
#define PRELOAD_DYING_H

#include <mpi.h>
#include <stdbool.h>

/*
 * While a communicator is being freed, delete functions of the program's
 * attributes may still use it. A library that keeps an attribute on each
 * communicator must not touch it then: Open MPI and MPICH may return attributes
 * that they have deleted, and never delete attributes that are added now.
 *
 * So MPI_Comm_free and MPI_Comm_disconnect mark the communicator. The mark is
 * in its name, where the program can see it, because nothing else lasts exactly
 * as long as the communicator. An attribute does not: the MPI library may
 * delete it before the program's. Nor does a handle in a table: MPI soon reuses
 * it for another communicator, and nothing says when to remove it. MPICH may
 * delete attributes only when the last message has arrived, after MPI_Comm_free
 * has returned. Ranks that remove the handle at different times would then
 * choose different algorithms for one broadcast. dying() returns true if there
 * is a mark.
 */
bool dying(MPI_Comm comm);

/* Marks the communicator. The delete function of the library's own attribute
 * also calls this, because other tools may call PMPI_Comm_free. */
void dying_mark(MPI_Comm comm);

/* Returns how many times communicators have been marked. As long as this number
 * stays the same, a channel found earlier remains valid. */
unsigned long dying_marks(void);

/* The front calls this before (over = 0) and after MPI_Comm_free. [comm] is the
 * first argument of MPI_Comm_free. */
void preload_free(const void *comm, int fortran, int over);

#endif /* PRELOAD_DYING_H */
