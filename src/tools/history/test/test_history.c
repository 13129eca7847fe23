/* test_history.c: nights of runs, and the cause of a change: known histories,
 * and simulated ones. With an argument, prints how often the cause is right. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/test/records.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "stats/test/series.h"
#include "tools/history/history.h"

#include <gsl/gsl_randist.h>

static const struct table_options how = {
    .same = 0.03, .sitting = SITTING, .stateless = true};

enum { DAY = 24 * 3600 };

/* Adds a run of night `i`, with native and shmbcast at 8 bytes; 0: not
 * measured. */
static void night(struct runs *r, size_t i, double native, double shmbcast)
{
    double alternate = i % 2 == 0 ? 1.002 : 0.998;

    add_run(r, (double)(i * DAY), 0, 0);
    if (native > 0)
        add_case(r, "native", 8, native * alternate);
    if (shmbcast > 0)
        add_case(r, "shmbcast", 8, shmbcast * alternate);
    add_end(r, "complete");
}

/* A history with all that it consists of. */
struct all {
    struct runs r;
    struct table t;
    struct history h;
};

static void judge(struct all *a, const char *reference)
{
    a->h = (struct history){.reference = reference, .least = 0.03};
    make_table(&a->t, &a->r, &how);
    history_make(&a->h, &a->t);
    history_judge(&a->h);
}

static void all_free(struct all *a)
{
    history_free(&a->h);
    table_free_rows(&a->t);
    runs_free(&a->r);
}

/* ---- nights -------------------------------------------------------------- */

UNIT_TEST(test_nights)
{
    static const double seconds[] = {DAY, 60, 0, DAY + 7200, 3 * DAY};
    static const char *const names[] = {"2025-06-15", "2025-06-16 15:06",
                                        "2025-06-16 17:06", "2025-06-18"};
    static const double us[] = {30, 12, 10, 40, 50},
                        night_us[] = {0, 30, 40, 50};
    struct all a = {0};

    for (size_t i = 0; i < LENGTH(seconds); i++) {
        add_run(&a.r, seconds[i], 0, 0);
        add_case(&a.r, "native", 8, us[i]);
        add_end(&a.r, "complete");
    }
    a.r.v[2].seconds = 2 * 3600; /* the run a minute later is no new night */
    a.r.v[1].began += 2 * 3600;
    judge(&a, NULL);
    assert_int_equal(a.h.nights, LENGTH(names));
    for (size_t i = 0; i < LENGTH(names); i++)
        assert_string_equal(a.h.night[i].name, names[i]);
    assert_int_equal(a.h.night[0].runs, 2);
    assert_int_equal(a.h.n, 1);
    assert_string_equal(a.h.v[0].name, "native at 8 B");
    assert_near(a.h.v[0].x[0], (log(10e-6) + log(12e-6)) / 2, 1e-12);
    for (size_t i = 1; i < LENGTH(names); i++)
        assert_near(a.h.v[0].x[i], log(1e-6 * night_us[i]), 1e-12);
    assert_int_equal(a.h.shifts, 0);
    all_free(&a);
}

/* ---- causes -------------------------------------------------------------- */

static const struct known {
    const char *reference;
    double native, shmbcast; /* factors from night 12 of 24 on */
    bool missing;            /* shmbcast was not measured before it */
    size_t shifts;
    enum cause cause[2];
    const char *line;
} known[] = {
    {"shmbcast", 1, 1, false, 0, {0}, "no change in 2 cases over 24 nights"},
    {"shmbcast",
     1.05,
     1,
     false,
     1,
     {CAUSE_LIBRARY},
     "1 change over 24 nights: 1 of 2 cases takes 5.0 % longer since "
     "2025-06-27: the library"},
    {"shmbcast",
     1.05,
     1.05,
     false,
     2,
     {CAUSE_MACHINE, CAUSE_MACHINE},
     "1 change over 24 nights: 2 of 2 cases take 5.0 % longer since "
     "2025-06-27: the machine"},
    {"shmbcast",
     0.9,
     1.05,
     false,
     2,
     {CAUSE_LIBRARY, CAUSE_MACHINE},
     "2 changes over 24 nights; the last: 1 of 2 cases takes 10 % less time "
     "since 2025-06-27: the library"},
    {"shmbcast",
     1.05,
     1,
     true,
     1,
     {CAUSE_UNKNOWN},
     "1 change over 24 nights: 1 of 2 cases takes 5.0 % longer since "
     "2025-06-27: cannot tell whether the library or the machine"},
    {NULL,
     1.05,
     1,
     false,
     1,
     {CAUSE_UNKNOWN},
     "1 change over 24 nights: 1 of 2 cases takes 5.0 % longer since "
     "2025-06-27: cannot tell whether the library or the machine"},
};

UNIT_TEST(test_causes)
{
    for (size_t k = 0; k < LENGTH(known); k++) {
        const struct known *s = &known[k];
        struct all a = {0};
        char *line;

        for (size_t i = 0; i < 24; i++)
            night(&a.r, i, 10 * (i < 12 ? 1 : s->native),
                  s->missing && i < 12 ? 0 : 20 * (i < 12 ? 1 : s->shmbcast));
        judge(&a, s->reference);
        line = history_line(&a.h);
        assert_string_equal(line + strlen("HISTORY: "), s->line);
        free(line);
        assert_int_equal(a.h.shifts, s->shifts);
        for (size_t i = 0; i < s->shifts; i++) {
            assert_int_equal(a.h.shift[i].cause, s->cause[i]);
            assert_int_equal(a.h.shift[i].night, 12);
            assert_int_equal(a.h.shift[i].within, 0);
            assert_true((a.h.shift[i].why != NULL) ==
                        (s->cause[i] == CAUSE_UNKNOWN));
            if (s->missing)
                assert_non_null(strstr(a.h.shift[i].why, "often enough"));
        }
        all_free(&a);
    }
}

/* If a case was not measured in the nights before, any of them may be the one:
 * it changed after night 9 and until night 12. */
UNIT_TEST(test_unmeasured_nights)
{
    struct all a = {0};

    for (size_t i = 0; i < 24; i++)
        night(&a.r, i, i == 10 || i == 11 ? 0 : i < 12 ? 10 : 11, 20);
    judge(&a, "shmbcast");
    assert_int_equal(a.h.shifts, 1);
    assert_int_equal(a.h.shift[0].night, 12);
    assert_int_equal(a.h.shift[0].within, 2);
    assert_near(a.h.shift[0].step, log(1.1), 1e-3);
    assert_int_equal(a.h.shift[0].cause, CAUSE_LIBRARY);
    all_free(&a);
}

/* Cases that change at once are an event, whose night is that of most of them.
 * The first case changes a night later; the last one gets faster. */
UNIT_TEST(test_events)
{
    static const struct {
        size_t at;
        double factor;
    } cases[] = {{13, 1.2}, {12, 1.1}, {12, 1.05}, {12, 0.8}};
    struct night nights[24] = {0};
    double x[LENGTH(cases)][LENGTH(nights)];
    struct track v[LENGTH(cases)] = {0};
    struct history h = {.least = 0.03,
                        .night = nights,
                        .nights = LENGTH(nights),
                        .v = v,
                        .n = LENGTH(v)};

    for (size_t i = 0; i < LENGTH(v); i++) {
        v[i] = (struct track){.x = x[i], .known = LENGTH(nights)};
        for (size_t k = 0; k < LENGTH(nights); k++)
            x[i][k] = (k % 2 == 0 ? 0.001 : -0.001) +
                      (k < cases[i].at ? 0 : log(cases[i].factor));
    }
    history_judge(&h);
    assert_int_equal(h.events, 2);
    for (size_t i = 0; i < 2; i++) {
        bool longer = h.event[i].shift->step > 0;

        assert_int_equal(h.event[i].n, longer ? 3 : 1);
        assert_int_equal(h.event[i].shift->night, 12);
        assert_near(h.event[i].most, log(longer ? 1.2 : 1.25), 0.003);
    }
    free(h.shift);
    free(h.event);
}

/* ---- simulated histories ------------------------------------------------- */

enum { NIGHTS = 60 };

/* Simulates `trials` histories with a step of 5 % in the case, and one of
 * `other` in the reference, which scatters so much. Sets how many of the
 * changes have each cause. */
static void simulate(size_t trials, double other, double scatter,
                     size_t causes[3], gsl_rng *rng)
{
    struct night nights[NIGHTS] = {0};

    memset(causes, 0, 3 * sizeof(*causes));
    for (size_t i = 0; i < trials; i++) {
        double x[2][NIGHTS];
        struct track v[2] = {{.x = x[0], .known = NIGHTS, .reference = &v[1]},
                             {.x = x[1], .known = NIGHTS, .reference = &v[1]}};
        struct history h = {.reference = "shmbcast",
                            .least = 0.03,
                            .night = nights,
                            .nights = NIGHTS,
                            .v = v,
                            .n = 2};
        size_t at = 10 + gsl_rng_uniform_int(rng, NIGHTS - 19);

        for (size_t k = 0; k < NIGHTS; k++) {
            x[0][k] = gsl_ran_gaussian(rng, 0.01) + (k < at ? 0 : log(1.05));
            x[1][k] =
                gsl_ran_gaussian(rng, scatter) + (k < at ? 0 : log1p(other));
        }
        history_judge(&h);
        for (size_t k = v[0].shift; k < v[0].shift + v[0].shifts; k++)
            causes[h.shift[k].cause]++;
        free(h.shift);
        free(h.event);
    }
}

static const struct {
    double other, scatter; /* of the reference */
    size_t least[3];       /* of 200: library, machine, unknown */
} simulated[] = {
    {0, 0.01, {196, 0, 0}},     {0.05, 0.01, {0, 196, 0}},
    {0.05, 0.02, {0, 100, 0}},  {0, 0.02, {100, 0, 0}},
    {0.025, 0.01, {0, 0, 150}}, {0, 0.1, {0, 0, 150}},
};

static void simulate_all(size_t trials, bool printed)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    for (size_t i = 0; i < LENGTH(simulated); i++) {
        size_t causes[3];

        simulate(trials, simulated[i].other, simulated[i].scatter, causes, rng);
        if (printed)
            printf("| %g %% | %g %% | %.1f %% | %.1f %% | %.1f %% |\n",
                   100 * simulated[i].other, 100 * simulated[i].scatter,
                   100 * (double)causes[0] / (double)trials,
                   100 * (double)causes[1] / (double)trials,
                   100 * (double)causes[2] / (double)trials);
        for (size_t k = 0; k < 3 && !printed; k++)
            if (causes[k] < simulated[i].least[k])
                fail_msg("row %zu, cause %zu: %zu of 200", i, k, causes[k]);
    }
    gsl_rng_free(rng);
}

UNIT_TEST(test_simulated_causes)
{
    simulate_all(200, false);
}

UNIT_GROUP(history)
{
    if (unit_argument() == 0)
        return UNIT_RUN(NULL, NULL);
    simulate_all(200 * (size_t)unit_argument(), true);
    return 0;
}
