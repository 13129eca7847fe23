/* test_program.c: choices for a program, by the seconds that they save of it.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/golden.h"
#include "lib/test/unit.h"

#include "lib/xmalloc.h"
#include "tools/tune/test/made.h"

/* A program of 10 s on 4 ranks; ' stands for ". */
#define HEAD(mpi, more)                                                        \
    "{'type':'program','mpiperf':'1.0','format':1,'mpi':'" mpi "',"            \
    "'command':['./a','b'],'ranks':4,'seconds':10," more                       \
    "'in_mpi':{'mean':8}}\n"
#define CALLS(op, procs, bytes, calls, work)                                   \
    "{'type':'calls','op':'" op "','procs':" #procs ",'bytes':" #bytes         \
    ",'calls':" #calls ",'seconds':" #work ",'work':" #work ",'waiting':0}\n"
#define END "{'type':'end','status':'complete'}\n"
#define OPENMPI HEAD("Open MPI v4.1.4, package: x", "")

static void read_made(struct program *p, const char *text)
{
    char *copy = xstrdup(text);
    FILE *in;

    for (char *c = copy; *c != '\0'; c++)
        *c = *c == '\'' ? '"' : *c;
    in = fmemopen(copy, strlen(copy), "r");
    assert_null(program_read(p, in, "p:"));
    fclose(in);
    free(copy);
}

static void assert_ns(double seconds, long ns)
{
    assert_int_equal(lround(1e9 * seconds), ns);
}

/* Calls of a communicator count once, but on each of its ranks. */
UNIT_TEST(test_weights)
{
    static const struct made made[] = {
        {"bcast",
         2,
         {NATIVE, BINOMIAL},
         {{10, 10, 10, 10, 10}, {5, 5, 5, 5, 20}}},
        {"bcast", 3, {NATIVE, BINOMIAL}, {{10}, {5}}},
    };
    struct comparisons all;
    struct program p;
    const struct comparison *c;

    make(&all, made, 2);
    c = all.v;
    assert_true(size_counts(c, 0));
    assert_ns(algo_saves(c, 0, 1), 0);
    assert_ns(least_saving(c), 0);
    read_made(&p,
              OPENMPI CALLS("bcast", 2, 8, 400, 1) CALLS("bcast", 2, 8, 600, 2)
                  CALLS("bcast", 4, 64, 9, 1) CALLS("ibcast", 2, 64, 9, 1)
                      CALLS("bcast", 2, 512, 400, 0.0007)
                          CALLS("bcast", 2, 32768, 400, 1) END);
    comparisons_weigh(&all, &p);
    assert_int_equal(comparison_counts(&all.v[1]), false);
    assert_int_equal(comparison_counts(c), true);
    assert_int_equal(size_counts(c, 0), true);
    assert_int_equal(size_counts(c, 1), false);
    assert_ns(algo_saves(c, 0, 0), 0);
    assert_ns(algo_saves(c, 0, 1), 2500000);  /* 500 calls of a rank */
    assert_ns(algo_saves(c, 1, 1), 0);        /* calls of other ranks */
    assert_ns(algo_saves(c, 2, 1), 350000);   /* half of their work */
    assert_ns(algo_saves(c, 4, 1), -2000000); /* slower */
    assert_ns(least_saving(c), 10000000);
    program_free(&p);
    comparisons_free(&all);
}

/* Only sizes of the program are set, and only by an algorithm that saves 0.1 %
 * of it, at all of its sizes together. */
UNIT_TEST(test_by_size_weighed)
{
    static const struct {
        const char *chosen, *calls;
        double us[3][SIZES];
    } cases[] = {
        {"10100",
         OPENMPI CALLS("bcast", 4, 8, 9000, 1) CALLS("bcast", 4, 512, 1, 1) END,
         {{10, 10, 10, 10, 10}, {5, 5, 5, 5, 5}}},
        {"11000",
         OPENMPI CALLS("bcast", 4, 8, 1200, 1) CALLS("bcast", 4, 64, 900, 1)
             END,
         {{10, 10, 10, 10, 10}, {5, 5, 5, 5, 5}}},
        {"00000",
         OPENMPI CALLS("bcast", 4, 8, 1200, 1) CALLS("bcast", 4, 64, 700, 1)
             END,
         {{10, 10, 10, 10, 10}, {5, 5, 5, 5, 5}}},
        /* one saves too little, the other enough */
        {"02000",
         OPENMPI CALLS("bcast", 4, 8, 1200, 1) CALLS("bcast", 4, 64, 2100, 1)
             END,
         {{10, 10, 10, 10, 10}, {5, 9, 9, 9, 9}, {10, 5, 5, 5, 5}}},
        /* limited by the work */
        {"00000",
         OPENMPI CALLS("bcast", 4, 8, 9000, 0.019) END,
         {{10, 10, 10, 10, 10}, {5, 5, 5, 5, 5}}},
        {"10000",
         OPENMPI CALLS("bcast", 4, 8, 9000, 0.021) END,
         {{10, 10, 10, 10, 10}, {5, 5, 5, 5, 5}}},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct made m = {"bcast", 4, {NATIVE, BINOMIAL, PIPELINE}, {{0}}};
        struct comparisons all;
        struct program p;

        memcpy(m.us, cases[i].us, sizeof(cases[i].us));
        make(&all, &m, 1);
        read_made(&p, cases[i].calls);
        comparisons_weigh(&all, &p);
        decide_by_size(&all.v[0], KIND_LIBRARY, NULL, all.v[0].rule);
        assert_chosen(all.v[0].rule, cases[i].chosen);
        program_free(&p);
        comparisons_free(&all);
    }
}

/* One algorithm for all sizes and numbers of ranks: the largest saving after
 * what is lost elsewhere. It must be decided to be faster at a size. */
UNIT_TEST(test_for_all_weighed)
{
    static const struct {
        const char *chosen, *calls;
        double us[2][3][SIZES];
    } cases[] = {
        /* more is saved than lost */
        {"11111",
         OPENMPI CALLS("bcast", 4, 8, 200000, 5) CALLS("bcast", 4, 64, 20000, 5)
             END,
         {{{10, 10, 10, 10, 10}, {9, 9, 9, 9, 9}, {8, 8, 8, 8, 8}},
          {{10, 10, 10, 10, 10}, {5, 20, 10, 10, 10}, {9, 10, 10, 10, 10}}}},
        /* the loss eats the gain: the second saves less at its best */
        {"22222",
         OPENMPI CALLS("bcast", 4, 8, 200000, 5)
             CALLS("bcast", 4, 64, 100000, 5) END,
         {{{10, 10, 10, 10, 10}, {9, 9, 9, 9, 9}, {8, 8, 8, 8, 8}},
          {{10, 10, 10, 10, 10}, {5, 20, 10, 10, 10}, {9, 10, 10, 10, 10}}}},
        /* so does one that is not decided; nothing is gained undecidedly */
        {"00000",
         OPENMPI CALLS("bcast", 4, 8, 1000, 5) CALLS("bcast", 4, 64, 999000, 5)
             END,
         {{{10, 10, 10, 10, 10}, {9, 9, 9, 9, 9}, {8, 8, 8, 8, 8}},
          {{10, 10, 10, 10, 10}, {5, 10.5, 10, 10, 10}, {10, 9.5, 9, 9, 9}}}},
        /* lost in communicators of another number of ranks */
        {"22222",
         OPENMPI CALLS("bcast", 4, 8, 200000, 5) CALLS("bcast", 2, 8, 400000, 5)
             END,
         {{{10, 10, 10, 10, 10}, {20, 9, 9, 9, 9}, {10, 8, 8, 8, 8}},
          {{10, 10, 10, 10, 10}, {5, 5, 5, 5, 5}, {9, 10, 10, 10, 10}}}},
        /* slower where the program has no calls */
        {"11111",
         OPENMPI CALLS("bcast", 4, 8, 200000, 5) END,
         {{{10, 10, 10, 10, 10}, {0, 0, 0, 0, 0}, {9, 9, 9, 9, 9}},
          {{10, 10, 10, 10, 10}, {5, 90, 90, 90, 0}, {9, 10, 10, 10, 10}}}},
        /* not measured at a size of the program */
        {"22222",
         OPENMPI CALLS("bcast", 4, 8, 200000, 5) CALLS("bcast", 4, 64, 1, 5)
             END,
         {{{10, 10, 10, 10, 10}, {9, 9, 9, 9, 9}, {9, 9, 9, 9, 9}},
          {{10, 10, 10, 10, 10}, {5, 0, 5, 5, 5}, {9, 10, 10, 10, 10}}}},
        /* less than 0.1 % */
        {"00000",
         OPENMPI CALLS("bcast", 4, 8, 1900, 5) END,
         {{{10, 10, 10, 10, 10}, {5, 5, 5, 5, 5}, {5, 5, 5, 5, 5}},
          {{10, 10, 10, 10, 10}, {5, 5, 5, 5, 5}, {5, 5, 5, 5, 5}}}},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct made m[2] = {
            {"bcast", 2, {NATIVE, BINOMIAL, PIPELINE}, {{0}}},
            {"bcast", 4, {NATIVE, BINOMIAL, PIPELINE}, {{0}}},
        };
        struct comparisons all;
        struct program p;

        for (size_t k = 0; k < 2; k++)
            memcpy(m[k].us, cases[i].us[k], sizeof(cases[i].us[k]));
        make(&all, m, 2);
        read_made(&p, cases[i].calls);
        comparisons_weigh(&all, &p);
        decide_for_all(all.v, all.n);
        assert_chosen(all.v[1].rule, cases[i].chosen);
        program_free(&p);
        comparisons_free(&all);
    }
}

/* Prints what is chosen for the program and, behind it, the library's file. */
static void put_choices(FILE *f, const char *what, const struct made *made,
                        size_t n, const char *calls, bool profile)
{
    struct comparisons all;
    struct program p;
    struct library l;
    char *file;

    make(&all, made, n);
    read_made(&p, calls);
    library_of(&l, p.head);
    comparisons_weigh(&all, &p);
    files_decide(&all, &l);
    fprintf(f, "## %s\n", what);
    print_choices(f, &all, &l, profile);
    print_sum(f, &all, &p, profile);
    file = l.kind == FILE_RULES ? rules_text(&all, &l) : variables_text(&all);
    fprintf(f, "-- %s\n%s", file != NULL ? "file" : "no file",
            file != NULL ? file : "");
    free(file);
    free(l.name);
    program_free(&p);
    comparisons_free(&all);
}

/* What the profile saves is in addition to the rules. */
UNIT_TEST(test_choices_weighed)
{
    static const struct made made[] = {
        {"allreduce", 4, {NATIVE, BINOMIAL}, {{9, 9, 9}, {5, 9, 5}}},
        {"bcast",
         4,
         {NATIVE, BINOMIAL, SHARED},
         {{9, 9, 9}, {5, 5, 9}, {5, 4, 9}}},
        {"bcast", 3, {NATIVE, BINOMIAL}, {{9, 9, 9}, {5, 5, 9}}},
        {"gather", 4, {NATIVE, BINOMIAL}, {{9, 9, 9}, {5, 9, 9}}},
        {"scan", 4, {NATIVE, BINOMIAL}, {{9, 9, 9}, {5, 5, 9}}},
    };
    static const struct made open[] = {
        {"bcast", 4, {NATIVE, BINOMIAL, SHARED}, {{10.5, 9}, {10, 9}, {20, 9}}},
    };
    static const char calls[] = OPENMPI CALLS("allreduce", 4, 8, 100000, 5)
        CALLS("allreduce", 4, 512, 50000, 0.15) CALLS("bcast", 4, 8, 20000, 1)
            CALLS("bcast", 4, 64, 20000, 1) CALLS("gather", 4, 8, 2000, 1)
                CALLS("scan", 4, 8, 9, 1) END;

    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    put_choices(f, "rules", made, 5, calls, false);
    put_choices(f, "rules and a profile", made + 1, 1, calls, true);
    put_choices(f, "undecided, and might save enough", open, 1,
                OPENMPI CALLS("bcast", 4, 8, 100000, 1) END, true);
    put_choices(f, "undecided, and can not", open, 1,
                OPENMPI CALLS("bcast", 4, 8, 1000, 1) END, true);
    put_choices(f, "no sum of nothing", made + 3, 1, calls, true);
    text_close(f);
    assert_golden(text, "src/tools/tune/test/program_rules.txt");
}

/* One variable holds for all sizes: its losses are said, too, but not sizes
 * that the program does not use. */
UNIT_TEST(test_variables_weighed)
{
    static const struct made made[] = {
        {"bcast", 2, {NATIVE}, {{9, 9, 9, 9}}},
        {"bcast", 3, {NATIVE, RING}, {{9, 9, 9, 9}, {18, 5, 5, 5}}},
        {"bcast", 4, {NATIVE, RING}, {{9, 9, 9, 9}, {5, 5, 90, 5}}},
    };

    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    put_choices(f, "variables", made, 3,
                HEAD("MPICH Version: 4.0.2", "") CALLS("bcast", 4, 8, 100000, 1)
                    CALLS("bcast", 4, 64, 50000, 1)
                        CALLS("bcast", 4, 4096, 50000, 1)
                            CALLS("bcast", 3, 8, 8000, 1) END,
                false);
    text_close(f);
    assert_golden(text, "src/tools/tune/test/program_variables.txt");
}

/* What can be set, by MPI library, and how much that can save. */
UNIT_TEST(test_most)
{
#define MIXED(mpi)                                                             \
    HEAD(mpi, "")                                                              \
    CALLS("scan", 4, 8, 9, 0.25)                                               \
    CALLS("bcast", 4, 65536, 9, 0.5)                                           \
    CALLS("bcast", 1, 65536, 9, 2)                                             \
    CALLS("iallreduce", 4, 8, 9, 2)                                            \
    CALLS("barrier", 2, 0, 9, 0.125)                                           \
    CALLS("gather", 4, 8, 9, 1)                                                \
    "{'type':'other','function':'MPI_Send','calls':9,'bytes':72,"              \
    "'seconds':1.5}\n" END
    static const char *const calls[] = {
        MIXED("Open MPI v4.1.4, x"),
        MIXED("MPICH Version: 4.0.2"),
        MIXED("Another MPI 1.0"),
        OPENMPI CALLS("barrier", 4, 0, 9, 0.0078125) CALLS("bcast", 4, 8, 9, 2)
            END,
        OPENMPI CALLS("scan", 4, 8, 9, 1) END,
    };
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    for (size_t i = 0; i < LENGTH(calls); i++) {
        struct library l;
        struct program p;

        read_made(&p, calls[i]);
        library_of(&l, p.head);
        print_most(f, &p, &l);
        free(l.name);
        program_free(&p);
    }
    text_close(f);
    assert_golden(text, "src/tools/tune/test/most.txt");
}

UNIT_TEST(test_refused)
{
    static const struct {
        const char *head, *mpi, *expected;
    } cases[] = {
        {HEAD("Open MPI v4.1.4, package: a", "'partial':null,"),
         "Open MPI v4.1.4, package: b", NULL},
        {HEAD("MPICH Version:      4.0.2", ""),
         "MPICH Version:\t4.0.2\nMPICH Release date:\tx", NULL},
        {HEAD("MPICH Version: 4.0.2", ""), NULL, NULL},
        {HEAD("MPICH Version: 4.0.2", ""), "Open MPI v4.1.4, x",
         "p: a program with MPICH 4.0.2, not with Open MPI 4.1.4"},
        {HEAD("Open MPI v5.0.7, x", ""), "Open MPI v4.1.4, x",
         "p: a program with Open MPI 5.0.7, not with Open MPI 4.1.4"},
        {HEAD("Open MPI v4.1.4, x", "'partial':'MPI_Abort on rank 1',"), NULL,
         "p: the calls of one rank alone (MPI_Abort on rank 1): profile the "
         "whole program"},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        json_t *run = cases[i].mpi != NULL
                          ? json_pack("{s:s}", "mpi", cases[i].mpi)
                          : NULL;
        char *text = xasprintf("%s" END, cases[i].head), *cause;
        struct program p;

        read_made(&p, text);
        cause = program_refuse(&p, "p", run);
        if (cases[i].expected == NULL)
            assert_null(cause);
        else
            assert_string_equal(cause, cases[i].expected);
        free(cause);
        free(text);
        json_decref(run);
        program_free(&p);
    }
}

/* Measured under two conditions: faster only if so under both that have the
 * size, and by the smaller figures. */
UNIT_TEST(test_join)
{
    static const struct made made[] = {
        {"bcast",
         4,
         {NATIVE, BINOMIAL, SHARED},
         {{10, 10, 10}, {5, 5, 20}, {5, 5, 5}}},
        {"bcast", 4, {NATIVE, PIPELINE, BINOMIAL}, {{10, 10}, {5, 5}, {8, 20}}},
    };
    struct comparisons all;
    struct comparison *c;

    make(&all, made, 2);
    c = &all.v[0];
    all.v[1].bytes[0] = 4;
    all.v[1].bytes[1] = 64;
    all.v[1].runs = 7;
    comparison_join(c, &all.v[1]);
    all.n = 1;
    assert_int_equal(c->sizes, 4);
    assert_int_equal(c->bytes[0], 4);
    assert_int_equal(c->bytes[1], 8);
    assert_int_equal(c->bytes[2], 64);
    assert_int_equal(c->bytes[3], 512);
    assert_int_equal(c->runs, 7);
    assert_int_equal(c->algos, 4);
    assert_string_equal(c->algo[3].name, "tuned/pipeline@segsize=8Ki");
    /* of one alone */
    assert_int_equal(pair_of(c, 0, 1, 0)->sign, SIGN_FASTER);
    assert_ns(pair_of(c, 0, 1, 0)->gain, 2000);
    assert_int_equal(pair_of(c, 0, 2, 0)->sign, SIGN_NONE);
    assert_ns(pair_of(c, 1, 1, 0)->gain, 5000);
    assert_int_equal(pair_of(c, 1, 3, 0)->sign, SIGN_NONE);
    assert_int_equal(pair_of(c, 3, 1, 0)->sign, SIGN_SLOWER);
    /* of both: faster and slower; not measured in one of them */
    assert_int_equal(pair_of(c, 2, 1, 0)->sign, SIGN_SLOWER);
    assert_ns(pair_of(c, 2, 1, 0)->gain, -10000);
    assert_int_equal(pair_of(c, 2, 2, 0)->sign, SIGN_NONE);
    assert_int_equal(pair_of(c, 2, 3, 0)->sign, SIGN_NONE);
    comparisons_free(&all);
}
