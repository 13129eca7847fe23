/* world.c: the current world, and ending the program after an error. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "world.h"
#include "unread.h"

#include <stdio.h>
#include <stdlib.h>

#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 201112L
#define PER_THREAD _Thread_local
#elif defined __GNUC__
#define PER_THREAD __thread
#else
#define PER_THREAD
#endif

static PER_THREAD struct microshmem *current;

struct microshmem *ms_world(void)
{
    if (current == NULL)
        ms_die(NULL, "no current world: call microshmem_init() first");
    return current;
}

struct microshmem *microshmem_select(struct microshmem *w)
{
    struct microshmem *before = current;

    current = w;
    return before;
}

void ms_die(const struct microshmem *w, const char *what)
{
    int initialized;

    if (w != NULL)
        fprintf(stderr, "microshmem: PE %d: %s\n", w->me, what);
    else
        fprintf(stderr, "microshmem: %s\n", what);
    MPI_Initialized(&initialized);
    unread_wait();
    if (initialized)
        MPI_Abort(w != NULL ? w->comm : MPI_COMM_WORLD, 1);
    abort();
}

void ms_check(const struct microshmem *w, int rc)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;

    if (rc == MPI_SUCCESS)
        return;
    MPI_Error_string(rc, text, &length);
    ms_die(w, text);
}

const char ms_no_memory[] =
    "out of memory: puts are kept in memory until the next barrier, on both "
    "PEs; put less between two barriers, or run fewer PEs per host";

void *ms_need(const struct microshmem *w, void *memory)
{
    if (memory == NULL)
        ms_die(w, ms_no_memory);
    return memory;
}
