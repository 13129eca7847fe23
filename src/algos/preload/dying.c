/* dying.c: marks communicators that are being freed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "dying.h"
#include "fint.h"

#include <stdatomic.h>
#include <string.h>

/* Appended to the name of a communicator that is being freed. */
static const char mark[] = " (freed, mpiperf)";

/* relaxed everywhere: a thread can only get a reused handle from the thread
 * that freed it, so it loads this after the marking */
static atomic_ulong marks;

/* MPI_COMM_WORLD and MPI_COMM_SELF. Open MPI 5 has no room for a longer name of
 * theirs. They end with MPI_Finalize, so their handles are not used again. */
static atomic_bool ending[2];

/* Returns the mark of one of these communicators, or NULL. */
static atomic_bool *ending_of(MPI_Comm comm)
{
    return comm == MPI_COMM_WORLD  ? &ending[0]
           : comm == MPI_COMM_SELF ? &ending[1]
                                   : NULL;
}

unsigned long dying_marks(void)
{
    return atomic_load_explicit(&marks, memory_order_relaxed);
}

/* Gets the name. Returns the position of the mark in it, or NULL. */
static char *find_mark(MPI_Comm comm, char name[MPI_MAX_OBJECT_NAME])
{
    const size_t n = sizeof(mark) - 1;
    size_t length;
    int ignored;

    name[0] = '\0';
    PMPI_Comm_get_name(comm, name, &ignored);
    length = strlen(name);
    return length >= n && strcmp(name + length - n, mark) == 0
               ? name + length - n
               : NULL;
}

bool dying(MPI_Comm comm)
{
    char name[MPI_MAX_OBJECT_NAME];
    atomic_bool *end = ending_of(comm);

    if (end != NULL)
        return atomic_load_explicit(end, memory_order_relaxed);
    return dying_marks() > 0 && find_mark(comm, name) != NULL;
}

void dying_mark(MPI_Comm comm)
{
    char name[MPI_MAX_OBJECT_NAME];
    atomic_bool *end = ending_of(comm);

    if (end != NULL) {
        atomic_store_explicit(end, true, memory_order_relaxed);
    } else if (find_mark(comm, name) == NULL) {
        strcpy(name + strnlen(name, sizeof(name) - sizeof(mark)), mark);
        PMPI_Comm_set_name(comm, name);
    }
    atomic_fetch_add_explicit(&marks, 1, memory_order_relaxed);
}

/* Unmarks a communicator that was not freed because a delete function
 * failed. */
static void unmark(MPI_Comm comm)
{
    char name[MPI_MAX_OBJECT_NAME], *at = find_mark(comm, name);
    atomic_bool *end = ending_of(comm);

    if (end != NULL)
        atomic_store_explicit(end, false, memory_order_relaxed);
    if (at == NULL)
        return;
    *at = '\0';
    PMPI_Comm_set_name(comm, name);
}

void preload_free(const void *comm, int fortran, int over)
{
    MPI_Comm c = fortran ? PMPI_Comm_f2c(*(const MPI_Fint *)comm)
                         : *(const MPI_Comm *)comm;

    if (c != MPI_COMM_NULL)
        (over ? unmark : dying_mark)(c);
}
