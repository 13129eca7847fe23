/* bcast_shmbcast_auto.c: libshmbcast's fastest ways as an algorithm. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "adapters/adapters.h"
#include "adapters/bcast_shmbcast_auto.h"
#include "adapters/shmbcast_common.h"
#include "adapters/shmbcast_learned.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

struct adapter {
    struct shmbcast_auto *h;
    MPI_Win win;   /* attached; or MPI_WIN_NULL */
    MPI_Comm comm; /* the harness's */
    struct shmbcast_pages pages;
    const char *learn_file; /* or NULL */
    char *warning;          /* about that, on rank 0; or NULL */
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

/* Rank 0 writes what was measured; the file is for later runs. */
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

/* A file that only some ranks have is refused. */
static int agree_on_file(struct auto_settings *s, MPI_Comm comm, char **cause)
{
    int mine[2] = {s->file_read, -s->file_read}, least[2], rc;

    rc = MPI_Allreduce(mine, least, 2, MPI_INT, MPI_MIN, comm);
    if (rc != MPI_SUCCESS)
        return rc;
    if (least[0] != -least[1]) {
        *cause = xasprintf("'%s' is there for some ranks only", s->file);
        return MPI_ERR_FILE;
    }
    if (s->file_read) /* measured already */
        s->library.calibrate = false;
    return MPI_SUCCESS;
}

/* The file that was asked for, else the environment's; or NULL. */
static const char *learn_file(const struct auto_settings *s)
{
    const char *file = s->learn_file;

    if (file == NULL)
        file = getenv("SHMBCAST_LEARN_FILE");
    return file == NULL || file[0] == '\0' || strcmp(file, "none") == 0 ? NULL
                                                                        : file;
}

static int open_handle(struct adapter *a, MPI_Comm comm, struct auto_settings s,
                       char **cause)
{
    struct shmbcast_failure failure;
    int rc = shmbcast_can_wait(cause);

    a->win = MPI_WIN_NULL;
    a->comm = comm;
    a->learn_file = learn_file(&s);
    a->report = s.report;
    if (rc == MPI_SUCCESS)
        rc = agree_on_file(&s, comm, cause);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = shmbcast_auto_create_why(comm, &s.library, &a->h, &failure);
    if (rc != MPI_SUCCESS)
        return shmbcast_failed(&failure, cause);
    if (shmbcast_auto_params(a->h)->calibrate && s.file != NULL)
        rc = write_file(a, comm, s.file, cause);
    a->warning = shmbcast_learned_read(a->h, comm, a->learn_file);
    return rc == MPI_SUCCESS ? gather_pages(a, comm) : rc;
}

static void adapter_destroy(void *state)
{
    struct adapter *a = state;

    shmbcast_auto_free(&a->h);
    shmbcast_pages_free(&a->pages);
    free(a->warning);
    free(a);
}

static int adapter_create(MPI_Comm comm, const void *params, void **state,
                          char **cause)
{
    const struct auto_settings *s = params;
    struct adapter *a = xcalloc(1, sizeof(*a));
    int rc = open_handle(a, comm, *s, cause);

    if (rc == MPI_SUCCESS)
        *state = a;
    else
        adapter_destroy(a);
    return rc;
}

/* Buffers that all ranks can reach are copied directly. */
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

/* Null for a threshold that is never. */
static json_t *threshold(size_t bytes)
{
    return bytes == SHMBCAST_AUTO_NEVER   ? json_null()
           : bytes == SHMBCAST_AUTO_LEARN ? json_string("learn")
                                          : json_integer((json_int_t)bytes);
}

static json_t *adapter_describe(void *state)
{
    const struct adapter *a = state;
    const struct shmbcast_auto_params *p = shmbcast_auto_params(a->h);
    json_t *used = json_pack(
        "{s:o, s:I, s:o, s:o, s:i, s:b, s:b, s:I}", "slot", threshold(p->slot),
        "ring", (json_int_t)p->ring, "pull", threshold(p->pull), "direct",
        threshold(p->direct), "group", p->group, "calibrated", p->calibrate,
        "can_pull", shmbcast_auto_can_pull(a->h), "segment_bytes",
        (json_int_t)shmbcast_auto_segment_bytes(a->h));
    const char *why;

    if (shmbcast_auto_learns(a->h, &why)) {
        json_object_set_new(used, "learn", json_true());
        if (a->learn_file != NULL)
            json_object_set_new(used, "learn_file", json_string(a->learn_file));
    } else {
        json_object_set_new(used, "learn", json_false());
        json_object_set_new(used, "learn_reason", json_string(why));
    }
    shmbcast_pages_record(&a->pages, used);
    return used;
}

static void print_threshold(FILE *f, const char *name, const char *limit,
                            size_t bytes)
{
    if (bytes == SHMBCAST_AUTO_NEVER)
        fprintf(f, "%s never, ", name);
    else if (bytes == SHMBCAST_AUTO_LEARN)
        fprintf(f, "%s learned, ", name);
    else
        fprintf(f, "%s %s %zu bytes, ", name, limit, bytes);
}

static void print_report(FILE *f, const void *state)
{
    const struct adapter *a = state;
    const struct shmbcast_auto_params *p = shmbcast_auto_params(a->h);
    const char *why;

    fprintf(f, "shmbcast-auto: ");
    print_threshold(f, "slot", "up to", p->slot);
    print_threshold(f, shmbcast_auto_can_pull(a->h) ? "pull" : "(no) pull",
                    "from", p->pull);
    print_threshold(f, "direct", "from", p->direct);
    fprintf(f, "ring of %zu bytes\n", p->ring);
    if (!shmbcast_auto_learns(a->h, &why))
        fprintf(f, "shmbcast-auto: nothing is learned: %s\n", why);
    shmbcast_pages_print(&a->pages, f, algo_shmbcast_auto.name,
                         "slots and ring");
}

static void print_warning(FILE *f, const void *state)
{
    const struct adapter *a = state;

    if (a->warning != NULL)
        fputs(a->warning, f);
    if (a->report)
        print_report(f, state);
}

static char *adapter_report(void *state)
{
    const struct adapter *a = state;

    return a->report || a->warning != NULL ? shmbcast_text(print_warning, a)
                                           : NULL;
}

/* What is learned goes into the file before the handle does. */
static char *adapter_conclude(void *state)
{
    const struct adapter *a = state;
    char *wrong = shmbcast_learned_write(a->h, a->comm, a->learn_file), *both;
    char *table = a->report ? shmbcast_learned_tell(a->h, a->comm) : NULL;

    if (wrong == NULL || table == NULL)
        return wrong != NULL ? wrong : table;
    both = xasprintf("%s%s", wrong, table);
    free(wrong);
    free(table);
    return both;
}

const struct algo algo_shmbcast_auto = {
    .name = "shmbcast-auto",
    .op = "bcast",
    .help = "slot, ring or pull in shared memory, which it learns",
    .params = &shmbcast_auto_param_table,
    .create = adapter_create,
    .life = {.open = adapter_open, .close = adapter_close},
    .run = adapter_run,
    .large = true,
    .describe = adapter_describe,
    .report = adapter_report,
    .conclude = adapter_conclude,
    .destroy = adapter_destroy,
};
