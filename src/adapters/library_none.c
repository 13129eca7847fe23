/* library_none.c: the MPI library has no MPI_T: programs cannot choose its
 * algorithms. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "adapters/library.h"

struct library *library_open(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return NULL;
}

void library_close(struct library *l)
{
    (void)l;
}

void openmpi_prepare(struct openmpi_environment *e, int argc, char **argv)
{
    (void)argc;
    (void)argv;
    e->removed = NULL;
}

void openmpi_restore(struct openmpi_environment *e)
{
    (void)e;
}
