/* record_test.h: an MPI program that knows nothing of the recorder. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_TEST_H
#define RECORD_TEST_H

#include <mpi.h>

/* MPICH says no statuses by an address that is none, and gcc believes it. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

/* Rank and size of MPI_COMM_WORLD; the next and the previous rank. */
extern int rank, size, next, previous;

enum { ROOM = 1 << 16 };
extern char out[ROOM], in[ROOM];

/* The program ends where this is false. */
void check(int yes, const char *what);
#define CHECK(yes) check(yes, #yes)

typedef void case_fn(void);

/* Cases, by file. */
case_fn case_ring, case_persistent, case_sendrecv, case_blocking, case_kinds;
case_fn case_tests, case_some, case_many, case_repeats, case_pairs;
case_fn case_wildcards, case_probed, case_cancelled, case_null, case_comms;
case_fn case_crossed, case_inter, case_calls, case_types, case_unfinished;
case_fn case_threads, case_large, case_idle, case_varied, case_marks;
case_fn case_fresh, case_handles;
case_fn case_sessions; /* without MPI_Init */

#endif /* RECORD_TEST_H */
