/* openmpi_messages.c: counts messages where Open MPI itself can count them, and
 * knows whom the ranks of simple algorithms send messages to. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The messages of a collective do not pass the profiling interface. All of Open
 * MPI sends them by the functions in the structure mca_pml of its library. Its
 * component pml/monitoring replaces these by functions that count; but in 4.1
 * its variables of MPI_T do not exist once MPI is initialized (issue 9260), and
 * it would count in measured launches, too. So the same is done here, for one
 * call. The positions in the structure are those of the versions 4.0 and 4.1;
 * with another version or another size of the structure nothing is counted.
 */
#include "adapters/openmpi_messages.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>

/* ---- counting ------------------------------------------------------------ */

typedef int send_fn(const void *buf, size_t count, MPI_Datatype type, int to,
                    int tag, int mode, MPI_Comm comm);
typedef int isend_fn(const void *buf, size_t count, MPI_Datatype type, int to,
                     int tag, int mode, MPI_Comm comm, MPI_Request *request);

/* The first functions of mca_pml. */
struct layer {
    void (*others[9])(void);
    isend_fn *isend_init;
    isend_fn *isend;
    send_fn *send;
};
enum { LAYER_SIZE = 184 };

/* While messages are counted; functions of mca_pml have no argument for it. */
static struct {
    struct layer own; /* the library's functions */
    struct messages *to;
    MPI_Comm comm;
} counting;

static struct layer *layer_find(void)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    const ElfW(Sym) * symbol;
    void *at = dlsym(RTLD_DEFAULT, "mca_pml");
    Dl_info info;
    int length;

    MPI_Get_library_version(version, &length);
    if (at == NULL || strncmp(version, "Open MPI v4.", 12) != 0 ||
        dladdr1(at, &info, (void **)&symbol, RTLD_DL_SYMENT) == 0 ||
        symbol == NULL || symbol->st_size != LAYER_SIZE)
        return NULL;
    return at;
}

bool messages_counted(void)
{
    return layer_find() != NULL;
}

static void count_one(int to, MPI_Comm comm)
{
    if (comm != counting.comm)
        return;
    counting.to->sent++;
    counting.to->to |= UINT64_C(1) << to;
}

static int counted_send(const void *buf, size_t count, MPI_Datatype type,
                        int to, int tag, int mode, MPI_Comm comm)
{
    count_one(to, comm);
    return counting.own.send(buf, count, type, to, tag, mode, comm);
}

/* A request that is made once is started once. */
static int counted_isend_init(const void *buf, size_t count, MPI_Datatype type,
                              int to, int tag, int mode, MPI_Comm comm,
                              MPI_Request *request)
{
    count_one(to, comm);
    return counting.own.isend_init(buf, count, type, to, tag, mode, comm,
                                   request);
}

static int counted_isend(const void *buf, size_t count, MPI_Datatype type,
                         int to, int tag, int mode, MPI_Comm comm,
                         MPI_Request *request)
{
    count_one(to, comm);
    return counting.own.isend(buf, count, type, to, tag, mode, comm, request);
}

void messages_begin(struct messages *m, MPI_Comm comm)
{
    struct layer *layer = layer_find();

    *m = (struct messages){0};
    counting.own = *layer;
    counting.to = m;
    counting.comm = comm;
    layer->send = counted_send;
    layer->isend_init = counted_isend_init;
    layer->isend = counted_isend;
}

void messages_end(void)
{
    *layer_find() = counting.own;
}

/* ---- what is expected ---------------------------------------------------- */

/* The ranks that rank v of n sends messages to, with root 0. */
typedef uint64_t shape_fn(int v, int n);

static uint64_t bit(int i)
{
    return UINT64_C(1) << i;
}

static uint64_t everyone(int v, int n)
{
    return (bit(n - 1) - 1 + bit(n - 1)) & ~bit(v);
}

static uint64_t flat_from_root(int v, int n)
{
    return v == 0 ? everyone(v, n) : 0;
}

static uint64_t flat_to_root(int v, int n)
{
    (void)n;
    return v == 0 ? 0 : bit(0);
}

static uint64_t flat_both(int v, int n)
{
    return flat_from_root(v, n) | flat_to_root(v, n);
}

static uint64_t chain_from_root(int v, int n)
{
    return v + 1 < n ? bit(v + 1) : 0;
}

static uint64_t chain_to_root(int v, int n)
{
    (void)n;
    return v > 0 ? bit(v - 1) : 0;
}

static uint64_t ring(int v, int n)
{
    return bit((v + 1) % n);
}

/* v's parent has v's bits but the highest. */
static uint64_t tree_from_root(int v, int n)
{
    uint64_t to = 0;

    for (int m = 1; v + m < n; m *= 2)
        to |= m > v ? bit(v + m) : 0;
    return to;
}

/* v's parent has v's bits but the lowest. */
static uint64_t ordered_from_root(int v, int n)
{
    uint64_t to = 0;

    for (int m = 1; v + m < n && (v & m) == 0; m *= 2)
        to |= bit(v + m);
    return to;
}

static uint64_t ordered_to_root(int v, int n)
{
    (void)n;
    return v > 0 ? bit(v & (v - 1)) : 0;
}

static uint64_t upwards(int v, int n)
{
    uint64_t to = 0;

    for (int m = 1; m < n; m *= 2)
        to |= bit((v + m) % n);
    return to;
}

static uint64_t downwards(int v, int n)
{
    uint64_t to = 0;

    for (int m = 1; m < n; m *= 2)
        to |= bit((v - m + n) % n);
    return to;
}

/* 0, which is no such set: n is no power of two. */
static uint64_t doubling(int v, int n)
{
    uint64_t to = 0;

    for (int m = 1; m < n && (n & (n - 1)) == 0; m *= 2)
        to |= bit(v ^ m);
    return to;
}

static const struct {
    const char *op, *algo;
    shape_fn *shape;
} shapes[] = {
    {"bcast", "basic_linear", flat_from_root},
    {"bcast", "pipeline", chain_from_root},
    {"bcast", "binomial", tree_from_root},
    {"reduce", "linear", flat_to_root},
    {"reduce", "pipeline", chain_to_root},
    {"reduce", "binomial", ordered_to_root},
    {"gather", "basic_linear", flat_to_root},
    {"gather", "binomial", ordered_to_root},
    {"scatter", "basic_linear", flat_from_root},
    {"scatter", "binomial", ordered_from_root},
    {"allreduce", "basic_linear", flat_both},
    {"allreduce", "recursive_doubling", doubling},
    {"allreduce", "ring", ring},
    {"allreduce", "segmented_ring", ring},
    {"allgather", "bruck", downwards},
    {"allgather", "recursive_doubling", doubling},
    {"allgather", "ring", ring},
    {"alltoall", "linear", everyone},
    {"alltoall", "linear_sync", everyone},
    {"alltoall", "pairwise", everyone},
    {"barrier", "linear", flat_both},
    {"barrier", "double_ring", ring},
    {"barrier", "recursive_doubling", doubling},
    {"barrier", "bruck", upwards},
    {"reduce_scatter", "ring", ring},
    {"scan", "linear", chain_from_root},
    {"exscan", "linear", chain_from_root},
};
enum { NSHAPES = sizeof(shapes) / sizeof(shapes[0]) };

bool messages_expected(const char *op, const char *algo, int rank, int n,
                       int root, uint64_t *to)
{
    int v = (rank - root + n) % n;
    uint64_t set;

    for (int i = 0; i < NSHAPES; i++) {
        if (strcmp(shapes[i].op, op) != 0 || strcmp(shapes[i].algo, algo) != 0)
            continue;
        set = shapes[i].shape(v, n);
        *to = 0;
        for (int w = 0; w < n; w++)
            if (set & bit(w))
                *to |= bit((w + root) % n);
        return shapes[i].shape != doubling || set != 0;
    }
    return false;
}

const char *messages_name(const char *op, size_t *next)
{
    while (*next < NSHAPES && strcmp(shapes[*next].op, op) != 0)
        ++*next;
    return *next < NSHAPES ? shapes[(*next)++].algo : NULL;
}
