/* auto_params.h: parameters of shmbcast_auto compared. After <cmocka.h>. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_PARAMS_H
#define SHMBCAST_AUTO_PARAMS_H

#include "../shmbcast_auto.h"

#define NEVER SHMBCAST_AUTO_NEVER
#define LEARN SHMBCAST_AUTO_LEARN

static inline void assert_same(const struct shmbcast_auto_params *got,
                               const struct shmbcast_auto_params *want)
{
    assert_int_equal(got->slot, want->slot);
    assert_int_equal(got->ring, want->ring);
    assert_int_equal(got->pull, want->pull);
    assert_int_equal(got->direct, want->direct);
    assert_int_equal(got->group, want->group);
    assert_int_equal(got->calibrate, want->calibrate);
    assert_int_equal(got->learn, want->learn);
    assert_int_equal(got->crowded, want->crowded);
}

#endif /* SHMBCAST_AUTO_PARAMS_H */
