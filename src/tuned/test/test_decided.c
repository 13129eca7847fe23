/* test_decided.c: comparisons do not overrule the profile. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "algos/shmbcast/preload/operation.h"
#include "lib/test/unit.h"

void tuned_compare_learn(struct channel *ch, const struct operation *what,
                         unsigned place);

/* Finds the MPI library faster at all sizes up to this one. */
void tuned_compare_learn(struct channel *ch, const struct operation *what,
                         unsigned place)
{
    const unsigned bits = (2U << place) - 1;

    ch->compared[what->number].known |= bits;
    ch->compared[what->number].lost |= bits;
}

UNIT_TEST(test_lost)
{
    const struct operation what = {.number = OPERATION_ALLGATHER};
    struct channel ch = {.reported = true};

    compare_learn(&ch, &what, 3);
    assert_int_equal(ch.compared[OPERATION_ALLGATHER].known, 0xf);
    assert_int_equal(ch.compared[OPERATION_ALLGATHER].lost, 0);
    assert_int_equal(ch.compared[OPERATION_REDUCE].known, 0);
}

/* Without a report, nothing is measured, and the result holds for all sizes. */
UNIT_TEST(test_unreported)
{
    const struct operation what = {.number = OPERATION_BARRIER};
    struct channel ch = {.reported = false};

    compare_learn(&ch, &what, 0);
    assert_int_equal(ch.compared[OPERATION_BARRIER].known, ~0U);
    assert_int_equal(ch.compared[OPERATION_BARRIER].lost, 0);
}
