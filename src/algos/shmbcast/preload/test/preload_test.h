/* preload_test.h: functions and cases of the preload library's test program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_TEST_H
#define PRELOAD_TEST_H

#include "../../test/mpi_test.h"

/* A communicator; engine_create() duplicates one, and makes the 9 calls that
 * are always native. */
struct engine {
    MPI_Comm comm;
};

/* Makes [n] broadcasts from one root after the other. */
void test_some(MPI_Comm comm, int n, size_t nbytes);

/* Makes the 9 native calls before [comm] uses shared memory, if possible. */
void test_warm(MPI_Comm comm);

/* The cases, by file; others are declared in mpi_test.h. */
test_case_fn case_absolute, case_large, case_alone, case_inter, case_spawn,
    case_attributes, case_dying, case_pending, case_leak;
test_case_fn case_shorter, case_arguments, case_handler, case_exhausted;

#endif /* PRELOAD_TEST_H */
