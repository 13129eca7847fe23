/* dying.h: communicators that are being freed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_DYING_H
#define PRELOAD_DYING_H

#include <mpi.h>
#include <stdbool.h>

/*
 * While a communicator is freed, delete functions of the program's attributes
 * may still use it. A library that keeps an attribute of each communicator of
 * the program must not touch that one then: Open MPI and MPICH may find
 * attributes that they have deleted, and never delete those that are added.
 *
 * So MPI_Comm_free and MPI_Comm_disconnect mark the communicator. The mark is
 * in its name, and not in a table of handles: the handle soon belongs to
 * another communicator, and MPICH may delete attributes only when the last
 * message has arrived.
 */
bool dying(MPI_Comm comm);

/* For the delete function of the library's own attribute, since other tools may
 * call PMPI_Comm_free. */
void dying_mark(MPI_Comm comm);

/* Returns how often communicators have been marked; if the number is the same
 * as before, a channel that was found before is still right. */
unsigned long dying_marks(void);

/* The front calls it before and after MPI_Comm_free with the first argument of
 * that. */
void preload_free(const void *comm, int fortran, int over);

#endif /* PRELOAD_DYING_H */
