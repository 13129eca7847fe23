/* nomemory.c: for LD_PRELOAD: makes one memory allocation of one rank fail. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Counts the memory allocations of our own code (the program and libshmbcast,
 * recognized by the return address of the call) from the end of MPI_Init to
 * MPI_Finalize. Allocations of other libraries never fail: how they react is
 * not tested. On rank NOMEMORY_RANK, allocation number NOMEMORY_AT (from 1)
 * fails. This rank prints the total at the end.
 */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Other names of the allocator's functions that this file replaces. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);

enum { RANGES = 16 };

/* Global, since replaced functions have no argument for it. */
static struct {
    struct {
        uintptr_t begin, end;
    } ours[RANGES]; /* address ranges of our code */
    int nranges;
    long count, fails; /* fails: number of the allocation that fails, or 0 */
    int counting;
} state;

static int code_add(struct dl_phdr_info *info, size_t size, void *unused)
{
    const char *name = info->dlpi_name;

    (void)size;
    (void)unused;
    if (name[0] != '\0' && strstr(name, "/libshmbcast") == NULL)
        return 0;
    for (int i = 0; i < info->dlpi_phnum && state.nranges < RANGES; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];

        if (p->p_type != PT_LOAD || (p->p_flags & PF_X) == 0)
            continue;
        state.ours[state.nranges].begin = info->dlpi_addr + p->p_vaddr;
        state.ours[state.nranges++].end =
            info->dlpi_addr + p->p_vaddr + p->p_memsz;
    }
    return 0;
}

/* True if this allocation must fail. caller: return address of the call. */
static int fails(void *caller)
{
    uintptr_t at = (uintptr_t)caller;

    for (int i = 0; state.counting && i < state.nranges; i++)
        if (at >= state.ours[i].begin && at < state.ours[i].end) {
            if (++state.count != state.fails)
                return 0;
            errno = ENOMEM;
            return 1;
        }
    return 0;
}

#define FAILS fails(__builtin_return_address(0))

void *malloc(size_t size)
{
    return FAILS ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return FAILS ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    return FAILS ? NULL : __libc_realloc(p, size);
}

void *reallocarray(void *p, size_t n, size_t size)
{
    size_t bytes;

    return FAILS || __builtin_mul_overflow(n, size, &bytes)
               ? NULL
               : __libc_realloc(p, bytes);
}

char *strdup(const char *s)
{
    size_t size = strlen(s) + 1;
    char *copy = FAILS ? NULL : __libc_malloc(size);

    return copy != NULL ? memcpy(copy, s, size) : NULL;
}

int vasprintf(char **s, const char *format, va_list ap)
{
    int (*next)(char **, const char *, va_list);

    if (FAILS)
        return -1;
    *(void **)&next = dlsym(RTLD_NEXT, "vasprintf");
    return next(s, format, ap);
}

static long number_of(const char *name)
{
    const char *text = getenv(name);

    return text != NULL ? atol(text) : 0;
}

int MPI_Init(int *argc, char ***argv)
{
    int rank, rc = PMPI_Init(argc, argv);

    if (rc != MPI_SUCCESS)
        return rc;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    dl_iterate_phdr(code_add, NULL);
    state.fails = number_of("NOMEMORY_AT");
    state.counting = rank == number_of("NOMEMORY_RANK");
    return MPI_SUCCESS;
}

int MPI_Finalize(void)
{
    if (state.counting)
        fprintf(stderr, "nomemory: %ld allocations\n", state.count);
    state.counting = 0;
    return PMPI_Finalize();
}
