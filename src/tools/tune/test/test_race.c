/* test_race.c: gains, rounds, and simulated searches: the faster setting is
 * found, and none where all are equal. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "tools/tune/race.h"
#include "tools/tune/search.h"

#define assert_near(x, expected) assert_true(fabs((x) - (expected)) < 1e-9)

/* ---- exact values -------------------------------------------------------- */

UNIT_TEST(test_gain)
{
    /* 10 values: two are cut at each end, also a disturbed one */
    static const double x[] = {0.1, 0.2, 0.3, 0.1, 0.2, 0.3,
                               0.2, 0.2, -9,  0.2, NAN};
    struct racer r = {0};
    struct gain g;

    racer_gain(&g, &r);
    assert_int_equal(g.runs, 0);
    assert_true(isnan(g.times));
    for (size_t i = 0; i < LENGTH(x); i++) {
        racer_add(&r, x[i]);
        racer_gain(&g, &r);
        assert_int_equal(isnan(g.lo), i < 9);
        if (i == 1)
            assert_near(g.times, exp(0.15)); /* none is cut */
        if (i == 4)
            assert_near(g.times, exp(0.5 / 3));
    }
    assert_int_equal(g.runs, 10);
    assert_near(g.times, exp(1.1 / 6));
    /* Student's 0.995 at 5 degrees of freedom; winsorized values */
    assert_true(fabs(log(g.hi / g.times) -
                     4.0321430 * sqrt(0.021 / 9 * 10) / 6) < 1e-7);
    assert_near(g.lo * g.hi, g.times * g.times);
    free(r.x);
}

UNIT_TEST(test_round)
{
    /* 30, 15, 8, 4, 2 racers and the default: 31 + 16 + 9 + 5 + 3 runs */
    assert_near(race_round(30, 64), 31);
    assert_near(race_round(15, 33), 16);
    assert_near(race_round(2, 7), 7);
    assert_near(race_round(1, 7), 7);
}

/* ---- simulated searches -------------------------------------------------- */

/* A machine on which each run has a factor of its own. */
struct machine {
    gsl_rng *rng;
    double scatter;      /* standard deviation of the factor's logarithm */
    double disturbed;    /* share of runs that take twice as long */
    double seconds;      /* how long a run takes, with its start */
    double time;         /* since the search began */
    const double *speed; /* of each setting, relative to the default */
    size_t fails;        /* index of a setting that fails */
};

static double run_made(struct machine *m, double speed)
{
    double x = gsl_ran_gaussian(m->rng, m->scatter) - log(speed);

    m->time += m->seconds;
    return gsl_rng_uniform(m->rng) < m->disturbed ? x + log(2) : x;
}

static bool block_made(struct race *r)
{
    struct machine *m = r->data;
    double base = run_made(m, 1);

    for (size_t i = 0; i < r->n; i++) {
        if (r->v[i].out)
            continue;
        if (i == m->fails)
            r->v[i].failed = r->v[i].out = true;
        else
            racer_add(&r->v[i], base - run_made(m, m->speed[i]));
    }
    return true;
}

static double machine_now(const struct race *r)
{
    return ((const struct machine *)r->data)->time;
}

static struct race race_made(struct machine *m, size_t n)
{
    m->time = 0;
    return (struct race){.v = xcalloc(n, sizeof(struct racer)),
                         .n = n,
                         .block = block_made,
                         .now = machine_now,
                         .data = m};
}

static void race_free(struct race *r)
{
    for (size_t i = 0; i < r->n; i++)
        free(r->v[i].x);
    free(r->v);
}

/* Searches for `budget` seconds. Returns the setting that the proof calls
 * faster; n if none. */
static size_t search_made(struct machine *m, size_t n, double budget)
{
    struct race r = race_made(m, n);
    size_t winner = race_run(&r, RACE_SHARE * budget);
    struct racer proof = {0};
    struct gain g;

    assert_in_range(winner, 0, n - 1);
    while (m->time + 2 * m->seconds <= budget)
        racer_add(&proof, run_made(m, 1) - run_made(m, m->speed[winner]));
    racer_gain(&g, &proof);
    race_free(&r);
    free(proof.x);
    return g.lo > 1 ? winner : n;
}

enum { SETTINGS = 30, FAST = 17, SEARCHES = 200, MOST = SEARCHES * 19 / 20 };

UNIT_TEST(test_searches)
{
    static const struct {
        double scatter, disturbed;
    } cases[] = {{0.03, 0}, {0.05, 0},    {0.07, 0},    {0.09, 0},
                 {0.11, 0}, {0.03, 0.05}, {0.05, 0.05}, {0.07, 0.05}};
    double faster[SETTINGS], equal[SETTINGS];
    struct machine m = {.rng = gsl_rng_alloc(gsl_rng_mt19937),
                        .seconds = 0.5,
                        .fails = SETTINGS};

    for (size_t i = 0; i < SETTINGS; i++)
        faster[i] = equal[i] = 1;
    faster[FAST] = 1 / 0.9;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        int found = 0, none = 0;

        m.scatter = cases[i].scatter;
        m.disturbed = cases[i].disturbed;
        for (int k = 0; k < SEARCHES; k++) {
            m.speed = faster;
            found += search_made(&m, SETTINGS, 300) == FAST;
            m.speed = equal;
            none += search_made(&m, SETTINGS, 300) == SETTINGS;
        }
        print_message("scatter %g, %g disturbed: found in %d, nothing to gain "
                      "in %d of %d\n",
                      m.scatter, m.disturbed, found, none, SEARCHES);
        assert_in_range(found, MOST, SEARCHES);
        assert_in_range(none, MOST, SEARCHES);
    }
    gsl_rng_free(m.rng);
}

UNIT_TEST(test_race_of_few)
{
    static const double speed[] = {0.9, 1.2, 1, 1.1, 1.15};
    static const char *const name[] = {"a", "b", "c", "d", "b"};
    struct machine m = {.rng = gsl_rng_alloc(gsl_rng_mt19937),
                        .scatter = 0.001,
                        .seconds = 1,
                        .speed = speed,
                        .fails = 5};
    struct race r = race_made(&m, 5);

    /* rounds of 5, 3 and 2: 6 + 4 + 3 runs, 12 blocks of each fit */
    assert_int_equal(race_run(&r, 156), 1);
    assert_near(m.time, 156);
    assert_int_equal(r.v[0].n, 12);
    assert_int_equal(r.v[0].round, 1);
    assert_int_equal(r.v[3].n, 24);
    assert_int_equal(r.v[1].n, 36);
    assert_int_equal(r.v[4].n, 36);
    /* not the other value of the winner's name */
    for (size_t i = 0; i < r.n; i++)
        r.v[i].name = name[i];
    assert_int_equal(race_partner(&r, 1), 3);
    r.v[3].failed = true;
    assert_int_equal(race_partner(&r, 1), 5);
    race_free(&r);

    /* the fastest fails; one block in each round */
    m.fails = 1;
    r = race_made(&m, 5);
    assert_int_equal(race_run(&r, 1), 4);
    assert_int_equal(r.v[4].n, 2);
    assert_int_equal(r.v[1].n, 0);
    race_free(&r);

    /* all fail */
    m.fails = 0;
    r = race_made(&m, 1);
    assert_int_equal(race_run(&r, 60), 1);
    race_free(&r);
    gsl_rng_free(m.rng);
}

/* ---- the file ------------------------------------------------------------ */

static char *entries_text(const char *text)
{
    struct entries e = {0};
    char *made, *cause;
    size_t length;
    FILE *f = fmemopen((void *)(size_t)text, strlen(text), "r");
    FILE *out = text_open(&made, &length);

    if (entries_read(&e, f, "F", &cause) != 0)
        fprintf(out, "%s", cause);
    else
        for (size_t i = 0; i < e.n; i++)
            for (size_t k = 0; k < e.v[i].set.n; k++)
                fprintf(out, "%s%s",
                        k > 0   ? "+"
                        : i > 0 ? " "
                                : "",
                        e.v[i].set.word[k]);
    free(cause);
    entries_free(&e);
    text_close(out);
    fclose(f);
    return made;
}

UNIT_TEST(test_entries)
{
    static const struct {
        const char *text, *made;
    } cases[] = {
        {"# all\n\nmca a_b 3 4 # two\n\tcvar MPIR_X a\r\nenv N 1\n",
         "OMPI_MCA_a_b=3 OMPI_MCA_a_b=4 MPIR_X=a N=1"},
        {"mca coll_tuned_bcast_algorithm 6\nmca coll_tuned_use_dynamic_rules 1",
         "OMPI_MCA_coll_tuned_use_dynamic_rules=1+"
         "OMPI_MCA_coll_tuned_bcast_algorithm=6 "
         "OMPI_MCA_coll_tuned_use_dynamic_rules=1"},
        {"\n\nmcas a 1", "F:3: unknown kind 'mcas': mca, cvar or env"},
        {"mca a 1\nmca b", "F:2: no value (a line is: mca NAME VALUE...)"},
        {"env", "F:1: no value (a line is: env NAME VALUE...)"},
        {"env A=1", "F:1: 'A=1': write the name and values as words"},
        {"#\n", "F: has no settings"},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *made = entries_text(cases[i].text);

        assert_string_equal(made, cases[i].made);
        free(made);
    }
}

UNIT_TEST(test_mca_lines)
{
    char *words[] = {"OMPI_MCA_a=1", "B=2", "OMPI_MCA_c=x y"};
    struct settings s = {.word = words, .n = LENGTH(words)};
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    settings_print_mca(f, &s);
    text_close(f);
    assert_string_equal(text, "in mca-params.conf: a = 1\n"
                              "in mca-params.conf: c = x y\n");
    free(text);
}
