/* bcast_shmbcast.c: libshmbcast as an algorithm of bcast. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stddef.h>
#include <stdlib.h>
#include "adapters/adapters.h"
#include "adapters/shmbcast_common.h"
#include "algos/shmbcast/shmbcast_tune.h"
#include "lib/xmalloc.h"
#include "ops/library_rows.h"

enum { REPORT_NOTHING, REPORT_PLACEMENT, REPORT_MODEL, REPORT_TABLE1 };

/* Values of -P shmbcast.NAME. */
struct settings {
    struct shmbcast_params library; /* must be first for LIBRARY_PARSE */
    int report;
};

LIBRARY_PARSE(shmbcast_params_parse)

/* Checks that the parameters are valid together. Their validity does not depend
 * on the model, so the paper's model will do. */
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

#define PARAM(NAME, KIND, MEMBER, WORDS, SET, DEFAULT, WHY, HELP)              \
    LIBRARY_ROW(NAME, DEFAULT, HELP)
static const struct param adapter_rows[] = {
#include "algos/shmbcast/params.def"
    {.name = "report",
     .def = "0",
     .help = "1 prints the NUMA nodes of the pages of every rank's queue, "
             "model prints the machine's model, table1 the queue sizes of "
             "the paper's Table 1",
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

struct adapter {
    struct shmbcast *h;
    struct shmbcast_pages pages;
    int report;
    bool modelled;
    struct shmbcast_tuning tuning; /* result of the model, if it chooses
                                    * parameters */
};

static int gather_pages(struct adapter *a, MPI_Comm comm)
{
    struct shmbcast_pages_of mine;
    int rank;

    MPI_Comm_rank(comm, &rank);
    mine.leader = shmbcast_leader(a->h, rank);
    shmbcast_placement(a->h, &mine.local, &mine.remote);
    return shmbcast_pages_gather(&a->pages, comm, &mine);
}

/* Sets the parameters that the user leaves to the model. */
static int resolve(struct adapter *a, MPI_Comm comm, struct shmbcast_params *p,
                   char **cause)
{
    char text[MPI_MAX_ERROR_STRING];
    int rc = shmbcast_params_resolve(comm, p, &a->tuning), length;

    if (rc != MPI_SUCCESS) {
        MPI_Error_string(rc, text, &length);
        *cause = xasprintf("cannot calibrate the model: %s", text);
    }
    return rc;
}

static int open_handle(struct adapter *a, MPI_Comm comm,
                       const struct settings *s, char **cause)
{
    struct shmbcast_params p = s->library;
    struct shmbcast_failure failure;
    int rc = shmbcast_can_wait(cause);

    a->report = s->report;
    a->modelled = shmbcast_params_modelled(&p) || a->report == REPORT_MODEL;
    if (rc == MPI_SUCCESS && a->modelled)
        rc = resolve(a, comm, &p, cause);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = shmbcast_create_why(comm, &p, &a->h, &failure);
    return rc == MPI_SUCCESS ? gather_pages(a, comm)
                             : shmbcast_failed(&failure, cause);
}

static void adapter_destroy(void *state)
{
    struct adapter *a = state;

    shmbcast_free(&a->h);
    shmbcast_pages_free(&a->pages);
    free(a);
}

static int adapter_create(MPI_Comm comm, const void *params, void **state,
                          char **cause)
{
    struct adapter *a = xcalloc(1, sizeof(*a));
    int rc = open_handle(a, comm, params, cause);

    if (rc == MPI_SUCCESS)
        *state = a;
    else
        adapter_destroy(a);
    return rc;
}

static int adapter_run(void *state, const struct op_args *args)
{
    const struct adapter *a = state;

    return shmbcast_bcast(args->recvbuf, args->count, args->type, args->root,
                          a->h);
}

static json_t *model_json(const struct shmbcast_tuning *tuning)
{
    const struct shmbcast_model *m = &tuning->model;

    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "t", m->t, "tw",
                     m->tw, "two", m->two, "ta", m->ta, "budget",
                     tuning->budget, "best_f", tuning->best_f, "best_s",
                     tuning->best_s);
}

static json_t *params_json(const struct shmbcast_params *p)
{
    char tree[32];

    shmbcast_tree_name(p, tree, sizeof(tree));
    return json_pack("{s:I, s:i, s:i, s:s}", "f", (json_int_t)p->f, "s", p->s,
                     "q", p->q, "tree", tree);
}

static void print_model(FILE *f, const struct shmbcast_params *used,
                        const struct shmbcast_tuning *tuning)
{
    const struct shmbcast_model *m = &tuning->model;

    fprintf(f, "shmbcast: model of this machine\n");
    fprintf(f, "t   %9.3f ns to copy a byte\n", m->t * 1e9);
    fprintf(f, "tW  %9.1f ns to wait for a notification, %.0f t\n", m->tw * 1e9,
            m->tw / m->t);
    fprintf(f, "tWO %9.1f ns to wait for a set to open, %.0f t\n", m->two * 1e9,
            m->two / m->t);
    fprintf(f, "tA  %9.1f ns for an atomic decrement, %.0f t\n", m->ta * 1e9,
            m->ta / m->t);
    fprintf(f, "f*  %9.0f bytes in a queue of %.0f bytes\n", tuning->best_f,
            tuning->budget);
    fprintf(f, "s*  %9.1f buffers\n", tuning->best_s);
    fprintf(f, "used: f=%zu s=%d q=%d\n", used->f, used->s, used->q);
}

static json_t *adapter_describe(void *state)
{
    const struct adapter *a = state;
    const struct shmbcast_params *p = shmbcast_params(a->h);
    size_t bytes = shmbcast_segment_bytes(p, a->pages.nranks);
    json_t *used = params_json(p);

    json_object_set_new(used, "segment_bytes", json_integer((json_int_t)bytes));
    if (a->modelled)
        json_object_set_new(used, "model", model_json(&a->tuning));
    shmbcast_pages_record(&a->pages, used);
    return used;
}

/* Prints queue sizes as in Table 1 of the paper. */
static void print_table1(FILE *f)
{
    static const char marks[] = {[SHMBCAST_SMALL] = ' ',
                                 [SHMBCAST_MEDIUM] = '+',
                                 [SHMBCAST_LARGE] = '*'};

    fprintf(f,
            "shmbcast: bytes of a queue, b = f^2 / k, for k = tW / t "
            "(+ 10 MiB and more, * 100 MiB and more)\n%7s",
            "f\\k");
    for (int col = 0; col < SHMBCAST_TABLE1_COLS; col++)
        fprintf(f, " %11.0f ", shmbcast_model_table1(0, col).k);
    for (int row = 0; row < SHMBCAST_TABLE1_ROWS; row++) {
        fprintf(f, "\n%7.0f", shmbcast_model_table1(row, 0).f);
        for (int col = 0; col < SHMBCAST_TABLE1_COLS; col++) {
            struct shmbcast_table1_cell c = shmbcast_model_table1(row, col);

            fprintf(f, " %11.0f%c", c.b, marks[c.size_class]);
        }
    }
    fputc('\n', f);
}

static char *adapter_report(void *state)
{
    const struct adapter *a = state;
    size_t length;
    char *text;
    FILE *f;

    if (a->report == REPORT_NOTHING)
        return NULL;
    f = text_open(&text, &length);
    if (a->report == REPORT_PLACEMENT)
        shmbcast_pages_print(&a->pages, f, algo_shmbcast.name, "queue");
    if (a->report == REPORT_TABLE1)
        print_table1(f);
    else if (a->modelled)
        print_model(f, shmbcast_params(a->h), &a->tuning);
    text_close(f);
    return text;
}

const struct algo algo_shmbcast = {
    .name = "shmbcast",
    .op = "bcast",
    .help = "pipelined through shared memory, with each rank's queue on its "
            "own NUMA node",
    .params = &adapter_params,
    .create = adapter_create,
    .run = adapter_run,
    .large = true,
    .describe = adapter_describe,
    .report = adapter_report,
    .destroy = adapter_destroy,
};
