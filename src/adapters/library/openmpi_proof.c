/* openmpi_proof.c: finds out from a call's messages which algorithm Open MPI
 * used. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The use of an algorithm is proved if the call sends the messages known for
 * it, or at least other messages than native. With too few elements for an
 * algorithm the library silently uses another one; the messages then show that.
 *
 * Messages of collectives bypass the profiling interface, but Open MPI sends
 * all messages by functions in its structure mca_pml. Its component
 * pml/monitoring replaces these by functions that count; but in 4.1 its MPI_T
 * variables disappear in MPI_Init (issue 9260), and it would also count in
 * measured launches. So this file does the same for a single call. It knows the
 * positions in the structure by version; with another version or size of the
 * structure, nothing is counted.
 */
#include "adapters/library/openmpi_proof.h"
#include "adapters/library/variant.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpi/library.h"
#include "mpi/agree.h"

/* ---- counting ------------------------------------------------------------ */

#define SEND_ARGS                                                              \
    const void *buf, size_t count, MPI_Datatype type, int to, int tag,         \
        int mode, MPI_Comm comm
typedef int send_fn(SEND_ARGS);
typedef int isend_fn(SEND_ARGS, MPI_Request *request);

/* The functions of Open MPI's structure mca_pml that send messages. */
struct layer {
    isend_fn *isend_init, *isend;
    send_fn *send;
};

/* Size of mca_pml in bytes, and number of functions before these. */
static const struct layout {
    int version;
    size_t size, before;
} layouts[] = {
    {4, 184, 9},
    {5, 192, 10}, /* has revoke_comm */
    {6, 192, 10},
};

/* State of counting. Global, because functions in mca_pml have no argument to
 * pass it in. */
static struct {
    struct layer *layer, own; /* in mca_pml; copy of its original functions */
    struct messages *to;
    MPI_Comm comm;
} counting;

static struct layer *layer_find(void)
{
    const struct mpi_release running = mpi_running();
    const ElfW(Sym) * symbol;
    void (**at)(void) = dlsym(RTLD_DEFAULT, "mca_pml");
    Dl_info info;

    if (at == NULL || running.mpi != openmpi ||
        dladdr1(at, &info, (void **)&symbol, RTLD_DL_SYMENT) == 0 ||
        symbol == NULL)
        return NULL;
    for (size_t i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++)
        if (running.release / 10000 == layouts[i].version &&
            symbol->st_size == layouts[i].size)
            return (struct layer *)(at + layouts[i].before);
    return NULL;
}

static void count_one(int to, MPI_Comm comm)
{
    if (comm != counting.comm)
        return;
    counting.to->sent++;
    counting.to->to |= UINT64_C(1) << to;
}

static int counted_send(SEND_ARGS)
{
    count_one(to, comm);
    return counting.own.send(buf, count, type, to, tag, mode, comm);
}

static int counted_isend(SEND_ARGS, MPI_Request *request)
{
    count_one(to, comm);
    return counting.own.isend(buf, count, type, to, tag, mode, comm, request);
}

/* Counts one message, because a collective starts such a request only once. */
static int counted_isend_init(SEND_ARGS, MPI_Request *request)
{
    count_one(to, comm);
    return counting.own.isend_init(buf, count, type, to, tag, mode, comm,
                                   request);
}

bool messages_begin(struct messages *m, MPI_Comm comm)
{
    struct layer *layer = layer_find();

    *m = (struct messages){0};
    counting.layer = layer;
    if (layer == NULL)
        return false;
    counting.own = *layer;
    counting.to = m;
    counting.comm = comm;
    layer->send = counted_send;
    layer->isend = counted_isend;
    layer->isend_init = counted_isend_init;
    return true;
}

void messages_end(void)
{
    if (counting.layer != NULL)
        *counting.layer = counting.own;
}

/* ---- expected messages --------------------------------------------------- */

/* A pattern of messages: the ranks that a rank sends to. */
enum flow {
    FROM_ROOT,  /* flat tree, away from the root */
    TO_ROOT,    /* flat tree, towards the root */
    BOTH,       /* TO_ROOT, then FROM_ROOT */
    CHAIN,      /* pipeline, away from the root */
    CHAIN_BACK, /* pipeline, towards the root */
    TREE,       /* binomial tree; a parent's number is its child's without the
                 * highest bit */
    TREE_BACK,  /* binomial tree towards the root; without the lowest bit */
    RING,
    DOUBLING, /* if the number of ranks is a power of two, else UNLIKE */
    UP,       /* to the ranks 1, 2, 4, ... above */
    DOWN,     /* to the ranks 1, 2, 4, ... below */
    EVERYONE,
    SCATTER_DOUBLING, /* binomial tree, then DOUBLING */
    SCATTER_RING,
    UNLIKE, /* differs from native with more than three ranks */
};

static const struct {
    const char *op, *algo;
    enum flow flow;
} flows[] = {
    {"bcast", "basic_linear", FROM_ROOT},
    {"bcast", "pipeline", CHAIN},
    {"bcast", "binomial", TREE},
    {"bcast", "split_binary_tree", UNLIKE},
    {"bcast", "scatter_allgather", SCATTER_DOUBLING},
    {"bcast", "scatter_allgather_ring", SCATTER_RING},
    {"reduce", "linear", TO_ROOT},
    {"reduce", "pipeline", CHAIN_BACK},
    {"reduce", "binomial", TREE_BACK},
    {"reduce", "rabenseifner", DOUBLING},
    {"gather", "basic_linear", TO_ROOT},
    {"gather", "binomial", TREE_BACK},
    {"scatter", "basic_linear", FROM_ROOT},
    {"allreduce", "basic_linear", BOTH},
    {"allreduce", "recursive_doubling", DOUBLING},
    {"allreduce", "ring", RING},
    {"allreduce", "segmented_ring", RING},
    {"allreduce", "rabenseifner", DOUBLING},
    {"allgather", "bruck", DOWN},
    {"allgather", "recursive_doubling", DOUBLING},
    {"allgather", "ring", RING},
    {"alltoall", "linear", EVERYONE},
    {"alltoall", "linear_sync", EVERYONE},
    {"alltoall", "pairwise", EVERYONE},
    {"barrier", "linear", BOTH},
    {"barrier", "double_ring", RING},
    {"barrier", "recursive_doubling", DOUBLING},
    {"barrier", "bruck", UP},
};
enum { NFLOWS = sizeof(flows) / sizeof(flows[0]) };

static bool is_power(int i)
{
    return i > 0 && (i & (i - 1)) == 0;
}

/* True if rank v of n sends messages to rank w. The root is rank 0. */
static bool sends(enum flow flow, int v, int w, int n)
{
    int low = w & -w; /* the lowest bit */
    const bool does[] = {
        [FROM_ROOT] = v == 0,
        [TO_ROOT] = w == 0,
        [BOTH] = v == 0 || w == 0,
        [CHAIN] = w == v + 1,
        [CHAIN_BACK] = w == v - 1,
        [TREE] = is_power(w - v) && w - v > v,
        [TREE_BACK] = w == (v & (v - 1)),
        [RING] = w == (v + 1) % n,
        [DOUBLING] = is_power(v ^ w),
        [UP] = is_power((w - v + n) % n),
        [DOWN] = is_power((v - w + n) % n),
        [EVERYONE] = true,
        [SCATTER_DOUBLING] = w - low == v || is_power(v ^ w),
        [SCATTER_RING] = w - low == v || w == (v + 1) % n,
        [UNLIKE] = false,
    };

    return does[flow];
}

bool proof_expects(const char *op, const char *algo, int rank, int n, int root,
                   uint64_t *to)
{
    int v = (rank - root + n) % n, i = 0;
    enum flow flow;

    while (i < NFLOWS &&
           (strcmp(flows[i].op, op) != 0 || strcmp(flows[i].algo, algo) != 0))
        i++;
    if (i == NFLOWS || (flows[i].flow == UNLIKE && n <= 3))
        return false;
    flow = flows[i].flow;
    if (!is_power(n) && (flow == DOUBLING || flow == SCATTER_DOUBLING))
        flow = UNLIKE;
    *to = 0;
    for (int w = 0; w < n; w++)
        if (w != v && sends(flow, v, w, n))
            *to |= UINT64_C(1) << ((w + root) % n);
    return true;
}

/* ---- proof --------------------------------------------------------------- */

/* Returns what the messages m prove, as text. Sets *cause if the library did
 * not use the algorithm. */
static const char *judge(const char *op, const char *name,
                         const struct op_args *a, const struct messages *m,
                         const struct messages *native, char **cause)
{
    enum { SAME = NFLOWS, EMPTY }; /* bits above those of `flows` */
    uint64_t mine = (uint64_t)(m->sent == native->sent && m->to == native->to)
                        << SAME |
                    (uint64_t)(m->sent == 0) << EMPTY,
             all = 0, to;
    bool known = false, expected = false;
    const char *other = NULL;

    for (int i = 0; i < NFLOWS; i++)
        if (strcmp(flows[i].op, op) == 0 &&
            proof_expects(op, flows[i].algo, a->rank, a->size, a->root, &to) &&
            to == m->to)
            mine |= UINT64_C(1) << i;
    MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_BAND, a->comm);
    for (int i = 0; i < NFLOWS; i++)
        if (strcmp(flows[i].op, op) == 0 && strcmp(flows[i].algo, name) == 0) {
            known = proof_expects(op, name, a->rank, a->size, a->root, &to);
            expected = all >> i & 1;
        } else if (all >> i & 1 && other == NULL)
            other = flows[i].algo;
    if (all >> EMPTY & 1)
        return "not proved: the call sends no messages";
    if (known && !expected && other != NULL)
        *cause = xasprintf(
            "the call's messages show that the library used %s instead", other);
    return expected && !(all >> SAME & 1 && other != NULL)
               ? "messages match this algorithm"
           : all >> SAME & 1 ? "not proved: native sends the same messages"
                             : "messages differ from native's";
}

int proof_open(void **state, struct op_args *args, char **cause)
{
    struct library_state *s = *state;
    const struct library_algo *algo = s->values->algo;
    struct op_args original = *args;
    struct messages m, native;
    bool counted;
    int rc;

    s->proof = "not proved: messages cannot be counted";
    s->nranks = 0;
    if (args->size > LIBRARY_RANKS)
        return library_try(s, args, cause);
    counted = messages_begin(&m, s->comm);
    rc = library_try(s, args, cause);
    messages_end();
    /* the caller makes all ranks return this error */
    if (!counted || agree_code(original.comm, rc) != MPI_SUCCESS)
        return rc;
    messages_begin(&native, original.comm);
    rc = original.run(original.state, &original);
    messages_end();
    if (agree_code(original.comm, rc) != MPI_SUCCESS)
        return rc;
    s->nranks = args->size;
    MPI_Gather(&m.sent, 1, MPI_LONG, s->sent, 1, MPI_LONG, 0, original.comm);
    s->proof = judge(algo->op->name, strchr(algo->algo.name, '/') + 1,
                     &original, &m, &native, cause);
    return *cause == NULL ? MPI_SUCCESS : MPI_ERR_UNSUPPORTED_OPERATION;
}
