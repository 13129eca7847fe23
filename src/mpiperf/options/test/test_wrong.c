/* test_wrong.c: error messages for wrong command lines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/golden.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/options_parts.h"
#include "mpiperf/options/options.h"
#include "mpiperf/options/test/line.h"

static bool cause_is(const char *cause, const char *expected)
{
    const char *dots = strstr(expected, "...");

    if (dots != NULL)
        return strncmp(cause, expected, (size_t)(dots - expected)) == 0;
    return strcmp(cause, expected) == 0;
}

/* What is wrong with the command line: one line. */
static char *cause_of(char *line)
{
    struct options o;
    char *cause = NULL;

    if (line_parse(&o, line, &cause) != OPTIONS_BAD) {
        options_free(&o);
        return xstrdup("no mistake");
    }
    return cause;
}

UNIT_TEST(test_wrong)
{
    assert_answers("src/mpiperf/options/test/wrong.txt", cause_of);
}

/* With one rank, a pattern may select operations between ranks: they get rows
 * without figures if another operation has figures. The same is true of one
 * rank among several numbers in --procs. */
UNIT_TEST(test_one_rank)
{
    static const struct {
        char *operands[2];
        int world;
        const char *cause;
    } cases[] = {
        {{"null", "bcast"},
         1,
         "bcast needs 2 ranks or more, and there is 1: mpiexec -n 2 mpiperf "
         "bcast (--allow-one-rank measures it all the same)"},
        {{"bcast", "--allow-one-rank"}, 1, NULL},
        {{"p*", "put_fence"}, 1, "put_fence needs 2 ranks or more, ..."},
        {{"b*", "p*"}, 1, "barrier needs 2 ranks or more, ..."},
        {{"null", "b*"}, 1, NULL},
        {{"pingpong", "-n1,2"}, 2, NULL},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *argv[] = {"mpiperf", cases[i].operands[0], cases[i].operands[1],
                        NULL};
        char *cause = NULL;
        struct options o;

        if (line_words(&o, 3, argv, cases[i].world, &cause) == OPTIONS_RUN)
            options_free(&o);
        assert_true((cause == NULL) == (cases[i].cause == NULL));
        assert_true(cause == NULL || cause_is(cause, cases[i].cause));
        free(cause);
    }
}

/* A long text typed by mistake is cut, and its control characters are shown. */
UNIT_TEST(test_typed_text)
{
    char text[5000], *argv[] = {"mpiperf", text, NULL}, *cause = NULL;
    struct options o;

    memset(text, '\n', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    assert_int_equal(line_words(&o, 2, argv, 1, &cause), OPTIONS_BAD);
    assert_true(strlen(cause) < 300);
    assert_null(strchr(cause, '\n'));
    free(cause);
}

/* Names that are part of allowed names are refused. */
UNIT_TEST(test_accept_parts)
{
    static const struct option_row rows[] = {
        {.p.name = "accept"}, {.p.name = "out"}, {.p.name = "output append"}};
    int64_t ranks = 2;
    const struct options o = {.procs = {&ranks, 1}};

    for (size_t i = 1; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct setting v[] = {{&rows[0], "f"}, {&rows[i], "1"}};
        const struct option_line l = {.v = v, .n = 2};
        char *cause = options_check(&o, &l, 2);

        assert_non_null(cause);
        assert_non_null(strstr(cause, "--accept: measures a fixed sweep"));
        free(cause);
    }
}
