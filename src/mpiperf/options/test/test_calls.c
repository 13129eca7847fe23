/* test_calls.c: the cases that the calls of a program make. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>
#include "lib/test/golden.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/plan.h"
#include "mpiperf/options/test/line.h"

/* Sets o->calls to the calls of a program of 4 ranks and 100 s. */
static void calls_set(struct options *o, const char *records)
{
    char *text = xasprintf(
        "{'name':'./p','seconds':100,'ranks':4,'calls':[%s]}", records);

    for (char *c = text; *c != '\0'; c++)
        *c = *c == '\'' ? '"' : *c;
    o->calls = json_loads(text, 0, NULL);
    assert_non_null(o->calls);
    free(text);
}

/* "bcast:4/1:8xbyte:root=0 calls=10 work=3", with what differs from that. */
static void put_case(FILE *f, const struct bench_case *c)
{
    const struct called *how = &c->called;

    fprintf(f, "%s:%d/%d:%dx%s:root=%d%s%s calls=%g work=%g",
            c->choice->op->name, c->procs, how->groups, (int)c->count,
            c->dtype->name, c->root, c->rotate ? ",rotates" : "",
            how->in_place ? ",in place" : "", c->spent.calls, c->spent.work);
    if (c->choice->op->flags & OP_REDUCTION)
        fprintf(f, " %s", how->redop->name);
    if (c->choice->op->varies != VARY_NOT)
        fprintf(f, " %s", how->counts.rule->name);
    for (int i = 0; how->arrival.delay != NULL && i < c->procs; i++)
        fprintf(f, "%s%g", i == 0 ? " late " : ",",
                round(how->arrival.delay[i] * 1e7) * 1e-7);
    assert_true((how->arrival.delay != NULL) ==
                (how->arrival.pattern == &arrival_program));
    assert_true(c->spent.seconds == 100);
    putc('\n', f);
}

/* The cases of a line, with records of calls in the lines below it. */
static char *cases_of(char *question)
{
    char *records = question, *options = strsep(&records, "\n");
    char *line = xasprintf("%s --program=x", options), *text;
    struct options o;
    struct plan p;
    size_t size;
    FILE *f = text_open(&text, &size);

    line_run(&o, line);
    calls_set(&o, records);
    plan_build(&p, &o);
    for (size_t k = 0; k < p.n; k++)
        put_case(f, &p.cases[k]);
    text_close(f);
    free(line);
    plan_free(&p);
    options_free(&o);
    return text;
}

UNIT_TEST(test_calls)
{
    assert_answers("src/mpiperf/options/test/calls.txt", cases_of);
}

static void put(const char *file, const char *text)
{
    FILE *f = fopen(file, "w");

    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* Why a profile cannot be measured here. */
UNIT_TEST(test_refused)
{
#define HEAD(mpi, ranks, more)                                                 \
    "{\"type\":\"program\",\"mpiperf\":\"1.0\",\"format\":1,\"mpi\":\"" mpi    \
    "\",\"command\":[\"./p\"],\"ranks\":" ranks ",\"seconds\":1,"              \
    "\"in_mpi\":{\"mean\":1}" more "}\n"
#define END "{\"type\":\"end\",\"status\":\"complete\"}\n"
    static const struct {
        const char *content, *cause;
    } rows[] = {
        {"", ": not the profile of a program"},
        {"{\"type\":\"run\"}\n", ": not the profile of a program"},
        {HEAD("M 1", "4", ""), ":1: the file ends in the middle of a "
                               "profile: profile the program again"},
        {HEAD("M 1", "2", "") END,
         ": the program ran on 2 ranks, and here are 4: mpiexec -n 2"},
        {HEAD("M 2", "4", "") END, ": a program with M 2, not with M 1"},
        {HEAD("M 1", "4", ",\"partial\":\"MPI_Abort\"") END,
         ": the calls of one rank alone (MPI_Abort): profile the whole "
         "program"},
    };
    char name[] = "test_calls.XXXXXX", *cause;
    struct options o = {.program = name};
    int fd = mkstemp(name);
    json_t *calls;

    assert_true(fd >= 0);
    close(fd);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char *wanted = xasprintf("--program: %s%s", name, rows[i].cause);

        put(name, rows[i].content);
        assert_null(calls_read(&o, 4, "M 1\n", &cause));
        assert_string_equal(cause, wanted);
        free(cause);
        free(wanted);
    }
    put(name, HEAD("M 1", "4", "") END);
    calls = calls_read(&o, 4, "M 1", &cause);
    assert_string_equal(json_string_value(json_object_get(calls, "name")),
                        "./p");
    json_decref(calls);
    unlink(name);
    o.program = "none";
    assert_null(calls_read(&o, 4, "M 1", &cause));
    assert_string_equal(
        cause, "--program: cannot read none: No such file or directory");
    free(cause);
}
