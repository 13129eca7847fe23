/* tuned.c: replaces MPI collectives by the algorithms that a profile names. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * In MPI_Init, rank 0 reads the profile and sends it to all ranks of
 * MPI_COMM_WORLD. All ranks must choose the same algorithm for a call. So the
 * choice depends only on arguments that the MPI standard makes equal on all
 * ranks: the bytes of a broadcast, or of a reduction to all ranks. Profiles
 * have no other collectives: there ranks may pass different types, or the root
 * alone MPI_IN_PLACE, which mock-ups cannot handle.
 */
#include "config.h"

#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/mock/mock.h"
#include "algos/preload/dying.h"
#include "algos/shmbcast/preload/channel.h"
#include "algos/type.h"
#include "tuned/profile.h"

enum { FILE_MOST = 1 << 20 };

/* The collectives that this library replaces, by their names in profiles. */
enum collective {
    BCAST,
    ALLREDUCE,
    REDUCE_SCATTER_BLOCK,
    BARRIER,
    COLLECTIVES
};
static const char *const names[COLLECTIVES] = {
    [BCAST] = "bcast",
    [ALLREDUCE] = "allreduce",
    [REDUCE_SCATTER_BLOCK] = "reduce_scatter_block",
    [BARRIER] = "barrier",
};

/* Global, because functions that replace MPI functions have no argument to pass
 * it in. Written only in MPI_Init. */
static struct {
    struct profile profile;
    bool has[COLLECTIVES]; /* the profile has lines for this collective */
    int keyval;            /* attribute of communicators: &ours or &theirs */
    pthread_key_t last;    /* each thread's struct prepared */
} process;

/* The mock-up that a thread called last. It is prepared again only if the
 * arguments change. */
struct prepared {
    const struct algo *algo; /* NULL if none */
    bool refused;            /* no rank can do this call by the mock-up */
    struct op_args args;
    void *state;
};

/* ---- prepared mock-ups --------------------------------------------------- */

static bool is_for(const struct prepared *p, const struct algo *algo,
                   const struct op_args *a)
{
    return p->algo == algo && a->count == p->args.count &&
           a->type == p->args.type && a->op == p->args.op &&
           a->rank == p->args.rank && a->size == p->args.size;
}

/* Frees the state of the mock-up. */
static void undo(struct prepared *p)
{
    if (p->state != NULL)
        p->algo->life.close(p->state, &p->args);
    *p = (struct prepared){0};
}

static void thread_end(void *prepared)
{
    undo(prepared);
    free(prepared);
}

/* Prepares the mock-up for a call. Returns NULL if out of memory. */
static struct prepared *prepare(const struct algo *algo, struct op_args *a)
{
    struct prepared *p = pthread_getspecific(process.last);
    char *cause = NULL;
    int rc;

    if (p == NULL) {
        p = calloc(1, sizeof(*p));
        if (p == NULL || pthread_setspecific(process.last, p) != 0) {
            free(p);
            return NULL;
        }
    }
    if (is_for(p, algo, a))
        return p;
    undo(p);
    p->algo = algo;
    p->args = *a;
    rc = algo->life.open(&p->state, &p->args, &cause);
    free(cause);
    p->refused = rc != MPI_SUCCESS;
    if (rc != MPI_ERR_NO_MEM)
        return p;
    undo(p);
    return NULL;
}

/* ---- the profile --------------------------------------------------------- */

/* Reads the profile; NULL on failure, after printing a message. */
static char *file_read(void)
{
    const char *name = getenv("MPIPERF_TUNED");
    FILE *f = name != NULL ? fopen(name, "re") : NULL;
    char *text = calloc(FILE_MOST + 1, 1);
    bool read = f != NULL && text != NULL && fread(text, 1, FILE_MOST, f) > 0;

    if (f != NULL)
        fclose(f);
    if (read)
        return text;
    fprintf(stderr, "mpiperf-tuned: cannot read the profile that MPIPERF_TUNED "
                    "names\n");
    free(text);
    return NULL;
}

/* Gets the text from rank 0 of MPI_COMM_WORLD; NULL if there is no profile. */
static char *text_get(int rank)
{
    char *text = rank == 0 ? file_read() : NULL;
    int n = text != NULL ? (int)strlen(text) + 1 : 0;

    PMPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (n > 0 && text == NULL && (text = malloc((size_t)n)) == NULL)
        PMPI_Abort(MPI_COMM_WORLD, MPI_ERR_NO_MEM);
    if (n > 0)
        PMPI_Bcast(text, n, MPI_CHAR, 0, MPI_COMM_WORLD);
    return text;
}

/* Called when a communicator is freed. */
static int on_free(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)keyval;
    (void)value;
    (void)extra;
    dying_mark(comm);
    return MPI_SUCCESS;
}

/* Called in MPI_Finalize, after which the MPI library gets all calls. With
 * MPIPERF_TUNED_VERBOSE, rank 0 prints how often each range was used. */
static int on_finalize(MPI_Comm comm, int keyval, void *value, void *extra)
{
    int rank;

    (void)comm;
    (void)keyval;
    (void)value;
    (void)extra;
    memset(process.has, 0, sizeof(process.has));
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (size_t i = 0; i < process.profile.n; i++) {
        struct profile_range *r = &process.profile.v[i];

        if (rank == 0 && getenv("MPIPERF_TUNED_VERBOSE") != NULL)
            fprintf(stderr,
                    "mpiperf-tuned: %s, %d ranks, %lld to %lld bytes: %s in "
                    "%ld calls\n",
                    r->op, r->ranks, r->least, r->most, r->algo,
                    atomic_load_explicit(&r->calls, memory_order_relaxed));
    }
    return MPI_SUCCESS;
}

/* Returns what will execute the range's calls: a mock-up, or &process for
 * broadcasts in shared memory; NULL if this library lacks the algorithm. */
static const void *algorithm_of(const struct profile_range *r)
{
    if (strcmp(r->op, "bcast") == 0)
        return strcmp(r->algo, "shmbcast-auto") == 0 ? &process : NULL;
    for (const struct algo *const *a = mock_algos; *a != NULL; a++)
        if (strcmp((*a)->op, r->op) == 0 && strcmp((*a)->name, r->algo) == 0)
            return *a;
    return NULL;
}

/* Collective over MPI_COMM_WORLD, whose ranks must all have this library.
 * Ignores the whole profile if a line is wrong. */
static void profile_get(void)
{
    struct profile *p = &process.profile;
    char *text;
    long wrong;
    int rank, end;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    text = text_get(rank);
    wrong = text != NULL ? profile_parse(p, text) : 0;
    free(text);
    if (wrong != 0)
        p->n = 0;
    if (wrong != 0 && rank == 0)
        fprintf(stderr,
                "mpiperf-tuned: line %ld of the profile is wrong, so the "
                "profile is not used\n",
                wrong);
    for (size_t i = 0; i < p->n; i++) {
        p->v[i].algorithm = algorithm_of(&p->v[i]);
        for (int k = 0; k < COLLECTIVES; k++)
            process.has[k] |= strcmp(p->v[i].op, names[k]) == 0;
    }
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_free, &process.keyval,
                            NULL);
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_finalize, &end, NULL);
    PMPI_Comm_set_attr(MPI_COMM_SELF, end, NULL);
    PMPI_Comm_free_keyval(&end);
    pthread_key_create(&process.last, thread_end);
}

/* A function of libshmbcast-preload, renamed. */
void tuned_bcast_start(world_find *find, void *caller);

void preload_start(world_find *find, void *caller)
{
    tuned_bcast_start(find, caller);
    profile_get();
}

/* Returns the profile's range that covers the call, or NULL. Returns NULL for
 * wrong arguments, too, which the MPI library will report. */
static struct profile_range *range_of(enum collective collective,
                                      MPI_Count count, MPI_Datatype type,
                                      MPI_Comm comm)
{
    MPI_Count size = 0;
    int ranks;

    if (!process.has[collective] || comm == MPI_COMM_NULL || count < 0 ||
        type == MPI_DATATYPE_NULL ||
        PMPI_Comm_size(comm, &ranks) != MPI_SUCCESS ||
        AS_COUNT(PMPI_Type_size)(type, &size) != MPI_SUCCESS)
        return NULL;
    return profile_find(&process.profile, names[collective], ranks,
                        count * size);
}

/* Counts a call for on_finalize()'s report. */
static void count_call(struct profile_range *r)
{
    /* relaxed: on_finalize() reads it, after all calls */
    atomic_fetch_add_explicit(&r->calls, 1, memory_order_relaxed);
}

/* ---- broadcasts ---------------------------------------------------------- */

/* MPI_Bcast and MPI_Bcast_c of libshmbcast-preload, renamed. */
int tuned_bcast(void *buffer, int count, MPI_Datatype datatype, int root,
                MPI_Comm comm);
int tuned_bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype,
                  int root, MPI_Comm comm);

/* True if the profile assigns this broadcast to shared memory. */
static bool is_shared(MPI_Count count, MPI_Datatype type, MPI_Comm comm)
{
    struct profile_range *r = range_of(BCAST, count, type, comm);

    if (r == NULL || r->algorithm == NULL)
        return false;
    count_call(r);
    return true;
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root,
              MPI_Comm comm)
{
    return is_shared(count, datatype, comm)
               ? tuned_bcast(buffer, count, datatype, root, comm)
               : next_mpi.Bcast(buffer, count, datatype, root, comm);
}

#ifdef HAVE_MPI_LARGE_COUNTS

int MPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root,
                MPI_Comm comm)
{
    return is_shared(count, datatype, comm)
               ? tuned_bcast_c(buffer, count, datatype, root, comm)
               : next_mpi.Bcast_c(buffer, count, datatype, root, comm);
}

#endif

/* ---- mock-ups ------------------------------------------------------------ */

/* True if all ranks of the communicator have this library. */
static bool is_ours(MPI_Comm comm)
{
    static char ours, theirs;
    void *found = NULL;
    int inter = 1, known = 0;

    if (dying(comm))
        return false;
    PMPI_Comm_get_attr(comm, process.keyval, &found, &known);
    if (known)
        return found == &ours;
    PMPI_Comm_test_inter(comm, &inter);
    found = inter || build_strangers(comm) ? &theirs : &ours;
    PMPI_Comm_set_attr(comm, process.keyval, found);
    return found == &ours;
}

/* Calls the profile's mock-up for the call and sets *rc. Returns false if it
 * cannot do the call. */
static bool mock(struct profile_range *r, struct op_args a, int *rc)
{
    struct prepared *p;
    int size;

    if (r->algorithm == NULL || a.sendbuf == MPI_IN_PLACE ||
        a.op == MPI_OP_NULL || !sb_type_named(a.type) || !is_ours(a.comm))
        return false;
    PMPI_Type_size(a.type, &size);
    a.type_size = (size_t)size;
    PMPI_Comm_rank(a.comm, &a.rank);
    PMPI_Comm_size(a.comm, &a.size);
    p = prepare(r->algorithm, &a);
    if (p == NULL) {
        /* other ranks may have memory and be inside the mock-up */
        *rc = MPI_ERR_NO_MEM;
        PMPI_Comm_call_errhandler(a.comm, *rc);
        return true;
    }
    if (p->refused)
        return false;
    count_call(r);
    *rc = p->algo->run(p->state, &a);
    return true;
}

#define REDUCTION_C(name, COLLECTIVE)                                          \
    int MPI_##name(const void *sendbuf, void *recvbuf, int count,              \
                   MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)            \
    {                                                                          \
        struct profile_range *r = range_of(COLLECTIVE, count, datatype, comm); \
        struct op_args a = {.sendbuf = (void *)sendbuf,                        \
                            .recvbuf = recvbuf,                                \
                            .count = count,                                    \
                            .type = datatype,                                  \
                            .op = op,                                          \
                            .comm = comm};                                     \
        int rc;                                                                \
                                                                               \
        return r != NULL && mock(r, a, &rc)                                    \
                   ? rc                                                        \
                   : next_mpi.name(sendbuf, recvbuf, count, datatype, op,      \
                                   comm);                                      \
    }

REDUCTION_C(Allreduce, ALLREDUCE)
REDUCTION_C(Reduce_scatter_block, REDUCE_SCATTER_BLOCK)

int MPI_Barrier(MPI_Comm comm)
{
    struct profile_range *r = range_of(BARRIER, 0, MPI_BYTE, comm);
    int rc;

    return r != NULL && mock(r,
                             (struct op_args){
                                 .type = MPI_BYTE, .op = MPI_SUM, .comm = comm},
                             &rc)
               ? rc
               : next_mpi.Barrier(comm);
}

/* ---- Fortran ------------------------------------------------------------- */

/*
 * Open MPI's Fortran functions call PMPI, so they are replaced, too (see
 * libshmbcast-preload). So are some functions of MPICH's `use mpi_f08`.
 */
#ifdef FORTRAN_NAMES
#define SAME(name) __attribute__((alias("mpi_" #name "_f08_")))
#define FORTRAN(name, NAME, ...)                                               \
    void mpi_##name##_f08_(__VA_ARGS__);                                       \
    void mpi_##name(__VA_ARGS__) SAME(name);                                   \
    void mpi_##name##_(__VA_ARGS__) SAME(name);                                \
    void mpi_##name##__(__VA_ARGS__) SAME(name);                               \
    void MPI_##NAME(__VA_ARGS__) SAME(name);                                   \
    void mpi_##name##_f08_(__VA_ARGS__)
#else
#define FORTRAN(name, NAME, ...)                                               \
    void mpi_##name##_f08_(__VA_ARGS__);                                       \
    void mpi_##name##_f08_(__VA_ARGS__)
#endif

static void error_set(MPI_Fint *ierror, int rc)
{
    if (ierror != NULL)
        *ierror = rc;
}

FORTRAN(barrier, BARRIER, const MPI_Fint *comm, MPI_Fint *ierror)
{
    error_set(ierror, MPI_Barrier(PMPI_Comm_f2c(*comm)));
}

#ifdef FORTRAN_NAMES

extern MPI_Fint mpi_fortran_bottom_ __attribute__((weak));
extern MPI_Fint mpi_fortran_in_place_ __attribute__((weak));

static void *buffer_of(void *buffer)
{
    return buffer == &mpi_fortran_bottom_     ? MPI_BOTTOM
           : buffer == &mpi_fortran_in_place_ ? MPI_IN_PLACE
                                              : buffer;
}

FORTRAN(bcast, BCAST, void *buffer, const MPI_Fint *count,
        const MPI_Fint *datatype, const MPI_Fint *root, const MPI_Fint *comm,
        MPI_Fint *ierror)
{
    error_set(ierror,
              MPI_Bcast(buffer_of(buffer), *count, PMPI_Type_f2c(*datatype),
                        *root, PMPI_Comm_f2c(*comm)));
}

#define REDUCTION(name, NAME, call)                                            \
    FORTRAN(name, NAME, void *sendbuf, void *recvbuf, const MPI_Fint *count,   \
            const MPI_Fint *datatype, const MPI_Fint *op,                      \
            const MPI_Fint *comm, MPI_Fint *ierror)                            \
    {                                                                          \
        error_set(ierror, call(buffer_of(sendbuf), buffer_of(recvbuf), *count, \
                               PMPI_Type_f2c(*datatype), PMPI_Op_f2c(*op),     \
                               PMPI_Comm_f2c(*comm)));                         \
    }

REDUCTION(allreduce, ALLREDUCE, MPI_Allreduce)
REDUCTION(reduce_scatter_block, REDUCE_SCATTER_BLOCK, MPI_Reduce_scatter_block)

#endif
