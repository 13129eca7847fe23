/* front.c: loads the part of a preload library if the program uses the MPI
 * library that the part was built for. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "front.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* The known MPI libraries, each with a symbol that programs compiled for it
 * contain. */
static const struct mpi {
    const char *flavour, *name, *symbol;
} mpis[] = {
    {"openmpi", "Open MPI", "ompi_mpi_comm_world"},
    {"mpich", "MPICH", "MPIR_Dup_fn"},
};

/* State of the library. It is global, since a replaced function has no further
 * argument. */
static struct {
    pthread_mutex_t lock; /* protects `searched` and `part` */
    bool searched;
    void *part; /* handle of dlopen(); NULL: no part for this program */
    char path[PATH_MAX]; /* file of the part */
} front = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Finds the file of the part, beside this library. This runs when the library
 * is loaded, since a relative path may have another meaning later. */
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

/* Returns the symbol of a loaded shared object or of one that it needs, or
 * NULL. */
static void *symbol_of(const char *path, const char *name)
{
    void *handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD), *found = NULL;

    if (handle != NULL) {
        found = dlsym(handle, name);
        dlclose(handle);
    }
    return found;
}

/* Copies the path of the first loaded MPI library, known by the name of its
 * file: libmpi.so, libmpich.so, libmpi_cray.so. */
static int copy_mpi(struct dl_phdr_info *object, size_t size, void *path)
{
    static const char *const names[] = {"/libmpi.so", "/libmpich.so",
                                        "/libmpi_"};
    const char *file = strrchr(object->dlpi_name, '/');

    (void)size;
    if (file == NULL || strlen(object->dlpi_name) >= PATH_MAX)
        return 0;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strncmp(file, names[i], strlen(names[i])) == 0) {
            strcpy(path, object->dlpi_name);
            return 1;
        }
    return 0;
}

/* Returns the program's own symbol of that name, or NULL. In an interpreter the
 * MPI library may be visible only to the shared object that [caller] is in, and
 * [caller] is in the interpreter if the MPI function was called by a jump, as
 * the last call of a function. */
static void *programs_own(const char *name, void *caller)
{
    void *found = dlsym(RTLD_NEXT, name);
    char path[PATH_MAX];
    Dl_info info;

    if (found == NULL && dladdr(caller, &info) != 0)
        found = symbol_of(info.dli_fname, name);
    if (found == NULL && dl_iterate_phdr(copy_mpi, path) != 0)
        found = symbol_of(path, name);
    return found;
}

/* True if this process is rank 0 according to its environment, or if there is
 * no launcher. */
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

/* Prints why there is no part. here: the reason may hold on some hosts only, so
 * each rank prints it with its host name; else only rank 0 prints it. Uses a
 * single write, unlike fprintf(), since several ranks write to one stderr. */
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

/* True if the program uses the MPI library of the part; else prints the library
 * that it uses. */
static bool right_mpi(void *caller)
{
    static char version[1 << 14]; /* longer than that of any library */
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

/* Loads the part. Returns its handle, or NULL after printing why not. */
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
    /* check that the part uses the MPI library that the program has loaded */
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
