/* bcast_shmbcast.c: libshmbcast as an algorithm of bcast. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "algos/shmbcast/shmbcast_tune.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "lib/params.h"
#include "ops/families.h"
#include "ops/shmbcast_pages.h"
#include "ops/shmbcast_report.h"
#include "timers/timer.h"

static int adapter_check(const struct params *given, char **cause);
static int adapter_create(MPI_Comm comm, const struct params *given,
                          void **state, char **why);
static op_run_fn adapter_run;
static json_t *adapter_describe(void *state);
static char *adapter_report(void *state);
static void adapter_destroy(void *state);

static const struct param adapter_params[] = {
    {.name = "f",
     .def = "8Ki",
     .help = "bytes of a fragment buffer, a multiple of the page size; model: "
             "f and s by the model of this machine"},
    {.name = "s",
     .def = "64",
     .help = "buffers in a rank's queue; model: by the model"},
    {.name = "q", .def = "2", .help = "sets a queue is split into; divides s"},
    {.name = "tree",
     .def = "binary",
     .help = "notification: flat, chain, binary, binomial, K-ary, K-nomial"},
    {.name = "preset",
     .def = "default",
     .help = "all of the above: default, paper, collsm, mvapich, model"},
    {.name = "report",
     .def = "0",
     .help = "1 prints where the pages of every rank's queue lie, model the "
             "machine's model, table1 the queue sizes of the paper's Table 1"},
    {0},
};

const struct algo algo_shmbcast = {
    .name = "shmbcast",
    .op = "bcast",
    .help = "pipelined through shared memory, queues on their own NUMA nodes",
    .params = adapter_params,
    .check_params = adapter_check,
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
    int report; /* index into report_values[] */
    bool modelled;
    struct shmbcast_tuning tuning; /* if modelled */
};

static const char *const report_values[] = {"0", "1", "model", "table1", NULL};
enum { REPORT_NOTHING, REPORT_PLACEMENT, REPORT_MODEL, REPORT_TABLE1 };

static int report_parse(int *report, const char *value, char **cause)
{
    for (int i = 0; report_values[i] != NULL; i++)
        if (strcmp(value, report_values[i]) == 0) {
            *report = i;
            return 0;
        }
    *cause = xasprintf("shmbcast.report: %s is none of 0, 1, model, table1",
                       QUOTED(value));
    return -1;
}

/* One setting; -1 with *cause malloced. */
static int apply(struct shmbcast_params *p, int *report, const char *name,
                 const char *value, char **cause)
{
    const char *why = NULL;

    if (strcmp(name, "report") == 0)
        return report_parse(report, value, cause);
    if (shmbcast_params_parse(p, name, value, &why) == 0)
        return 0;
    *cause = xasprintf("shmbcast.%s: %s: %s", name, QUOTED(value), why);
    return -1;
}

/* What the model leaves open is sound on every machine if it is on one. */
static int sound(const struct shmbcast_params *given, char **cause)
{
    const struct shmbcast_model model = shmbcast_model_paper();
    struct shmbcast_params p = *given;
    const char *why = NULL;

    shmbcast_params_choose(&p, &model, shmbcast_budget());
    if (shmbcast_params_check(&p, &why) == 0)
        return 0;
    *cause = xasprintf("shmbcast: %s", why);
    return -1;
}

/* A preset first, wherever it stands, so that single settings change it. */
static int settings(struct shmbcast_params *p, int *report,
                    const struct params *given, char **cause)
{
    *p = shmbcast_params_default();
    *report = 0;
    for (int presets = 1; presets >= 0; presets--) {
        for (size_t i = 0; i < given->n; i++) {
            const struct param_value *v = &given->v[i];

            if (strcmp(v->owner, algo_shmbcast.name) != 0 ||
                (strcmp(v->name, "preset") == 0) != presets)
                continue;
            if (apply(p, report, v->name, v->value, cause) != 0)
                return -1;
        }
    }
    return sound(p, cause);
}

static int adapter_check(const struct params *given, char **cause)
{
    struct shmbcast_params p;
    int report;

    return settings(&p, &report, given, cause);
}

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

static int adapter_create(MPI_Comm comm, const struct params *given,
                          void **state, char **why)
{
    struct shmbcast_params p;
    struct adapter *a;
    int rc;

    if (time_is_simulated()) {
        *why = xstrdup("no simulated time passes while a rank waits in shared "
                       "memory");
        return MPI_ERR_UNSUPPORTED_OPERATION;
    }
    a = xcalloc(1, sizeof(*a));
    if (settings(&p, &a->report, given, why) != 0) {
        free(a);
        return MPI_ERR_ARG;
    }
    rc = open_handle(a, comm, &p, why);
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
