/* dsm_barrier_trivial.c: a rival of dsm-barrier: the simplest version of shared
 * arrays. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each rank has all of the array twice: as it works on it, and as it was after
 * the last barrier. It compares both from end to end, and all ranks get all
 * differences. It asks neither who has touched what nor whose an element is.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "ops/dsm.h"
#include "ops/dsm_memory.h"
#include "ops/families.h"

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

struct trivial {
    struct dsm d;
    struct dsm_memory mirror, twin;
    MPI_Comm comm;
    struct list own, all;
    int *counts, *displs; /* words of each rank's differences */
    double sent;          /* bytes, by all launches */
};

static void list_reserve(struct list *l, size_t n)
{
    if (n <= l->room)
        return;
    l->room = n > 2 * l->room ? n : 2 * l->room;
    l->v = xreallocarray(l->v, l->room, sizeof(*l->v));
}

static void page_compare(struct trivial *t, size_t first, size_t count)
{
    const uint64_t *now = (const uint64_t *)t->mirror.base + first;
    const uint64_t *twin = (const uint64_t *)t->twin.base + first;

    if (memcmp(now, twin, count * sizeof(*now)) == 0)
        return;
    list_reserve(&t->own, t->own.n + count);
    for (size_t i = 0; i < count; i++)
        if (now[i] != twin[i])
            t->own.v[t->own.n++] =
                (struct difference){first + i, t->d.mirror[first + i]};
}

static void compare(struct trivial *t)
{
    const struct dsm_case *c = &t->d.c;

    t->own.n = 0;
    for (size_t first = 0; first < c->n; first += c->page)
        page_compare(t, first, c->n - first < c->page ? c->n - first : c->page);
}

/* An element that two ranks changed has the last one's value on all. */
static void apply(struct trivial *t)
{
    double *twin = t->twin.base;

    for (size_t i = 0; i < t->all.n; i++) {
        const struct difference *x = &t->all.v[i];

        t->d.mirror[x->element] = x->value;
        twin[x->element] = x->value;
    }
}

static int trivial_barrier(void *state)
{
    struct trivial *t = state;
    int words, rc, ranks = t->d.c.ranks;
    size_t all = 0;

    compare(t);
    words = (int)(t->own.n * WORDS);
    rc = MPI_Allgather(&words, 1, MPI_INT, t->counts, 1, MPI_INT, t->comm);
    if (rc != MPI_SUCCESS)
        return rc;
    for (int r = 0; r < ranks; all += (size_t)t->counts[r++]) {
        if (all > (size_t)(INT_MAX - t->counts[r]))
            return MPI_ERR_COUNT;
        t->displs[r] = (int)all;
    }
    t->all.n = all / WORDS;
    list_reserve(&t->all, t->all.n);
    t->sent += (double)(ranks - 1) * words * sizeof(uint64_t);
    rc = MPI_Allgatherv(t->own.v, words, MPI_UINT64_T, t->all.v, t->counts,
                        t->displs, MPI_UINT64_T, t->comm);
    if (rc == MPI_SUCCESS)
        apply(t);
    return rc;
}

/* It sends each other rank its differences. */
static void trivial_account(void *state, struct dsm_account *account)
{
    const struct trivial *t = state;
    double launches = (double)t->d.launch;

    *account = (struct dsm_account){
        .memory = 2 * (double)t->d.c.n * sizeof(double),
        .compared = (double)t->d.c.n * sizeof(double),
        .sent = launches > 0 ? t->sent / launches : NAN,
        .messages = NAN,
        .pages = (double)dsm_pages(&t->d),
    };
}

static int trivial_open(void **state, struct op_args *a, char **cause)
{
    struct trivial *t = xcalloc(1, sizeof(*t));
    size_t ranks = (size_t)a->size, bytes;
    int rc, later;

    *state = t;
    t->comm = a->comm;
    t->mirror = t->twin = DSM_MEMORY_NONE;
    dsm_open(&t->d, a);
    t->d.state = t;
    t->d.barrier = trivial_barrier;
    t->d.account = trivial_account;
    t->counts = xcalloc(ranks, sizeof(*t->counts));
    t->displs = xcalloc(ranks, sizeof(*t->displs));
    bytes = t->d.c.n * sizeof(double);
    rc = dsm_memory_private(&t->mirror, bytes, cause);
    later = dsm_memory_private(&t->twin, bytes, cause);
    t->d.mirror = t->mirror.base;
    if (t->d.c.n > INT_MAX / WORDS) { /* all of it may be different */
        free(*cause);
        *cause = xstrdup("the differences are more than an int can count");
        rc = MPI_ERR_COUNT;
    }
    return rc != MPI_SUCCESS ? rc : later;
}

static void trivial_close(void *state, struct op_args *a)
{
    struct trivial *t = state;

    (void)a;
    dsm_memory_close(&t->mirror);
    dsm_memory_close(&t->twin);
    dsm_close(&t->d);
    free(t->own.v);
    free(t->all.v);
    free(t->counts);
    free(t->displs);
    free(t);
}

const struct algo algo_dsm_barrier_trivial = {
    .name = "trivial",
    .op = "dsm-barrier",
    .help = "two copies of the array compared, and all differences brought to "
            "all ranks",
    .life = {.open = trivial_open, .close = trivial_close},
    .run = dsm_launch,
};
