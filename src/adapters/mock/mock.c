/* mock.c: mock-ups as algorithms. */
/* SPDX-License-Identifier: BSD-3-Clause */
/* A mock-up is a collective built from other collectives. MPI's collective must
 * not be slower than its mock-ups (Traeff, Gropp and Thakur 2010; Hunold and
 * Carpen-Amarie 2016 and 2018). Each row of mock.def is a mock-up;
 * doc/guidelines.md describes them. */
#include "adapters/mock/mock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Limits on the memory of a mock-up on a rank, as in PGMPITuneLib: bytes of
 * elements, and bytes of counts and displacements. */
static const size_t elements_most = 100000000, ints_most = 200000;

/* How counts and displacements divide elements between ranks. */
enum division {
    DIVIDE_NOT,
    DIVIDE_EQUAL, /* each rank has one block of the call */
    DIVIDE_CUT,   /* a block of the call is cut into a part for each rank */
    DIVIDE_ROOT,  /* the root has a block of the call, other ranks nothing */
};

/* State of a mock-up: its memory in addition to the buffers of the call. */
struct mock {
    unsigned char *whole, *part; /* all 0 at first */
    int *counts, *displs;
    int root;      /* DIVIDE_ROOT: the rank that has the block */
    size_t extent; /* bytes of an element */
    size_t bytes;  /* total size of this memory on this rank */
};

/* Memory that a mock-up needs in addition to the buffers of the call. */
struct need {
    MPI_Count whole, part; /* lengths of two arrays of elements */
    enum division division;
    bool commutes; /* needs a reduction that commutes */
};

/* Returns zeroed memory, or NULL. Touches it, so that launches cause no page
 * faults. */
static void *zeros(size_t bytes)
{
    /* compilers would turn malloc() and memset() into calloc(), which touches
     * nothing */
    void *memory = aligned_alloc(64, (bytes + 64) / 64 * 64);

    return memory != NULL ? memset(memory, 0, bytes + 1) : NULL;
}

static void divide(struct mock *m, const struct op_args *a,
                   enum division division)
{
    const int n = (int)a->count, p = a->size;
    int displ = 0;

    for (int i = 0; i < p; i++) {
        m->counts[i] = division == DIVIDE_EQUAL ? n
                       : division == DIVIDE_CUT ? n / p + (i < n % p)
                       : i == a->root           ? n
                                                : 0;
        m->displs[i] = division == DIVIDE_ROOT ? 0 : displ;
        displ += m->counts[i];
    }
    m->root = a->root;
}

/* True if the mock-up cannot do the call on some rank. *cause is then the
 * malloced reason. */
static bool refuses(const struct op_args *a, const struct need *need,
                    size_t extent, size_t elements, size_t ints, char **cause)
{
    const char *why = NULL;
    int commutes = 1;

    if (need->commutes)
        MPI_Op_commutative(a->op, &commutes);
    if (a->in_place)
        why = "mock-ups do not support MPI_IN_PLACE";
    else if (!commutes)
        why = "this mock-up needs a commutative reduction";
    else if (elements > 0 && extent != a->type_size)
        why = "a mock-up with its own memory needs a data type without gaps";
    if (why != NULL)
        *cause = strdup(why);
    else if (elements <= elements_most && ints <= ints_most)
        return false;
    else if (asprintf(cause,
                      "this mock-up needs %zu bytes of memory on each rank, "
                      "more than %zu",
                      elements > elements_most ? elements : ints,
                      elements > elements_most ? elements_most : ints_most) < 0)
        *cause = NULL;
    return true;
}

static int mock_open(void **state, const struct op_args *a,
                     const struct need *need, char **cause)
{
    struct mock *m = *state = calloc(1, sizeof(*m));
    const size_t p = (size_t)a->size;
    size_t elements, ints = need->division == DIVIDE_NOT ? 0 : 2 * p;
    MPI_Aint lb, extent;
    int rc = MPI_Type_get_extent(a->type, &lb, &extent);

    if (m == NULL || rc != MPI_SUCCESS)
        return m == NULL ? MPI_ERR_NO_MEM : rc;
    m->extent = (size_t)extent;
    elements = (size_t)(need->whole + need->part) * m->extent;
    ints *= sizeof(int);
    if (refuses(a, need, m->extent, elements, ints, cause))
        return MPI_ERR_UNSUPPORTED_OPERATION;
    m->whole = zeros((size_t)need->whole * m->extent);
    m->part = zeros((size_t)need->part * m->extent);
    m->counts = calloc(p, sizeof(*m->counts));
    m->displs = calloc(p, sizeof(*m->displs));
    if (m->whole == NULL || m->part == NULL || m->counts == NULL ||
        m->displs == NULL)
        return MPI_ERR_NO_MEM;
    m->bytes = elements + ints;
    if (need->division != DIVIDE_NOT)
        divide(m, a, need->division);
    return MPI_SUCCESS;
}

static void mock_close(void *state, struct op_args *a)
{
    struct mock *m = state;

    (void)a;
    if (m == NULL) /* mock_open() found no memory */
        return;
    free(m->whole);
    free(m->part);
    free(m->counts);
    free(m->displs);
    free(m);
}

static const struct figure figures[] = {
    {.name = "extra_memory",
     .unit = "B",
     .help = "memory on each rank in addition to the buffers of the call",
     .over = FIGURE_MAX},
    {0},
};

static void mock_figures(void *state, const struct op_args *a, double *values)
{
    (void)a;
    values[0] = (double)((const struct mock *)state)->bytes;
}

/* ---- parts of mock-ups --------------------------------------------------- */

/* Returns the address of element i of a buffer. */
static void *at(const struct mock *m, void *buffer, MPI_Count i)
{
    return (unsigned char *)buffer + (size_t)i * m->extent;
}

/* Copies n elements. Always returns MPI_SUCCESS. */
static int copy(const struct mock *m, void *to, const void *from, MPI_Count n)
{
    memcpy(to, from, (size_t)n * m->extent);
    return MPI_SUCCESS;
}

/* Copies this rank's block of `whole` to the receive buffer. */
static int take_own(const struct mock *m, const struct op_args *a, void *whole)
{
    return copy(m, a->recvbuf, at(m, whole, a->rank * a->count), a->count);
}

/* Returns the buffer, or the mock-up's memory if equal parts require
 * padding. */
static void *padded(const struct mock *m, const struct op_args *a, void *buffer)
{
    return a->count % a->size != 0 ? m->whole : buffer;
}

/* Returns the input, padded. */
static void *pad(const struct mock *m, const struct op_args *a, void *buffer)
{
    void *to = padded(m, a, buffer);

    if (to != buffer)
        copy(m, to, buffer, a->count);
    return to;
}

/* Copies the result from padded memory to the receive buffer. */
static int unpad(const struct mock *m, const struct op_args *a)
{
    return padded(m, a, a->recvbuf) == a->recvbuf
               ? MPI_SUCCESS
               : copy(m, a->recvbuf, m->whole, a->count);
}

/* Gives the only block to the root, which may differ from call to call. Returns
 * the counts. */
static int *give_root(struct mock *m, const struct op_args *a)
{
    m->counts[m->root] = 0;
    m->counts[a->root] = (int)a->count;
    m->root = a->root;
    return m->counts;
}

/* Copies this rank's block to its place in m->whole, where all other blocks are
 * 0. Returns the size of all blocks in bytes. */
static int among_zeros(const struct mock *m, const struct op_args *a)
{
    copy(m, at(m, m->whole, a->rank * a->count), a->sendbuf, a->count);
    return (int)(a->size * a->count) * (int)a->type_size;
}

/* Returns p copies of this rank's block. */
static void *copies(const struct mock *m, const struct op_args *a)
{
    for (int i = 0; i < a->size; i++)
        copy(m, at(m, m->whole, i * a->count), a->sendbuf, a->count);
    return m->whole;
}

/* Returns the buffer on the root, and the mock-up's memory on other ranks. */
static void *at_root(const struct mock *m, const struct op_args *a,
                     void *buffer)
{
    return a->rank == a->root ? buffer : m->whole;
}

/* Arguments of the calls. PART: rounded-up length of a part if a block is cut
 * into one part per rank. */
#define N (int)a->count
#define PART (int)((a->count + a->size - 1) / a->size)
#define SEND a->sendbuf
#define RECV a->recvbuf
#define TYPE a->type
#define OP a->op
#define ROOT a->root
#define COMM a->comm
#define BLOCKS m->counts, m->displs
#define IN_PLACE MPI_IN_PLACE, 0, MPI_DATATYPE_NULL

#define MOCK(low, its, title, text, calls, ...)                                \
    static int low##_##its##_open(void **state, struct op_args *a,             \
                                  char **cause)                                \
    {                                                                          \
        const MPI_Count n = a->count, p = a->size, part = (n + p - 1) / p,     \
                        padded = n % p == 0 ? 0 : part * p;                    \
                                                                               \
        (void)padded;                                                          \
        return mock_open(state, a, &(struct need){__VA_ARGS__}, cause);        \
    }                                                                          \
    static int low##_##its##_run(void *state, const struct op_args *a)         \
    {                                                                          \
        struct mock *m = state;                                                \
                                                                               \
        (void)m;                                                               \
        return calls;                                                          \
    }
#include "adapters/mock/mock.def"
#undef MOCK

const struct algo *const mock_algos[] = {
#define MOCK(low, its, title, text, calls, ...)                                \
    &(const struct algo){.name = "mock/" title,                                \
                         .op = #low,                                           \
                         .help = "a mock-up: " text,                           \
                         .life = {.open = low##_##its##_open,                  \
                                  .close = mock_close,                         \
                                  .figures = figures,                          \
                                  .pass_figures = mock_figures},               \
                         .run = low##_##its##_run},
#include "adapters/mock/mock.def"
#undef MOCK
    NULL,
};
