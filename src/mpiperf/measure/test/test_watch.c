/* test_watch.c: when there is time for a reading, what readings make of the
 * rounds between them, and what rows took in these. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "mpiperf/measure/stays.h"

enum { ONEWAY, COPY, SPIN };

/* A reading behind the round, at so many seconds, that took 10 us. */
static void read_at(struct watch *w, size_t round, double at, double oneway,
                    double spin)
{
    watch_add(w, round,
              &(struct glance){.seconds = 10e-6,
                               .ended = w->begun + at,
                               .level = {oneway, 0, spin}});
}

static void test_readings_have_their_share(void **state)
{
    struct watch w = {0};

    (void)state;
    assert_false(watch_is_due(&w, false, 1e9)); /* nothing is watched */
    watch_open(&w, 1000);
    assert_true(watch_is_due(&w, true, 0)); /* what it takes is not known */
    read_at(&w, 1, 1, 50e-9, 1e-6);
    read_at(&w, 2, 2, 50e-9, 1e-6);
    assert_true(fabs(w.charged - 20e-6) < 1e-9);
    assert_false(watch_is_due(&w, true, 29e-6 / WATCH_SHARE_WITHIN));
    assert_true(watch_is_due(&w, true, 31e-6 / WATCH_SHARE_WITHIN));
    assert_false(watch_is_due(&w, false, 29e-6 / WATCH_SHARE));
    assert_true(watch_is_due(&w, false, 31e-6 / WATCH_SHARE));

    /* A core that was lost is not charged as a whole. */
    watch_add(&w, 3,
              &(struct glance){
                  .seconds = 1, .ended = 1004, .level = {50e-9, 0, 1e-6}});
    assert_true(fabs(w.charged - 20e-6 - WATCH_LONGEST) < 1e-9);
    /* One without a neighbour is charged as what the others waited. */
    read_at(&w, 4, 5, INFINITY, 1e-6);
    assert_true(fabs(w.charged - 20e-6 - WATCH_LONGEST - WATCH_LOST) < 1e-9);
    watch_visit(&w);
    assert_int_equal(w.n, 0);
    assert_int_equal(w.taken, 4);
    watch_close(&w);
}

static void test_what_readings_are(void **state)
{
    struct watch w = {.begun = 1000};

    (void)state;
    read_at(&w, 7, 1.5, 50e-9, INFINITY);
    assert_int_equal(w.readings->round, 7);
    assert_true(fabs(w.readings->at - 1.5) < 1e-9);
    assert_true(fabs(w.readings->level[ONEWAY] - log(50e-9)) < 1e-12);
    assert_true(isnan(w.readings->level[COPY]));
    assert_true(isnan(w.readings->level[SPIN]));
    watch_close(&w);
}

/* By less than three quarters of the logarithm of a gauge's factor, of each that
 * is watched. */
static void test_agreement(void **state)
{
    static const struct {
        double a[GAUGES], b[GAUGES];
        bool agree;
    } rows[] = {
        {{0, NAN, 0}, {0, NAN, 0}, true},
        {{0, 0, 0}, {0, 9, 0}, true}, /* nobody watches copies */
        {{0, 0, 0}, {0.3, 0, -0.036}, true},
        {{0, 0, 0}, {0.31, 0, 0}, false},
        {{0, 0, 0}, {-0.31, 0, 0}, false},
        {{0, 0, 0}, {0, 0, 0.037}, false},
        {{NAN, 0, 0}, {0, 0, 0}, false},
        {{0, 0, NAN}, {0, 0, NAN}, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(levels_agree(rows[i].a, rows[i].b), rows[i].agree);
}

/* Readings of `oneway` in ns behind rounds 2, 4, 6, ... */
static size_t stretches(struct watch *w, const double *ns, size_t n,
                        struct watch_stretch *v, int *of)
{
    watch_visit(w);
    for (size_t i = 0; i < n; i++)
        read_at(w, 2 + 2 * i, (double)i, 1e-9 * ns[i], 1e-6);
    return watch_stretches(w, v, of);
}

static void test_stretches(void **state)
{
    static const double near[] = {50, 52, 51}, two[] = {50, 50, 240, 240, 240},
                        slip[] = {50, 50, 900, 51, 51},
                        creep[] = {50, 66, 87, 115}, odd[] = {50, 240, 50, 240},
                        lost[] = {50, -1, 50};
    struct watch_stretch v[8];
    struct watch w = {0};
    int of[8];

    (void)state;
    assert_int_equal(stretches(&w, near, 0, v, of), 0);
    assert_int_equal(stretches(&w, near, 1, v, of), 0);
    assert_int_equal(stretches(&w, near, 3, v, of), 1);
    assert_int_equal(v[0].readings, 3);
    assert_true(v[0].at == 0);
    assert_true(fabs(exp(3 * v[0].level[ONEWAY]) / 50e-9 / 52e-9 / 51e-9 - 1) <
                1e-9);
    assert_int_equal(of[0], NO_STRETCH);
    assert_int_equal(of[2], 0);

    assert_int_equal(stretches(&w, two, 5, v, of), 2);
    assert_int_equal(of[1], 0);
    assert_int_equal(of[2], NO_STRETCH);
    assert_int_equal(of[3], 1);
    assert_int_equal(of[4], 1);
    assert_int_equal(v[1].readings, 3);
    assert_true(v[1].at == 2);

    /* A reading by itself ends no stretch. */
    assert_int_equal(stretches(&w, slip, 5, v, of), 1);
    assert_int_equal(v[0].readings, 4);
    assert_int_equal(of[2], NO_STRETCH);
    assert_int_equal(of[3], NO_STRETCH);
    assert_int_equal(of[4], 0);

    /* What creeps away is another one in the end. */
    assert_int_equal(stretches(&w, creep, 4, v, of), 3);
    assert_int_equal(stretches(&w, odd, 4, v, of), 0);
    assert_int_equal(stretches(&w, lost, 3, v, of), 0);
    watch_close(&w);
}

/* ---- what rows took ------------------------------------------------------ */

/* Two launches of that time in each of the rounds. */
static void rounds_add(struct series *s, size_t from, size_t to, double t)
{
    for (; from <= to; from++)
        for (int i = 0; i < 2; i++)
            series_add(s, t, from);
}

/* Readings behind rounds 2, 6, 8, 12: the machine changes in 7 or 8. */
static struct watch two_states(void)
{
    struct watch w = {0};

    read_at(&w, 2, 0.2, 50e-9, 1e-6);
    read_at(&w, 6, 0.6, 50e-9, 1e-6);
    read_at(&w, 8, 0.8, 250e-9, 1e-6);
    read_at(&w, 12, 1.2, 250e-9, 1e-6);
    return w;
}

static void clear(struct series *rows, struct stays *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        series_free(&rows[i]);
        stays_clear(&out[i]);
    }
}

static void test_rows_in_stretches(void **state)
{
    struct series rows[3] = {{0}};
    struct stays out[3] = {{0}};
    struct watch w = two_states();

    (void)state;
    rounds_add(&rows[0], 2, 6, 1e-6);
    rounds_add(&rows[0], 7, 14, 4e-6);
    rounds_add(&rows[1], 2, 4, 2e-6); /* has no round 5 */
    rounds_add(&rows[1], 6, 6, 2e-6);
    rounds_add(&rows[1], 7, 14, 3e-6);
    stays_of_visit(out, &w, rows, 3); /* the third row had no launch */
    for (int i = 0; i < 3; i++) {
        assert_int_equal(out[i].n, 2);
        assert_int_equal(out[i].v[0].rounds, 3); /* 3, 4, 6 */
        assert_int_equal(out[i].v[1].rounds, 4); /* 9 to 12 */
        assert_int_equal(out[i].mixed, 5);       /* 2, 7, 8, 13, 14 */
        assert_true(fabs(out[i].v[0].at - 0.2) < 1e-9);
        assert_true(fabs(out[i].v[1].at - 0.8) < 1e-9);
        assert_true(fabs(out[i].v[1].level[ONEWAY] / 250e-9 - 1) < 1e-9);
    }
    assert_true(fabs(out[0].v[0].estimate / 1e-6 - 1) < 1e-9);
    assert_true(fabs(out[0].v[1].estimate / 4e-6 - 1) < 1e-9);
    assert_true(fabs(out[1].v[0].estimate / 2e-6 - 1) < 1e-9);
    assert_true(fabs(out[1].v[1].estimate / 3e-6 - 1) < 1e-9);
    assert_true(isnan(out[2].v[0].estimate));
    clear(rows, out, 3);
    watch_close(&w);
}

/* A stretch that a rival has no rounds of is no use. */
static void test_a_rival_is_missing(void **state)
{
    struct series rows[2] = {{0}};
    struct stays out[2] = {{0}};
    struct watch w = two_states();

    (void)state;
    rounds_add(&rows[0], 3, 12, 1e-6);
    rounds_add(&rows[1], 3, 7, 2e-6);
    stays_of_visit(out, &w, rows, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(out[i].n, 1);
        assert_int_equal(out[i].v[0].rounds, 4);
        assert_int_equal(out[i].mixed, 1);
    }
    clear(rows, out, 2);
    watch_close(&w);
}

static void test_no_readings(void **state)
{
    struct series rows[1] = {{0}};
    struct stays out[1] = {{0}};
    struct watch w = {0};

    (void)state;
    rounds_add(rows, 1, 5, 1e-6);
    stays_of_visit(out, &w, rows, 1);
    assert_int_equal(out->n, 0);
    assert_int_equal(out->mixed, 5);
    series_free(rows);
    stays_of_visit(out, &w, rows, 1); /* no launches either */
    assert_int_equal(out->mixed, 0);
    clear(rows, out, 1);
}

/* Of however many some are kept, the same ones of all rows. */
static void test_memory_is_bounded(void **state)
{
    struct stays all[2] = {{0}}, visit = {.mixed = 1};
    struct stay one = {.rounds = 1};

    (void)state;
    visit.v = &one;
    visit.n = 1;
    for (int i = 0; i < 10 * STAYS_MOST; i++) {
        one.at = i;
        for (int k = 0; k < 2; k++)
            stays_append(&all[k], &visit);
        assert_in_range(all[0].n, 1, STAYS_MOST);
    }
    assert_in_range(all[0].n, STAYS_MOST / 4, STAYS_MOST);
    assert_int_equal(all[0].n, all[1].n);
    assert_int_equal(all[0].seen, 10 * STAYS_MOST);
    assert_int_equal(all[0].mixed, 10 * STAYS_MOST);
    for (size_t i = 0; i < all[0].n; i++) {
        assert_true(all[0].v[i].at == all[1].v[i].at);
        assert_true(i == 0 || all[0].v[i].at > all[0].v[i - 1].at);
    }
    stays_clear(&all[0]);
    stays_clear(&all[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_readings_have_their_share),
        cmocka_unit_test(test_what_readings_are),
        cmocka_unit_test(test_agreement),
        cmocka_unit_test(test_stretches),
        cmocka_unit_test(test_rows_in_stretches),
        cmocka_unit_test(test_a_rival_is_missing),
        cmocka_unit_test(test_no_readings),
        cmocka_unit_test(test_memory_is_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
