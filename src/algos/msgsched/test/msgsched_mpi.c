/* msgsched_mpi.c: runs test cases on all ranks: msgsched_mpi CASE... */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "msgsched_mpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "watch.h"

static const struct test_case cases[] = {
    {"several", case_several},
    {"updated", case_updated},
    {"threads", case_threads},
    {"many", case_many},
    {"refused", case_refused},
    {"neighbors", case_neighbors},
    {"broken", case_broken},
    {"auto", case_auto},
    {"weigh", case_weigh},
    {"node", case_node},
    {"node-rounds", case_node_rounds},
    {"node-late", case_node_late},
    {"node-counted", case_node_counted},
    {"node-machines", case_node_machines},
    {"info", case_info},
    {NULL, NULL},
};

/* Sets the node of each rank, one digit per rank. */
static void take_nodes(struct msgsched_options *o, const char *digits)
{
    enum { MOST = 16 };
    static int node[MOST];

    EXPECT(strlen(digits) >= (size_t)test_size && test_size <= MOST);
    for (int i = 0; i < test_size; i++)
        node[i] = digits[i] - '0';
    o->node = node;
}

static int set(void *options, const char *name, const char *value)
{
    if (strcmp(name, "node") != 0)
        return msgsched_options_parse(options, name, value, NULL);
    take_nodes(options, value);
    return 0;
}

struct msgsched_options test_options(const char *text)
{
    struct msgsched_options o = msgsched_options_default();

    test_parse(text, set, &o);
    return o;
}

struct msgsched_plan *test_plan_of(MPI_Comm comm, int nsend,
                                   const struct msgsched_message *sends,
                                   int nrecv,
                                   const struct msgsched_message *recvs,
                                   const struct msgsched_options *o)
{
    struct msgsched_plan *plan = NULL;
    struct msgsched_failure why;
    char line[200];

    if (msgsched_plan(comm, nsend, sends, nrecv, recvs, o, &plan, &why) !=
        MPI_SUCCESS) {
        msgsched_failure_text(&why, line, sizeof(line));
        test_fail(__FILE__, __LINE__, line);
    }
    return plan;
}

struct msgsched_plan *test_plan(MPI_Comm comm, const struct traffic *t,
                                const char *text)
{
    struct msgsched_options o = test_options(text);

    return test_plan_of(comm, t->nsend, t->sends, t->nrecv, t->recvs, &o);
}

struct msgsched_plan *test_plan_self(int n, const char *text)
{
    struct msgsched_options o = test_options(text);
    size_t size = (size_t)n * sizeof(struct msgsched_message);
    struct msgsched_message *list = test_alloc(size);
    struct msgsched_plan *plan;

    for (int i = 0; i < n; i++)
        list[i] = (struct msgsched_message){0, 0, 1, MPI_INT,
                                            (MPI_Aint)sizeof(int) * i};
    plan = test_plan_of(MPI_COMM_SELF, n, list, n, list, &o);
    free(list);
    return plan;
}

struct msgsched_info test_info(const struct msgsched_plan *plan)
{
    struct msgsched_info info = {.messages = 0};

    EXPECT(plan == NULL || msgsched_info(plan, &info) == MPI_SUCCESS);
    return info;
}

void test_free(struct msgsched_plan **plan)
{
    EXPECT(*plan == NULL ||
           (msgsched_free(plan) == MPI_SUCCESS && *plan == NULL));
}

void test_round(struct msgsched_plan *plan, struct traffic *t, unsigned k)
{
    bool done = false;

    watch_synchronous(k % 2 == 0);
    traffic_fill(t, k);
    EXPECT(msgsched_start(plan, t->sendbuf, t->recvbuf) == MPI_SUCCESS);
    while (k % 2 == 1 && !done)
        EXPECT(msgsched_test(plan, &done) == MPI_SUCCESS);
    EXPECT(msgsched_wait(plan) == MPI_SUCCESS);
    EXPECT(traffic_same(t, k));
}

void test_traffic(const struct traffic_kind *kind, const char *text)
{
    struct msgsched_plan *plan;
    struct traffic t;
    int before = test_failures;

    traffic_open(&t, kind);
    plan = test_plan(MPI_COMM_WORLD, &t, text);
    for (unsigned k = 0; k < 2 && plan != NULL; k++)
        test_round(plan, &t, k);
    test_free(&plan);
    traffic_close(&t);
    if (test_failures > before)
        fprintf(stderr, "rank %d: seed %u, %s\n", test_rank, kind->seed, text);
}

bool test_run_case(const char *name)
{
    bool found = test_run(cases, name) || test_random(name);

    traffic_types_free();
    return found;
}
