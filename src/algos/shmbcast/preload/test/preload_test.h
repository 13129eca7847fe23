/* preload_test.h: functions and cases of the preload library's test program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_TEST_H
#define PRELOAD_TEST_H

#include "algos/test/cases.h"
#include "algos/test/expect.h"

/* Broadcasts [nbytes] from [root] of [comm] once and checks every byte. */
void test_once(MPI_Comm comm, int root, size_t nbytes, unsigned seed);

/* Makes [n] such broadcasts from one root after the other. */
void test_some(MPI_Comm comm, int n, size_t nbytes);

/* Makes the 9 native calls before [comm] uses shared memory, if possible. */
void test_warm(MPI_Comm comm);

/* The cases, by file. */
test_case_fn case_sizes, case_types, case_absolute, case_large;
test_case_fn case_many, case_subcomms, case_inter, case_spawn, case_threads;
test_case_fn case_attributes, case_pending, case_killed, case_leak;
test_case_fn case_shorter, case_badargs, case_handler, case_nocomms;

#endif /* PRELOAD_TEST_H */
