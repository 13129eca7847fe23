/* mpi_life.c: plans that are made, updated, used concurrently, and rejected. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "msgsched_mpi.h"
#include "watch.h"

static const struct traffic_kind some = {
    .seed = 500, .messages = 100, .most = 2000, .types = true, .absent = true};

/* Ends an exchange; in round 1 with msgsched_waitsome(), which must return each
 * receive once, after its data arrived. */
static void end(struct msgsched_plan *plan, struct traffic *t, unsigned k)
{
    size_t size = (size_t)(t->nrecv + 1) * sizeof(int);
    int *indices = test_alloc(size), *times = test_alloc(size);
    int n = 1, total = 0;

    memset(times, 0, size);
    for (; k == 1 && n > 0; total += n) {
        EXPECT(msgsched_waitsome(plan, &n, indices) == MPI_SUCCESS);
        for (int i = 0; i < n; i++)
            times[indices[i]]++;
    }
    EXPECT(k != 1 || (traffic_same(t, k) && total == t->nrecv));
    for (int i = 0; k == 1 && i < t->nrecv; i++)
        EXPECT(times[i] == 1);
    EXPECT(msgsched_wait(plan) == MPI_SUCCESS);
    EXPECT(traffic_same(t, k));
    free(indices);
    free(times);
}

void test_in_flight(const struct traffic_kind *kind, const char *const *how,
                    unsigned rounds)
{
    enum { MOST = 14 };
    struct msgsched_plan *plan[MOST] = {0};
    struct traffic t[MOST];
    int n = 0;

    for (; how[n] != NULL; n++) {
        struct traffic_kind own = *kind;

        own.seed += (unsigned)n;
        traffic_open(&t[n], &own);
        plan[n] = test_plan(MPI_COMM_WORLD, &t[n], how[n]);
    }
    for (unsigned k = 0; k < rounds; k++) {
        bool backwards = (test_rank + (int)k) % 2 == 1;

        watch_synchronous(k % 2 == 0);
        for (int i = 0; i < n; i++) {
            traffic_fill(&t[i], k);
            EXPECT(msgsched_start(plan[i], t[i].sendbuf, t[i].recvbuf) ==
                   MPI_SUCCESS);
        }
        EXPECT(msgsched_start(plan[0], NULL, NULL) == MPI_ERR_REQUEST);
        EXPECT(msgsched_free(&plan[0]) == MPI_ERR_REQUEST);
        for (int i = 0; i < n; i++) {
            int at = backwards ? n - 1 - i : i;

            end(plan[at], &t[at], k);
        }
    }
    for (int i = 0; i < n; i++) {
        test_free(&plan[i]);
        traffic_close(&t[i]);
    }
}

void case_several(void)
{
    test_in_flight(&some, test_schedules, 3);
}

static int update(struct msgsched_plan *plan, const struct traffic *t,
                  int nsend, int nrecv)
{
    return msgsched_update(plan, nsend, t->sends, nrecv, t->recvs, NULL);
}

/* If one rank passes an invalid list, or a list too short for its partners, all
 * ranks keep the unchanged plan. */
static void not_updated(struct msgsched_plan *plan, struct traffic *t)
{
    bool wrong = test_rank == 0;
    int tag = t->nsend > 0 ? t->sends[0].tag : 0, senders, any = t->nsend;

    EXPECT(update(plan, t, wrong ? -1 : t->nsend, t->nrecv) == MPI_ERR_COUNT);
    MPI_Bcast(&any, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (wrong && any > 0)
        t->sends[0].tag = -1;
    EXPECT(update(plan, t, t->nsend, t->nrecv) ==
           (any > 0 ? MPI_ERR_TAG : MPI_SUCCESS));
    if (wrong && any > 0)
        t->sends[0].tag = tag;
    senders = wrong && any > 0;
    EXPECT(update(plan, t, t->nsend - senders, t->nrecv) ==
           (any > 0 ? MPI_ERR_ARG : MPI_SUCCESS));
}

/* The communicator is freed before the plan is used. */
void case_updated(void)
{
    for (int i = 0; test_schedules[i] != NULL; i++) {
        struct msgsched_plan *plan;
        struct traffic first, second;
        struct traffic_kind kind = some;
        MPI_Comm comm;

        traffic_open(&first, &kind);
        kind.seed++;
        kind.messages = 170;
        traffic_open(&second, &kind);
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        plan = test_plan(comm, &first, test_schedules[i]);
        MPI_Comm_free(&comm);
        test_round(plan, &first, 0);
        EXPECT(update(plan, &second, second.nsend, second.nrecv) ==
               MPI_SUCCESS);
        test_round(plan, &second, 1);
        not_updated(plan, &second);
        test_round(plan, &second, 2);
        test_free(&plan);
        traffic_close(&first);
        traffic_close(&second);
    }
}

/* More receives than are posted at a time. */
void case_many(void)
{
    static const char *const how[] = {
        "schedule=direct",
        "schedule=window inflight=7",
        "schedule=both tcopy=never wmax=64",
    };

    for (size_t i = 0; i < sizeof(how) / sizeof(how[0]); i++)
        test_traffic(&(struct traffic_kind){.seed = 600,
                                            .messages = 6000 * test_size,
                                            .most = 64},
                     how[i]);
}

/* The first plan that needs costs measures them and reports the time
 * separately. Later plans on the communicator reuse them. */
void case_info(void)
{
    enum { MEASURES = 2, ALL = 5 }; /* index of the first that measures */
    static const char *const how[ALL] = {
        "schedule=direct", "schedule=throttle senders=1", "schedule=both",
        "schedule=merge", "schedule=auto"};
    struct msgsched_info i[ALL];
    double elapsed[ALL];
    struct traffic t;
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    traffic_open(&t, &some);
    for (int k = 0; k < ALL; k++) {
        double start = MPI_Wtime();
        struct msgsched_plan *plan = test_plan(comm, &t, how[k]);

        elapsed[k] = MPI_Wtime() - start;
        i[k] = test_info(plan);
        test_free(&plan);
        EXPECT(i[k].plan_seconds > 0);
        EXPECT(i[k].measure_seconds ==
               (k < MEASURES ? 0 : i[MEASURES].measure_seconds));
        /* tokens are not counted */
        EXPECT(k >= MEASURES || i[k].wire_messages == i[k].messages);
    }
    EXPECT(i[MEASURES].measure_seconds > 0);
    EXPECT(i[MEASURES].plan_seconds + i[MEASURES].measure_seconds <=
           elapsed[MEASURES] + 1e-6);
    traffic_close(&t);
    MPI_Comm_free(&comm);
}
