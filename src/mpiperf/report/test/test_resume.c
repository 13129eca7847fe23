/* test_resume.c: which cases count as measured already. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "lib/xmalloc.h"
#include "mpiperf/report/record.h"
#include "mpiperf/report/resume.h"
#include "sample.h"

/* A sample whose records are in the file of its only output. */
struct held {
    struct sample s;
    struct report report;
    char file[32];
};

static int setup(void **state)
{
    struct held *h = xcalloc(1, sizeof(*h));
    int fd;

    strcpy(h->file, "/tmp/test_resume.XXXXXX.jsonl");
    fd = mkstemps(h->file, (int)strlen(".jsonl"));
    close(fd);
    sample_rivals(&h->s);
    h->s.outputs[0] = h->file;
    h->s.o.outputs = h->s.outputs;
    h->s.o.noutputs = 1;
    h->s.o.resume = true;
    *state = h;
    return fd < 0;
}

static int teardown(void **state)
{
    struct held *h = *state;

    unlink(h->file);
    sample_free(&h->s);
    free(h);
    return 0;
}

/* Takes the record over. */
static void put_record(FILE *f, const struct report *r, json_t *record)
{
    format_jsonl.put(f, r, record);
    json_decref(record);
}

/* The records of so many cases, then `tail`. */
static void put_records(const struct held *h, size_t ncases, const char *tail)
{
    const struct sample *s = &h->s;
    FILE *f = fopen(h->file, "w");

    assert_non_null(f);
    put_record(f, &s->r, record_run(&s->r));
    for (size_t i = 0; i < ncases; i++)
        for (size_t k = 0; k < s->n[i]; k++)
            put_record(f, &s->r,
                       record_case(&(struct row){&s->r, &s->results[i][k]}));
    fputs(tail, f);
    assert_int_equal(fclose(f), 0);
}

static int open_resume(struct held *h, struct resume *r, char **cause)
{
    const struct plan plan = {h->s.cases, h->s.ncases};

    assert_int_equal(report_open(&h->report, &h->s.o, cause), 0);
    return resume_open(r, &h->report, &plan, cause);
}

static void close_report(struct held *h)
{
    char *cause;

    assert_int_equal(report_close(&h->report, "failed", &cause), 0);
}

static bool has_case(struct held *h, const struct bench_case *c)
{
    struct resume r;
    char *cause;
    bool is;

    assert_int_equal(open_resume(h, &r, &cause), 0);
    is = resume_has_case(&r, &h->s.o, c);
    resume_close(&r);
    close_report(h);
    return is;
}

/* By that variant alone. */
static bool has(struct held *h, const struct bench_case *c,
                struct variant *variant)
{
    struct choice alone = *c->choice;
    struct bench_case one = *c;

    alone.variants = variant;
    alone.nvariants = 1;
    one.choice = &alone;
    return has_case(h, &one);
}

static void test_complete(void **state)
{
    struct held *h = *state;

    put_records(h, 1, "");
    assert_true(has_case(h, &h->s.cases[0]));
    assert_false(has_case(h, &h->s.cases[1]));
    assert_false(has(h, &h->s.cases[1], &h->s.variants[0]));
}

/* A case that could not be measured gets another chance. */
static void test_without_figures(void **state)
{
    struct held *h = *state;

    put_records(h, 2, "");
    assert_true(has(h, &h->s.cases[1], &h->s.variants[0]));
    assert_true(has(h, &h->s.cases[1], &h->s.variants[1]));
    assert_false(has(h, &h->s.cases[1], &h->s.variants[2]));
    assert_false(has_case(h, &h->s.cases[1]));
}

static void test_torn(void **state)
{
    struct held *h = *state;

    put_records(h, 1, "{\"type\":\"case\",\"op\":\"bca");
    assert_true(has_case(h, &h->s.cases[0]));
    put_records(h, 1, "{\"ty");
    assert_true(has_case(h, &h->s.cases[0]));
}

/* Whatever tells one case from another. */
static void test_other_case(void **state)
{
    struct held *h = *state;
    struct bench_case c = h->s.cases[0];
    struct options *o = &h->s.o;

    put_records(h, 1, "");
    c.procs++;
    assert_false(has_case(h, &c));
    c = h->s.cases[0];
    c.bytes++;
    assert_false(has_case(h, &c));
    c = h->s.cases[0];
    c.root++;
    assert_false(has_case(h, &c));
    c = h->s.cases[0];
    c.rotate = true;
    assert_false(has_case(h, &c));
    c = h->s.cases[0];
    c.dtype = &(const struct dtype){.name = "double"};
    assert_false(has_case(h, &c));
    o->how.buffer = BUFFER_COLD;
    assert_false(has_case(h, &h->s.cases[0]));
    o->how.buffer = BUFFER_WARM;
    o->how.methods[0] = &(const struct method){.name = "free"};
    assert_false(has_case(h, &h->s.cases[0]));
}

/* Whatever options make other cases of an operation that listens to them. */
static void test_other_options(void **state)
{
    struct held *h = *state;
    struct options *o = &h->s.o, before;
    const struct bench_case *stream = &h->s.cases[0], *halo = &h->s.cases[2];

    sample_free(&h->s);
    sample_pairs(&h->s);
    h->s.outputs[0] = h->file;
    o->outputs = h->s.outputs;
    o->noutputs = 1;
    o->resume = true;
    put_records(h, 3, "");
    assert_true(has_case(h, stream) && has_case(h, halo));
    before = *o;

    o->how.counts.seed = 8;
    assert_true(has_case(h, stream) && !has_case(h, halo));
    o->how.counts = (struct counts){counts_find("equal"), 7};
    assert_true(has_case(h, stream) && !has_case(h, halo));
    *o = before;
    o->how.in_place = false;
    assert_true(has_case(h, stream) && !has_case(h, halo));
    *o = before;
    params_add(&o->params, PARAM_NO_OWNER, "topology", "graph");
    assert_true(has_case(h, stream) && !has_case(h, halo));
    params_add(&o->params, PARAM_NO_OWNER, "topology", "torus");
    params_add(&o->params, PARAM_NO_OWNER, "pairs", "one");
    assert_true(!has_case(h, stream) && has_case(h, halo));
    params_add(&o->params, PARAM_NO_OWNER, "pairs", "halves");
    params_add(&o->params, "stream", "window", "64");
    assert_true(!has_case(h, stream) && has_case(h, halo));
    params_add(&o->params, "stream", "window", "32");
    assert_true(has_case(h, stream));
}

static void test_other_memory(void **state)
{
    struct held *h = *state;
    const struct bench_case *c = &h->s.cases[0];
    struct options *o = &h->s.o;

    put_records(h, 1, "");
    assert_true(has_case(h, c));
    o->how.align = 64;
    assert_false(has_case(h, c));
    o->how.align = 4096;
    o->how.hugepages = true;
    assert_false(has_case(h, c));
    o->how.hugepages = false;
    o->how.numa = NUMA_INTERLEAVE;
    assert_false(has_case(h, c));
    o->how.numa = NUMA_LOCAL;
    o->clocks.timer = timer_find("wtime");
    assert_false(has_case(h, c));
    o->clocks.timer = NULL;
    assert_true(has_case(h, c));
}

/* --param of another algorithm does not matter, its own does. */
static void test_params(void **state)
{
    struct held *h = *state;

    put_records(h, 1, "");
    params_add(&h->s.o.params, "very-slow", "f", "32Ki");
    assert_true(has(h, &h->s.cases[0], &h->s.variants[1]));
    assert_false(has(h, &h->s.cases[0], &h->s.variants[2]));
    params_add(&h->s.o.params, "very-slow", "f", "16Ki");
    assert_true(has(h, &h->s.cases[0], &h->s.variants[2]));
}

/* Another run's statistics, another machine: still the same case. */
static void test_other_run(void **state)
{
    struct held *h = *state;

    put_records(h, 1, "");
    h->s.o.how.confidence = 0.99;
    h->s.o.how.max_time = 1.0;
    h->s.o.preset = "quick";
    assert_true(has_case(h, &h->s.cases[0]));
}

static void assert_refused(struct held *h, const char *cause_end)
{
    struct resume r;
    char *cause;

    assert_int_equal(open_resume(h, &r, &cause), -1);
    assert_int_equal(strncmp(cause, "--resume: ", 10), 0);
    assert_string_equal(cause + strlen(cause) - strlen(cause_end), cause_end);
    free(cause);
    close_report(h);
}

/* Nothing is appended to a file that is somebody else's. */
static void test_not_ours(void **state)
{
    static const char *const tails[] = {"hello\n", "{\"a\":1}\n", "[]\n", "\n"};
    struct held *h = *state;

    for (size_t i = 0; i < sizeof(tails) / sizeof(tails[0]); i++) {
        put_records(h, 0, tails[i]);
        assert_refused(h, ": line 2 is no record of mpiperf");
    }
    put_records(h, 0, "hello");
    assert_refused(h, ": its last line is no record of mpiperf");
}

static void test_whole_lines(void **state)
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

    (void)state;
    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
        assert_int_equal(
            sink_whole_lines(t[i].text, strlen(t[i].text), t[i].quotes),
            t[i].whole);
}

#define WITH_FILE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_FILE(test_complete),      WITH_FILE(test_without_figures),
        WITH_FILE(test_torn),          WITH_FILE(test_other_case),
        WITH_FILE(test_other_options), WITH_FILE(test_other_memory),
        WITH_FILE(test_params),        WITH_FILE(test_other_run),
        WITH_FILE(test_not_ours),      cmocka_unit_test(test_whole_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
