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

/* In one piece, which fprintf() does not write: several ranks say it. */
static void step_aside(const char *where, const char *why)
{
    char *line;

    if (asprintf(&line, "%s: %s%s: %s\n", front_product.name, where, why,
                 front_product.aside) < 0)
        return;
    fputs(line, stderr);
    free(line);
}

/* For what may be so on some hosts only: each rank says it, and where. */
static void step_aside_here(const char *why)
{
    struct utsname host;
    char where[sizeof(host.nodename) + 2] = "";

    if (uname(&host) == 0)
        snprintf(where, sizeof(where), "%s: ", host.nodename);
    step_aside(where, why);
}

/* For what is so on all ranks: the launcher tells who is the first. */
static void step_aside_once(const char *why)
{
    static const char *const ranks[] = {"PMI_RANK", "PMIX_RANK",
                                        "OMPI_COMM_WORLD_RANK", "SLURM_PROCID"};

    for (size_t i = 0; i < sizeof(ranks) / sizeof(ranks[0]); i++) {
        const char *rank = getenv(ranks[i]);

        if (rank != NULL && strcmp(rank, "0") != 0)
            return;
    }
    step_aside("", why);
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
    step_aside_once(why);
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
        step_aside_here(dlerror());
        return NULL;
    }
    /* its own MPI library, or the one that was there before it? */
    if (native != NULL && dlsym(part, "PMPI_Bcast") == native)
        return part;
    dlclose(part);
    step_aside_here("the program has another MPI library of the same kind");
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
