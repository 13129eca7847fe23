/* other_program.c: a program of that MPI: are its calls what they were? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "other_mpi.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A library of the MPI that we were built for. */
static int another_is_loaded(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[4096];
    int n = 0;

    while (maps != NULL && fgets(line, sizeof(line), maps) != NULL)
        n += strstr(line, "/libmpi") != NULL;
    if (maps != NULL)
        fclose(maps);
    return n > 0;
}

int main(void)
{
    void *type = (void *)(uintptr_t)0x123456789abcdef0;
    void *comm = (void *)(uintptr_t)0xfedcba9876543210;
    int x;

    for (int i = 0; i < 12; i++) {
        if (MPI_Bcast(&x, 7 + i, type, -3, comm) != OTHER_DONE)
            return 1;
        if (other_last.buffer != &x || other_last.count != 7 + i ||
            other_last.type != type || other_last.root != -3 ||
            other_last.comm != comm)
            return 2;
    }
    return another_is_loaded() ? 3 : 0;
}
