/* test_command.c: command lines without output options. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "record/command.h"

UNIT_TEST(test_outputs_dropped)
{
    const char *word[] = {"mpiexec", "-o",    "x",       "mpiperf",
                          "bcast",   "--out", "a.csv",   "-ob.csv",
                          "-r1",     "--res", "--op=max"};
    size_t n = words_drop_outputs(word, sizeof(word) / sizeof(word[0]));

    assert_int_equal(n, 7);
    assert_string_equal(word[4], "bcast");
    assert_string_equal(word[5], "-r1");
    assert_string_equal(word[6], "--op=max");
}
