/* test_resume.c: which cases --resume treats as already measured. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "files.h"
#include "mpiperf/report/rows.h"
#include "mpiperf/report/report.h"
#include "ops/buffers.h"

/* Makes a sample whose only output is a file with its records. */
static int setup(void **state)
{
    int rc = enter_folder(state);
    struct sample *s = *state;

    s->o.noutputs = 1;
    s->o.resume = true;
    return rc;
}

/* Writes the records of `ncases` cases, then `tail`. */
static void put_records(struct sample *s, size_t ncases, const char *tail)
{
    FILE *f = fopen("a.jsonl", "w");

    assert_non_null(f);
    put_record(f, &format_jsonl, &s->r, record_run(&s->r));
    for (size_t i = 0; i < ncases; i++)
        for (size_t k = 0; k < s->n[i]; k++) {
            const struct result_row w = {.r = &s->r, .res = &s->results[i][k]};

            put_record(f, &format_jsonl, &s->r, record_case(&w));
        }
    fputs(tail, f);
    assert_int_equal(fclose(f), 0);
}

/* Returns whether the file has the case; -1 with *cause if it is refused. */
static int held(struct sample *s, const struct bench_case *c, char **cause)
{
    struct report r;
    json_t *rows = NULL;
    char *ignored;
    int rc;

    assert_int_equal(report_open(&r, &s->o, cause), 0);
    rc = resume_open(&r, cause);
    if (rc == 0)
        rows = resume_case(&r, c);
    if (rows != NULL)
        rc = 1;
    json_decref(rows);
    assert_int_equal(report_close(&r, "failed", &ignored), 0);
    return rc;
}

static bool has_case(struct sample *s, const struct bench_case *c)
{
    char *cause;
    int rc = held(s, c, &cause);

    assert_true(rc >= 0);
    return rc;
}

/* True if the file has the case for this variant. */
static bool has(struct sample *s, const struct bench_case *c, size_t variant)
{
    struct choice alone = *c->choice;
    struct bench_case one = *c;

    alone.variants = &s->variants[variant];
    alone.nvariants = 1;
    one.choice = &alone;
    return has_case(s, &one);
}

/* A case that could not be measured is measured again. */
UNIT_TEST_WITH(test_complete, setup, leave_folder)
{
    struct sample *s = *state;

    put_records(s, 1, "");
    assert_true(has_case(s, &s->cases[0]));
    assert_false(has_case(s, &s->cases[1]));
    assert_false(has(s, &s->cases[1], 0));
    put_records(s, 2, "");
    assert_true(has(s, &s->cases[1], 0) && has(s, &s->cases[1], 1));
    assert_false(has(s, &s->cases[1], 2));
    assert_false(has_case(s, &s->cases[1]));
}

/* Everything that tells cases apart. */
UNIT_TEST_WITH(test_other_case, setup, leave_folder)
{
    static const struct dtype other_type = {.name = "double"};
    static const struct method other_method = {.name = "free"};
    struct sample *s = *state;
    const struct bench_case *c = &s->cases[0];
    struct bench_case others[] = {*c, *c, *c, *c, *c};
    struct options *o = &s->o;

    put_records(s, 1, "");
    others[0].procs++;
    others[1].bytes++;
    others[2].root++;
    others[3].rotate = true;
    others[4].dtype = &other_type;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        assert_false(has_case(s, &others[i]));
    o->how.buffer = BUFFER_COLD;
    assert_false(has_case(s, c));
    o->how.buffer = BUFFER_WARM;
    o->how.align = 64;
    assert_false(has_case(s, c));
    o->how.align = 4096;
    o->how.hugepages = true;
    assert_false(has_case(s, c));
    o->how.hugepages = false;
    o->how.numa = BUFFERS_NUMA_INTERLEAVE;
    assert_false(has_case(s, c));
    o->how.numa = BUFFERS_NUMA_LOCAL;
    o->clocks.timer = timer_find("wtime");
    assert_false(has_case(s, c));
    o->clocks.timer = NULL;
    assert_true(has_case(s, c));
    o->how.methods[0] = &other_method;
    assert_false(has_case(s, c));
}

/* Options that make another case of an operation that they apply to. */
UNIT_TEST_WITH(test_other_options, setup, leave_folder)
{
    struct sample *s = *state;
    struct options *o = &s->o;
    struct bench_case *stream = &s->cases[0], *halo = &s->cases[2], was[2];

    sample_free(s);
    sample_pairs(s);
    s->outputs[0] = "a.jsonl";
    o->outputs = s->outputs;
    o->noutputs = 1;
    o->resume = true;
    put_records(s, 3, "");
    assert_true(has_case(s, stream) && has_case(s, halo));
    was[0] = *stream;
    was[1] = *halo;

    stream->called.counts.seed = halo->called.counts.seed = 8;
    assert_true(has_case(s, stream) && !has_case(s, halo));
    stream->called.counts = halo->called.counts =
        (struct counts){counts_find("equal"), 7};
    assert_true(has_case(s, stream) && !has_case(s, halo));
    *stream = was[0];
    *halo = was[1];
    stream->called.in_place = halo->called.in_place = false;
    assert_true(has_case(s, stream) && !has_case(s, halo));
    *stream = was[0];
    *halo = was[1];
    params_add(&o->params, PARAM_NO_OWNER, "topology", "graph");
    assert_true(has_case(s, stream) && !has_case(s, halo));
    params_add(&o->params, PARAM_NO_OWNER, "topology", "torus");
    params_add(&o->params, PARAM_NO_OWNER, "pairs", "one");
    assert_true(!has_case(s, stream) && has_case(s, halo));
    params_add(&o->params, PARAM_NO_OWNER, "pairs", "halves");
    params_add(&o->params, "stream", "window", "64");
    assert_true(!has_case(s, stream) && has_case(s, halo));
    params_add(&o->params, "stream", "window", "32");
    assert_true(has_case(s, stream));
}

/* --param of another algorithm makes no other case; its own does. */
UNIT_TEST_WITH(test_params, setup, leave_folder)
{
    struct sample *s = *state;

    put_records(s, 1, "");
    sample_param(s, "very-slow", "f", "32Ki");
    assert_true(has(s, &s->cases[0], 1));
    assert_false(has(s, &s->cases[0], 2));
    sample_param(s, "very-slow", "f", "16Ki");
    assert_true(has(s, &s->cases[0], 2));
}

/* Nothing is appended to a file that mpiperf has not written. */
UNIT_TEST_WITH(test_not_ours, setup, leave_folder)
{
    static const char *const tails[] = {"hello\n", "{\"a\":1}\n", "[]\n", "\n"};
    struct sample *s = *state;
    char *cause;

    for (size_t i = 0; i < sizeof(tails) / sizeof(tails[0]); i++) {
        put_records(s, 0, tails[i]);
        assert_int_equal(held(s, &s->cases[0], &cause), -1);
        assert_cause(cause,
                     "--resume: a.jsonl: line 2 is not a record of mpiperf");
    }
}

UNIT_TEST(test_whole_lines)
{
    static const struct {
        const char *text;
        bool quotes;
        size_t whole;
    } t[] = {
        {"", false, 0},           {"a", false, 0},
        {"a\n", false, 2},        {"a\nbc", false, 2},
        {"\"a\nb\"\nc", true, 6}, {"\"a\nb", true, 0},
        {"\"a\nb", false, 3},     {"\"a\"\"\n\"\n\"", true, 7},
    };

    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
        assert_int_equal(
            sink_whole_lines(t[i].text, strlen(t[i].text), t[i].quotes),
            t[i].whole);
}
