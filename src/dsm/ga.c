/* ga.c: Global Arrays as an algorithm of dsm-barrier. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each rank knows which elements it changes and reads. A launch scatters the
 * changed elements into a global array. Then it gets the elements that its
 * peers have changed and that this rank can read: runs of elements by
 * NGA_Get(), single elements by one NGA_Gather(). The library returns no errors
 * but ends the program.
 */
#include <ga.h>
#include <limits.h>
#include <macdecls.h>
#include <math.h>
#include <stdlib.h>
#include "dsm/barrier.h"
#include "dsm/memory.h"
#include "dsm/table.h"
#include "lib/xmalloc.h"
#include "mpi/agree.h"

enum {
    STACK = 1 << 16
}; /* maximum number of elements that the library may
    * allocate */

/* Single elements, in the form that the library expects. */
struct elements {
    int n;
    double *values;
    int *positions, **subscripts;
};

struct adapter {
    struct dsm d;
    struct dsm_memory mirror;
    bool begun; /* the library is initialized, and the array exists */
    int array;  /* handle of the global array */
    struct elements changed, singles;
    struct dsm_range *runs; /* runs of elements to read */
    int nruns;
};

/* ---- a launch ----------------------------------------------------------- */

static int adapter_barrier(void *state)
{
    struct adapter *s = state;
    const struct elements *out = &s->changed, *in = &s->singles;

    for (int i = 0; i < out->n; i++)
        out->values[i] = s->d.mirror[out->positions[i]];
    if (out->n > 0)
        NGA_Scatter(s->array, out->values, out->subscripts, out->n);
    GA_Sync();
    for (int i = 0; i < s->nruns; i++) {
        int first = (int)s->runs[i].first, stride = 1;
        int last = first + (int)s->runs[i].count - 1;

        NGA_Get(s->array, &first, &last, &s->d.mirror[first], &stride);
    }
    if (in->n > 0)
        NGA_Gather(s->array, in->values, in->subscripts, in->n);
    for (int i = 0; i < in->n; i++)
        s->d.mirror[in->positions[i]] = in->values[i];
    return MPI_SUCCESS;
}

/* Keeps ranks from scattering new values while others still read old ones. */
static int adapter_before(void *state, const struct op_args *a)
{
    (void)state, (void)a;
    GA_Sync();
    return MPI_SUCCESS;
}

/* Reports the memory. The section is in the mirror and in the array. */
static void adapter_account(void *state, struct dsm_account *account)
{
    const struct adapter *s = state;
    struct dsm_range ranges[DSM_TOUCHED];
    int n = dsm_touched(&s->d.c, s->d.rank, ranges);
    size_t touched = 0;

    for (int i = 0; i < n; i++)
        touched += ranges[i].count;
    *account = (struct dsm_account){
        .memory =
            (double)(2 * dsm_section(&s->d.c, s->d.rank).count + touched) *
            sizeof(double),
        .compared = NAN,
        .sent = NAN,
        .messages = NAN,
        .pages = (double)dsm_pages(&s->d),
    };
}

/* ---- the array ---------------------------------------------------------- */

/* Returns why the library cannot run the case, malloced, or NULL if it can. The
 * library counts in int, and every rank of the program must have a section. */
static char *refuse(const struct dsm_case *c)
{
    int all;

    MPI_Comm_size(MPI_COMM_WORLD, &all);
    if (c->ranks != all)
        return xasprintf("Global Arrays use all %d ranks", all);
    if (c->n > INT_MAX)
        return xasprintf("Global Arrays of %zu elements", c->n);
    if (dsm_section(c, c->ranks - 1).count == 0)
        return xstrdup("Global Arrays with an empty section");
    return NULL;
}

static int array_create(const struct dsm_case *c)
{
    int n = (int)c->n, ranks = c->ranks;
    int *starts = xcalloc((size_t)ranks, sizeof(*starts));
    char name[] = "dsm-barrier";
    int array;

    for (int r = 0; r < ranks; r++)
        starts[r] = (int)dsm_section(c, r).first;
    array = NGA_Create_irreg(C_DBL, 1, &n, name, &ranks, starts);
    free(starts);
    GA_Zero(array);
    return array;
}

/* ---- elements to read ---------------------------------------------------- */

static void elements_reserve(struct elements *e, size_t n)
{
    e->values = xcalloc(n + 1, sizeof(*e->values));
    e->positions = xcalloc(n + 1, sizeof(*e->positions));
    e->subscripts = xcalloc(n + 1, sizeof(*e->subscripts));
}

static void elements_add(struct elements *e, size_t element)
{
    e->positions[e->n] = (int)element;
    e->subscripts[e->n] = &e->positions[e->n];
    e->n++;
}

static void elements_free(struct elements *e)
{
    free(e->values);
    free(e->positions);
    free(e->subscripts);
}

/* Adds the elements that rank `peer` changes and this rank can read. */
static void reads_add(struct adapter *s, int peer)
{
    int n;
    struct dsm_range *runs = dsm_brought(&s->d.c, peer, s->d.rank, &n);

    for (int i = 0; i < n; i++)
        if (runs[i].count == 1)
            elements_add(&s->singles, runs[i].first);
        else
            s->runs[s->nruns++] = runs[i];
    free(runs);
}

static void plan(struct adapter *s)
{
    size_t n = s->d.c.set.changed.n; /* changed elements per rank */
    size_t others = n * (size_t)(s->d.c.ranks - 1);

    elements_reserve(&s->changed, n);
    elements_reserve(&s->singles, others);
    s->runs = xcalloc(others / 2 + 1, sizeof(*s->runs));
    for (size_t i = 0; i < n; i++)
        elements_add(&s->changed, s->d.changed[i]);
    for (int r = 0; r < s->d.c.ranks; r++)
        if (r != s->d.rank)
            reads_add(s, r);
}

/* ---- open and close ------------------------------------------------------ */

static int adapter_open(void **state, struct op_args *a, char **cause)
{
    struct adapter *s = xcalloc(1, sizeof(*s));
    int rc;

    *state = s;
    s->mirror = DSM_MEMORY_NONE;
    dsm_open(&s->d, a, s, adapter_barrier);
    s->d.pass.settle = adapter_account;
    *cause = refuse(&s->d.c);
    if (*cause != NULL)
        return MPI_ERR_UNSUPPORTED_OPERATION;
    rc = dsm_memory_private(&s->mirror, s->d.c.n * sizeof(double), cause);
    rc = agree_code(a->comm, rc);
    if (rc != MPI_SUCCESS)
        return rc;
    s->d.mirror = s->mirror.base;
    plan(s);
    GA_Initialize();
    if (!MA_initialized())
        MA_init(C_DBL, STACK, STACK);
    s->array = array_create(&s->d.c);
    s->begun = true;
    return MPI_SUCCESS;
}

static void adapter_close(void *state, struct op_args *a)
{
    struct adapter *s = state;

    (void)a;
    if (s->begun) {
        GA_Destroy(s->array);
        GA_Terminate();
    }
    elements_free(&s->changed);
    elements_free(&s->singles);
    free(s->runs);
    dsm_memory_close(&s->mirror);
    dsm_close(&s->d);
    free(s);
}

const struct algo algo_dsm_barrier_ga = {
    .name = "ga",
    .op = "dsm-barrier",
    .help = "Global Arrays: scatters the changed elements, and reads by "
            "one-sided calls",
    .life = {.open = adapter_open,
             .before = adapter_before,
             .close = adapter_close},
    .run = dsm_launch,
    .large = true,
};
