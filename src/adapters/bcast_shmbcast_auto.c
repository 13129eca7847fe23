/* bcast_shmbcast_auto.c: shmbcast_auto as an algorithm of bcast. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "adapters/adapters.h"
#include "adapters/shmbcast_common.h"
#include "algos/shmbcast/shmbcast_auto.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "ops/library_rows.h"

/* Values of -P shmbcast-auto.NAME. Some may come from a file. */
struct settings {
    struct shmbcast_auto_params library; /* must be first for LIBRARY_PARSE */
    const char *file;                    /* parameter file, or NULL */
    bool file_read;
    int report;
};

/* Reads the file. Parameters from the command line are set later and override
 * it. */
static int file_parse(const struct param *p, void *at, const char *text,
                      char **cause)
{
    struct settings *s = at;
    const char *why;
    int line, rc;

    (void)p;
    s->library = shmbcast_auto_params_default();
    if (strcmp(text, "none") == 0)
        return 0;
    s->file = text;
    rc = shmbcast_auto_params_read(&s->library, text, &line, &why);
    s->file_read = rc == 0;
    if (rc == 0 || (line == 0 && rc == -ENOENT))
        return 0;
    if (line == 0)
        return param_refuse(text, why, cause);
    *cause = xasprintf("%s: line %d: %s", QUOTED(text), line, why);
    return -1;
}

LIBRARY_PARSE(shmbcast_auto_params_parse)

static int sound(const void *values, char **cause)
{
    const struct settings *s = values;
    const char *why = NULL;

    if (s->file != NULL && !s->file_read &&
        s->library.calibrate == SHMBCAST_AUTO_CALIBRATE_OFF) {
        *cause = xasprintf("shmbcast-auto.file: '%s': no such file; "
                           "calibrate=on would create it",
                           s->file);
        return -1;
    }
    if (shmbcast_auto_params_check(&s->library, &why) == 0)
        return 0;
    *cause = xasprintf("shmbcast-auto: %s", why);
    return -1;
}

#define PARAM(NAME, KIND, MEMBER, WORDS, SET, DEFAULT, WHY, HELP)              \
    LIBRARY_ROW(NAME, DEFAULT, HELP)
static const struct param adapter_rows[] = {
    {.name = "file",
     .def = "none",
     .help = "file with values of the other parameters; if it does not "
             "exist, the measured values are written to it",
     .type = PARAM_TEXT,
     .parse = file_parse},
#include "algos/shmbcast/auto/params.def"
    {.name = "report",
     .def = "0",
     .help = "1 prints the algorithm for each size, and the NUMA nodes of "
             "every rank's pages",
     .type = PARAM_INTEGER,
     .offset = offsetof(struct settings, report),
     .most = 1},
    {0},
};

static const struct param_table adapter_params = {
    .owner = "shmbcast-auto",
    .rows = adapter_rows,
    .size = sizeof(struct settings),
    .check = sound,
};

struct adapter {
    struct shmbcast_auto *h;
    MPI_Win win; /* attached window, or MPI_WIN_NULL */
    struct shmbcast_pages pages;
    bool report;
};

static int gather_pages(struct adapter *a, MPI_Comm comm)
{
    struct shmbcast_pages_of mine;
    int rank;

    MPI_Comm_rank(comm, &rank);
    mine.leader = shmbcast_auto_leader(a->h, rank);
    shmbcast_auto_placement(a->h, &mine.local, &mine.remote);
    return shmbcast_pages_gather(&a->pages, comm, &mine);
}

/* Rank 0 writes the measured parameters to a file, for later runs. */
static int write_file(const struct adapter *a, MPI_Comm comm, const char *file,
                      char **cause)
{
    int rank, rc = 0;

    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        rc = shmbcast_auto_params_write(shmbcast_auto_params(a->h), file);
    MPI_Bcast(&rc, 1, MPI_INT, 0, comm);
    if (rc == 0)
        return MPI_SUCCESS;
    *cause =
        xasprintf("cannot write '%s': %s", SHOWN_FILE(file), strerror(-rc));
    return MPI_ERR_FILE;
}

/* Fails if some ranks have read the file and others have not. */
static int agree_on_file(struct settings *s, MPI_Comm comm, char **cause)
{
    int mine[2] = {s->file_read, -s->file_read}, least[2], rc;

    rc = MPI_Allreduce(mine, least, 2, MPI_INT, MPI_MIN, comm);
    if (rc != MPI_SUCCESS)
        return rc;
    if (least[0] != -least[1]) {
        *cause = xasprintf("'%s' exists for some ranks only", s->file);
        return MPI_ERR_FILE;
    }
    if (s->file_read) /* its values replace a calibration */
        s->library.calibrate = SHMBCAST_AUTO_CALIBRATE_OFF;
    return MPI_SUCCESS;
}

static int open_handle(struct adapter *a, MPI_Comm comm, struct settings s,
                       char **cause)
{
    struct shmbcast_failure failure;
    int rc = shmbcast_can_wait(cause);

    a->win = MPI_WIN_NULL;
    a->report = s.report;
    if (rc == MPI_SUCCESS)
        rc = agree_on_file(&s, comm, cause);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = shmbcast_auto_create_why(comm, &s.library, &a->h, &failure);
    if (rc != MPI_SUCCESS)
        return shmbcast_failed(&failure, cause);
    if (s.file != NULL && !s.file_read)
        rc = write_file(a, comm, s.file, cause);
    return rc == MPI_SUCCESS ? gather_pages(a, comm) : rc;
}

static void adapter_destroy(void *state)
{
    struct adapter *a = state;

    shmbcast_auto_free(&a->h);
    shmbcast_pages_free(&a->pages);
    free(a);
}

static int adapter_create(MPI_Comm comm, const void *params, void **state,
                          char **cause)
{
    const struct settings *s = params;
    struct adapter *a = xcalloc(1, sizeof(*a));
    int rc = open_handle(a, comm, *s, cause);

    if (rc == MPI_SUCCESS)
        *state = a;
    else
        adapter_destroy(a);
    return rc;
}

/* Attaches buffers in shared memory, so that data is copied directly. */
static int adapter_open(void **state, struct op_args *args, char **cause)
{
    struct adapter *a = *state;
    int rc = MPI_SUCCESS;

    (void)cause;
    if (args->win != MPI_WIN_NULL)
        rc = shmbcast_auto_attach(a->h, args->win);
    if (rc == MPI_SUCCESS)
        a->win = args->win;
    return rc;
}

static void adapter_close(void *state, struct op_args *args)
{
    struct adapter *a = state;

    (void)args;
    if (a->win != MPI_WIN_NULL)
        shmbcast_auto_detach(a->h, a->win);
    a->win = MPI_WIN_NULL;
}

static int adapter_run(void *state, const struct op_args *args)
{
    const struct adapter *a = state;

    return shmbcast_auto_bcast(args->recvbuf, args->count, args->type,
                               args->root, a->h);
}

/* Returns a threshold; null if it is "never" or replaced by a table. */
static json_t *threshold(size_t bytes, bool table)
{
    return table || bytes == SHMBCAST_AUTO_NEVER
               ? json_null()
               : json_integer((json_int_t)bytes);
}

/* The algorithms by size, as text; empty if thresholds decide. */
struct list {
    char text[512];
};

static struct list list_of(const struct adapter *a, bool gaps)
{
    struct list list = {""};

    shmbcast_auto_table_text(shmbcast_auto_params(a->h), gaps, list.text,
                             sizeof(list.text));
    return list;
}

static json_t *adapter_describe(void *state)
{
    const struct adapter *a = state;
    const struct shmbcast_auto_params *p = shmbcast_auto_params(a->h);
    const struct list dense = list_of(a, false), gaps = list_of(a, true);
    bool table = dense.text[0] != '\0';
    json_t *used =
        json_pack("{s:o, s:I, s:o, s:o, s:i, s:b, s:b, s:I}", "slot",
                  threshold(p->slot, table), "ring", (json_int_t)p->ring,
                  "pull", threshold(p->pull, table), "direct",
                  threshold(p->direct, false), "group", p->group, "calibrated",
                  p->calibrate != SHMBCAST_AUTO_CALIBRATE_OFF, "can_pull",
                  shmbcast_auto_can_pull(a->h), "segment_bytes",
                  (json_int_t)shmbcast_auto_segment_bytes(a->h));

    if (table) {
        json_object_set_new(used, "dense", json_string(dense.text));
        json_object_set_new(used, "gaps", json_string(gaps.text));
    }
    shmbcast_pages_record(&a->pages, used);
    return used;
}

static void print_threshold(FILE *f, const char *name, const char *limit,
                            size_t bytes)
{
    if (bytes == SHMBCAST_AUTO_NEVER)
        fprintf(f, "%s never, ", name);
    else
        fprintf(f, "%s %s %zu bytes, ", name, limit, bytes);
}

static char *adapter_report(void *state)
{
    const struct adapter *a = state;
    const struct shmbcast_auto_params *p = shmbcast_auto_params(a->h);
    const struct list dense = list_of(a, false), gaps = list_of(a, true);
    size_t length;
    char *text;
    FILE *f;

    if (!a->report)
        return NULL;
    f = text_open(&text, &length);
    fprintf(f, "shmbcast-auto: ");
    if (dense.text[0] == '\0') {
        print_threshold(f, "slot", "up to", p->slot);
        print_threshold(f, shmbcast_auto_can_pull(a->h) ? "pull" : "(no) pull",
                        "from", p->pull);
    }
    print_threshold(f, "direct", "from", p->direct);
    fprintf(f, "ring of %zu bytes\n", p->ring);
    if (dense.text[0] != '\0')
        fprintf(f, "shmbcast-auto: dense=%s\nshmbcast-auto: gaps=%s\n",
                dense.text, gaps.text);
    shmbcast_pages_print(&a->pages, f, algo_shmbcast_auto.name,
                         "slots and ring");
    text_close(f);
    return text;
}

const struct algo algo_shmbcast_auto = {
    .name = "shmbcast-auto",
    .op = "bcast",
    .help = "through shared memory, by the algorithm that is fastest for "
            "the size, as measured at the start",
    .also = "shm",
    .params = &adapter_params,
    .create = adapter_create,
    .life = {.open = adapter_open, .close = adapter_close},
    .run = adapter_run,
    .large = true,
    .describe = adapter_describe,
    .report = adapter_report,
    .destroy = adapter_destroy,
};
