/* library.h: which MPI library runs, and its release. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPICOMMON_LIBRARY_H
#define MPICOMMON_LIBRARY_H

enum mpi_name { other_mpi, mpich, openmpi };

struct mpi_release {
    enum mpi_name mpi;
    int release; /* 4.1.5 is 40105; 0 of another MPI */
};

/* Reads the text of MPI_Get_library_version(). Pure. */
struct mpi_release mpi_release_of(const char *text);

/* Asks the library in use, also before MPI is initialized. A program built for
 * the MPI ABI runs with several, so mpi.h does not say which. */
struct mpi_release mpi_running(void);

#endif /* MPICOMMON_LIBRARY_H */
