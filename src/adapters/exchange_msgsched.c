/* exchange_msgsched.c: schedules of libmsgsched as algorithms of exchange. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include "adapters/adapters.h"
#include "algos/msgsched/msgsched.h"
#include "lib/digest.h"
#include "lib/file.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "ops/computation.h"
#include "ops/library_rows.h"
#include "ops/op.h"

/* Values of -P msgsched.NAME, shared by all schedules. */
struct settings {
    struct msgsched_options library; /* must be first for LIBRARY_PARSE */
    const char *distance;            /* file of distances, or NULL */
    struct computation_params beside;
};

LIBRARY_PARSE(msgsched_options_parse)

/* Checks that the options are valid together. */
static int sound(const void *values, char **cause)
{
    const struct settings *s = values;
    const char *why = NULL;

    if (msgsched_options_check(&s->library, &why) == 0)
        return 0;
    *cause = xasprintf("msgsched: %s", why);
    return -1;
}

#define OPTION(NAME, KIND, WORDS, SET, DEF, WHY, HELP)                         \
    LIBRARY_ROW(NAME, .def = DEF, HELP)
static const struct param rows[] = {
#include "algos/msgsched/options.def"
    {.name = "distance",
     .def = "none",
     .help = "file with the distances between nodes, a line for each node "
             "with a number for each node; none: the difference of their "
             "numbers",
     .type = PARAM_FILE,
     .offset = offsetof(struct settings, distance)},
    COMPUTATION_ROWS(struct settings, beside., "none", "msgsched_test"),
    {0},
};
#undef OPTION

static const struct param_table msgsched_params = {
    .owner = "msgsched",
    .rows = rows + 1, /* without `schedule`: the algorithm's name says it */
    .size = sizeof(struct settings),
    .check = sound,
};

/* ---- distances of nodes, from a file that rank 0 reads ------------------- */

struct distances {
    int *at; /* nodes x nodes, by rows, malloced; NULL without a file */
    int nodes;
    uint64_t digest; /* digest of nodes and distances */
};

/* Reads the file into *d, except the digest. After an error d->at is NULL and
 * *cause is set. Rank 0 only. */
static void file_read(const char *file, struct distances *d, char **cause)
{
    const char *why = "not a regular file";
    int line = 0;

    if (!file_irregular(file) &&
        msgsched_distance_read(file, &d->nodes, &d->at, &line, &why) == 0)
        return;
    d->at = NULL;
    *cause = line > 0 ? xasprintf("%s:%d: %s", SHOWN_FILE(file), line, why)
                      : xasprintf("%s: %s", SHOWN_FILE(file), why);
}

/* Rank 0 reads distances from the file, if that is not NULL, and broadcasts
 * them. Returns MPI_SUCCESS, or an error code on all ranks. */
static int distances_load(const char *file, MPI_Comm comm, struct distances *d,
                          char **cause)
{
    int rank, rc;

    *d = (struct distances){0};
    if (file == NULL)
        return MPI_SUCCESS;
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        file_read(file, d, cause);
    rc = MPI_Bcast(&d->nodes, 1, MPI_INT, 0, comm);
    if (rc == MPI_SUCCESS && d->nodes == 0 && rank != 0)
        *cause = xasprintf("%s: rank 0 cannot read it", SHOWN_FILE(file));
    if (rc != MPI_SUCCESS || d->nodes == 0)
        return rc != MPI_SUCCESS ? rc : MPI_ERR_FILE;
    if (rank != 0)
        d->at = xcalloc((size_t)d->nodes * (size_t)d->nodes, sizeof(*d->at));
    rc = MPI_Bcast(d->at, d->nodes * d->nodes, MPI_INT, 0, comm);
    d->digest = digest_add(DIGEST_BEGIN, d->nodes);
    for (int i = 0; i < d->nodes * d->nodes; i++)
        d->digest = digest_add(d->digest, d->at[i]);
    return rc;
}

enum {
    WIRE_MESSAGES,
    WIRE_BYTES,
    COPIED,
    LARGEST,
    TCOPY,
    PLAN,
    MEASURE,
    PAYS_AFTER,
};

/* Returns how many exchanges a plan takes to save more time than planning took;
 * NAN if never, or if the means differ by less than three standard errors. */
static double pays_after(const struct figure_row *own,
                         const struct figure_row *baseline)
{
    if (baseline == NULL || !(own->time < baseline->time) ||
        !(baseline->mean - own->mean > 3 * hypot(own->se, baseline->se)))
        return NAN;
    return ceil(own->values[PLAN] / (baseline->time - own->time));
}

static const struct figure figures[] = {
    [WIRE_MESSAGES] = {.name = "wire_messages",
                       .unit = "",
                       .help = "messages passed to MPI, sum over ranks",
                       .over = FIGURE_SUM},
    [WIRE_BYTES] = {.name = "wire_bytes",
                    .unit = "B",
                    .help = "bytes in these messages",
                    .over = FIGURE_SUM},
    [COPIED] = {.name = "copied",
                .unit = "B",
                .help = "bytes packed and unpacked, sum over ranks",
                .over = FIGURE_SUM},
    [LARGEST] = {.name = "largest",
                 .unit = "B",
                 .help = "bytes of the largest message",
                 .over = FIGURE_MAX},
    [TCOPY] = {.name = "tcopy",
               .unit = "B",
               .help = "messages of this many bytes or more are sent alone (to "
                       "other nodes, if there are any); n/a: all or none are",
               .over = FIGURE_MAX},
    [PLAN] = {.name = "plan",
              .unit = "s",
              .help = "to make the plan, without `measure` and the requests of "
                      "persistent",
              .over = FIGURE_MAX},
    [MEASURE] = {.name = "measure",
                 .unit = "s",
                 .help = "to measure tcopy and the bandwidths of copies and "
                         "messages, once per communicator",
                 .over = FIGURE_MAX},
    [PAYS_AFTER] = {.name = "pays_after",
                    .unit = "",
                    .help = "exchanges until the plan saves more time than "
                            "planning took, compared with the baseline; n/a: "
                            "not faster by three standard errors",
                    .derive = pays_after},
    {0},
};

struct adapter {
    struct msgsched_options options;
    struct msgsched_plan *plan; /* one plan for all slots */
    struct msgsched_info info;
    struct distances distances;
    struct computation beside; /* failure in the exchange, if any */
};

static struct msgsched_message *messages_of(const struct edge *edges,
                                            const struct side *s)
{
    struct msgsched_message *m = xcalloc((size_t)s->n + 1, sizeof(*m));

    for (int i = 0; i < s->n; i++)
        m[i] = (struct msgsched_message){.peer = edges[i].peer,
                                         .tag = edges[i].tag,
                                         .count = s->counts[i],
                                         .type = s->types[i],
                                         .displ = s->abytes[i]};
    return m;
}

static int failed(const struct msgsched_failure *why, char **cause)
{
    char text[256];

    msgsched_failure_text(why, text, sizeof(text));
    *cause = xstrdup(text);
    return why->code;
}

static int exchange(void *state, const struct op_args *a)
{
    struct msgsched_plan *plan = ((struct adapter *)state)->plan;
    int rc = msgsched_start(plan, a->sendbuf, a->recvbuf);

    return rc == MPI_SUCCESS ? msgsched_wait(plan) : rc;
}

static int adapter_open(void **state, struct op_args *a, char **cause)
{
    struct msgsched_message *sends = messages_of(a->edges.out, &a->send);
    struct msgsched_message *recvs = messages_of(a->edges.in, &a->recv);
    struct adapter *s = *state;
    struct msgsched_failure why;
    int rc;

    if (a->edges.node != NULL)
        s->options.node = a->edges.node;
    rc = msgsched_plan(a->comm, a->send.n, sends, a->recv.n, recvs, &s->options,
                       &s->plan, &why);
    if (rc != MPI_SUCCESS)
        rc = failed(&why, cause);
    if (rc == MPI_SUCCESS)
        rc = msgsched_info(s->plan, &s->info);
    if (rc == MPI_SUCCESS && compute_asked(&s->beside.set))
        rc = computation_open(&s->beside, a, exchange, s);
    free(sends);
    free(recvs);
    return rc;
}

static void adapter_close(void *state, struct op_args *a)
{
    struct adapter *s = state;

    (void)a;
    if (s->plan != NULL)
        msgsched_free(&s->plan);
}

static int plan_test(void *state, bool *done)
{
    return msgsched_test(state, done);
}

static int adapter_run(void *state, const struct op_args *a)
{
    struct adapter *s = state;
    int rc;

    if (!compute_asked(&s->beside.set))
        return exchange(state, a);
    rc = msgsched_start(s->plan, a->sendbuf, a->recvbuf);
    if (rc == MPI_SUCCESS)
        rc = computation_beside(&s->beside, plan_test, s->plan);
    return rc == MPI_SUCCESS ? msgsched_wait(s->plan) : rc;
}

static bool adapter_computes(const void *params)
{
    return compute_asked(&((const struct settings *)params)->beside);
}

static void adapter_compute(void *state)
{
    computation_alone(&((struct adapter *)state)->beside);
}

/* True if this size separates small messages from large ones. 0 means that
 * every message is sent alone, INT64_MAX that none is. */
static bool is_threshold(int64_t bytes)
{
    return bytes > 0 && bytes < INT64_MAX;
}

/* Returns the threshold tcopy for messages to other nodes or, if there are
 * none, for messages within the node. */
static double tcopy_of(const struct msgsched_info *info)
{
    int64_t tcopy =
        is_threshold(info->tcopy_other) ? info->tcopy_other : info->tcopy_same;

    return is_threshold(tcopy) ? (double)tcopy : NAN;
}

static void adapter_figures(void *state, const struct op_args *a,
                            double *values)
{
    const struct adapter *s = state;

    (void)a;
    values[WIRE_MESSAGES] = (double)s->info.wire_messages;
    values[WIRE_BYTES] = (double)s->info.wire_bytes;
    values[COPIED] = (double)s->info.copied;
    values[LARGEST] = (double)s->info.largest;
    values[TCOPY] = tcopy_of(&s->info);
    values[PLAN] = s->info.plan_seconds;
    values[MEASURE] = s->info.measure_seconds;
}

static void adapter_destroy(void *state)
{
    free(((struct adapter *)state)->distances.at);
    free(state);
}

static int adapter_create(enum msgsched_schedule schedule, MPI_Comm comm,
                          const void *params, void **state, char **cause)
{
    const struct settings *set = params;
    struct adapter *s = xcalloc(1, sizeof(*s));
    int rc = distances_load(set->distance, comm, &s->distances, cause);

    s->options = set->library;
    s->options.schedule = schedule;
    s->options.distance = s->distances.at;
    s->options.distance_nodes = s->distances.nodes;
    computation_init(&s->beside, &set->beside);
    if (rc == MPI_SUCCESS)
        *state = s;
    else
        adapter_destroy(s);
    return rc;
}

static json_t *threshold_json(int64_t bytes)
{
    return is_threshold(bytes) ? json_integer((json_int_t)bytes) : json_null();
}

static json_t *adapter_describe(void *state)
{
    const struct adapter *s = state;
    json_t *used = json_pack(
        "{s:s, s:o, s:o}", "schedule", msgsched_schedule_name(s->info.schedule),
        "tcopy_same", threshold_json(s->info.tcopy_same), "tcopy_other",
        threshold_json(s->info.tcopy_other));

    if (s->distances.at != NULL)
        json_object_set_new(used, "distance_digest",
                            json_sprintf(DIGEST_FORMAT, s->distances.digest));
    if (compute_asked(&s->beside.set))
        json_object_update_new(used, computation_json(&s->beside));
    return used;
}

#define ALGO(low, UP, nslots, text)                                            \
    static int low##_create(MPI_Comm comm, const void *params, void **state,   \
                            char **cause)                                      \
    {                                                                          \
        return adapter_create(MSGSCHED_##UP, comm, params, state, cause);      \
    }                                                                          \
    const struct algo algo_msgsched_##low = {                                  \
        .name = #low,                                                          \
        .op = "exchange",                                                      \
        .help = text,                                                          \
        .params = &msgsched_params,                                            \
        .create = low##_create,                                                \
        .life = {.open = adapter_open,                                         \
                 .close = adapter_close,                                       \
                 .figures = figures,                                           \
                 .pass_figures = adapter_figures,                              \
                 .slots = nslots},                                             \
        .run = adapter_run,                                                    \
        .large = true,                                                         \
        .compute = adapter_compute,                                            \
        .computes = adapter_computes,                                          \
        .describe = adapter_describe,                                          \
        .destroy = adapter_destroy,                                            \
    };
/* Maximum number of buffer slots with persistent requests in a plan. */
enum { PERSISTENT_SLOTS = 16 };

/* NAME, SCHEDULE, slots of -b cold that a plan prepares (0: any), help */
ALGO(direct, DIRECT, 0,
     "libmsgsched: all messages at once, in the given "
     "order")
ALGO(persistent, PERSISTENT, PERSISTENT_SLOTS,
     "libmsgsched: all messages at once, by persistent requests")
ALGO(window, WINDOW, 0, "libmsgsched: a bounded number of sends at a time")
ALGO(fixed, FIXED, 0, "libmsgsched: merged into bundles of a fixed size")
ALGO(throttle, THROTTLE, 0,
     "libmsgsched: few sends at a time per rank, few sending ranks per node")
ALGO(datatype, DATATYPE, 0,
     "libmsgsched: one message per peer, by a derived datatype")
ALGO(neighbor, NEIGHBOR, 0, "libmsgsched: MPI_Ineighbor_alltoallw")
ALGO(reorder, REORDER, 0,
     "libmsgsched: sorted by distance and weight, then all at once")
ALGO(merge, MERGE, 0,
     "libmsgsched: merged into wire messages that grow, packed while others "
     "are sent")
ALGO(both, BOTH, 0, "libmsgsched: reordered, then merged")
ALGO(auto, AUTO, 0,
     "libmsgsched: the fastest of the schedules that its "
     "plan tries")
