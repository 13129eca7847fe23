/* preload_test.h: functions and cases of the preload library's test program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_TEST_H
#define PRELOAD_TEST_H

#include "../../test/mpi_test.h"

/* A communicator. engine_create() duplicates one, and makes the first 9 calls,
 * which are always native. */
struct engine {
    MPI_Comm comm;
};

/* Makes [n] broadcasts; the ranks are the root in turn. */
void test_some(MPI_Comm comm, int n, size_t nbytes);

/* Makes the 9 native calls that precede shared memory on [comm]. */
void test_warm(MPI_Comm comm);

/* The cases, listed by file. Others are declared in mpi_test.h. */
test_case_fn case_absolute, case_large, case_alone, case_inter, case_spawn,
    case_attributes, case_dying, case_pending, case_leak;
test_case_fn case_shorter, case_arguments, case_handler, case_exhausted,
    case_narrow;
test_case_fn case_coll_many, case_coll_threads, case_coll_inter,
    case_coll_large, case_coll_across, case_coll_arguments;

#endif /* PRELOAD_TEST_H */
