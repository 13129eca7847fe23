/* library.c: which MPI library runs, and its release. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "mpi/library.h"

#include <mpi.h>
#include <stdio.h>

/* preload libraries ask the MPI library, not the tools in front of it */
#ifdef HAVE_PMPI
#define MPI_Get_library_version PMPI_Get_library_version
#endif

struct mpi_release mpi_release_of(const char *text)
{
    static const struct {
        enum mpi_name mpi;
        const char *format;
    } known[] = {
        {mpich, "MPICH Version: %d.%d.%d"},
        {openmpi, "Open MPI v%d.%d.%d"},
    };

    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        int n[3] = {0};

        if (sscanf(text, known[i].format, &n[0], &n[1], &n[2]) >= 2)
            return (struct mpi_release){known[i].mpi,
                                        n[0] * 10000 + n[1] * 100 + n[2]};
    }
    return (struct mpi_release){other_mpi, 0};
}

struct mpi_release mpi_running(void)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    struct mpi_release found;
    int length;

    MPI_Get_library_version(text, &length);
    found = mpi_release_of(text);
#ifdef MPICH_NUMVERSION
    /* a derivative of MPICH has another name and numbers of its own */
    if (found.mpi == other_mpi)
        found = (struct mpi_release){mpich, MPICH_NUMVERSION / 1000};
#endif
    return found;
}
