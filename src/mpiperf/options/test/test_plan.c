/* test_plan.c: tests the cases of a sweep and their order. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "mpiperf/options/options.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { WORLD = 4, CASES = 16, WORDS = 8 };

struct expected {
    const char *op;
    int procs;
    int64_t count, bytes;
    int root;
    bool rotate;
};

struct plan_case {
    char *argv[WORDS];
    size_t n;
    struct expected cases[CASES];
};

static struct plan_case plans[] = {
    /* sizes in the order given, rounded up to elements, once each */
    {{"x", "bcast", "-m0,1,9,8", "-dint64"},
     3,
     {{"bcast", 4, 0, 0, 0, false},
      {"bcast", 4, 1, 8, 0, false},
      {"bcast", 4, 2, 16, 0, false}}},
    {{"x", "bcast", "-m1:256", "-dvector"},
     3,
     {{"bcast", 4, 1, 64, 0, false},
      {"bcast", 4, 2, 128, 0, false},
      {"bcast", 4, 4, 256, 0, false}}},
    /* double in reductions, byte elsewhere; algorithms make no cases */
    {{"x", "allreduce", "bcast:native,shmbcast", "-m1,9"},
     4,
     {{"allreduce", 4, 1, 8, 0, false},
      {"allreduce", 4, 2, 16, 0, false},
      {"bcast", 4, 1, 1, 0, false},
      {"bcast", 4, 9, 9, 0, false}}},
    /* procs outside, sizes inside, roots innermost */
    {{"x", "bcast", "-n2:3:+1", "-m4,2", "-rall"},
     10,
     {{"bcast", 2, 4, 4, 0, false},
      {"bcast", 2, 4, 4, 1, false},
      {"bcast", 2, 2, 2, 0, false},
      {"bcast", 2, 2, 2, 1, false},
      {"bcast", 3, 4, 4, 0, false},
      {"bcast", 3, 4, 4, 1, false},
      {"bcast", 3, 4, 4, 2, false},
      {"bcast", 3, 2, 2, 0, false},
      {"bcast", 3, 2, 2, 1, false},
      {"bcast", 3, 2, 2, 2, false}}},
    /* no message: one case a size of communicator, of no bytes */
    {{"x", "barrier", "null", "-n1:4", "-m1:1Mi"},
     6,
     {{"barrier", 1, 0, 0, 0, false},
      {"barrier", 2, 0, 0, 0, false},
      {"barrier", 4, 0, 0, 0, false},
      {"null", 1, 0, 0, 0, false},
      {"null", 2, 0, 0, 0, false},
      {"null", 4, 0, 0, 0, false}}},
    /* a root is for those operations that have one */
    {{"x", "bcast", "barrier", "-r3", "-m8"},
     2,
     {{"bcast", 4, 8, 8, 3, false}, {"barrier", 4, 0, 0, 0, false}}},
    {{"x", "bcast", "allreduce", "-rrotate", "-m8"},
     2,
     {{"bcast", 4, 8, 8, 0, true}, {"allreduce", 4, 1, 8, 0, false}}},
    {{"x", "allreduce", "bcast", "-rall", "-n2", "-m8"},
     3,
     {{"allreduce", 2, 1, 8, 0, false},
      {"bcast", 2, 8, 8, 0, false},
      {"bcast", 2, 8, 8, 1, false}}},
    /* procs are the ranks of all groups, a root is one of a group */
    {{"x", "bcast", "--groups=2", "-rall", "-m8"},
     2,
     {{"bcast", 4, 8, 8, 0, false}, {"bcast", 4, 8, 8, 1, false}}},
    /* one element, whatever is asked for */
    {{"x", "fetch_and_op_lock", "-m1:1Ki", "-dint32"},
     1,
     {{"fetch_and_op_lock", 4, 1, 4, 0, false}}},
    {{"x", "--check"}, 0, {{0}}},
};

static void case_is(const struct bench_case *c, const struct expected *e)
{
    assert_string_equal(c->choice->op->name, e->op);
    assert_int_equal(c->procs, e->procs);
    assert_true(c->count == e->count);
    assert_true(c->bytes == e->bytes);
    assert_true(c->bytes == c->count * (int64_t)c->dtype->size);
    assert_int_equal(c->root, e->root);
    assert_int_equal(c->rotate, e->rotate);
}

static void test_plans(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(plans); i++) {
        struct options o;
        struct plan p;
        char *cause = NULL;
        int argc = 0;

        while (plans[i].argv[argc] != NULL)
            argc++;
        assert_int_equal(options_parse(&o, argc, plans[i].argv, WORLD, &cause),
                         OPTIONS_RUN);
        plan_build(&p, &o, WORLD);
        assert_int_equal(p.n, plans[i].n);
        for (size_t j = 0; j < p.n; j++)
            case_is(&p.cases[j], &plans[i].cases[j]);
        plan_free(&p);
        assert_null(p.cases);
        options_free(&o);
    }
}

UNIT_GROUP(plan)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plans),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
