/* msgsched_mpi.h: helpers shared by the cases of the MPI test program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_MPI_H
#define MSGSCHED_MPI_H

#include "../msgsched.h"
#include "algos/test/cases.h"
#include "algos/test/expect.h"
#include "traffic.h"

/* Parses options such as "schedule=both alpha=2". "node=0011" sets the node of
 * each rank, one digit each; the next such call overwrites these nodes. */
struct msgsched_options test_options(const char *text);

/* Makes a plan. If that fails, the test fails and NULL is returned. */
struct msgsched_plan *test_plan_of(MPI_Comm comm, int nsend,
                                   const struct msgsched_message *sends,
                                   int nrecv,
                                   const struct msgsched_message *recvs,
                                   const struct msgsched_options *o);
struct msgsched_plan *test_plan(MPI_Comm comm, const struct traffic *t,
                                const char *text);

/* Plans n messages of one int each from this rank to itself. */
struct msgsched_plan *test_plan_self(int n, const char *text);

/* These accept NULL: test_info() returns zeros, test_free() does nothing. */
struct msgsched_info test_info(const struct msgsched_plan *plan);
void test_free(struct msgsched_plan **plan);

/* Exchanges round k and compares what arrived. In even rounds sends are
 * synchronous. */
void test_round(struct msgsched_plan *plan, struct traffic *t, unsigned k);

/* Plans traffic of a kind and exchanges it twice. */
void test_traffic(const struct traffic_kind *kind, const char *text);

/* Runs exchanges of several plans at the same time, one plan for each text of
 * the list. A rank that waits for one plan sends for all. The ranks wait for
 * the plans in different orders. */
void test_in_flight(const struct traffic_kind *kind, const char *const *how,
                    unsigned rounds);

/* Runs the random-traffic case of this name. Returns false if there is none. */
bool test_random(const char *name);

/* Schedules, each with options that make its behavior visible. NULL ends the
 * list. */
extern const char *const test_schedules[];

test_case_fn case_refused, case_several, case_updated;
test_case_fn case_many, case_neighbors;
test_case_fn case_broken, case_weigh, case_info, case_auto;
test_case_fn case_threads;
test_case_fn case_node, case_node_rounds, case_node_late, case_node_counted,
    case_node_machines;

#endif /* MSGSCHED_MPI_H */
