/* front.c: finds out whether a program has the MPI of the part, and loads it.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "front.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* The MPI libraries there are, each by a symbol that is part of what programs
 * are compiled against. */
static const struct mpi {
    const char *flavour, *name, *symbol;
} mpis[] = {
    {"openmpi", "Open MPI", "ompi_mpi_comm_world"},
    {"mpich", "MPICH", "MPIR_Dup_fn"},
};

/* The functions that stand in for others have no argument of their own. */
static struct {
    pthread_mutex_t lock; /* of the rest */
    bool searched;
    void *part; /* the one that knows MPI; NULL: not for this program */
    char path[PATH_MAX];
} front = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* At once: the path that this was loaded by may mean something else later. */
__attribute__((constructor)) static void find_part(void)
{
    char own[PATH_MAX];
    Dl_info info;
    int n;

    if (dladdr(&front, &info) == 0 || realpath(info.dli_fname, own) == NULL)
        return;
    n = (int)(strrchr(own, '/') - own);
    if (snprintf(front.path, sizeof(front.path), "%.*s/%s", n, own,
                 front_product.part) >= (int)sizeof(front.path))
        front.path[0] = '\0';
}

/* The program's own symbol of that name. Where only parts of the program have
 * loaded its MPI, as in interpreters, [caller] is in one of them. */
static void *programs_own(const char *name, void *caller)
{
    void *found = dlsym(RTLD_NEXT, name), *handle;
    Dl_info info;

    if (found != NULL || dladdr(caller, &info) == 0)
        return found;
    handle = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == NULL)
        return NULL;
    found = dlsym(handle, name);
    dlclose(handle);
    return found;
}

/* Has the launcher made this rank 0, or said nothing? */
static bool first_rank(void)
{
    static const char *const ranks[] = {"PMI_RANK", "PMIX_RANK",
                                        "OMPI_COMM_WORLD_RANK", "SLURM_PROCID"};

    for (size_t i = 0; i < sizeof(ranks) / sizeof(ranks[0]); i++) {
        const char *rank = getenv(ranks[i]);

        if (rank != NULL && strcmp(rank, "0") != 0)
            return false;
    }
    return true;
}

/* Says why there is no part: where that may be so on some hosts only, on each
 * rank with its host, else on the first rank. The line is written in one piece,
 * as fprintf() does not: several ranks write to the same stderr. */
static void step_aside(bool here, const char *why)
{
    struct utsname host = {.nodename = ""};
    char *line;

    if (!here && !first_rank())
        return;
    if (here && uname(&host) != 0)
        host.nodename[0] = '\0';
    if (asprintf(&line, "%s: %s%s%s: %s\n", front_product.name, host.nodename,
                 host.nodename[0] != '\0' ? ": " : "", why,
                 front_product.aside) < 0)
        return;
    fputs(line, stderr);
    free(line);
}

/* Is it the MPI of the part? Else says what it is. */
static bool right_mpi(void *caller)
{
    static char version[1 << 14]; /* more than any has */
    char why[256];
    const struct mpi *mpi = NULL;
    int (*ask)(char *, int *), length;

    for (size_t i = 0; i < sizeof(mpis) / sizeof(mpis[0]); i++)
        if (strcmp(mpis[i].flavour, MPI_FLAVOUR) == 0)
            mpi = &mpis[i];
    if (mpi == NULL || programs_own(mpi->symbol, caller) != NULL)
        return true;
    *(void **)&ask = programs_own("MPI_Get_library_version", caller);
    if (ask == NULL || ask(version, &length) != 0)
        strcpy(version, "another MPI");
    version[strcspn(version, "\n,")] = '\0';
    for (char *c = version; *c != '\0'; c++)
        *c = (char)(*c == '\t' ? ' ' : *c);
    snprintf(why, sizeof(why), "built for %s, but the program has %.80s",
             mpi->name, version);
    step_aside(false, why);
    return false;
}

/* The part for this program, or NULL and a line that says why. */
static void *load_part(void *caller)
{
    void *native = programs_own("PMPI_Bcast", caller), *part;

    if (!right_mpi(caller))
        return NULL;
    part = dlopen(front.path, RTLD_NOW | RTLD_LOCAL);
    if (part == NULL) {
        step_aside(true, dlerror());
        return NULL;
    }
    /* its own MPI library, or the one that was there before it? */
    if (native != NULL && dlsym(part, "PMPI_Bcast") == native)
        return part;
    dlclose(part);
    step_aside(true, "the program has another MPI library of the same kind");
    return NULL;
}

front_fn *front_part(const char *name, void *caller)
{
    front_fn *found = NULL;

    pthread_mutex_lock(&front.lock);
    if (!front.searched)
        front.part = load_part(caller);
    front.searched = true;
    if (front.part != NULL)
        *(void **)&found = dlsym(front.part, name);
    pthread_mutex_unlock(&front.lock);
    return found;
}

front_fn *front_own(const char *name, void *caller)
{
    front_fn *found;

    *(void **)&found = programs_own(name, caller);
    if (found != NULL)
        return found;
    fprintf(stderr, "%s: the program has no %s\n", front_product.name, name);
    abort();
}

front_fn *front_find(const char *name, void *caller)
{
    front_fn *found = front_part(name, caller);

    return found != NULL ? found : front_own(name, caller);
}
