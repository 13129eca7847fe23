/* test_sweep.c: the values of sweeps, and errors in sweeps. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <inttypes.h>
#include "lib/test/golden.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/options.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The values of a sweep within 0 and the largest number; or within 1 and 100 if
 * that stands before it. */
static char *sweep_answer(char *question)
{
    const char within[] = "1..100 ";
    bool narrow = strncmp(question, within, strlen(within)) == 0;
    struct sweep s = {.n = 77};
    char *cause = NULL, *text;
    size_t length;
    FILE *f = text_open(&text, &length);

    if (sweep_parse(&s, question + (narrow ? strlen(within) : 0), narrow,
                    narrow ? 100 : INT64_MAX, &cause) != 0) {
        assert_int_equal(s.n, 77);
        fputs(cause, f);
    } else {
        for (size_t i = 0; i < s.n; i++)
            fprintf(f, "%s%" PRId64, i > 0 ? " " : "", s.v[i]);
        sweep_free(&s);
        assert_null(s.v);
    }
    text_close(f);
    free(cause);
    return text;
}

UNIT_TEST(test_sweeps)
{
    assert_answers("src/mpiperf/options/test/sweeps.txt", sweep_answer);
}

UNIT_TEST(test_limit)
{
    struct sweep s;
    char *cause = NULL;

    assert_int_equal(sweep_parse(&s, "1:100000:+1", 0, INT64_MAX, &cause), 0);
    assert_int_equal(s.n, SWEEP_MAX);
    assert_true(s.v[0] == 1 && s.v[SWEEP_MAX - 1] == SWEEP_MAX);
    sweep_free(&s);

    assert_int_equal(sweep_parse(&s, "0:100000:+1", 0, INT64_MAX, &cause), -1);
    assert_string_equal(cause,
                        "'0:100000:+1': stands for more than 100000 values");
    free(cause);
}

UNIT_TEST(test_unique)
{
    int64_t v[] = {4, 4, 1, 9, 1, 4, 0};
    static const int64_t expected[] = {4, 1, 9, 0};
    struct sweep s = {.v = v, .n = COUNT(v)}, none = {0};

    sweep_unique(&s);
    assert_int_equal(s.n, COUNT(expected));
    assert_memory_equal(s.v, expected, sizeof(expected));
    sweep_unique(&none);
    assert_int_equal(none.n, 0);
}
