/* trivial.c: the simplest algorithm for dsm-barrier's shared array. */
/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank has the whole array twice: the copy that it works on, and a twin
 * from the previous barrier. A barrier compares the two completely and sends
 * all differences to all ranks, no matter who has touched which pages or owns
 * an element. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "dsm/state.h"
#include "dsm/table.h"
#include "lib/xmalloc.h"
#include "mpi/agree.h"
#include "ops/setup.h"

struct difference {
    uint64_t element;
    double value;
};
enum { WORDS = sizeof(struct difference) / sizeof(uint64_t) };

/* A growing array of differences. */
struct list {
    struct difference *v;
    size_t n, room;
};

struct trivial {
    struct dsm_state s; /* counts and displacements of all ranks' differences */
    struct list own, all;
    double sent; /* bytes sent in all launches so far */
};

static void list_reserve(struct list *l, size_t n)
{
    if (n <= l->room)
        return;
    l->room = n > 2 * l->room ? n : 2 * l->room;
    l->v = xreallocarray(l->v, l->room, sizeof(*l->v));
}

static void page_compare(struct trivial *r, size_t first, size_t count)
{
    const uint64_t *now = (const uint64_t *)r->s.memory[0].base + first;
    const uint64_t *twin = (const uint64_t *)r->s.memory[1].base + first;

    if (memcmp(now, twin, count * sizeof(*now)) == 0)
        return;
    list_reserve(&r->own, r->own.n + count);
    for (size_t i = 0; i < count; i++)
        if (now[i] != twin[i])
            r->own.v[r->own.n++] =
                (struct difference){first + i, r->s.d.mirror[first + i]};
}

static void compare(struct trivial *r)
{
    const struct dsm_case *c = &r->s.d.c;

    r->own.n = 0;
    for (size_t first = 0; first < c->n; first += c->page)
        page_compare(r, first, c->n - first < c->page ? c->n - first : c->page);
}

/* If two ranks changed the same element, the higher rank's value wins on all
 * ranks. */
static void apply(struct trivial *r)
{
    double *twin = r->s.memory[1].base;

    for (size_t i = 0; i < r->all.n; i++) {
        const struct difference *x = &r->all.v[i];

        r->s.d.mirror[x->element] = x->value;
        twin[x->element] = x->value;
    }
}

static int trivial_barrier(void *state)
{
    struct trivial *r = state;
    int words, rc, ranks = r->s.d.c.ranks;
    size_t all = 0;

    compare(r);
    words = (int)(r->own.n * WORDS);
    rc = MPI_Allgather(&words, 1, MPI_INT, r->s.counts, 1, MPI_INT, r->s.comm);
    if (rc != MPI_SUCCESS)
        return rc;
    for (int i = 0; i < ranks; all += (size_t)r->s.counts[i++]) {
        if (all > (size_t)(INT_MAX - r->s.counts[i]))
            return MPI_ERR_COUNT;
        r->s.displs[i] = (int)all;
    }
    r->all.n = all / WORDS;
    list_reserve(&r->all, r->all.n);
    r->sent += (double)(ranks - 1) * words * sizeof(uint64_t);
    rc = MPI_Allgatherv(r->own.v, words, MPI_UINT64_T, r->all.v, r->s.counts,
                        r->s.displs, MPI_UINT64_T, r->s.comm);
    if (rc == MPI_SUCCESS)
        apply(r);
    return rc;
}

/* Each rank sends its differences to every other rank. */
static void trivial_account(void *state, struct dsm_account *account)
{
    const struct trivial *r = state;

    if (r->s.d.pass.launch > 0)
        account->sent = r->sent / (double)r->s.d.pass.launch;
}

static int trivial_open(void **state, struct op_args *a, char **cause)
{
    struct trivial *r = xcalloc(1, sizeof(*r));
    size_t bytes;
    int rc;

    *state = r;
    r->s.comm = a->comm;
    r->s.memory[0] = r->s.memory[1] = DSM_MEMORY_NONE;
    dsm_open(&r->s.d, a, r, trivial_barrier);
    r->s.d.pass.settle = trivial_account;
    bytes = r->s.d.c.n * sizeof(double);
    r->s.d.pass.account.memory = 2 * (double)bytes;
    r->s.d.pass.account.compared = (double)bytes;
    r->s.counts = xcalloc((size_t)a->size, sizeof(*r->s.counts));
    r->s.displs = xcalloc((size_t)a->size, sizeof(*r->s.displs));
    if (r->s.d.c.n > INT_MAX / WORDS) { /* they may all differ */
        *cause = xstrdup("more differences than an int can count");
        return MPI_ERR_COUNT;
    }
    rc = dsm_memory_private(&r->s.memory[0], bytes, cause);
    r->s.d.mirror = r->s.memory[0].base;
    return first_of(rc, dsm_memory_private(&r->s.memory[1], bytes, cause));
}

static void trivial_close(void *state, struct op_args *a)
{
    struct trivial *r = state;

    free(r->own.v);
    free(r->all.v);
    dsm_close(&r->s.d);
    dsm_state_close(r, a); /* `s` is the first member */
}

const struct algo algo_dsm_barrier_trivial = {
    .name = "trivial",
    .op = "dsm-barrier",
    .help = "compares two copies of the array, and sends all differences to "
            "all ranks",
    .life = {.open = trivial_open, .close = trivial_close},
    .run = dsm_launch,
};
