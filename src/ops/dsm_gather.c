/* dsm_gather.c: algorithms of dsm-barrier by MPI's collectives: differences of
 * two copies to all ranks, all sections to all ranks, or a barrier alone. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "ops/dsm.h"
#include "ops/registry.h"
#include "ops/setup.h"

struct difference {
    uint64_t element;
    double value;
};
enum { WORDS = sizeof(struct difference) / sizeof(uint64_t) };

/* An array that grows. */
struct list {
    struct difference *v;
    size_t n, room;
};

/* The state of all of them. */
struct gather {
    struct dsm d;
    size_t bytes; /* of the whole array */
    struct dsm_memory array;
    MPI_Comm comm;
    int *counts, *displs; /* of each rank's section, or of its differences */

    struct dsm_memory twin; /* trivial */
    struct list own, all;
    double sent; /* bytes, by all launches */
};

static int gather_open(void **state, struct op_args *a,
                       int (*barrier)(void *state), char **cause)
{
    struct gather *r = xcalloc(1, sizeof(*r));
    int rc;

    *state = r;
    r->comm = a->comm;
    r->twin = DSM_MEMORY_NONE;
    dsm_open(&r->d, a, r, barrier);
    r->bytes = r->d.c.n * sizeof(double);
    r->counts = xcalloc((size_t)a->size, sizeof(*r->counts));
    r->displs = xcalloc((size_t)a->size, sizeof(*r->displs));
    rc = dsm_memory_private(&r->array, r->bytes, cause);
    r->d.mirror = r->array.base;
    return rc;
}

static void gather_close(void *state, struct op_args *a)
{
    struct gather *r = state;

    (void)a;
    dsm_memory_close(&r->array);
    dsm_memory_close(&r->twin);
    dsm_close(&r->d);
    free(r->counts);
    free(r->displs);
    free(r->own.v);
    free(r->all.v);
    free(r);
}

/* ---- trivial: the simplest version of shared arrays ---------------------- */

/*
 * Each rank has all of the array twice: as it works on it, and as it was after
 * the last barrier. It compares both from end to end, and all ranks get all
 * differences. It asks neither who has touched what nor whose an element is.
 */
static void list_reserve(struct list *l, size_t n)
{
    if (n <= l->room)
        return;
    l->room = n > 2 * l->room ? n : 2 * l->room;
    l->v = xreallocarray(l->v, l->room, sizeof(*l->v));
}

static void page_compare(struct gather *r, size_t first, size_t count)
{
    const uint64_t *now = (const uint64_t *)r->array.base + first;
    const uint64_t *twin = (const uint64_t *)r->twin.base + first;

    if (memcmp(now, twin, count * sizeof(*now)) == 0)
        return;
    list_reserve(&r->own, r->own.n + count);
    for (size_t i = 0; i < count; i++)
        if (now[i] != twin[i])
            r->own.v[r->own.n++] =
                (struct difference){first + i, r->d.mirror[first + i]};
}

static void compare(struct gather *r)
{
    const struct dsm_case *c = &r->d.c;

    r->own.n = 0;
    for (size_t first = 0; first < c->n; first += c->page)
        page_compare(r, first, c->n - first < c->page ? c->n - first : c->page);
}

/* An element that two ranks changed has the last one's value on all. */
static void apply(struct gather *r)
{
    double *twin = r->twin.base;

    for (size_t i = 0; i < r->all.n; i++) {
        const struct difference *x = &r->all.v[i];

        r->d.mirror[x->element] = x->value;
        twin[x->element] = x->value;
    }
}

static int trivial_barrier(void *state)
{
    struct gather *r = state;
    int words, rc, ranks = r->d.c.ranks;
    size_t all = 0;

    compare(r);
    words = (int)(r->own.n * WORDS);
    rc = MPI_Allgather(&words, 1, MPI_INT, r->counts, 1, MPI_INT, r->comm);
    if (rc != MPI_SUCCESS)
        return rc;
    for (int i = 0; i < ranks; all += (size_t)r->counts[i++]) {
        if (all > (size_t)(INT_MAX - r->counts[i]))
            return MPI_ERR_COUNT;
        r->displs[i] = (int)all;
    }
    r->all.n = all / WORDS;
    list_reserve(&r->all, r->all.n);
    r->sent += (double)(ranks - 1) * words * sizeof(uint64_t);
    rc = MPI_Allgatherv(r->own.v, words, MPI_UINT64_T, r->all.v, r->counts,
                        r->displs, MPI_UINT64_T, r->comm);
    if (rc == MPI_SUCCESS)
        apply(r);
    return rc;
}

/* It sends each other rank its differences. */
static void trivial_account(void *state, struct dsm_account *account)
{
    const struct gather *r = state;

    if (r->d.pass.launch > 0)
        account->sent = r->sent / (double)r->d.pass.launch;
}

static int trivial_open(void **state, struct op_args *a, char **cause)
{
    int rc = gather_open(state, a, trivial_barrier, cause);
    struct gather *r = *state;

    rc = first_of(rc, dsm_memory_private(&r->twin, r->bytes, cause));
    r->d.pass.settle = trivial_account;
    r->d.pass.account.memory = 2 * (double)r->bytes;
    r->d.pass.account.compared = (double)r->bytes;
    if (r->d.c.n > INT_MAX / WORDS) { /* all of it may be different */
        free(*cause);
        *cause = xstrdup("the differences are more than an int can count");
        rc = MPI_ERR_COUNT;
    }
    return rc;
}

/* ---- allgather, barrier: they ask for no changes ------------------------- */

static int allgather_barrier(void *state)
{
    struct gather *r = state;
    bool alike = true;

    for (int i = 1; i < r->d.c.ranks; i++)
        alike = alike && r->counts[i] == r->counts[0];
    return alike ? MPI_Allgather(MPI_IN_PLACE, 0, MPI_DOUBLE, r->d.mirror,
                                 r->counts[0], MPI_DOUBLE, r->comm)
                 : MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DOUBLE, r->d.mirror,
                                  r->counts, r->displs, MPI_DOUBLE, r->comm);
}

static int allgather_open(void **state, struct op_args *a, char **cause)
{
    int rc = gather_open(state, a, allgather_barrier, cause);
    struct gather *r = *state;

    for (int i = 0; i < a->size; i++) {
        struct dsm_range section = dsm_section(&r->d.c, i);

        r->counts[i] = (int)section.count;
        r->displs[i] = (int)section.first;
    }
    if (rc == MPI_SUCCESS && r->d.c.set.changed.foreign) {
        *cause = xstrdup("--changed=N:foreign: ranks gather what they changed "
                         "in their own sections");
        rc = MPI_ERR_ARG;
    }
    return rc;
}

static int barrier_barrier(void *state)
{
    return MPI_Barrier(((const struct gather *)state)->comm);
}

static int barrier_open(void **state, struct op_args *a, char **cause)
{
    int rc = gather_open(state, a, barrier_barrier, cause);
    struct gather *r = *state;

    r->d.brings_nothing = true;
    r->d.pass.account.pages = NAN;
    return rc;
}

/* ---- rows ---------------------------------------------------------------- */

#define ROW(text, open_fn, about)                                              \
    &(const struct algo)                                                       \
    {                                                                          \
        .name = text, .op = "dsm-barrier", .help = about,                      \
        .life = {.open = open_fn, .close = gather_close}, .run = dsm_launch,   \
    }

const struct algo *const dsm_gather_algos[] = {
    ROW("trivial", trivial_open,
        "two copies of the array compared, and all differences brought to all "
        "ranks"),
    ROW("allgather", allgather_open,
        "MPI_Allgather of all sections, MPI_Allgatherv where they differ in "
        "length"),
    ROW("barrier", barrier_open,
        "the writes and MPI_Barrier alone, which brings nothing to anybody"),
    NULL,
};
