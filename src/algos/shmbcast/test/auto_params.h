/* auto_params.h: parameters of shmbcast_auto compared. After <cmocka.h>. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_PARAMS_H
#define SHMBCAST_AUTO_PARAMS_H

#include "../shmbcast_auto.h"

#define NEVER SHMBCAST_AUTO_NEVER
#define MEASURED SHMBCAST_AUTO_MEASURED
#define OFF SHMBCAST_AUTO_CALIBRATE_OFF
#define ON SHMBCAST_AUTO_CALIBRATE_ON
#define WARM SHMBCAST_AUTO_CALIBRATE_WARM
#define COLD SHMBCAST_AUTO_CALIBRATE_COLD

static inline void assert_same(const struct shmbcast_auto_params *got,
                               const struct shmbcast_auto_params *want)
{
    assert_int_equal(got->slot, want->slot);
    assert_int_equal(got->ring, want->ring);
    assert_int_equal(got->pull, want->pull);
    assert_int_equal(got->direct, want->direct);
    assert_int_equal(got->group, want->group);
    assert_int_equal(got->calibrate, want->calibrate);
    assert_int_equal(got->calibrate_ms, want->calibrate_ms);
    assert_int_equal(got->crowded, want->crowded);
    assert_memory_equal(got->dense, want->dense, sizeof(got->dense));
    assert_memory_equal(got->gaps, want->gaps, sizeof(got->gaps));
}

#endif /* SHMBCAST_AUTO_PARAMS_H */
