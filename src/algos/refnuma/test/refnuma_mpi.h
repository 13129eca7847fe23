/* refnuma_mpi.h: what the cases of the MPI test program share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_MPI_H
#define REFNUMA_MPI_H

#include "algos/refnuma/array.h"
#include "algos/test/cases.h"
#include "algos/test/expect.h"

/* Options of each first read and way to find writes that this
 * machine has; calls the case with each. */
typedef void test_with_fn(const struct refnuma_options *options);
void test_ways(test_with_fn *run);

/* A context and an array of doubles with so many pages a rank, which work. */
struct test_array {
    struct refnuma *context;
    struct refnuma_array *array;
    double *v;
    size_t page;  /* elements of a page */
    size_t first; /* own section */
    size_t count;
};
void test_array_open(struct test_array *t, const struct refnuma_options *o,
                     size_t pages);
void test_array_close(struct test_array *t);
void test_barrier(struct test_array *t);
/* Of the context. */
struct refnuma_info test_info(const struct test_array *t);

test_case_fn case_traffic, case_memory, case_races, case_order, case_refused,
    case_contexts, case_excess, case_failures, case_files, case_remote;

#endif /* REFNUMA_MPI_H */
