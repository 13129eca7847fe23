/* dsm_ga.c: Global Arrays as an algorithm of dsm-barrier. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A program that knows what it changes and what it reads: the elements that
 * were changed are scattered into a global array, and all pages of others that
 * the rank has touched are read from there. The library has no errors to
 * return: it ends the program.
 */
#include <ga.h>
#include <limits.h>
#include <macdecls.h>
#include <math.h>
#include <stdlib.h>
#include "adapters/adapters.h"
#include "lib/xmalloc.h"
#include "ops/dsm.h"

enum { STACK = 1 << 16 }; /* elements of the library's own allocator */

struct adapter {
    struct dsm d;
    int array, changed; /* its handle; how many elements this rank changes */
    double *values;     /* of these */
    int *positions, **subscripts;
    struct dsm_range reads[DSM_READABLE];
    int nreads;
};

/* ---- a launch ----------------------------------------------------------- */

static int adapter_barrier(void *state)
{
    const struct adapter *s = state;

    for (int i = 0; i < s->changed; i++)
        s->values[i] = s->d.mirror[s->positions[i]];
    if (s->changed > 0)
        NGA_Scatter(s->array, s->values, s->subscripts, s->changed);
    GA_Sync();
    for (int i = 0; i < s->nreads; i++) {
        int first = (int)s->reads[i].first, stride = 1;
        int last = first + (int)s->reads[i].count - 1;

        NGA_Get(s->array, &first, &last, &s->d.mirror[first], &stride);
    }
    GA_Sync();
    return MPI_SUCCESS;
}

static int adapter_run(void *state, const struct op_args *a)
{
    (void)a;
    return dsm_run(&((struct adapter *)state)->d);
}

/* The section is there twice. */
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
        .sent = NAN,
        .messages = NAN,
        .pages = (double)dsm_pages(&s->d),
    };
}

/* ---- a visit ------------------------------------------------------------ */

/* Numbers are int, all ranks of the program take part, and no section is empty.
 * Malloced, or NULL. */
static char *refuse(const struct dsm_case *c)
{
    int all;

    MPI_Comm_size(MPI_COMM_WORLD, &all);
    if (c->ranks != all)
        return xasprintf("Global Arrays take all %d ranks", all);
    if (c->n > INT_MAX)
        return xasprintf("Global Arrays of %zu elements", c->n);
    if (dsm_section(c, c->ranks - 1).count == 0)
        return xstrdup("Global Arrays with a section that is empty");
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

/* What others change in the own section has to be read too. */
static int reads_of(const struct dsm *d, struct dsm_range *out)
{
    return d->c.set.changed.foreign ? dsm_readable(&d->c, d->rank, out)
                                    : dsm_touched(&d->c, d->rank, out);
}

static int adapter_open(void **state, struct op_args *a, char **cause)
{
    struct adapter *s = xcalloc(1, sizeof(*s));
    size_t n;

    *state = s;
    dsm_open(&s->d, a);
    s->d.state = s;
    s->d.barrier = adapter_barrier;
    s->d.account = adapter_account;
    *cause = refuse(&s->d.c);
    if (*cause != NULL)
        return MPI_ERR_UNSUPPORTED_OPERATION;
    n = s->d.c.set.changed.n;
    s->changed = (int)n;
    s->values = xcalloc(n + 1, sizeof(*s->values));
    s->positions = xcalloc(n + 1, sizeof(*s->positions));
    s->subscripts = xcalloc(n + 1, sizeof(*s->subscripts));
    for (size_t i = 0; i < n; i++) {
        s->positions[i] = (int)s->d.changed[i];
        s->subscripts[i] = &s->positions[i];
    }
    s->nreads = reads_of(&s->d, s->reads);
    s->d.mirror = xcalloc(s->d.c.n, sizeof(double));
    GA_Initialize();
    if (!MA_initialized())
        MA_init(C_DBL, STACK, STACK);
    s->array = array_create(&s->d.c);
    return MPI_SUCCESS;
}

static void adapter_close(void *state, struct op_args *a)
{
    struct adapter *s = state;

    (void)a;
    if (s->values != NULL) {
        GA_Destroy(s->array);
        GA_Terminate();
    }
    free(s->values);
    free(s->positions);
    free(s->subscripts);
    free(s->d.mirror);
    dsm_close(&s->d);
    free(s);
}

const struct algo algo_dsm_barrier_ga = {
    .name = "ga",
    .op = "dsm-barrier",
    .help = "Global Arrays: elements scattered, pages read by one-sided calls",
    .life = {.open = adapter_open, .close = adapter_close},
    .run = adapter_run,
    .large = true,
};
