/* test_options.c: what legal command lines mean. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/test/unit.h"
#include "mpiperf/options/test/line.h"
#include "ops/pairs.h"
#include "ops/pattern.h"

static void test_defaults(void **state)
{
    struct options o;

    (void)state;
    line_run(&o, "bcast");
    assert_int_equal(o.nchoices, 1);
    assert_string_equal(o.choices[0].op->name, "bcast");
    assert_int_equal(o.choices[0].nvariants, 1);
    assert_ptr_equal(o.choices[0].variants[0].algo, &algo_native);
    assert_int_equal(o.procs.n, 0);
    assert_int_equal(o.size.n, 21);
    assert_true(o.size.v[0] == 1 && o.size.v[20] == 1 << 20);
    assert_true(o.root == 0);
    assert_null(o.dtype);
    assert_string_equal(o.how.redop->name, "sum");
    assert_int_equal(o.how.nmethods, 1);
    assert_ptr_equal(o.how.methods[0], &method_window);
    assert_null(o.clocks.timer);
    assert_string_equal(o.clocks.clocksync->name, "auto");
    assert_true(o.how.max_rse == 0.01 && o.how.stop_on_rse && !o.how.paper);
    assert_true(o.how.min_valid == 30 && o.how.max_valid == 0);
    assert_true(o.how.max_launches == 5000 && o.how.max_time == 5.0);
    assert_true(o.how.trim == 0.25 && o.how.confidence == 0.95);
    assert_null(o.preset);
    assert_true(o.how.buffer == BUFFER_WARM && o.how.numa == NUMA_LOCAL);
    assert_int_equal(o.how.align, sysconf(_SC_PAGESIZE));
    assert_false(o.how.hugepages || o.how.verify || o.how.samples || o.resume ||
                 o.check);
    assert_true(o.clocks.sync.d == 100 && o.clocks.sync.points == 32 &&
                o.clocks.sync.span == 1);
    assert_true(o.noutputs == 0 && o.params.n == 0);
    assert_int_equal(o.progress, PROGRESS_AUTO);
    assert_true(isnan(o.stuck_after));
    assert_int_equal(o.how.window.launches, 8);
    assert_int_equal(o.how.window.init_launches, 4);
    assert_true(o.how.window.gamma == 1.1 && o.how.window.eps == 0.25);
    assert_false(o.how.window.paper);
    options_free(&o);
}

/* The parameter that the operation's structure begins with. */
static int word_of(const struct options *o, size_t choice)
{
    const int *word = o->choices[choice].values;

    return *word;
}

static void test_blocks(void **state)
{
    struct options o;

    (void)state;
    line_run(&o, "gatherv neighbor_alltoallw pingpong");
    assert_string_equal(o.how.counts.rule->name, "equal");
    assert_int_equal(word_of(&o, 1), PATTERN_GRID);
    assert_int_equal(word_of(&o, 2), PAIRS_ONE);
    assert_false(o.how.in_place);
    options_free(&o);

    line_run(&o, "gatherv neighbor_alltoallw pingpong "
                 "--counts random:7 --in-place "
                 "--pairs=halves --topology graph");
    assert_string_equal(o.how.counts.rule->name, "random");
    assert_int_equal(o.how.counts.seed, 7);
    assert_int_equal(word_of(&o, 1), PATTERN_GRAPH);
    assert_int_equal(word_of(&o, 2), PAIRS_HALVES);
    assert_true(o.how.in_place);
    options_free(&o);
}

static void test_cases_and_clocks(void **state)
{
    struct options o;

    (void)state;
    line_run(&o, "allreduce -n 1:4 -m 0,2Ki -d int32 --op "
                 "bxor -M window -t tsc -s ring -P "
                 "clocksync.d=7 -P clocksync.points=99 "
                 "--param=clocksync.span=0.25");
    assert_true(o.procs.n == 3 && o.procs.v[2] == 4);
    assert_true(o.size.n == 2 && o.size.v[1] == 2048);
    assert_ptr_equal(o.dtype, dtype_find("int32"));
    assert_ptr_equal(o.how.redop, redop_find("bxor"));
    assert_ptr_equal(o.clocks.timer, timer_find("tsc"));
    assert_ptr_equal(o.clocks.clocksync, clocksync_find("ring"));
    assert_int_equal(o.clocks.sync.d, 7);
    assert_true(o.clocks.sync.points == 99 && o.clocks.sync.span == 0.25);
    options_free(&o);

    line_run(&o, "bcast -t tsc -t auto -s ring -s none");
    assert_null(o.clocks.timer);
    assert_ptr_equal(o.clocks.clocksync, clocksync_find("none"));
    options_free(&o);
}

static void test_limits(void **state)
{
    struct options o;

    (void)state;
    line_run(&o, "bcast -e 0 -c 1 -E 1 -R 1 --max-time "
                 "1e-3 --trim 0 --confidence .5");
    assert_true(o.how.max_rse == 0 && o.how.min_valid == 1 &&
                o.how.max_valid == 1);
    assert_true(o.how.max_launches == 1 && o.how.max_time == 1e-3);
    assert_true(o.how.trim == 0 && o.how.confidence == 0.5);
    options_free(&o);
    line_run(&o, "bcast --trim 49.9");
    assert_true(o.how.trim == 0.499);
    options_free(&o);
    line_run(&o, "bcast --trim 49.9% --confidence 90% --max-rse 5%");
    assert_true(o.how.trim == 0.499 && o.how.confidence == 0.9);
    assert_true(o.how.max_rse == 0.05);
    options_free(&o);
}

static void test_memory(void **state)
{
    struct options o;

    (void)state;
    line_run(&o, "bcast -b cold --align 1 --numa 1023 "
                 "--hugepages --verify -r all");
    assert_true(o.how.buffer == BUFFER_COLD && o.how.align == 1);
    assert_true(o.how.numa == NUMA_NODE && o.how.numa_node == 1023);
    assert_true(o.how.hugepages && o.how.verify && o.root == ROOT_ALL);
    options_free(&o);
    line_run(&o, "bcast --align 1Gi --numa interleave -r rotate");
    assert_true(o.how.align == 1 << 30 && o.how.numa == NUMA_INTERLEAVE);
    assert_true(o.root == ROOT_ROTATE);
    options_free(&o);
    /* the last one counts */
    line_run(&o, "bcast --numa 3 --numa local -r all -r 2");
    assert_true(o.how.numa == NUMA_LOCAL && o.root == 2);
    options_free(&o);
}

static void test_output(void **state)
{
    struct options o;

    (void)state;
    line_run(&o, "bcast -o a.jsonl --output=b.csv --samples "
                 "--resume --append --progress=never "
                 "--stuck-after=0");
    assert_int_equal(o.noutputs, 2);
    assert_string_equal(o.outputs[0], "a.jsonl");
    assert_string_equal(o.outputs[1], "b.csv");
    assert_true(o.how.samples && o.resume && o.append && !o.overwrite);
    assert_int_equal(o.progress, PROGRESS_NEVER);
    assert_true(o.stuck_after == 0);
    options_free(&o);
}

/* What the user says wins over the preset, before it or after it. */
static void test_presets(void **state)
{
    static const char *const quick[] = {"bcast --preset quick -c 7",
                                        "bcast -c 7 --preset=quick"};
    struct options o;

    (void)state;
    for (int i = 0; i < 2; i++) {
        line_run(&o, quick[i]);
        assert_string_equal(o.preset, "quick");
        assert_true(o.how.min_valid == 7 && o.how.max_valid == 30);
        assert_true(o.how.max_time == 0.2 && o.how.max_rse == 0.01 &&
                    !o.how.paper);
        options_free(&o);
    }
    line_run(&o, "bcast --preset=quick --preset=thorough");
    assert_true(o.how.max_rse == 0.005 && o.how.min_valid == 100 &&
                o.how.max_time == 30);
    assert_true(o.how.max_valid == 0 && o.how.max_launches == 50000 &&
                o.how.stop_on_rse);
    options_free(&o);
}

static void test_paper(void **state)
{
    struct options o;

    (void)state;
    line_run(&o, "bcast --preset paper");
    assert_true(o.how.paper && o.how.window.paper && !o.how.stop_on_rse);
    assert_true(o.how.min_valid == 30 && o.how.max_launches == 100);
    assert_true(isinf(o.how.max_time) && o.how.trim == 0.25);
    assert_ptr_equal(o.clocks.clocksync, clocksync_find("linear"));
    assert_true(o.clocks.sync.each_case);
    options_free(&o);

    line_run(&o, "bcast -e 0.05 --preset paper");
    assert_true(o.how.paper && o.how.stop_on_rse && o.how.max_rse == 0.05);
    assert_int_equal(o.how.min_valid, 10);
    options_free(&o);

    line_run(&o, "bcast --preset paper -e 0.05 -c 12 "
                 "--max-time 9 -P window.gamma=1.5");
    assert_true(o.how.min_valid == 12 && o.how.max_time == 9);
    assert_true(o.how.window.paper && o.how.window.gamma == 1.5);
    options_free(&o);

    line_run(&o, "bcast -s ring --preset paper "
                 "-P clocksync.budget=1e-6");
    assert_ptr_equal(o.clocks.clocksync, clocksync_find("ring"));
    assert_false(o.clocks.sync.each_case); /* a budget was asked for */
    options_free(&o);

    line_run(&o, "bcast");
    assert_ptr_equal(o.clocks.clocksync, clocksync_find("auto"));
    assert_false(o.clocks.sync.each_case);
    options_free(&o);
}

static void test_outcomes(void **state)
{
    static const struct {
        const char *line;
        enum options_outcome outcome;
    } rows[] = {
        {"-h", OPTIONS_HELP},     {"bcast --help --sise", OPTIONS_HELP},
        {"-V", OPTIONS_VERSION},  {"--list", OPTIONS_LIST},
        {"--check", OPTIONS_RUN},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct options o;
        char *cause;

        assert_int_equal(line_parse(&o, rows[i].line, &cause), rows[i].outcome);
        assert_int_equal(o.check, rows[i].outcome == OPTIONS_RUN);
        options_free(&o);
    }
}

static void test_syntax(void **state)
{
    static const char *const same[] = {
        "bcast -m8 --verify",     "--verify -m 8 bcast",
        "--verif --si=8 bcast",   "--size 8 bcast --verify --",
        "--verify -m 8 -- bcast",
    };
    struct options o;

    (void)state;
    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
        line_run(&o, same[i]);
        assert_true(o.nchoices == 1 && o.how.verify && o.size.n == 1);
        assert_true(o.size.v[0] == 8);
        options_free(&o);
    }
}

/* The record holds the command line as it was given; and the outcome is the
 * same on every rank, whatever its environment. */
static void test_argv(void **state)
{
    char *argv[] = {"mpiperf", "bcast", "-m", "8", "barrier", "-r1", NULL};
    char *before[7], *cause;
    struct options o;

    (void)state;
    memcpy(before, argv, sizeof(argv));
    setenv("POSIXLY_CORRECT", "1", 1);
    assert_int_equal(options_parse(&o, 6, argv, LINE_WORLD, &cause),
                     OPTIONS_RUN);
    unsetenv("POSIXLY_CORRECT");
    assert_memory_equal(argv, before, sizeof(argv));
    assert_true(o.nchoices == 2 && o.root == 1);
    options_free(&o);
    options_free(&o);
}

UNIT_GROUP(options)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_cases_and_clocks),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_output),
        cmocka_unit_test(test_presets),
        cmocka_unit_test(test_paper),
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_syntax),
        cmocka_unit_test(test_argv),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
