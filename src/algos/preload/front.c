/* front.c: loads the MPI part (front.h) if the program uses the MPI library
 * that the part was built for, and all ranks can load it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "front.h"
#include "others.h"
#include "presence.h"
#include "world.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* A function that every MPI library defines, and that preload libraries do not
 * define unless they contain an MPI library. */
static const char version_name[] = "MPI_Get_library_version";

/* The known MPI libraries: a symbol found in all programs compiled for one, and
 * the environment variable with the number of ranks on the node. The MPI ABI is
 * that of several, all in files of one name. */
static const struct mpi {
    const char *flavour, *name, *symbol, *local_size, *file;
} mpis[] = {
    {"openmpi", "Open MPI", "ompi_mpi_comm_world", "OMPI_COMM_WORLD_LOCAL_SIZE",
     NULL},
    {"mpich", "MPICH", "MPIR_Dup_fn", "MPI_LOCALNRANKS", NULL},
    {"abi", "the MPI ABI", version_name, NULL, "/libmpi_abi.so"},
};
enum { LIBRARIES = 2 };

/* Returns the MPI library that the MPI part was built for; NULL if unknown. */
static const struct mpi *parts_mpi(void)
{
    for (size_t i = 0; i < sizeof(mpis) / sizeof(mpis[0]); i++)
        if (strcmp(mpis[i].flavour, MPI_FLAVOUR) == 0)
            return &mpis[i];
    return NULL;
}

/* State of the library. It is global because the functions that replace MPI
 * functions have no argument to pass it in. */
static struct {
    pthread_mutex_t lock; /* protects the fields below */
    bool entered;         /* MPI_Init has begun */
    bool decided;         /* it is decided whether to use the MPI part */
    atomic_bool reached;  /* a function that this library replaces was called */
    void *part;           /* from dlopen(); NULL if not used */
    struct presence_node node;
    char path[PATH_MAX]; /* file of the MPI part */
} front = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Finds the MPI part in the folder of this library. Runs when the library is
 * loaded, because its path may be relative and the program may change its
 * directory. */
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

/* Looks up a symbol in a loaded shared object and its dependencies. Returns
 * NULL if there is none. */
static void *symbol_of(const char *path, const char *name)
{
    void *handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD), *found = NULL;

    if (handle != NULL) {
        found = dlsym(handle, name);
        dlclose(handle);
    }
    /* a lookup in the program itself also finds this library's functions */
    return others_own(found) ? NULL : found;
}

/* Returns the symbol that the shared object of [caller] uses, or NULL. Ignores
 * a definition in that object itself, because it may be a tool that passes
 * calls on. */
static void *seen_by(void *caller, const char *name)
{
    Dl_info object, other;
    void *found =
        dladdr(caller, &object) != 0 ? symbol_of(object.dli_fname, name) : NULL;

    return found != NULL && dladdr(found, &other) != 0 &&
                   other.dli_fbase == object.dli_fbase
               ? NULL
               : found;
}

/* Copies the path of the first loaded MPI library, found by its file name, such
 * as libmpi.so, libmpich.so or libmpi_cray.so. */
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

/* Returns the next definition of the symbol after this library's, as the
 * program or [caller] sees it, or NULL. */
static void *visible(const char *name, void *caller)
{
    void *found = dlsym(RTLD_NEXT, name);

    return found != NULL ? found : seen_by(caller, name);
}

/* In an interpreter such as Python, only the extension module of [caller] may
 * see the MPI library. And after a tail call [caller] is not even in that
 * module. Then the symbol is taken from the MPI library that is loaded, unless
 * the program sees another one, such as a shim with MPI functions of its
 * own. */
void *front_symbol(const char *name, void *caller)
{
    void *found = visible(name, caller);
    char path[PATH_MAX];

    if (found == NULL && visible(version_name, caller) == NULL &&
        dl_iterate_phdr(copy_mpi, path) != 0)
        found = symbol_of(path, name);
    return found;
}

/* True if this process is rank 0 according to its environment, or was not
 * started by a launcher. */
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

/* Prints why the MPI part is not used. If the reason may differ between hosts
 * ([here]), each rank prints it with its host name; else only rank 0. Writes
 * the line at once, because several ranks share stderr. */
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

/* True if the program uses this MPI library. */
static bool is_used(const struct mpi *mpi, void *caller)
{
    void *found = front_symbol(mpi->symbol, caller);
    Dl_info object;

    return found != NULL &&
           (mpi->file == NULL || (dladdr(found, &object) != 0 &&
                                  strstr(object.dli_fname, mpi->file) != NULL));
}

/* Returns the first words of the program's MPI library about itself. */
static const char *version_of(void *caller)
{
    static char version[1 << 14]; /* longer than any library's text */
    int (*ask)(char *, int *), length;

    *(void **)&ask = front_symbol(version_name, caller);
    if (ask == NULL || ask(version, &length) != 0)
        strcpy(version, "another MPI");
    version[strcspn(version, "\n,")] = '\0';
    for (char *c = version; *c != '\0'; c++)
        *c = (char)(*c == '\t' ? ' ' : *c);
    return version;
}

/* True if the program uses the MPI library that the MPI part was built for.
 * Otherwise prints which one it uses. */
static bool right_mpi(void *caller)
{
    char why[512];
    const struct mpi *mpi = parts_mpi();
    void *ask = front_symbol(version_name, caller);
    Dl_info object = {0};

    if (mpi == NULL || is_used(mpi, caller))
        return true;
    snprintf(why, sizeof(why),
             "built for %s, but the program has %.80s, in %.255s", mpi->name,
             version_of(caller),
             dladdr(ask, &object) != 0 ? object.dli_fname : "the program");
    step_aside(false, why);
    return false;
}

/* Loads the MPI part. Returns its handle, or NULL after printing why not. */
static void *load_part(void *caller)
{
    const char *own = others_in_program(front_product.functions);
    void *native = front_symbol("PMPI_Bcast", caller), *part;
    char why[80];

    if (own != NULL) {
        snprintf(why, sizeof(why), "the program has its own %s", own);
        step_aside(true, why);
        return NULL;
    }
    part = dlopen(front.path, RTLD_NOW | RTLD_LOCAL);
    if (part == NULL) {
        step_aside(true, dlerror());
        return NULL;
    }
    /* check that it uses the MPI library that the program has loaded */
    if (native != NULL && dlsym(part, "PMPI_Bcast") == native)
        return part;
    dlclose(part);
    step_aside(true, "the program has a different build of this MPI library");
    return NULL;
}

/* Returns the number of ranks on this node; 0 if the launcher of the program's
 * MPI does not say it. */
static int local_ranks(void *caller)
{
    const struct mpi *mpi = parts_mpi();
    const char *name = mpi != NULL ? mpi->local_size : NULL, *ranks = NULL;

    for (size_t i = 0; name == NULL && mpi != NULL && i < LIBRARIES; i++)
        if (strncmp(version_of(caller), mpis[i].name, strlen(mpis[i].name)) ==
            0)
            name = mpis[i].local_size;
    if (name != NULL)
        ranks = getenv(name);
    return ranks != NULL ? atoi(ranks) : 0;
}

/* Loads the MPI part. Called before MPI_Init, in which all ranks wait for each
 * other. */
static void enter(void *caller)
{
    pthread_mutex_lock(&front.lock);
    if (!front.entered && !front.decided && !right_mpi(caller))
        front.decided = true;
    if (!front.entered && !front.decided) {
        front.part = load_part(caller);
        presence_enter(&front.node, front_product.name, local_ranks(caller),
                       front.part != NULL);
        front.entered = true;
    }
    pthread_mutex_unlock(&front.lock);
}

/* Returns whether all ranks can use the MPI part. Collective if the ranks are
 * on several nodes. */
static bool agree(void *caller)
{
    enum presence here = presence_decide(&front.node);
    char why[80];

    if (here == PRESENCE_MISSING && front.node.first) {
        snprintf(why, sizeof(why), "%d of %d ranks have preloaded this library",
                 front.node.entered, front.node.ranks);
        step_aside(true, why);
    }
    if (here == PRESENCE_MISSING)
        return false;
    if (here != PRESENCE_UNKNOWN &&
        world_size(front_symbol, caller) == front.node.ranks)
        return here == PRESENCE_FIT;
    return world_agree(front.part != NULL && here != PRESENCE_UNFIT,
                       front_symbol, caller);
}

/* Returns the flag that PMPI_Initialized or PMPI_Finalized sets. */
static bool says(const char *name, void *caller)
{
    int (*ask)(int *), yes = 0;

    *(void **)&ask = front_symbol(name, caller);
    return ask != NULL && ask(&yes) == 0 && yes;
}

/* After MPI_Init: decides whether to use the MPI part, and starts it. */
static void decide(void *caller)
{
    void (*start)(world_find *, void *) = NULL;

    pthread_mutex_lock(&front.lock);
    if (!front.decided && says("PMPI_Initialized", caller)) {
        if (!agree(caller))
            front.part = NULL;
        if (front.part != NULL)
            *(void **)&start = dlsym(front.part, "preload_start");
        front.decided = true;
    }
    pthread_mutex_unlock(&front.lock);
    if (start != NULL)
        start(front_symbol, caller);
}

int front_init(const char *name, void *caller, word a, word b, word c, word d)
{
    front_fn *own = front_own(name, caller);
    int rc;

    enter(caller);
    rc = ((int (*)(word, word, word, word))own)(a, b, c, d);
    decide(caller);
    return rc;
}

/* Decides for a program that has not called MPI_Init through this library. */
static void decide_late(void *caller)
{
    if (right_mpi(caller) && says("PMPI_Initialized", caller))
        step_aside(false, "another tool has replaced MPI_Init");
    front.part = NULL;
    front.decided = true;
}

/* At the end of an MPI program: reports a tool in front of this library that
 * passed no call on, unless a reason was already reported. */
__attribute__((destructor)) static void report_bypassed(void)
{
    bool aside = front.decided && front.part == NULL;
    const char *file = front.reached || aside
                           ? NULL
                           : others_in_front(front_product.functions);
    char why[512];

    if (file == NULL || !says("PMPI_Finalized", NULL))
        return;
    snprintf(why, sizeof(why),
             "%.255s comes before it and has passed no call on; put this "
             "library first in LD_PRELOAD",
             file);
    step_aside(false, why);
}

static front_fn *part_find(const char *name, void *caller, bool *final)
{
    front_fn *found = NULL;

    pthread_mutex_lock(&front.lock);
    if (!front.decided && !front.entered)
        decide_late(caller);
    *final = front.decided;
    if (front.decided && front.part != NULL)
        *(void **)&found = dlsym(front.part, name);
    pthread_mutex_unlock(&front.lock);
    return found;
}

front_fn *front_part(const char *name, void *caller, bool *final)
{
    /* relaxed: read at the end of the program */
    atomic_store_explicit(&front.reached, true, memory_order_relaxed);
    return part_find(name, caller, final);
}

front_fn *front_own(const char *name, void *caller)
{
    front_fn *found;

    *(void **)&found = front_symbol(name, caller);
    if (found != NULL)
        return found;
    fprintf(stderr, "%s: the program has no %s\n", front_product.name, name);
    abort();
}

int front_free(const char *name, void *caller, word a, word b, int fortran)
{
    front_fn *own = front_own(name, caller);
    bool final;
    front_fn *part = part_find("preload_free", caller, &final);
    int rc;

    if (part != NULL)
        ((void (*)(word, int, int))part)(a, fortran, 0);
    rc = ((int (*)(word, word))own)(a, b);
    if (part != NULL)
        ((void (*)(word, int, int))part)(a, fortran, 1);
    return rc;
}

front_fn *front_find(const char *name, void *caller, bool *final)
{
    front_fn *found = front_part(name, caller, final);

    return found != NULL ? found : front_own(name, caller);
}
