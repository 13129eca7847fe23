/* microshmem_mpi.h: declarations that the cases of the MPI test program share.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MICROSHMEM_MPI_H
#define MICROSHMEM_MPI_H

#include "../microshmem.h"
#include "algos/test/cases.h"
#include "algos/test/expect.h"

/* Returns the next pseudo-random number, from 0 to `below` - 1. */
unsigned test_next(uint64_t *state, unsigned below);

test_case_fn case_random, case_single, case_big;
test_case_fn case_watched, case_exchange, case_bits, case_broadcast;
test_case_fn case_ring, case_quiet;

#endif /* MICROSHMEM_MPI_H */
