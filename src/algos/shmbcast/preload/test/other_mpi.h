/* other_mpi.h: an MPI library that is none of those there are. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OTHER_MPI_H
#define OTHER_MPI_H

enum { OTHER_DONE = 42 };

/* The arguments of the last call. */
extern struct other_call {
    void *buffer;
    int count;
    void *type;
    int root;
    void *comm;
} other_last;

int MPI_Bcast(void *buffer, int count, void *type, int root, void *comm);
int PMPI_Bcast(void *buffer, int count, void *type, int root, void *comm);
int MPI_Get_library_version(char *version, int *length);

#endif /* OTHER_MPI_H */
