/* mock.c: mock-ups as algorithms: their memory, and their descriptors. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A collective must not be slower than what can be built from others: each row
 * of mock.def builds one (Traeff, Gropp and Thakur 2010; Hunold and
 * Carpen-Amarie 2016 and 2018). doc/guidelines.md describes them.
 */
#include "adapters/mock.h"

#include <stdlib.h>
#include <string.h>
#include "adapters/adapters.h"
#include "lib/xmalloc.h"

/* Bounds of the memory of a mock-up on a rank, as in PGMPITuneLib: bytes of
 * elements, and bytes of counts and displacements. */
static const size_t elements_most = 100000000, ints_most = 200000;

/* What a mock-up needs beside the buffers of the call. */
struct need {
    MPI_Count whole, part; /* elements of two pieces of memory */
    enum division division;
    bool commutes; /* a reduction whose operands may change places */
};

/* ---- memory -------------------------------------------------------------- */

/* Memory that is mapped, so that no launch maps it. */
static void *zeros(size_t bytes)
{
    void *memory = xmalloc(bytes + 1);

    return memset(memory, 0, bytes + 1);
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

/* Returns why the mock-up cannot do the call, malloced; or NULL. */
static char *refuse(const struct op_args *a, const struct need *need,
                    size_t extent, size_t elements, size_t ints)
{
    int commutes = 1;

    if (need->commutes)
        MPI_Op_commutative(a->op, &commutes);
    if (a->in_place)
        return xstrdup("a mock-up has no form with MPI_IN_PLACE");
    if (!commutes)
        return xstrdup("this mock-up needs a reduction that commutes");
    if (elements > 0 && extent != a->type_size)
        return xstrdup("a mock-up with memory of its own needs a data type "
                       "without gaps");
    if (elements > elements_most || ints > ints_most)
        return xasprintf("this mock-up needs %zu bytes of memory on each rank, "
                         "more than %zu",
                         elements > elements_most ? elements : ints,
                         elements > elements_most ? elements_most : ints_most);
    return NULL;
}

static int mock_open(void **state, const struct op_args *a,
                     const struct need *need, char **cause)
{
    struct mock *m = *state = xcalloc(1, sizeof(*m));
    const size_t p = (size_t)a->size;
    size_t elements, ints = need->division == DIVIDE_NOT ? 0 : 2 * p;
    MPI_Aint lb, extent;
    int rc = MPI_Type_get_extent(a->type, &lb, &extent);

    if (rc != MPI_SUCCESS)
        return rc;
    m->extent = (size_t)extent;
    elements = (size_t)(need->whole + need->part) * m->extent;
    ints *= sizeof(int);
    *cause = refuse(a, need, m->extent, elements, ints);
    if (*cause != NULL)
        return MPI_ERR_OTHER;
    m->whole = zeros((size_t)need->whole * m->extent);
    m->part = zeros((size_t)need->part * m->extent);
    m->counts = xcalloc(p, sizeof(*m->counts));
    m->displs = xcalloc(p, sizeof(*m->displs));
    m->bytes = elements + ints;
    if (need->division != DIVIDE_NOT)
        divide(m, a, need->division);
    return MPI_SUCCESS;
}

static void mock_close(void *state, struct op_args *a)
{
    struct mock *m = state;

    (void)a;
    free(m->whole);
    free(m->part);
    free(m->counts);
    free(m->displs);
    free(m);
}

static const struct figure figures[] = {
    {.name = "extra_memory",
     .unit = "B",
     .help = "memory beside the buffers of the call on each rank",
     .over = FIGURE_MAX},
    {0},
};

static void mock_figures(void *state, const struct op_args *a, double *values)
{
    (void)a;
    values[0] = (double)((const struct mock *)state)->bytes;
}

/* ---- descriptors --------------------------------------------------------- */

#define MOCK(low, title, call, text, ...)                                      \
    static int call##_open(void **state, struct op_args *a, char **cause)      \
    {                                                                          \
        const MPI_Count n = a->count, p = a->size, part = (n + p - 1) / p,     \
                        padded = n % p == 0 ? 0 : part * p;                    \
                                                                               \
        (void)padded;                                                          \
        return mock_open(state, a, &(struct need){__VA_ARGS__}, cause);        \
    }
#include "adapters/mock.def"
#undef MOCK

const struct algo *const mock_algos[] = {
#define MOCK(low, title, call, text, ...)                                      \
    &(const struct algo){.name = "mock/" title,                                \
                         .op = #low,                                           \
                         .help = "a mock-up: " text,                           \
                         .life = {.open = call##_open,                         \
                                  .close = mock_close,                         \
                                  .figures = figures,                          \
                                  .pass_figures = mock_figures},               \
                         .run = call},
#include "adapters/mock.def"
#undef MOCK
    NULL,
};
