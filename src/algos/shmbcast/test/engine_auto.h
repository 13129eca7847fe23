/* engine_auto.h: functions and cases of tests for shmbcast_auto alone. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_ENGINE_AUTO_H
#define SHMBCAST_ENGINE_AUTO_H

#include "../auto/algorithms.h"
#include "mpi_test.h"

/* Returns the engine's handle. */
struct shmbcast_auto *engine_auto(struct engine *e);

/* Returns the algorithm that thresholds choose for a message (shmbcast_auto.h).
 * [shared]: the root's buffer is in memory that the ranks share. */
enum sb_algorithm test_threshold(struct engine *e, size_t nbytes, bool shared);

/* Checks that the last message, of [nbytes], was sent by [algorithm] or a
 * variant of it. Reads the slot on the ranks that wrote it: the root, and
 * leaders that forward it. */
void test_way(struct engine *e, int root, size_t nbytes,
              enum sb_algorithm algorithm);

handle_case_fn case_ways, case_table, case_unpackable, case_empty, case_owed,
    case_cut, case_window, case_badwindow, case_fullregion, case_pages,
    case_thresholds, case_slow, case_coll;
engine_case_fn case_refused, case_closed, case_manyregions, case_calibrated,
    case_compared;
test_case_fn case_cost, case_kept, case_won;

#endif /* SHMBCAST_ENGINE_AUTO_H */
