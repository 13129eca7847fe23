/* msgsched_mpi.h: what the cases of the MPI test program share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_MPI_H
#define MSGSCHED_MPI_H

#include "../msgsched.h"
#include "algos/test/cases.h"
#include "algos/test/expect.h"
#include "traffic.h"

/* Options of "schedule=both alpha=2"; "node=0011" are nodes of the ranks, which
 * stay until the next call that has some. */
struct msgsched_options test_options(const char *text);

/* A plan that works; a failure is reported and gives NULL. */
struct msgsched_plan *test_plan_of(MPI_Comm comm, int nsend,
                                   const struct msgsched_message *sends,
                                   int nrecv,
                                   const struct msgsched_message *recvs,
                                   const struct msgsched_options *o);
struct msgsched_plan *test_plan(MPI_Comm comm, const struct traffic *t,
                                const char *text);

/* n numbers from this rank to itself, each in a message of its own. */
struct msgsched_plan *test_plan_self(int n, const char *text);

/* Of NULL: zeros, and nothing. */
struct msgsched_info test_info(const struct msgsched_plan *plan);
void test_free(struct msgsched_plan **plan);

/* Round k of an exchange, compared. */
void test_round(struct msgsched_plan *plan, struct traffic *t, unsigned k);

/* Traffic of a kind, planned and exchanged twice. */
void test_traffic(const struct traffic_kind *kind, const char *text);

/* Schedules, each with options that make it do what it is for. The last is
 * NULL. */
extern const char *const test_schedules[];

test_case_fn case_random, case_types, case_sizes, case_idle, case_options;
test_case_fn case_refused, case_several, case_updated, case_waitsome;
test_case_fn case_freed, case_many, case_oneway, case_neighbors;
test_case_fn case_broken, case_weigh, case_info, case_auto, case_bases;
test_case_fn case_threads;
test_case_fn case_node, case_node_rounds, case_node_late, case_node_counted,
    case_node_machines;

#endif /* MSGSCHED_MPI_H */
