/* dsm_barrier.c: dsm-barrier: elements written, and brought to who reads them;
 * dsm-first-touch: one of another rank read the first time. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "ops/dsm.h"
#include "ops/registry.h"

/* ---- a pass of an algorithm -------------------------------------------- */

struct dsm_case dsm_case_of(const struct op_args *a)
{
    struct dsm_case c = {
        .n = (size_t)a->count * a->type_size / sizeof(double),
        .page = dsm_page(),
        .ranks = a->size,
    };

    if (a->params != NULL)
        c.set = *(const struct dsm_params *)a->params;
    return c;
}

void dsm_open(struct dsm *d, struct op_args *a)
{
    *d = (struct dsm){.c = dsm_case_of(a), .rank = a->rank, .clock = a->clock};
    d->changed = xcalloc(d->c.set.changed.n + 1, sizeof(*d->changed));
    dsm_changed(&d->c, d->rank, d->changed);
    a->memory = d;
}

void dsm_close(struct dsm *d)
{
    free(d->changed);
    free(d->marks);
    d->changed = NULL;
    d->marks = NULL;
}

int dsm_launch(void *state, const struct op_args *a)
{
    struct dsm *d = a->memory;
    uint64_t launch = ++d->launch;

    (void)state;
    for (size_t i = 0; i < d->c.set.changed.n; i++)
        d->mirror[d->changed[i]] = dsm_value(launch, d->changed[i]);
    d->began = clock_read(d->clock);
    return d->barrier(d->state);
}

size_t dsm_pages(const struct dsm *d)
{
    struct dsm_range ranges[DSM_TOUCHED];
    int n = dsm_touched(&d->c, d->rank, ranges);
    size_t pages = 0;

    for (int i = 0; i < n; i++)
        pages += (ranges[i].count + d->c.page - 1) / d->c.page;
    return pages;
}

/* ---- the model ----------------------------------------------------------- */

/* Of all ranks' changes. */
static unsigned char *marks_of(const struct dsm_case *c)
{
    unsigned char *marks = xcalloc(c->n / 8 + 1, 1);
    size_t *changed = xcalloc(c->set.changed.n + 1, sizeof(*changed));

    for (int r = 0; r < c->ranks; r++) {
        dsm_changed(c, r, changed);
        for (size_t i = 0; i < c->set.changed.n; i++)
            marks[changed[i] / 8] |= (unsigned char)(1 << changed[i] % 8);
    }
    free(changed);
    return marks;
}

static bool is_right(const struct dsm *d, size_t e)
{
    bool changed = d->marks[e / 8] >> e % 8 & 1;
    double right = changed && d->launch > 0 ? dsm_value(d->launch, e) : 0;

    return memcmp(&d->mirror[e], &right, sizeof(right)) == 0;
}

long dsm_wrong(struct dsm *d)
{
    struct dsm_range ranges[DSM_READABLE];
    int n = dsm_readable(&d->c, d->rank, ranges);
    long wrong = 0;

    if (d->marks == NULL)
        d->marks = marks_of(&d->c);
    for (size_t i = 0; d->brings_nothing && i < d->c.set.changed.n; i++)
        wrong += !is_right(d, d->changed[i]);
    if (d->brings_nothing)
        return wrong;
    for (int i = 0; i < n; i++)
        for (size_t j = 0; j < ranges[i].count; j++)
            wrong += !is_right(d, ranges[i].first + j);
    return wrong;
}

/* ---- the operation ------------------------------------------------------- */

enum { BARRIER, MEMORY, COMPARED, SENT, MESSAGES, PAGES };

static const struct figure figures[] = {
    [BARRIER] = {"barrier", "s",
                 .help = "of the launch, without the writes before",
                 .launch = true},
    [MEMORY] = {"memory", "B",
                .help = "that the array takes on a rank: mirrors, copies, "
                        "windows, without buffers of messages; the most of all "
                        "ranks, as all that follow"},
    [COMPARED] = {"compared", "B",
                  .help =
                      "of the array, compared with a copy in a launch; n/a: "
                      "nothing is compared"},
    [SENT] = {"sent", "B",
              .help = "of payload sent in a launch, synchronization not "
                      "counted; n/a: a collective operation sends"},
    [MESSAGES] = {"messages", "",
                  .help =
                      "with that payload; n/a: a collective operation sends"},
    [PAGES] = {"pages", "",
               .help = "of others' sections that the rank has touched"},
    {0},
};

static int barrier_open(void **state, struct op_args *a, char **cause)
{
    struct dsm_case c = dsm_case_of(a);

    (void)state;
    *cause = dsm_refuse(&c);
    return *cause == NULL ? MPI_SUCCESS : MPI_ERR_ARG;
}

static long barrier_check(void *state, const struct op_args *a)
{
    (void)state;
    return dsm_wrong(a->memory);
}

static void barrier_launch(void *state, const struct op_args *a, int64_t begin,
                           int64_t end, double *values)
{
    const struct dsm *d = a->memory;

    (void)state, (void)begin;
    values[BARRIER] = clock_seconds(a->clock, end - d->began);
}

static void barrier_figures(void *state, const struct op_args *a,
                            double *values)
{
    struct dsm *d = a->memory;

    (void)state;
    if (d->settle != NULL)
        d->settle(d->state, &d->account);
    values[MEMORY] = d->account.memory;
    values[COMPARED] = d->account.compared;
    values[SENT] = d->account.sent;
    values[MESSAGES] = d->account.messages;
    values[PAGES] = d->account.pages;
}

static const struct op op_dsm_barrier = {
    .name = "dsm-barrier",
    .help = "elements of an array written, and brought to all ranks that have "
            "touched their pages",
    .flags = OP_OWN_MEMORY | OP_DOUBLE,
    .params = &dsm_params,
    .life = {.open = barrier_open,
             .check = barrier_check,
             .figures = figures,
             .launch_figures = barrier_launch,
             .pass_figures = barrier_figures},
};

/* ---- dsm-first-touch ----------------------------------------------------- */

static int owner_of(const struct dsm_case *c)
{
    int owner = c->ranks - 1;

    while (owner > 0 && dsm_section(c, owner).count == 0)
        owner--;
    return owner;
}

void dsm_first_open(struct dsm_first *f, struct op_args *a)
{
    *f = (struct dsm_first){
        .c = dsm_case_of(a),
        .rank = a->rank,
    };
    f->owner = owner_of(&f->c);
    f->element = dsm_section(&f->c, f->owner).first;
    a->memory = f;
}

static int first_open(void **state, struct op_args *a, char **cause)
{
    struct dsm_case c = dsm_case_of(a);

    (void)state;
    if (owner_of(&c) > 0)
        return MPI_SUCCESS;
    *cause =
        xasprintf("an array of %zu elements has no section but rank 0's", c.n);
    return MPI_ERR_ARG;
}

static long first_check(void *state, const struct op_args *a)
{
    const struct dsm_first *f = a->memory;
    double right;

    (void)state;
    if (f->rank != 0)
        return 0;
    right = dsm_value(f->launch, f->element);
    return memcmp(&f->value, &right, sizeof(right)) != 0;
}

static const struct op op_dsm_first_touch = {
    .name = "dsm-first-touch",
    .help = "rank 0 reads an element of the last rank's section for the first "
            "time",
    .flags = OP_OWN_MEMORY | OP_DOUBLE,
    .life = {.open = first_open, .check = first_check},
};

const struct op *const dsm_ops[] = {
    &op_dsm_barrier,    &op_dsm_jacobi, &op_dsm_first_touch,
    &op_microshmem_put, NULL,
};
