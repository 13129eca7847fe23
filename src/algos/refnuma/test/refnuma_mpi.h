/* refnuma_mpi.h: declarations that the cases of the MPI test program share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_MPI_H
#define REFNUMA_MPI_H

#include "algos/refnuma/array.h"
#include "algos/test/cases.h"
#include "algos/test/expect.h"

typedef void test_with_fn(const struct refnuma_options *options);

/* A context, and an array of doubles that has some pages for each rank. */
struct test_array {
    struct refnuma *context;
    struct refnuma_array *array;
    double *v;
    size_t page;  /* elements in a page */
    size_t first; /* first element of this rank's section */
    size_t count;
};
void test_array_open(struct test_array *t, const struct refnuma_options *o,
                     size_t pages);
void test_array_close(struct test_array *t);
void test_barrier(struct test_array *t);
/* Returns the statistics of the context. */
struct refnuma_info test_info(const struct test_array *t);

test_case_fn case_refused, case_contexts, case_remote, case_oracle;
test_with_fn case_traffic, case_memory, case_races, case_order, case_excess,
    case_failures, case_files;

#endif /* REFNUMA_MPI_H */
