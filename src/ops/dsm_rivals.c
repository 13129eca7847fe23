/* dsm_rivals.c: algorithms of the operations on shared memory by MPI's
 * messages, puts and shared windows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/dsm.h"
#include "ops/registry.h"
#include "ops/setup.h"

/* What goes to another rank, or comes from it: `count` of `type`, from `here`
 * bytes on in this rank's memory and from `there` in the other's. */
struct message {
    int peer, count;
    MPI_Datatype type;
    MPI_Aint here, there;
};

struct messages {
    int n;
    struct message *v;
};

/* The state of all of them. */
struct rival {
    struct dsm_memory memory[2];
    MPI_Comm comm;
    union {
        struct dsm_pass pass;
        struct dsm d;
        struct dsm_grid g;
        struct put p;
    };
    struct messages out[2], in[2]; /* of a launch */
    unsigned turns;                /* 1: launches use both by turns; 0: [0] */
    int fence;                     /* assertion of the fence after the puts */
    char *from, *to;               /* what `here` of out and in begins at */
    MPI_Request *requests;         /* one a message */
    MPI_Status *statuses;
};

static struct rival *rival_open(void **state, struct op_args *a)
{
    struct rival *r = xcalloc(1, sizeof(*r));

    *state = r;
    r->comm = a->comm;
    r->memory[0] = r->memory[1] = DSM_MEMORY_NONE;
    return r;
}

static void messages_free(struct messages *m)
{
    for (int i = 0; i < m->n; i++)
        if (m->v[i].type != MPI_DOUBLE && m->v[i].type != MPI_BYTE)
            MPI_Type_free(&m->v[i].type);
    free(m->v);
}

static void rival_close(void *state, struct op_args *a)
{
    struct rival *r = state;

    (void)a;
    for (int i = 0; i < 2; i++) {
        dsm_memory_close(&r->memory[i]);
        messages_free(&r->out[i]);
        messages_free(&r->in[i]);
    }
    free(r->requests);
    free(r->statuses);
    free(r);
}

static void message_add(struct messages *list, struct message m)
{
    list->v = xreallocarray(list->v, (size_t)list->n + 1, sizeof(m));
    list->v[list->n++] = m;
}

/* Memory that others put into, or that messages arrive in; when all messages
 * are known. */
static int memory_open(struct rival *r, bool window, size_t bytes, char **cause)
{
    size_t n = (size_t)(r->in[0].n + r->out[0].n);
    int rc = window ? dsm_memory_window(r->memory, r->comm, bytes, cause)
                    : dsm_memory_private(r->memory, bytes, cause);

    r->requests = xcalloc(n + 1, sizeof(*r->requests));
    r->statuses = xcalloc(n + 1, sizeof(*r->statuses));
    r->from = r->to = r->memory[0].base;
    return rc;
}

/* ---- what brings the data ------------------------------------------------ */

static int p2p(void *state)
{
    struct rival *r = state;
    const struct messages *in = &r->in[r->pass.launch & r->turns];
    const struct messages *out = &r->out[r->pass.launch & r->turns];
    int n = 0, rc = MPI_SUCCESS;

    for (int i = 0; i < in->n && rc == MPI_SUCCESS; i++) {
        const struct message *m = &in->v[i];

        rc = MPI_Irecv(r->to + m->here, m->count, m->type, m->peer, 0, r->comm,
                       &r->requests[n++]);
    }
    for (int i = 0; i < out->n && rc == MPI_SUCCESS; i++) {
        const struct message *m = &out->v[i];

        rc = MPI_Isend(r->from + m->here, m->count, m->type, m->peer, 0,
                       r->comm, &r->requests[n++]);
    }
    return rc != MPI_SUCCESS ? rc : MPI_Waitall(n, r->requests, r->statuses);
}

static int put_fence(void *state)
{
    const struct rival *r = state;
    const struct messages *out = &r->out[r->pass.launch & r->turns];
    int rc = MPI_SUCCESS;

    for (int i = 0; i < out->n && rc == MPI_SUCCESS; i++) {
        const struct message *m = &out->v[i];

        rc = MPI_Put(r->from + m->here, m->count, m->type, m->peer, m->there,
                     m->count, m->type, r->memory[0].win);
    }
    return first_of(rc, MPI_Win_fence(r->fence, r->memory[0].win));
}

static int shwin(void *state)
{
    const struct rival *r = state;

    return dsm_memory_barrier(r->memory, r->comm);
}

/* Nobody puts what is new while another rank still reads what is old. A fence
 * that ends no epoch need not be a barrier. */
static int epoch_begin(void *state, const struct op_args *a)
{
    const struct rival *r = state;
    int rc = MPI_Barrier(a->comm);

    return rc != MPI_SUCCESS
               ? rc
               : MPI_Win_fence(MPI_MODE_NOPRECEDE, r->memory[0].win);
}

/* WHAT_open(), by messages or by puts into a window. */
#define OPENS(what)                                                            \
    static int what##_p2p_open(void **state, struct op_args *a, char **cause)  \
    {                                                                          \
        return what##_open(state, a, false, cause);                            \
    }                                                                          \
    static int what##_put_open(void **state, struct op_args *a, char **cause)  \
    {                                                                          \
        return what##_open(state, a, true, cause);                             \
    }

/* ---- dsm-barrier --------------------------------------------------------- */

static void array_close(void *state, struct op_args *a)
{
    dsm_close(&((struct rival *)state)->d);
    rival_close(state, a);
}

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
 * is any; to *elements what is in it. One run needs no type of its own. */
static int runs_add(struct messages *list, const struct dsm_case *c, int from,
                    int to, int peer, size_t *elements)
{
    struct message m = {.peer = peer, .count = 1, .type = MPI_DOUBLE};
    int n, rc = MPI_SUCCESS;
    struct dsm_range *runs = dsm_brought(c, from, to, &n);

    if (n == 1) {
        m.count = (int)runs[0].count;
        m.here = m.there = (MPI_Aint)(runs[0].first * sizeof(double));
    } else if (n > 1) {
        rc = type_make(runs, n, &m.type);
    }
    for (int i = 0; i < n; i++)
        *elements += runs[i].count;
    if (n > 0)
        message_add(list, m);
    free(runs);
    return rc;
}

/* All messages of this rank: of each that it changes to each other rank that
 * can read it, and the other way. */
static int plan_open(struct rival *r)
{
    const struct dsm_case *c = &r->d.c;
    int rank = r->d.rank, rc = MPI_SUCCESS;
    size_t sent = 0, received = 0;

    for (int i = 1; i < c->ranks && rc == MPI_SUCCESS; i++) {
        int peer = (rank + i) % c->ranks;

        rc = runs_add(r->out, c, rank, peer, peer, &sent);
        rc = first_of(rc, runs_add(r->in, c, peer, rank, peer, &received));
    }
    r->pass.account.sent = (double)(sent * sizeof(double));
    r->pass.account.messages = r->out[0].n;
    return rc;
}

static int array_open(void **state, struct op_args *a, bool window,
                      char **cause)
{
    struct rival *r = rival_open(state, a);
    int rc;

    dsm_open(&r->d, a, r, window ? put_fence : p2p);
    r->fence = MPI_MODE_NOSUCCEED;
    rc = plan_open(r);
    rc = first_of(
        rc, memory_open(r, window, r->d.c.n * sizeof(*r->d.mirror), cause));
    r->d.mirror = r->memory[0].base;
    return rc;
}
OPENS(array)

/* One array that all ranks share. The account has a rank's part of what is
 * there once. */
static int array_shwin_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = rival_open(state, a);
    size_t own;
    int rc;

    dsm_open(&r->d, a, r, shwin);
    own = dsm_section(&r->d.c, a->rank).count * sizeof(*r->d.mirror);
    rc = dsm_memory_shared(r->memory, a->comm, own, cause);
    r->pass.account.memory = (double)own;
    r->d.mirror = r->memory[0].base;
    return rc;
}

/* ---- dsm-jacobi ---------------------------------------------------------- */

static size_t row_bytes(const struct dsm_grid *g)
{
    return g->side * sizeof(double);
}

/* Where a rank has a row of either grid: one lies behind the other. */
static MPI_Aint place_of(const struct dsm_grid *g, int rank, int grid, size_t y)
{
    struct dsm_grid there = *g;

    dsm_grid_place(&there, rank);
    return (MPI_Aint)(((size_t)grid * there.tall + y - there.top) *
                      row_bytes(g));
}

/* Row y goes to that rank, or comes from there. */
static void row_add(const struct dsm_grid *g, struct messages list[2], int peer,
                    size_t y)
{
    for (int i = 0; i < 2; i++)
        message_add(&list[i], (struct message){peer, (int)g->side, MPI_DOUBLE,
                                               place_of(g, g->rank, i, y),
                                               place_of(g, peer, i, y)});
}

static void rows_add(struct rival *r)
{
    const struct dsm_grid *g = &r->g;
    size_t end = g->first + g->rows;

    if (g->top < g->first) {
        row_add(g, r->out, g->rank - 1, g->first);
        row_add(g, r->in, g->rank - 1, g->top);
    }
    if (g->top + g->tall > end) {
        row_add(g, r->out, g->rank + 1, end - 1);
        row_add(g, r->in, g->rank + 1, end);
    }
}

/* Puts of the next sweep go into the other grid, so that one fence a sweep will
 * do. One that has no memory would leave its neighbours waiting. */
static int jacobi_open(void **state, struct op_args *a, bool window,
                       char **cause)
{
    struct rival *r = rival_open(state, a);
    struct dsm_grid *g = &r->g;
    size_t bytes;
    int rc;

    dsm_grid_open(g, a, r, window ? put_fence : p2p);
    rows_add(r);
    r->turns = 1;
    bytes = 2 * g->tall * row_bytes(g);
    g->pass.account = (struct dsm_account){
        .memory = (double)bytes,
        .sent = r->out[0].n * (double)row_bytes(g),
        .messages = r->out[0].n,
        .pages = NAN,
    };
    rc = dsm_memory_agree(a->comm, memory_open(r, window, bytes, cause));
    if (rc != MPI_SUCCESS)
        return rc;
    g->at[0] = r->memory[0].base;
    g->at[1] = g->at[0] + g->tall * g->side;
    dsm_grid_fill(g);
    if (window)
        rc = MPI_Win_fence(MPI_MODE_NOPRECEDE, r->memory[0].win);
    return rc != MPI_SUCCESS ? rc : g->pass.barrier(r);
}
OPENS(jacobi)

static int jacobi_shwin_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = rival_open(state, a);
    struct dsm_grid *g = &r->g;
    size_t bytes;

    dsm_grid_open(g, a, r, shwin);
    bytes = g->rows * row_bytes(g);
    g->pass.account =
        (struct dsm_account){2 * (double)bytes, NAN, NAN, NAN, NAN};
    for (int i = 0; i < 2; i++) {
        int rc = dsm_memory_shared(&r->memory[i], a->comm, bytes, cause);

        if (rc != MPI_SUCCESS)
            return rc;
        g->at[i] = (double *)r->memory[i].base + g->top * g->side;
    }
    dsm_grid_fill(g);
    return shwin(r);
}

/* ---- microshmem-put ------------------------------------------------------ */

/* The target first: it may be a window. */
static int put_memory_open(void **state, struct op_args *a, bool window,
                           char **cause)
{
    struct rival *r = rival_open(state, a);
    int n, rc;

    put_open(&r->p, a);
    n = (int)r->p.bytes;
    message_add(r->out, (struct message){r->p.to, n, MPI_BYTE, 0, 0});
    message_add(r->in, (struct message){r->p.from, n, MPI_BYTE, 0, 0});
    r->fence = MPI_MODE_NOSUCCEED;
    r->pass.account.sent = (double)r->p.bytes;
    r->pass.account.messages = 1;
    rc = memory_open(r, window, r->p.bytes, cause);
    rc = first_of(rc, dsm_memory_private(&r->memory[1], r->p.bytes, cause));
    r->p.target = r->memory[0].base;
    r->p.source = r->memory[1].base;
    r->from = r->memory[1].base;
    return rc;
}
OPENS(put_memory)

static int put_fence_run(void *state, const struct op_args *a)
{
    (void)a;
    return put_fence(state);
}

static int put_p2p_run(void *state, const struct op_args *a)
{
    return first_of(p2p(state), MPI_Barrier(a->comm));
}

/* ---- rows ---------------------------------------------------------------- */

#define ROW(of, text, run_fn, close_fn, about, ...)                            \
    &(const struct algo)                                                       \
    {                                                                          \
        .name = text, .op = of, .help = about,                                 \
        .life = {.close = close_fn, __VA_ARGS__}, .run = run_fn                \
    }
#define ARRAY(text, about, ...)                                                \
    ROW("dsm-barrier", text, dsm_launch, array_close, about, __VA_ARGS__)
#define JACOBI(text, open_fn, about)                                           \
    ROW("dsm-jacobi", text, dsm_grid_launch, rival_close, about,               \
        .open = open_fn)

const struct algo *const dsm_algos[] = {
    ARRAY("put-fence",
          "the elements that were changed, by MPI_Put to who has touched them, "
          "and MPI_Win_fence",
          .open = array_put_open, .before = epoch_begin),
    ARRAY("p2p",
          "the elements that were changed, by a message to each rank that has "
          "touched some; without a barrier",
          .open = array_p2p_open),
    ARRAY("shwin", "one array in a shared window, MPI_Win_sync and MPI_Barrier",
          .open = array_shwin_open, .before = dsm_rest),
    JACOBI("p2p", jacobi_p2p_open,
           "MPI_Isend, MPI_Irecv and MPI_Waitall with the ranks above and "
           "below"),
    JACOBI("rma", jacobi_put_open,
           "MPI_Put to the ranks above and below, and MPI_Win_fence"),
    JACOBI("shwin", jacobi_shwin_open,
           "the grids in shared windows, MPI_Win_sync and MPI_Barrier"),
    ROW("microshmem-put", "put-fence", put_fence_run, rival_close,
        "MPI_Put and MPI_Win_fence", .open = put_memory_put_open,
        .before = epoch_begin),
    ROW("microshmem-put", "p2p", put_p2p_run, rival_close,
        "MPI_Isend, MPI_Irecv, MPI_Waitall and MPI_Barrier",
        .open = put_memory_p2p_open),
    NULL,
};
