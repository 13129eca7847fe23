/* msgsched_mpi.c: run cases on all ranks: msgsched_mpi CASE... */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "msgsched_mpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    test_case_fn *run;
} cases[] = {
    {"random", case_random},
    {"types", case_types},
    {"sizes", case_sizes},
    {"idle", case_idle},
    {"oneway", case_oneway},
    {"options", case_options},
    {"several", case_several},
    {"updated", case_updated},
    {"waitsome", case_waitsome},
    {"freed", case_freed},
    {"many", case_many},
    {"refused", case_refused},
    {"neighbors", case_neighbors},
    {"broken", case_broken},
    {"weigh", case_weigh},
    {"node", case_node},
    {"node-rounds", case_node_rounds},
    {"node-late", case_node_late},
    {"node-counted", case_node_counted},
    {"node-machines", case_node_machines},
    {"info", case_info},
};

/* Nodes of the ranks, a digit each. */
static void take_nodes(struct msgsched_options *o, const char *digits)
{
    enum { MOST = 16 };
    static int node[MOST];

    EXPECT(strlen(digits) >= (size_t)test_size && test_size <= MOST);
    for (int i = 0; i < test_size; i++)
        node[i] = digits[i] - '0';
    o->node = node;
}

struct msgsched_options test_options(const char *text)
{
    struct msgsched_options o = msgsched_options_default();
    char copy[256], *save, *word;
    const char *why;

    snprintf(copy, sizeof(copy), "%s", text);
    for (word = strtok_r(copy, " ", &save); word != NULL;
         word = strtok_r(NULL, " ", &save)) {
        char *value = strchr(word, '=');

        *value++ = 0;
        if (strcmp(word, "node") == 0)
            take_nodes(&o, value);
        else
            EXPECT(msgsched_options_parse(&o, word, value, &why) == 0);
    }
    return o;
}

struct msgsched_plan *test_plan(MPI_Comm comm, const struct traffic *t,
                                const char *text)
{
    struct msgsched_options o = test_options(text);
    struct msgsched_plan *plan = NULL;
    struct msgsched_failure why;
    char line[200];

    if (msgsched_plan(comm, t->nsend, t->sends, t->nrecv, t->recvs, &o, &plan,
                      &why) != MPI_SUCCESS) {
        msgsched_failure_text(&why, line, sizeof(line));
        test_fail(__FILE__, __LINE__, line);
    }
    return plan;
}

void test_round(struct msgsched_plan *plan, struct traffic *t, unsigned k)
{
    bool done = false;

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
    if (plan != NULL)
        EXPECT(msgsched_free(&plan) == MPI_SUCCESS && plan == NULL);
    traffic_close(&t);
    if (test_failures > before)
        fprintf(stderr, "rank %d: seed %u, %s\n", test_rank, kind->seed, text);
}

static int run_case(const char *name)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        if (strcmp(name, cases[i].name) == 0) {
            cases[i].run();
            return 1;
        }
    return 0;
}

int main(int argc, char **argv)
{
    int mine, total = 0, found = 0;

    test_init(&argc, &argv);
    for (int arg = 1; arg < argc; arg++) {
        int before = test_failures;

        found += run_case(argv[arg]);
        if (test_failures > before)
            fprintf(stderr, "rank %d: case %s: %d failure(s)\n", test_rank,
                    argv[arg], test_failures - before);
    }
    traffic_types_free();
    mine = test_failures;
    MPI_Allreduce(&mine, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (found != argc - 1 || argc < 2)
        total++;
    if (test_rank == 0)
        printf("%d case(s), %d failure(s)\n", found, total);
    MPI_Finalize();
    return total != 0;
}
