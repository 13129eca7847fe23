/* barrier.c: dsm-barrier: ranks write elements of an array; a barrier
 * transfers them to the ranks that read them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "dsm/state.h"
#include "dsm/table.h"
#include "lib/xmalloc.h"
#include "mpi/agree.h"
#include "ops/setup.h"

/* ---- a pass of an algorithm ---------------------------------------------- */

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

void dsm_open(struct dsm *d, struct op_args *a, void *state,
              int (*barrier)(void *state))
{
    *d = (struct dsm){
        .pass = {.clock = a->clock, .state = state, .barrier = barrier},
        .c = dsm_case_of(a),
        .rank = a->rank,
    };
    d->pass.account = (struct dsm_account){
        .memory = (double)(d->c.n * sizeof(*d->mirror)),
        .compared = NAN,
        .sent = NAN,
        .messages = NAN,
        .pages = (double)dsm_pages(d),
    };
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
    uint64_t launch = ++d->pass.launch;

    (void)state;
    for (size_t i = 0; i < d->c.set.changed.n; i++)
        d->mirror[d->changed[i]] = dsm_value(launch, d->changed[i]);
    return dsm_meet(&d->pass);
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

/* ---- the expected contents ----------------------------------------------- */

/* Returns a bitmap of the elements that any rank changes. */
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
    double right =
        changed && d->pass.launch > 0 ? dsm_value(d->pass.launch, e) : 0;

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
                 .help = "time of the barrier, without the writes before it",
                 .launch = true},
    [MEMORY] = {"memory", "B",
                .help = "memory for the array on a rank: mirrors, copies, "
                        "windows, but not message buffers; this and all "
                        "figures below: maximum over ranks"},
    [COMPARED] =
        {"compared", "B",
         .help =
             "bytes of the array compared with a copy in a launch; n/a: none"},
    [SENT] = {"sent", "B",
              .help = "payload sent in a launch, without synchronization; n/a: "
                      "sent by a collective operation"},
    [MESSAGES] =
        {"messages", "",
         .help =
             "messages with this payload; n/a: sent by a collective operation"},
    [PAGES] = {"pages", "",
               .help =
                   "pages of other ranks' sections that the rank has touched"},
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
    values[BARRIER] = clock_seconds(a->clock, end - d->pass.met);
}

static void barrier_figures(void *state, const struct op_args *a,
                            double *values)
{
    const struct dsm_account *account = dsm_settled(a->memory);

    (void)state;
    values[MEMORY] = account->memory;
    values[COMPARED] = account->compared;
    values[SENT] = account->sent;
    values[MESSAGES] = account->messages;
    values[PAGES] = account->pages;
}

const struct op op_dsm_barrier = {
    .name = "dsm-barrier",
    .help = "writes elements of an array, and sends them to all ranks that "
            "have touched their pages",
    .flags = OP_OWN_MEMORY | OP_DOUBLE,
    .params = &dsm_params,
    .life = {.open = barrier_open,
             .check = barrier_check,
             .figures = figures,
             .launch_figures = barrier_launch,
             .pass_figures = barrier_figures},
};
