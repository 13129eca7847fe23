/* test_run_states.c: what stays of a run's rows tell of the machine. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "mpiperf/report/run_states.h"

/* A row that was watched in so many stretches a second apart. */
static struct result row(struct stay *v, size_t n, const double *oneway,
                         const double *spin)
{
    struct result r = {.watched = true, .valid = 100, .stays = {.v = v}};

    for (; r.stays.n < n; r.stays.n++)
        v[r.stays.n] =
            (struct stay){.at = (double)r.stays.n,
                          .rounds = 10,
                          .level = {oneway[r.stays.n], 0, spin[r.stays.n]}};
    return r;
}

static const double oneway[] = {76e-9, 248e-9, 75e-9, 77e-9, 250e-9, 76e-9},
                    spin[] = {1e-6, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6};

/* All rivals share stretches, which are not counted twice; one without figures
 * has none. */
static void test_near_and_far(void **state)
{
    struct run_stretches s = {0};
    struct stay v[6];
    struct result rows[3] = {
        {.watched = true}, row(v, 6, oneway, spin), row(v, 6, oneway, spin)};
    const char *name[2];
    double level[2], share[2];
    int stays[2];
    json_t *record;
    char *text;

    (void)state;
    run_stretches_add(&s, rows, 3);
    assert_int_equal(s.n, 6);
    record = run_states_record(&s);
    assert_int_equal(json_unpack(record,
                                 "[{s:s, s:F, s:F, s:F, s:i !}, "
                                 "{s:s, s:F, s:F, s:F, s:i !}]",
                                 "name", &name[0], "oneway", &level[0], "spin",
                                 &level[0], "share", &share[0], "stays",
                                 &stays[0], "name", &name[1], "oneway",
                                 &level[1], "spin", &share[1], "share",
                                 &share[1], "stays", &stays[1]),
                     0);
    assert_string_equal(name[0], "near");
    assert_string_equal(name[1], "far");
    assert_true(fabs(level[1] / 249e-9 - 1) < 0.01);
    assert_true(fabs(share[0] - 4 / 6.0) < 1e-9);
    assert_int_equal(stays[0], 3);
    assert_int_equal(stays[1], 2);
    text = run_states_text(&s);
    assert_string_equal(text, "near 76.0 ns (67 %, 3 stays), "
                              "far 249 ns (33 %, 2 stays)");
    free(text);
    json_decref(record);
    run_stretches_free(&s);
}

static void test_nothing_to_tell_apart(void **state)
{
    struct run_stretches s = {0};
    struct stay v[6];
    struct result r = row(v, 6, spin, spin);

    (void)state;
    for (int i = 0; i < 3; i++) {
        json_t *record = run_states_record(&s);

        assert_true(json_is_null(record));
        assert_null(run_states_text(&s));
        r.watched = i > 0; /* the first time it was not */
        run_stretches_add(&s, &r, 1);
        assert_int_equal(s.n, i == 0 ? 0 : 6 * (size_t)i);
    }
    run_stretches_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_near_and_far),
        cmocka_unit_test(test_nothing_to_tell_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
