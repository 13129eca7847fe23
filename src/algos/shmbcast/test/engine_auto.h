/* engine_auto.h: for cases of shmbcast_auto alone. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_ENGINE_AUTO_H
#define SHMBCAST_ENGINE_AUTO_H

#include "../auto/algorithms.h"
#include "mpi_test.h"

/* The handle itself. */
struct shmbcast_auto *engine_auto(struct engine *e);

/* What a message takes where thresholds decide, as shmbcast_auto.h says;
 * [shared]: the root has it in memory that the ranks share. */
enum sb_algorithm test_threshold(struct engine *e, size_t nbytes, bool shared);

/* Has the last message, of [nbytes], gone by [algorithm], or by another one of
 * the same kind? Looked at in the slot where it was written: on the root, and
 * on leaders that pass it on. */
void test_way(struct engine *e, int root, size_t nbytes,
              enum sb_algorithm algorithm);

/* Broadcast [sent] bytes from [root] to ranks that have [room] for them, from
 * and to [data], with TEST_GUARD bytes around that and around [room]. */
enum { TEST_GUARD = 64 };
void test_message(struct engine *e, int root, char *data, size_t sent,
                  size_t room, unsigned seed);

handle_case_fn case_ways, case_table, case_unpackable, case_empty,
    case_fullregion, case_pages, case_thresholds, case_slow;
engine_case_fn case_refused, case_closed, case_owed, case_cut, case_window,
    case_badwindow, case_manyregions, case_orphan, case_calibrated, case_kept;

#endif /* SHMBCAST_ENGINE_AUTO_H */
