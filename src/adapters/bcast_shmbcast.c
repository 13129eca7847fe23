/* bcast_shmbcast.c: libshmbcast as an algorithm of bcast. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <jansson.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include "adapters/adapters.h"
#include "adapters/shmbcast_pages.h"
#include "adapters/shmbcast_report.h"
#include "algos/shmbcast/shmbcast_tune.h"
#include "lib/params.h"
#include "lib/xmalloc.h"
#include "timers/timer.h"

static int adapter_create(MPI_Comm comm, const void *params, void **state,
                          char **why);
static op_run_fn adapter_run;
static json_t *adapter_describe(void *state);
static char *adapter_report(void *state);
static void adapter_destroy(void *state);

enum { REPORT_NOTHING, REPORT_PLACEMENT, REPORT_MODEL, REPORT_TABLE1 };

/* What -P shmbcast.NAME sets. */
struct settings {
    struct shmbcast_params library;
    int report;
};

/* The library reads its own parameters. */
static int library_parse(const struct param *p, void *at, const char *text,
                         char **cause)
{
    const char *why = NULL;

    if (shmbcast_params_parse(at, p->name, text, &why) == 0)
        return 0;
    return param_refuse(text, why, cause);
}

/* What the model leaves open is sound on every machine if it is on one. */
static int sound(const void *values, char **cause)
{
    const struct shmbcast_model model = shmbcast_model_paper();
    const struct settings *s = values;
    struct shmbcast_params p = s->library;
    const char *why = NULL;

    shmbcast_params_choose(&p, &model, shmbcast_budget());
    if (shmbcast_params_check(&p, &why) == 0)
        return 0;
    *cause = xasprintf("shmbcast: %s", why);
    return -1;
}

#define LIBRARY                                                                \
    .type = PARAM_TEXT, .parse = library_parse,                                \
    .offset = offsetof(struct settings, library)

/* The preset first, so that single settings change it. */
static const struct param adapter_rows[] = {
    {.name = "preset",
     .def = "default",
     .help = "all of the others: default, paper, collsm, mvapich, model",
     LIBRARY},
    {.name = "f",
     .shown = "8Ki",
     .help = "bytes of a fragment buffer, a multiple of the page size; model: "
             "f and s by the model of this machine",
     LIBRARY},
    {.name = "s",
     .shown = "64",
     .help = "buffers in a rank's queue; model: by the model",
     LIBRARY},
    {.name = "q",
     .shown = "2",
     .help = "sets a queue is split into; divides s",
     LIBRARY},
    {.name = "tree",
     .shown = "binary",
     .help = "notification: flat, chain, binary, binomial, K-ary, K-nomial",
     LIBRARY},
    {.name = "report",
     .def = "0",
     .help = "1 prints where the pages of every rank's queue lie, model the "
             "machine's model, table1 the queue sizes of the paper's Table 1",
     .type = PARAM_WORD,
     .offset = offsetof(struct settings, report),
     .words = (const struct param_word[]){{"0", REPORT_NOTHING, NULL},
                                          {"1", REPORT_PLACEMENT, NULL},
                                          {"model", REPORT_MODEL, NULL},
                                          {"table1", REPORT_TABLE1, NULL},
                                          {0}}},
    {0},
};

static const struct param_table adapter_params = {
    .owner = "shmbcast",
    .rows = adapter_rows,
    .size = sizeof(struct settings),
    .check = sound,
};

const struct algo algo_shmbcast = {
    .name = "shmbcast",
    .op = "bcast",
    .help = "pipelined through shared memory, queues on their own NUMA nodes",
    .params = &adapter_params,
    .create = adapter_create,
    .run = adapter_run,
    .large = true,
    .describe = adapter_describe,
    .report = adapter_report,
    .destroy = adapter_destroy,
};

struct adapter {
    struct shmbcast *h;
    struct shmbcast_pages pages;
    int report;
    bool modelled;
    struct shmbcast_tuning tuning; /* if modelled */
};

static int gather_placement(struct adapter *a, MPI_Comm comm)
{
    struct shmbcast_pages_of mine;
    int rank;

    MPI_Comm_rank(comm, &rank);
    mine.leader = shmbcast_leader(a->h, rank);
    shmbcast_placement(a->h, &mine.local, &mine.remote);
    return shmbcast_pages_gather(&a->pages, comm, &mine);
}

/* The handle, of parameters that may be left to the model; or why not. */
static int open_handle(struct adapter *a, MPI_Comm comm,
                       struct shmbcast_params *p, char **why)
{
    struct shmbcast_failure failure;
    char text[MPI_MAX_ERROR_STRING];
    int rc;

    a->modelled = shmbcast_params_modelled(p) || a->report == REPORT_MODEL;
    if (a->modelled) {
        rc = shmbcast_params_resolve(comm, p, &a->tuning);
        if (rc != MPI_SUCCESS) {
            int length;

            MPI_Error_string(rc, text, &length);
            *why = xasprintf("cannot calibrate the model: %s", text);
            return rc;
        }
    }
    rc = shmbcast_create_why(comm, p, &a->h, &failure);
    if (rc != MPI_SUCCESS) {
        shmbcast_failure_text(&failure, text, sizeof(text));
        *why = xstrdup(text);
    }
    return rc;
}

static int adapter_create(MPI_Comm comm, const void *params, void **state,
                          char **why)
{
    struct settings s = *(const struct settings *)params;
    struct adapter *a;
    int rc;

    if (time_is_simulated()) {
        *why = xstrdup("no simulated time passes while a rank waits in shared "
                       "memory");
        return MPI_ERR_UNSUPPORTED_OPERATION;
    }
    a = xcalloc(1, sizeof(*a));
    a->report = s.report;
    rc = open_handle(a, comm, &s.library, why);
    if (rc != MPI_SUCCESS) {
        free(a);
        return rc;
    }
    *state = a;
    return gather_placement(a, comm);
}

static int adapter_run(void *state, const struct op_args *args)
{
    const struct adapter *a = state;

    return shmbcast_bcast(args->recvbuf, args->count, args->type, args->root,
                          a->h);
}

static json_t *tuning_json(const struct shmbcast_tuning *tuning)
{
    const struct shmbcast_model *m = &tuning->model;

    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "t", m->t, "tw",
                     m->tw, "two", m->two, "ta", m->ta, "budget",
                     tuning->budget, "best_f", tuning->best_f, "best_s",
                     tuning->best_s);
}

static json_t *adapter_describe(void *state)
{
    const struct adapter *a = state;
    const struct shmbcast_params *p = shmbcast_params(a->h);
    json_t *model = a->modelled ? tuning_json(&a->tuning) : NULL;
    json_t *used;
    char tree[32];

    shmbcast_tree_name(p, tree, sizeof(tree));
    used = json_pack("{s:I, s:i, s:i, s:s, s:I, s:o*}", "f", (json_int_t)p->f,
                     "s", p->s, "q", p->q, "tree", tree, "segment_bytes",
                     (json_int_t)shmbcast_segment_bytes(p, a->pages.nranks),
                     "model", model);
    shmbcast_pages_record(&a->pages, used);
    return used;
}

static char *adapter_report(void *state)
{
    const struct adapter *a = state;
    char *text = NULL;
    size_t size;
    FILE *f;

    if (a->report == REPORT_NOTHING || a->pages.ranks == NULL)
        return NULL;
    f = open_memstream(&text, &size);
    if (f == NULL)
        return NULL;
    if (a->report == REPORT_PLACEMENT)
        shmbcast_pages_print(&a->pages, f, algo_shmbcast.name, "queue");
    if (a->report == REPORT_TABLE1)
        report_table1(f);
    if (a->report != REPORT_TABLE1 && a->modelled)
        report_model(f, a->h, &a->tuning);
    fclose(f);
    return text;
}

static void adapter_destroy(void *state)
{
    struct adapter *a = state;

    shmbcast_free(&a->h);
    shmbcast_pages_free(&a->pages);
    free(a);
}
