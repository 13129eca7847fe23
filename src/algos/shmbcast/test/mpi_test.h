/* mpi_test.h: what the cases of the MPI test program share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_MPI_TEST_H
#define SHMBCAST_MPI_TEST_H

#include <mpi.h>
#include <stddef.h>

#include "algos/test/cases.h"
#include "algos/test/expect.h"
#include "engine.h"

/* Create; a failure is reported and gives NULL. */
struct engine *test_create(MPI_Comm comm, const char *text);

/* Creation has to fail with [code], for one reason on all ranks. */
void test_refused(MPI_Comm comm, const char *text, int code);

/* Creation works, and what it makes too. */
void test_works(void);

/* Broadcast [nbytes] from [root] once and check every byte. */
void test_once(struct engine *h, int rank, int root, size_t nbytes,
               unsigned seed);

/* Are these bytes the same on all ranks? Collective. */
int test_same_everywhere(const void *bytes, size_t n);

/* Cases of every engine, by file. */
engine_case_fn case_sizes, case_small, case_backtoback, case_late;
engine_case_fn case_types, case_bigelements, case_named;
engine_case_fn case_many, case_subcomms, case_single, case_fork, case_threads;
engine_case_fn case_killed;
engine_case_fn case_badargs, case_differ, case_full, case_nocomms, case_apart;
engine_case_fn case_truncate;
engine_case_fn case_progress, case_big, case_bigelement;

/* Cases of the published algorithm. */
engine_case_fn case_ignored, case_toolarge, case_placement;
engine_case_fn case_dense, case_giant, case_packed;
engine_case_fn case_calibrate, case_uncalibrated, case_resolve;
engine_case_fn case_tuned, case_tuned_groups, case_untuned;

#endif /* SHMBCAST_MPI_TEST_H */
