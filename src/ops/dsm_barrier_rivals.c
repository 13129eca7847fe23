/* dsm_barrier_rivals.c: algorithms of dsm-barrier that need no library. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "ops/dsm.h"
#include "ops/registry.h"
#include "ops/setup.h"

/* The elements that go to another rank, or come from it: `count` of `type`,
 * from `displ` bytes on in the array, here and there. */
struct message {
    int peer, count;
    MPI_Datatype type;
    MPI_Aint displ;
};

struct messages {
    int n;
    struct message *v;
    size_t elements; /* in all of them */
};

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
struct rival {
    struct dsm d;
    size_t bytes; /* of the whole array */
    struct dsm_memory array;
    MPI_Comm comm;
    int *counts, *displs; /* of each rank's section, or of its differences */

    struct messages out, in; /* put-fence, p2p: all of this rank */
    MPI_Request *requests;   /* p2p: one a message */
    MPI_Status *statuses;

    struct dsm_memory twin; /* trivial */
    struct list own, all;
    double sent; /* bytes, by all launches */
};

static struct rival *rival_open(void **state, struct op_args *a,
                                int (*barrier)(void *state))
{
    struct rival *r = xcalloc(1, sizeof(*r));

    *state = r;
    r->comm = a->comm;
    r->array = r->twin = DSM_MEMORY_NONE;
    dsm_open(&r->d, a);
    r->d.state = r;
    r->d.barrier = barrier;
    r->bytes = r->d.c.n * sizeof(double);
    r->d.account = (struct dsm_account){.memory = (double)r->bytes,
                                        .compared = NAN,
                                        .sent = NAN,
                                        .messages = NAN,
                                        .pages = (double)dsm_pages(&r->d)};
    r->counts = xcalloc((size_t)a->size, sizeof(*r->counts));
    r->displs = xcalloc((size_t)a->size, sizeof(*r->displs));
    return r;
}

static int mirror_open(struct rival *r, char **cause)
{
    int rc = dsm_memory_private(&r->array, r->bytes, cause);

    r->d.mirror = r->array.base;
    return rc;
}

static void messages_free(struct messages *m)
{
    for (int i = 0; i < m->n; i++)
        if (m->v[i].type != MPI_DOUBLE)
            MPI_Type_free(&m->v[i].type);
    free(m->v);
}

static void rival_close(void *state, struct op_args *a)
{
    struct rival *r = state;

    (void)a;
    dsm_memory_close(&r->array);
    dsm_memory_close(&r->twin);
    messages_free(&r->out);
    messages_free(&r->in);
    dsm_close(&r->d);
    free(r->counts);
    free(r->displs);
    free(r->requests);
    free(r->statuses);
    free(r->own.v);
    free(r->all.v);
    free(r);
}

/* ---- who has to get which elements from whom ----------------------------- */

static int type_make(const struct dsm_range *runs, int n, MPI_Datatype *type)
{
    int *lengths = xcalloc((size_t)n, sizeof(*lengths)), rc;
    MPI_Aint *displs = xcalloc((size_t)n, sizeof(*displs));
    MPI_Datatype made;

    for (int i = 0; i < n; i++) {
        lengths[i] = (int)runs[i].count;
        displs[i] = (MPI_Aint)(runs[i].first * sizeof(double));
    }
    rc = MPI_Type_create_hindexed(n, lengths, displs, MPI_DOUBLE, &made);
    free(lengths);
    free(displs);
    if (rc != MPI_SUCCESS)
        return rc;
    *type = made;
    return MPI_Type_commit(type);
}

/* Adds the message from one rank to the other, one of which is `peer`, if there
 * is any. One run needs no type of its own. */
static int message_add(struct messages *list, const struct dsm_case *c,
                       int from, int to, int peer)
{
    struct message m = {.peer = peer, .count = 1, .type = MPI_DOUBLE};
    int n, rc = MPI_SUCCESS;
    struct dsm_range *runs = dsm_brought(c, from, to, &n);

    if (n == 1) {
        m.count = (int)runs[0].count;
        m.displ = (MPI_Aint)(runs[0].first * sizeof(double));
    } else if (n > 1) {
        rc = type_make(runs, n, &m.type);
    }
    for (int i = 0; i < n; i++)
        list->elements += runs[i].count;
    if (n > 0) {
        list->v = xreallocarray(list->v, (size_t)list->n + 1, sizeof(m));
        list->v[list->n++] = m;
    }
    free(runs);
    return rc;
}

/* All messages of this rank: of each that it changes to each other rank that
 * can read it, and the other way. */
static int plan_open(struct rival *r)
{
    const struct dsm_case *c = &r->d.c;
    int rank = r->d.rank, rc = MPI_SUCCESS;

    for (int i = 1; i < c->ranks && rc == MPI_SUCCESS; i++) {
        int peer = (rank + i) % c->ranks;

        rc = message_add(&r->out, c, rank, peer, peer);
        rc = first_of(rc, message_add(&r->in, c, peer, rank, peer));
    }
    r->d.account.sent = (double)(r->out.elements * sizeof(double));
    r->d.account.messages = r->out.n;
    return rc;
}

static double *element_at(const struct rival *r, MPI_Aint displ)
{
    return (double *)((char *)r->array.base + displ);
}

/* ---- put-fence ---------------------------------------------------------- */

static int fence_barrier(void *state)
{
    struct rival *r = state;
    int rc = MPI_SUCCESS;

    for (int i = 0; i < r->out.n && rc == MPI_SUCCESS; i++) {
        const struct message *m = &r->out.v[i];

        rc = MPI_Put(element_at(r, m->displ), m->count, m->type, m->peer,
                     m->displ, m->count, m->type, r->array.win);
    }
    return first_of(rc, MPI_Win_fence(MPI_MODE_NOSUCCEED, r->array.win));
}

static int fence_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = rival_open(state, a, fence_barrier);
    int rc = plan_open(r);

    rc = first_of(rc, dsm_memory_window(&r->array, a->comm, r->bytes, cause));
    r->d.mirror = r->array.base;
    return rc;
}

static int fence_before(void *state, const struct op_args *a)
{
    return dsm_memory_before(&((const struct rival *)state)->array, a->comm);
}

/* ---- p2p ---------------------------------------------------------------- */

static int p2p_barrier(void *state)
{
    struct rival *r = state;
    int n = 0, rc = MPI_SUCCESS;

    for (int i = 0; i < r->in.n && rc == MPI_SUCCESS; i++) {
        const struct message *m = &r->in.v[i];

        rc = MPI_Irecv(element_at(r, m->displ), m->count, m->type, m->peer, 0,
                       r->comm, &r->requests[n++]);
    }
    for (int i = 0; i < r->out.n && rc == MPI_SUCCESS; i++) {
        const struct message *m = &r->out.v[i];

        rc = MPI_Isend(element_at(r, m->displ), m->count, m->type, m->peer, 0,
                       r->comm, &r->requests[n++]);
    }
    return rc != MPI_SUCCESS ? rc : MPI_Waitall(n, r->requests, r->statuses);
}

static int p2p_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = rival_open(state, a, p2p_barrier);
    int rc = plan_open(r);
    size_t messages = (size_t)(r->in.n + r->out.n);

    r->requests = xcalloc(messages + 1, sizeof(*r->requests));
    r->statuses = xcalloc(messages + 1, sizeof(*r->statuses));
    return first_of(rc, mirror_open(r, cause));
}

/* ---- shwin: one array that all ranks share ------------------------------- */

static int shwin_barrier(void *state)
{
    const struct rival *r = state;

    return dsm_memory_barrier(&r->array, r->comm);
}

/* The account has a rank's part of what is there once. */
static int shwin_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = rival_open(state, a, shwin_barrier);
    size_t own = dsm_section(&r->d.c, a->rank).count * sizeof(double);
    int rc = dsm_memory_shared(&r->array, a->comm, own, cause);

    r->d.account.memory = (double)own;
    r->d.mirror = r->array.base;
    return rc;
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

static void page_compare(struct rival *r, size_t first, size_t count)
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

static void compare(struct rival *r)
{
    const struct dsm_case *c = &r->d.c;

    r->own.n = 0;
    for (size_t first = 0; first < c->n; first += c->page)
        page_compare(r, first, c->n - first < c->page ? c->n - first : c->page);
}

/* An element that two ranks changed has the last one's value on all. */
static void apply(struct rival *r)
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
    struct rival *r = state;
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
    const struct rival *r = state;

    if (r->d.launch > 0)
        account->sent = r->sent / (double)r->d.launch;
}

static int trivial_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = rival_open(state, a, trivial_barrier);
    int rc = mirror_open(r, cause);

    rc = first_of(rc, dsm_memory_private(&r->twin, r->bytes, cause));
    r->d.settle = trivial_account;
    r->d.account.memory = 2 * (double)r->bytes;
    r->d.account.compared = (double)r->bytes;
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
    struct rival *r = state;
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
    struct rival *r = rival_open(state, a, allgather_barrier);
    int rc = mirror_open(r, cause);

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
    return MPI_Barrier(((const struct rival *)state)->comm);
}

static int barrier_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = rival_open(state, a, barrier_barrier);

    r->d.brings_nothing = true;
    r->d.account.pages = NAN;
    return mirror_open(r, cause);
}

/* ---- rows ---------------------------------------------------------------- */

/* ROW(name, open, before or NULL, help) */
#define ROW(text, open_fn, before_fn, of)                                      \
    &(const struct algo)                                                       \
    {                                                                          \
        .name = text, .op = "dsm-barrier", .help = of,                         \
        .life = {.open = open_fn, .before = before_fn, .close = rival_close},  \
        .run = dsm_launch,                                                     \
    }

const struct algo *const dsm_barrier_algos[] = {
    ROW("put-fence", fence_open, fence_before,
        "the elements that were changed, by MPI_Put to who has touched them, "
        "and "
        "MPI_Win_fence"),
    ROW("p2p", p2p_open, NULL,
        "the elements that were changed, by a message to each rank that has "
        "touched some; without a barrier"),
    ROW("shwin", shwin_open, dsm_meet,
        "one array in a shared window, MPI_Win_sync and MPI_Barrier"),
    ROW("trivial", trivial_open, NULL,
        "two copies of the array compared, and all differences brought to all "
        "ranks"),
    ROW("allgather", allgather_open, NULL,
        "MPI_Allgather of all sections, MPI_Allgatherv where they differ in "
        "length"),
    ROW("barrier", barrier_open, NULL,
        "the writes and MPI_Barrier alone, which brings nothing to anybody"),
    NULL,
};
