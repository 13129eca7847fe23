/* mpi_node.c: scope `node`. Options divide the ranks of a host into nodes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../plan.h"
#include "msgsched_mpi.h"
#include "watch.h"

enum { RANKS = 7 };

/* Node of each rank, a digit each. The first 4 form nodes of 2 + 2 ranks, 3 +
 * 1, and alternating ones; all 7 form 2 + 3 + 2, 3 + 1 + 3, and alternating
 * ones. */
static const char *const groups[] = {"0011122", "0001222", "0101012"};
enum { GROUPS = sizeof(groups) / sizeof(groups[0]) };

static const char *const schedules[] = {
    "schedule=fixed fixed=1000 tcopy=700",
    "schedule=merge alpha=1.5 tcopy=3000",
    "schedule=both tcopy=2000 wmax=5000",
    "schedule=both tcopy=never inflight=1",
    "schedule=both tcopy=never progress=eager wmin=1000",
    "schedule=auto tcopy=3000",
};
enum { SCHEDULES = sizeof(schedules) / sizeof(schedules[0]) };

static const struct traffic_kind kinds[] = {
    {.seed = 700, .messages = 300, .most = 500, .longer = true, .absent = true},
    {.seed = 701, .messages = 200, .most = 4096, .types = true, .longer = true},
    {.seed = 702, .messages = 40, .most = 200, .idle = true},
    {.seed = 703, .messages = 60, .most = 1 << 20},
    {.seed = 704, .messages = 50},
};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static const char *how(char *text, size_t size, const char *group,
                       const char *schedule)
{
    snprintf(text, size, "scope=node node=%s %s", group, schedule);
    return text;
}

void case_node(void)
{
    char text[200];

    for (int g = 0; g < GROUPS; g++)
        for (int s = 0; s < SCHEDULES; s++)
            for (int k = 0; k < KINDS; k++)
                test_traffic(&kinds[k],
                             how(text, sizeof(text), groups[g], schedules[s]));
}

/* Many rounds of several plans, in which fast ranks get ahead of slow ones. */
void case_node_rounds(void)
{
    char text[SCHEDULES][200];
    const char *list[SCHEDULES + 1] = {NULL};

    for (int i = 0; i < SCHEDULES; i++)
        list[i] =
            how(text[i], sizeof(text[i]), groups[i % GROUPS], schedules[i]);
    for (int k = 0; k < 3; k++)
        test_in_flight(&kinds[k], list, 10);
}

/* One owner is late in each round: its part must stay in the leader's memory
 * while other ranks start the next exchange. */
void case_node_late(void)
{
    struct msgsched_plan *plan;
    struct traffic t;

    traffic_open(&t, &kinds[0]);
    plan = test_plan(MPI_COMM_WORLD, &t,
                     "scope=node node=0011122 schedule=both tcopy=never");
    for (unsigned k = 0; k < 4 * (unsigned)test_size; k++) {
        traffic_fill(&t, k);
        EXPECT(msgsched_start(plan, t.sendbuf, t.recvbuf) == MPI_SUCCESS);
        if (k % (unsigned)test_size == (unsigned)test_rank)
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        EXPECT(msgsched_wait(plan) == MPI_SUCCESS);
        EXPECT(traffic_same(&t, k));
    }
    test_free(&plan);
    traffic_close(&t);
}

/* Returns this rank's wire messages to other nodes: their number and bytes. */
static struct watched cuts_between(const struct msgsched_plan *plan,
                                   const int *node)
{
    const struct ms_side *out = &plan->set->out;
    struct watched w = {0};

    for (size_t k = 0; k < out->nwires; k++)
        if (node[out->wires[k].peer] != node[test_rank]) {
            w.messages++;
            w.bytes += out->wires[k].bytes;
        }
    return w;
}

/* Between nodes, one message is sent for each cut, with the same bytes. */
static void counted(const struct traffic_kind *kind, const char *text)
{
    struct msgsched_options o = test_options(text);
    struct msgsched_plan *plan;
    struct watched is, should;
    struct msgsched_info info;
    struct traffic t;

    traffic_open(&t, kind);
    plan = test_plan(MPI_COMM_WORLD, &t, text);
    should = cuts_between(plan, o.node);
    for (unsigned k = 0; k < 3; k++) {
        watch_begin(o.node);
        test_round(plan, &t, k);
        is = watch_end();
        EXPECT(is.messages == should.messages && is.bytes == should.bytes);
    }
    info = test_info(plan);
    EXPECT(info.messages == t.nsend && info.wire_bytes == info.bytes);
    test_free(&plan);
    traffic_close(&t);
}

void case_node_counted(void)
{
    static const char *const two[] = {
        "schedule=fixed fixed=1500 tcopy=700 inflight=2",
        "schedule=merge alpha=2 tcopy=1000",
        "schedule=merge alpha=3.5 tcopy=never wmin=500",
    };
    char text[200];

    for (int g = 0; g < GROUPS; g++)
        for (int i = 0; i < 3; i++)
            for (unsigned seed = 720; seed < 723; seed++)
                counted(&(struct traffic_kind){.seed = seed,
                                               .messages = 250,
                                               .most = 2000,
                                               .types = seed % 2},
                        how(text, sizeof(text), groups[g], two[i]));
}

/* The ranks are on two machines. Nodes within a machine work; a node that
 * contains ranks of both machines is rejected. */
void case_node_machines(void)
{
    static const int machine[RANKS] = {0, 1, 0, 1, 0, 1, 0};
    struct msgsched_options o;
    struct msgsched_plan *plan, *other;
    struct msgsched_failure why;
    struct traffic t;
    MPI_Comm comm;

    watch_machines(machine);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    traffic_open(&t, &kinds[0]);
    plan = test_plan(comm, &t, "scope=node node=0101010");
    for (unsigned k = 0; k < 5; k++)
        test_round(plan, &t, k);
    other = test_plan(comm, &t, "scope=node node=0101212 schedule=both");
    test_round(other, &t, 5);
    test_free(&plan);
    test_free(&other);
    if (test_size > 1) {
        o = test_options("scope=node node=0011122");
        EXPECT(msgsched_plan(comm, t.nsend, t.sends, t.nrecv, t.recvs, &o,
                             &plan, &why) == MPI_ERR_ARG);
        EXPECT(plan == NULL && why.code == MPI_ERR_ARG && why.rank == -1);
        EXPECT(strstr(why.what, "needs shared memory") != NULL);
    }
    plan = test_plan(comm, &t, "node=0011122");
    test_free(&plan);
    MPI_Comm_free(&comm);
    watch_machines(NULL);
    traffic_close(&t);
}
