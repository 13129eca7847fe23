/* tuned.c: the profile, which names the algorithms of MPI collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * In MPI_Init, rank 0 reads the profile and sends it to all ranks of
 * MPI_COMM_WORLD. All ranks must choose the same algorithm for a call. So the
 * choice depends only on arguments that the MPI standard makes equal on all
 * ranks: the bytes of a block. Mock-ups execute only collectives in which all
 * ranks pass the same type, and all or none MPI_IN_PLACE, which they cannot
 * handle.
 */
#include "tuned/tuned.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/mock/mock.h"
#include "algos/preload/dying.h"
#include "algos/shmbcast/preload/channel.h"
#include "algos/type.h"

enum { FILE_MOST = 1 << 20 };

/* The collectives that this library replaces. */
static const struct {
    const char *name;   /* in profiles */
    const char *shared; /* algorithm through shared memory, or NULL */
    bool mocked;        /* mock-ups are executed */
} collectives[COLLECTIVES] = {
    [BCAST] = {"bcast", "shmbcast-auto", false},
    [ALLREDUCE] = {"allreduce", "shm", true},
    [REDUCE] = {"reduce", "shm", false},
    [ALLGATHER] = {"allgather", "shm", false},
    [REDUCE_SCATTER_BLOCK] = {"reduce_scatter_block", NULL, true},
    [BARRIER] = {"barrier", "shm", true},
};

/* Global, because functions that replace MPI functions have no argument to pass
 * it in. Written only in MPI_Init. */
static struct {
    struct profile profile;
    bool has[COLLECTIVES]; /* the profile has lines for this collective */
    int keyval;            /* attribute of communicators: &ours or &theirs */
} process;

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

/* Sets what will execute the range's calls; nothing if this library lacks the
 * algorithm. */
static void algorithm_find(struct profile_range *r, enum collective collective)
{
    const char *shared = collectives[collective].shared;

    /* "shm" is also a name of shmbcast-auto */
    r->shared = shared != NULL &&
                (strcmp(r->algo, shared) == 0 || strcmp(r->algo, "shm") == 0);
    for (const struct algo *const *a = mock_algos; *a != NULL; a++)
        if (collectives[collective].mocked && strcmp((*a)->op, r->op) == 0 &&
            strcmp((*a)->name, r->algo) == 0)
            r->mock = *a;
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
    for (size_t i = 0; i < p->n; i++)
        for (int k = 0; k < COLLECTIVES; k++)
            if (strcmp(p->v[i].op, collectives[k].name) == 0) {
                algorithm_find(&p->v[i], (enum collective)k);
                process.has[k] = true;
            }
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_free, &process.keyval,
                            NULL);
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_finalize, &end, NULL);
    PMPI_Comm_set_attr(MPI_COMM_SELF, end, NULL);
    PMPI_Comm_free_keyval(&end);
}

/* A function of libshmbcast-preload, renamed. */
void tuned_shared_start(world_find *find, void *caller);

void preload_start(world_find *find, void *caller)
{
    tuned_shared_start(find, caller);
    profile_get();
}

struct profile_range *tuned_range(enum collective collective, MPI_Count count,
                                  MPI_Datatype type, MPI_Comm comm)
{
    MPI_Count size = 0;
    int ranks;

    if (!process.has[collective] || comm == MPI_COMM_NULL || count < 0 ||
        type == MPI_DATATYPE_NULL ||
        PMPI_Comm_size(comm, &ranks) != MPI_SUCCESS ||
        AS_COUNT(PMPI_Type_size)(type, &size) != MPI_SUCCESS)
        return NULL;
    return profile_find(&process.profile, collectives[collective].name, ranks,
                        count * size);
}

void tuned_count(struct profile_range *r)
{
    /* relaxed: on_finalize() reads it, after all calls */
    atomic_fetch_add_explicit(&r->calls, 1, memory_order_relaxed);
}

bool tuned_shared(struct profile_range *r)
{
    if (r == NULL || !r->shared)
        return false;
    tuned_count(r);
    return true;
}

bool tuned_ours(MPI_Comm comm)
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
