/* hca3.c: clock synchronization `hca3`: a tree over the nodes, with drift; and
 * `auto`, which is `none` if hca3's test proves one shared clock.
 *
 * All pairs of a tree compare their clocks at the same points in time, which
 * are spread over a span; each point takes O(log n) rounds. A line through the
 * points maps the client's clock to its parent's. Chaining these models from
 * the root down takes O(log n) messages and maps each clock to rank 0's; errors
 * add up along the log n edges. One rank per node takes part. The node's other
 * ranks copy its model if a test shows that they read the same clock; otherwise
 * they form a tree below it.
 *
 * Hunold and Carpen-Amarie, Hierarchical clock synchronization in MPI, CLUSTER
 * 2018. There each level has its own span; here all levels share one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <stdlib.h>
#include <time.h>
#include "clocksync/drift.h"
#include "clocksync/methods.h"
#include "clocksync/tree.h"
#include "lib/xmalloc.h"
#include "mpi/nodes.h"
#include "mpi/patient.h"

/* Do the ranks of a node read the same clock? Worse answers are larger. */
enum sharing {
    SHARING_ONE,         /* yes: every rank's envelope contains 0 */
    SHARING_OTHER_CLOCK, /* no: some rank's envelope excludes 0 */
    SHARING_OWN_CLOCK,   /* no: the timer is private to each process */
};

struct sharing_found {
    bool several;       /* there is more than one node */
    enum sharing worst; /* the largest over all nodes */
};

/* Maximum number of times to take the points, if too many were delayed. */
enum { ATTEMPTS = 2 };

/* Returns the model of a clock relative to itself. */
static struct clock_model model_of_now(const struct clock *clock)
{
    return (struct clock_model){
        .epoch = clock_seconds(clock, clock_read(clock)),
    };
}

/* Sets *enough on all ranks: 1 if every pair has enough undelayed points. */
static int points_enough(MPI_Comm comm, const struct pair_offset *points, int n,
                         int wanted, int *enough)
{
    int rank, rc;

    MPI_Comm_rank(comm, &rank);
    *enough = rank == 0 || drift_sound(points, n) >= wanted;
    rc = patient_barrier(comm);
    if (rc != MPI_SUCCESS)
        return rc;
    return MPI_Allreduce(MPI_IN_PLACE, enough, 1, MPI_INT, MPI_LAND, comm);
}

/* Sleeps until the clock shows `seconds`, or slightly longer. Returns at once
 * if that is more than `most` seconds ahead, because the clock was set back
 * then. */
static void sleep_until(const struct clock *clock, double seconds, double most)
{
    double left;

    while ((left = seconds - clock_seconds(clock, clock_read(clock))) > 0 &&
           left <= most) {
        struct timespec pause = {.tv_sec = (time_t)left};
        pause.tv_nsec = (long)((left - (double)pause.tv_sec) * 1e9);
        nanosleep(&pause, NULL);
    }
}

/* Takes config->points points, up to ATTEMPTS times. Sets *n to their
 * number. */
static int points_take(MPI_Comm comm, bool in_turn, const struct clock *clock,
                       const struct clocksync_config *config,
                       struct pair_offset *points, int *n)
{
    double gap = config->span / (config->points - 1), start;
    int enough = 0;
    int rc = patient_barrier(comm);

    start = clock_seconds(clock, clock_read(clock));
    *n = 0;
    for (int i = 0; i < ATTEMPTS && !enough && rc == MPI_SUCCESS; i++) {
        for (int k = 0; k < config->points && rc == MPI_SUCCESS; k++) {
            sleep_until(clock, start + gap * *n, 2 * gap);
            rc = tree_sweep(comm, tree_high, in_turn, clock, config->d,
                            &points[(*n)++]);
        }
        if (rc == MPI_SUCCESS)
            rc = points_enough(comm, points, *n, (config->points + 1) / 2,
                               &enough);
    }
    return rc;
}

/* Makes each rank's model relative to rank 0 of comm, along the tree. */
static int tree_models(MPI_Comm comm, bool in_turn, const struct clock *clock,
                       const struct clocksync_config *config,
                       struct clock_model *model)
{
    struct clock_model parent, own = model_of_now(clock);
    struct pair_offset *points =
        xcalloc((size_t)config->points * ATTEMPTS, sizeof(*points));
    int rank, n;
    int rc = points_take(comm, in_turn, clock, config, points, &n);

    MPI_Comm_rank(comm, &rank);
    if (rc == MPI_SUCCESS)
        rc = tree_receive(comm, tree_high, &parent);
    if (rc == MPI_SUCCESS && rank > 0) {
        own = drift_fit(points, n);
        own = drift_join(&parent, &own);
    }
    free(points);
    if (rc == MPI_SUCCESS)
        rc = tree_send(comm, tree_high, &own);
    *model = own;
    return rc;
}

/* Sets *sharing to the largest of all ranks' values. */
static int sharing_agree(MPI_Comm comm, enum sharing own, enum sharing *sharing)
{
    int mine = own, worst;
    int rc = MPI_Allreduce(&mine, &worst, 1, MPI_INT, MPI_MAX, comm);

    *sharing = (enum sharing)worst;
    return rc;
}

/* Tests whether the ranks of a node read one clock. Sets *model to the
 * identity, with the test's error bound summed along the tree. */
static int node_test(const struct nodes *nodes, const struct clock *clock,
                     int d, struct clock_model *model, enum sharing *sharing)
{
    struct pair_offset own = {0};
    struct clock_model parent, same = model_of_now(clock);
    enum sharing mine = SHARING_ONE;
    int size;
    int rc = tree_sweep(nodes->node, tree_high, nodes->oversubscribed, clock, d,
                        &own);

    MPI_Comm_size(nodes->node, &size);
    if (rc == MPI_SUCCESS)
        rc = pairs_repeat(nodes->node, clock, d, tree_high, &own);
    if (rc != MPI_SUCCESS)
        return rc;
    if (own.lo > 0 || own.hi < 0)
        mine = SHARING_OTHER_CLOCK;
    if (clock->timer->scope != TIMER_NODE && size > 1)
        mine = SHARING_OWN_CLOCK;
    rc = sharing_agree(nodes->node, mine, sharing);
    if (rc == MPI_SUCCESS)
        rc = tree_receive(nodes->node, tree_high, &parent);
    if (rc != MPI_SUCCESS)
        return rc;
    own.offset = 0;
    same.uncertainty = pair_bound(&own);
    if (own.exchanges > 0)
        same = drift_join(&parent, &same);
    *model = same;
    return tree_send(nodes->node, tree_high, &same);
}

/* Makes the leaders' models. Other ranks sleep, then get their leader's
 * model. */
static int leaders_models(const struct nodes *nodes, const struct clock *clock,
                          const struct clocksync_config *config,
                          struct clock_model *model)
{
    int rc = MPI_SUCCESS;

    if (nodes->leaders != MPI_COMM_NULL)
        rc = tree_models(nodes->leaders, false, clock, config, model);
    if (rc == MPI_SUCCESS)
        rc = patient_barrier(nodes->node);
    if (rc != MPI_SUCCESS)
        return rc;
    return MPI_Bcast(model, CLOCK_MODEL_DOUBLES, MPI_DOUBLE, 0, nodes->node);
}

static int nodes_models(const struct nodes *nodes, const struct clock *clock,
                        const struct clocksync_config *config,
                        struct clock_model *model, enum sharing *sharing)
{
    struct clock_model own, leader;
    int rc = node_test(nodes, clock, config->d, &own, sharing);

    if (rc == MPI_SUCCESS && *sharing != SHARING_ONE)
        rc = tree_models(nodes->node, nodes->oversubscribed, clock, config,
                         &own);
    if (rc == MPI_SUCCESS && !nodes->several) {
        *model = own;
        return rc;
    }
    if (rc == MPI_SUCCESS)
        rc = leaders_models(nodes, clock, config, &leader);
    if (rc != MPI_SUCCESS)
        return rc;
    if (*sharing == SHARING_ONE)
        own.epoch = leader.epoch; /* the identity needs no epoch; any value
                                   * works */
    *model = drift_join(&leader, &own);
    return rc;
}

/* Does the work of hca3's sync() and sets *found. On one node with one clock
 * all models become the identity. */
static int hca3_by_node(MPI_Comm comm, const struct clock *clock,
                        const struct clocksync_config *config,
                        struct clock_model *model, struct sharing_found *found)
{
    struct nodes nodes;
    enum sharing sharing;
    int rc = nodes_open(&nodes, comm);

    if (rc != MPI_SUCCESS)
        return rc;
    rc = nodes_models(&nodes, clock, config, model, &sharing);
    found->several = nodes.several;
    nodes_close(&nodes);
    return rc == MPI_SUCCESS ? sharing_agree(comm, sharing, &found->worst) : rc;
}

static int hca3_sync(MPI_Comm comm, const struct clock *clock,
                     const struct clocksync_config *config,
                     struct clock_model *model, struct clocksync_info *info)
{
    struct sharing_found found;

    (void)info;
    return hca3_by_node(comm, clock, config, model, &found);
}

const struct clocksync clocksync_hca3 = {
    .name = "hca3",
    .help = "a tree over the nodes, O(log n), with a model of the drift; "
            "ranks of a node that share a clock share the model",
    .sync = hca3_sync,
};

/* Reasons for the choice of `auto`. First index: 1 if there are several nodes,
 * else 0. Second index: do the ranks of a node share a clock? */
static const char *const reasons[2][3] = {
    {
        [SHARING_ONE] = "one node, and every envelope contains 0: one shared "
                        "clock",
        [SHARING_OTHER_CLOCK] =
            "some rank's envelope excludes 0: it has another clock than rank 0",
        [SHARING_OWN_CLOCK] =
            "other processes cannot use readings of this timer",
    },
    {
        [SHARING_ONE] = "the ranks are on more than one node; those of a node "
                        "share one clock",
        [SHARING_OTHER_CLOCK] = "the ranks are on more than one node; on some, "
                                "not all ranks share one clock",
        [SHARING_OWN_CLOCK] = "the ranks are on more than one node; other "
                              "processes cannot use readings of this timer",
    },
};

/* Ranks of a node that read the same clock have offset 0, and any estimate
 * would be worse. hca3 tests this for every node. */
static int auto_sync(MPI_Comm comm, const struct clock *clock,
                     const struct clocksync_config *config,
                     struct clock_model *model, struct clocksync_info *info)
{
    struct sharing_found found;
    int rc;

    if (clock->timer->scope == TIMER_GLOBAL) {
        info->chosen = clocksync_none.name;
        info->why = "this timer is the same clock everywhere";
        return clocksync_none.sync(comm, clock, config, model, info);
    }
    rc = hca3_by_node(comm, clock, config, model, &found);
    if (rc != MPI_SUCCESS)
        return rc;
    info->chosen = found.several || found.worst != SHARING_ONE
                       ? clocksync_hca3.name
                       : clocksync_none.name;
    info->why = reasons[found.several][found.worst];
    return MPI_SUCCESS;
}

const struct clocksync clocksync_auto = {
    .name = "auto",
    .help = "`none` if a test finds that all ranks share one clock, "
            "otherwise `hca3`",
    .sync = auto_sync,
};
