/* coll_double.h: auto_coll.c is built for the preload library's test, too. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_COLL_DOUBLE_H
#define PRELOAD_COLL_DOUBLE_H

#include "../../shmbcast_coll.h"
#include "../../test/mpi_test.h"

/* What auto_coll.c calls by the names engine_auto() and shmbcast_auto_*(). */
struct shmbcast_auto *double_handle(struct engine *e);
__typeof__(shmbcast_auto_bcast) double_bcast;
__typeof__(shmbcast_auto_barrier) double_barrier;
__typeof__(shmbcast_auto_allreduce) double_allreduce;
__typeof__(shmbcast_auto_reduce) double_reduce;
__typeof__(shmbcast_auto_allgather) double_allgather;

/* Its case: calls with a handle of all ranks. */
handle_case_fn case_coll;

#endif /* PRELOAD_COLL_DOUBLE_H */
