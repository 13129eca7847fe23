/* engine_auto.h: for cases of shmbcast_auto alone. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_ENGINE_AUTO_H
#define SHMBCAST_ENGINE_AUTO_H

#include "../shmbcast_auto.h"
#include "mpi_test.h"

/* The handle itself. */
struct shmbcast_auto *engine_auto(struct engine *e);

/*
 * What the last message can have gone by, as the slots tell: its bytes for the
 * slot. Pull is direct too. Looked at where the slot was written: on the root,
 * and on leaders that pass it on.
 */
extern const unsigned way_ring, way_pull;
void test_way(struct engine *e, int root, unsigned way);

handle_case_fn case_slot, case_ring, case_pull, case_direct, case_table,
    case_unpackable, case_empty, case_emptyleader, case_fullregion, case_pages,
    case_thresholds, case_slow;
engine_case_fn case_refused, case_closed, case_owed, case_cut, case_window,
    case_badwindow, case_manyregions, case_orphan, case_calibrated, case_kept;

#endif /* SHMBCAST_ENGINE_AUTO_H */
