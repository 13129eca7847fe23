/* test_operands.c: which operations and algorithms operands select. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "mpiperf/options/test/line.h"

UNIT_TEST(test_choices)
{
    struct options o;

    line_run(&o, "bcast:shmbcast,native -m 8 barrier -r 1 allreduce");
    assert_int_equal(o.nchoices, 3);
    assert_int_equal(o.choices[0].nvariants, 2);
    assert_string_equal(o.choices[0].variants[0].label, "shmbcast");
    assert_string_equal(o.choices[0].variants[1].label, "native");
    assert_string_equal(o.choices[1].op->name, "barrier");
    assert_string_equal(o.choices[2].op->name, "allreduce");
    assert_true(o.size.n == 1 && o.root == 1);
    options_free(&o);

    /* the same operation twice, not interleaved */
    line_run(&o, "bcast bcast:shmbcast");
    assert_int_equal(o.nchoices, 2);
    options_free(&o);
}

/* An algorithm with several settings: each is a variant, which also has the
 * settings of --param. */
UNIT_TEST(test_variants)
{
    const struct variant *v;
    struct options o;

    line_run(&o, "bcast:native,shmbcast@tree=flat,shmbcast@"
                 "tree=4-ary@s=32 -P shmbcast.s=16");
    assert_int_equal(o.choices[0].nvariants, 3);
    v = o.choices[0].variants;
    assert_string_equal(v[1].label, "shmbcast@tree=flat");
    assert_string_equal(v[2].label, "shmbcast@tree=4-ary@s=32");
    assert_ptr_equal(v[1].algo, v[2].algo);
    assert_null(v[0].values);
    assert_non_null(v[1].values);
    assert_string_equal(params_get(&v[1].settings, "shmbcast", "s"), "16");
    assert_string_equal(params_get(&v[2].settings, "shmbcast", "s"), "32");
    assert_string_equal(params_get(&v[2].settings, "shmbcast", "tree"),
                        "4-ary");
    options_free(&o);
}

/* Counts the choices of the operation, and the algorithms in all choices. */
static size_t asked(const struct options *o, const char *op, size_t *algos)
{
    size_t n = 0;

    *algos = 0;
    for (size_t i = 0; i < o->nchoices; i++)
        if (strcmp(o->choices[i].op->name, op) == 0) {
            n++;
            *algos += o->choices[i].nvariants;
        }
    return n;
}

UNIT_TEST(test_patterns)
{
    struct options o;
    size_t algos;

    line_run(&o, "*");
    assert_int_equal(o.nchoices, o.registry.nops);
    for (size_t i = 0; i < o.nchoices; i++) /* in the order of --list */
        assert_ptr_equal(o.choices[i].op, o.registry.ops[i]);
    options_free(&o);

    /* operations that have all these algorithms */
    line_run(&o, "*:native,shmbcast");
    assert_int_equal(o.nchoices, 1);
    assert_string_equal(o.choices[0].op->name, "bcast");
    options_free(&o);
    line_run(&o, "*bcast:native,overlap");
    assert_int_equal(asked(&o, "ibcast", &algos), 1);
    assert_int_equal(algos, 2);
    assert_int_equal(asked(&o, "bcast", &algos), 0);
    options_free(&o);
}

/* An operation named in full is measured once, with the algorithms named there,
 * wherever the operand is. An operation that several patterns match is measured
 * once, with the algorithms of all these patterns. */
UNIT_TEST(test_patterns_and_names)
{
    static const char *const lines[] = {
        "bcast:native,shmbcast *bcast",
        "*bcast bcast:native,shmbcast",
        "b*t *bcast bcast:native,shmbcast [a-c]cast",
    };
    struct options o;
    size_t algos;

    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        line_run(&o, lines[i]);
        assert_int_equal(asked(&o, "bcast", &algos), 1);
        assert_int_equal(algos, 2);
        assert_int_equal(asked(&o, "ibcast", &algos), 1);
        options_free(&o);
    }
    line_run(&o, "*bcast:native bcast:shmbcast b*cast");
    assert_int_equal(o.nchoices, 2);
    assert_string_equal(o.choices[0].op->name, "ibcast");
    assert_string_equal(o.choices[1].op->name, "bcast");
    assert_string_equal(o.choices[1].variants[0].label, "shmbcast");
    assert_int_equal(o.choices[1].nvariants, 1);
    options_free(&o);
    line_run(&o, "ib* *cast:native *bcast:native,overlap "
                 "b*:shmbcast");
    assert_int_equal(asked(&o, "ibcast", &algos), 1);
    assert_int_equal(algos, 2);
    assert_int_equal(asked(&o, "bcast", &algos), 1);
    assert_int_equal(algos, 2);
    options_free(&o);
}

/* Algorithms that a pattern matches: in the order of the table, each once, with
 * the settings after the pattern. */
UNIT_TEST(test_algorithm_patterns)
{
    static const struct {
        const char *line, *labels;
    } cases[] = {
        {"bcast:native,shm*", "native shmbcast shmbcast-auto"},
        {"bcast:shmbcast,*st", "shmbcast"},
        {"bcast:shmbcas?@s=8,shmbcast", "shmbcast@s=8 shmbcast"},
        {"bcas*:*t", "shmbcast"},
        {"bcast:native,shm", "native shmbcast-auto"},
        {"bcast:shm@pull=0,shm", "shmbcast-auto@pull=0 shmbcast-auto"},
        {"bcast:shm,shm*", "shmbcast-auto shmbcast"},
    };
    struct options o;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char labels[200] = "";

        line_run(&o, cases[i].line);
        assert_int_equal(o.nchoices, 1);
        for (size_t j = 0; j < o.choices[0].nvariants; j++) {
            strcat(labels, j > 0 ? " " : "");
            strcat(labels, o.choices[0].variants[j].label);
        }
        assert_string_equal(labels, cases[i].labels);
        options_free(&o);
    }
}

/* Operations that a pattern matches but that do not support the options are
 * skipped and listed in o.skipped. */
UNIT_TEST(test_skipped)
{
    struct options o;
    size_t algos;

    line_run(&o, "* -d vector");
    assert_int_equal(o.nchoices + o.skipped.n, o.registry.nops);
    assert_int_equal(asked(&o, "allreduce", &algos), 0);
    assert_int_equal(asked(&o, "alltoallw", &algos), 1);
    assert_int_equal(asked(&o, "barrier", &algos), 1);
    assert_string_equal(o.skipped.ops[0]->name, "reduce");
    assert_string_equal(o.skipped.cause, "--datatype: 'vector': reduce works "
                                         "on predefined types only");
    options_free(&o);

    line_run(&o, "* --op user-sum");
    assert_int_equal(asked(&o, "allreduce", &algos), 1);
    assert_int_equal(asked(&o, "accumulate_fence", &algos), 0);
    options_free(&o);

    line_run(&o, "* -d int32 --op band");
    assert_int_equal(asked(&o, "allreduce", &algos), 1);
    assert_int_equal(o.skipped.n, 3);
    assert_string_equal(o.skipped.cause, "--datatype: 'int32': dsm-barrier "
                                         "works on doubles only");
    options_free(&o);

    line_run(&o, "*reduce* -d int32 --op band");
    assert_true(o.skipped.n == 0 && o.skipped.cause == NULL);
    options_free(&o);
}
