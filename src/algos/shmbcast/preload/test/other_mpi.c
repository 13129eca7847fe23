/* other_mpi.c: with -DLIBRARY, an MPI library other than Open MPI and MPICH. It
 * has what libshmbcast-preload.so uses, and pointers as handles. Otherwise, a
 * program that checks that its calls reach that library unchanged. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { DONE = 42 };

/* Arguments of the last call. */
extern struct other_call {
    void *buffer;
    int count;
    void *type;
    int root;
    void *comm;
} other_last;

int MPI_Bcast(void *buffer, int count, void *type, int root, void *comm);

#ifdef LIBRARY

struct other_call other_last;

int PMPI_Bcast(void *buffer, int count, void *type, int root, void *comm)
{
    other_last = (struct other_call){buffer, count, type, root, comm};
    return DONE;
}

int MPI_Bcast(void *buffer, int count, void *type, int root, void *comm)
{
    return PMPI_Bcast(buffer, count, type, root, comm);
}

int MPI_Get_library_version(char *version, int *length)
{
    strcpy(version, "Other MPI\t1.0, of today\nand more of it");
    *length = (int)strlen(version);
    return 0;
}

#else

/* True if an MPI library is loaded that the preload library was built for. */
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
        if (MPI_Bcast(&x, 7 + i, type, -3, comm) != DONE)
            return 1;
        if (other_last.buffer != &x || other_last.count != 7 + i ||
            other_last.type != type || other_last.root != -3 ||
            other_last.comm != comm)
            return 2;
    }
    return another_is_loaded() ? 3 : 0;
}

#endif
