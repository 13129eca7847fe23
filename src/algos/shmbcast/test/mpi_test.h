/* mpi_test.h: what the cases of the MPI test program share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_MPI_TEST_H
#define SHMBCAST_MPI_TEST_H

#include <mpi.h>
#include <stddef.h>

#include "../shmbcast.h"

extern int test_rank, test_size; /* in MPI_COMM_WORLD */
extern int test_failures;        /* of this rank */

/* Count and report what is not as it should be; the case goes on. */
#define EXPECT(cond)                                                           \
    do {                                                                       \
        if (!(cond))                                                           \
            test_fail(__FILE__, __LINE__, #cond);                              \
    } while (0)

void test_fail(const char *file, int line, const char *what);

/* Say on rank 0 why a case was not run. */
void test_skip(const char *why);

/* Parameters "f=4Ki s=2 q=1 tree=chain"; the rest are defaults. */
struct shmbcast_params test_params(const char *text);

/* Create with test_params(); a failure is reported and gives NULL. */
struct shmbcast *test_create(MPI_Comm comm, const char *params);

void *test_alloc(size_t nbytes); /* never NULL */

/* Byte i of message number [seed]. */
void test_fill(void *buf, size_t nbytes, unsigned seed);
int test_same(const void *buf, size_t nbytes, unsigned seed);

/* Broadcast [nbytes] from [root] once and look at every byte. */
void test_once(struct shmbcast *h, int rank, int root, size_t nbytes,
               unsigned seed);

typedef void test_case_fn(void);

/* Cases, by file. */
test_case_fn case_sizes, case_trees, case_alltrees, case_small;
test_case_fn case_backtoback;
test_case_fn case_types, case_bigelements, case_giant, case_packed;
test_case_fn case_many, case_subcomms, case_single, case_fork, case_threads;
test_case_fn case_badargs, case_toolarge, case_truncate, case_full, case_apart;
test_case_fn case_progress, case_big, case_bigelement, case_killed;
test_case_fn case_placement, case_named, case_nocomms;
test_case_fn case_calibrate, case_uncalibrated, case_resolve;

#endif /* SHMBCAST_MPI_TEST_H */
