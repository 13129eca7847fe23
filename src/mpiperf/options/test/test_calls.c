/* test_calls.c: the cases that the calls of a program make. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/calls.h"
#include "mpiperf/options/test/line.h"

#define CALLS(op, procs, bytes, calls, work, more)                             \
    "{'type':'calls','op':'" op "','procs':" #procs ",'bytes':" #bytes         \
    ",'calls':" #calls ",'work':" #work more "}"
#define DOUBLES ",'datatype':'MPI_DOUBLE','reduction':'sum'"
#define DELAYS(list) ",'delays':[" list "]"

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
    fputs("; ", f);
}

static const struct {
    const char *line, *records, *cases;
} plans[] = {
    {"bcast allreduce", /* no rows of other operations, or of one rank */
     CALLS("bcast", 4, 64, 10, 3, ",'root':1") "," CALLS(
         "barrier", 4, 0, 10, 3, "") "," CALLS("bcast", 1, 64, 10, 3,
                                               "") "," CALLS("allreduce", 4, 12,
                                                             5, 4, DOUBLES),
     "allreduce:4/1:2xdouble:root=0 calls=5 work=4 sum; "
     "bcast:4/1:64xbyte:root=1 calls=10 work=3; "},
    {"bcast", /* the fewest that make 95 %; operations and sizes in order */
     CALLS("bcast", 4, 64, 10, 30, "") "," CALLS(
         "bcast", 4, 8, 10, 66, "") "," CALLS("bcast", 4, 16, 10, 4, ""),
     "bcast:4/1:8xbyte:root=0 calls=10 work=66; "
     "bcast:4/1:64xbyte:root=0 calls=10 work=30; "},
    {"allreduce", /* types and reductions that are not ours */
     CALLS("allreduce", 4, 16, 1, 5, ",'datatype':'MPI_C_DOUBLE_COMPLEX','reduction':'sum'") "," CALLS(
         "allreduce", 4, 24, 1, 4,
         ",'datatype':'MPI_INT','reduction':'maxloc'") "," CALLS("allredu"
                                                                 "ce",
                                                                 4, 32, 1, 3,
                                                                 ",'"
                                                                 "datatyp"
                                                                 "e':'"
                                                                 "MPI_"
                                                                 "LONG','"
                                                                 "reducti"
                                                                 "on':'"
                                                                 "user, "
                                                                 "ordered"
                                                                 "'") "," CALLS("allreduce",
                                                                                4,
                                                                                40,
                                                                                1,
                                                                                2,
                                                                                ",'datatype':'MPI_REAL','reduction':'bor'"),
     "allreduce:4/1:2xdouble:root=0 calls=1 work=5 sum; "
     "allreduce:4/1:6xint32:root=0 calls=1 work=4 sum; "
     "allreduce:4/1:4xint64:root=0 calls=1 work=3 user-affine; "
     "allreduce:4/1:10xfloat:root=0 calls=1 work=2 sum; "},
    {"bcast", /* the same but for a name of the type: one case */
     CALLS("bcast", 4, 64, 10, 3, ",'datatype':'MPI_INT'") "," CALLS(
         "bcast", 4, 64, 30, 2, ",'datatype':'MPI_INTEGER'"),
     "bcast:4/1:16xint32:root=0 calls=40 work=5; "},
    {"gatherv allgather", /* blocks of other sizes, gaps, in place, groups */
     CALLS("gatherv", 4, 64, 1, 9, ",'counts':'up to 2 times the mean','rotate':true") "," CALLS("gatherv", 4, 128, 1, 8, ",'counts':'up to 8 times the mean'") "," CALLS(
         "gatherv", 4, 256, 1, 7,
         ",'counts':'equal'") "," CALLS("allgather", 2, 65, 8, 6,
                                        ",'groups':2,'in_place':true,'datatype'"
                                        ":'24 B with gaps'") "," CALLS("allgath"
                                                                       "er",
                                                                       3, 64, 8,
                                                                       3,
                                                                       ",'"
                                                                       "groups'"
                                                                       ":2"),
     "gatherv:4/1:64xbyte:root=0,rotates calls=1 work=9 linear; "
     "gatherv:4/1:128xbyte:root=0 calls=1 work=8 spike; "
     "gatherv:4/1:256xbyte:root=0 calls=1 work=7 equal; "
     "allgather:4/2:2xvector:root=0,in place calls=4 work=6; "
     "allgather:3/1:64xbyte:root=0 calls=6 work=3; "},
    {"bcast --arrival=program", /* delays up to 10 ms; of ranks that called */
     CALLS("bcast", 4, 8, 1, 4, DELAYS("1e-3,2e-3,3e-3,1e-3")) "," CALLS(
         "bcast", 4, 16, 1, 4,
         DELAYS(
             "0,0,0.02,0.01")) "," CALLS("bcast", 4, 32, 1, 4,
                                         DELAYS(
                                             "0,0,1e-9,0")) "," CALLS("bcast",
                                                                      2, 64, 1,
                                                                      4,
                                                                      DELAYS(
                                                                          "null"
                                                                          ",2e-"
                                                                          "3,"
                                                                          "null"
                                                                          ","
                                                                          "0")),
     "bcast:4/1:8xbyte:root=0 calls=1 work=4; "
     "bcast:4/1:16xbyte:root=0 calls=1 work=4; "
     "bcast:4/1:32xbyte:root=0 calls=1 work=4; "
     "bcast:2/1:64xbyte:root=0 calls=0.5 work=4; "
     "bcast:4/1:8xbyte:root=0 calls=1 work=4 late 0,0.001,0.002,0; "
     "bcast:4/1:16xbyte:root=0 calls=1 work=4 late 0,0,0.01,0.005; "
     "bcast:2/1:64xbyte:root=0 calls=0.5 work=4 late 0.002,0; "},
};

UNIT_TEST(test_calls)
{
    for (size_t i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
        struct options o;
        struct plan p;
        size_t size;
        char *text, *line = xasprintf("%s --program=x", plans[i].line);
        FILE *f = text_open(&text, &size);

        line_run(&o, line);
        calls_set(&o, plans[i].records);
        plan_build(&p, &o);
        for (size_t k = 0; k < p.n; k++)
            put_case(f, &p.cases[k]);
        text_close(f);
        assert_string_equal(text, plans[i].cases);
        free(text);
        free(line);
        plan_free(&p);
        options_free(&o);
    }
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
         ": is of a program on 2 ranks, and here are 4: mpiexec -n 2"},
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
