/* mpi_info.c: what msgsched_info() says about plans and the machine. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "msgsched_mpi.h"

struct told {
    struct msgsched_info info;
    double elapsed;
};

/* Makes a plan and frees it. node: node of each rank, or NULL. */
static struct told told(MPI_Comm comm, const char *text, const int *node)
{
    struct msgsched_options o = test_options(text);
    struct msgsched_plan *plan;
    struct told told;
    struct traffic t;
    double start;

    traffic_open(
        &t, &(struct traffic_kind){.seed = 900, .messages = 80, .most = 512});
    o.node = node;
    start = MPI_Wtime();
    plan = test_plan_of(comm, t.nsend, t.sends, t.nrecv, t.recvs, &o);
    told.elapsed = MPI_Wtime() - start;
    told.info = test_info(plan);
    test_free(&plan);
    traffic_close(&t);
    return told;
}

/* The first plan that needs costs measures them, and reports this time
 * separately. */
static double measures_once(MPI_Comm comm)
{
    const double rounding = 1e-6;
    struct told direct = told(comm, "schedule=direct", NULL);
    struct told first = told(comm, "schedule=both", NULL);
    struct told second = told(comm, "schedule=merge", NULL);

    EXPECT(direct.info.measure_seconds == 0);
    EXPECT(first.info.measure_seconds > 0 && first.info.plan_seconds > 0);
    EXPECT(first.info.plan_seconds + first.info.measure_seconds <=
           first.elapsed + rounding);
    EXPECT(second.info.measure_seconds == first.info.measure_seconds);
    EXPECT(second.info.plan_seconds > 0);
    return first.info.measure_seconds;
}

/* Thresholds and times are 0 for schedules that do not merge. All ranks of the
 * test are on one host. */
static void thresholds(MPI_Comm comm, double measured)
{
    static const char *const copying[] = {"schedule=both", "schedule=merge",
                                          "schedule=fixed"};
    static const char *const others[] = {
        "schedule=direct", "schedule=window", "schedule=reorder",
        "schedule=datatype", "schedule=throttle"};
    struct msgsched_info i;

    for (size_t k = 0; k < sizeof(copying) / sizeof(copying[0]); k++) {
        i = told(comm, copying[k], NULL).info;
        EXPECT(i.tcopy_same >= 256 && i.tcopy_same <= 131072);
        EXPECT(i.tcopy_other == 0 && i.measure_seconds == measured);
    }
    for (size_t k = 0; k < sizeof(others) / sizeof(others[0]); k++) {
        i = told(comm, others[k], NULL).info;
        EXPECT(i.tcopy_same == 0 && i.tcopy_other == 0);
        EXPECT(i.measure_seconds == 0);
    }
    i = told(comm, "schedule=both tcopy=never", NULL).info;
    EXPECT(i.tcopy_same == INT64_MAX && i.measure_seconds == 0);
    i = told(comm, "schedule=both tcopy=100", NULL).info;
    EXPECT(i.tcopy_same == 100 && i.tcopy_other == 0);
    EXPECT(told(comm, "schedule=auto", NULL).info.measure_seconds == measured);
    i = told(comm, "schedule=auto tcopy=100", NULL).info;
    EXPECT(i.measure_seconds == 0);
}

/* Nodes in the options, here one per rank, do not change the threshold. */
static void nodes_of_options(MPI_Comm comm, int64_t tcopy)
{
    int *node = malloc((size_t)test_size * sizeof(*node));
    struct msgsched_info i;

    for (int r = 0; r < test_size; r++)
        node[r] = r;
    i = told(comm, "schedule=both", node).info;
    EXPECT(i.tcopy_same == tcopy && i.tcopy_other == 0);
    free(node);
}

/* Tokens are not counted as wire messages. */
static void tokens(MPI_Comm comm)
{
    struct msgsched_info i =
        told(comm, "schedule=throttle senders=1", NULL).info;

    EXPECT(i.wire_messages == i.messages && i.wire_bytes == i.bytes);
}

void case_info(void)
{
    MPI_Comm comm;
    double measured;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    measured = measures_once(comm);
    thresholds(comm, measured);
    nodes_of_options(comm, told(comm, "schedule=both", NULL).info.tcopy_same);
    tokens(comm);
    MPI_Comm_free(&comm);
}
