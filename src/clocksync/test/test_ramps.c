/* test_ramps.c: error bounds of models of clocks whose rates change.
 *
 * Models are made from simulated comparisons at renewals. Their later errors
 * are compared with their bounds. An argument N makes N times as many
 * simulations and prints a table (doc/clocks.md). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "clocksync/drift.h"
#include "clocksync/history.h"

enum { SERIES = 50, RENEWALS = 40, SOME = 8, POINTS = 32 };

/* True T_global - T_local of a clock. The rate of drift changes by at most
 * `ramp` per second, steadily or periodically. */
struct truth {
    double slope, ramp, period; /* period 0: steady change */
};

static const struct truth truths[] = {
    {30e-6, 0, 0},
    {30e-6, 0.1e-6 / 32, 0},
    {-30e-6, -0.2e-6 / 32, 0},
    {30e-6, 0.5e-6 / 32, 0},
    {-30e-6, PAIR_MAX_RAMP, 0},
    {-499e-6, PAIR_MAX_RAMP, 0},
    {0, PAIR_MAX_RAMP, 120},
    {30e-6, PAIR_MAX_RAMP, 10},
};
enum { TRUTHS = sizeof(truths) / sizeof(truths[0]) };

/* Half of a round trip, within a node and between nodes. */
static const double halves[] = {0.3e-6, 2e-6, 20e-6};
enum { HALVES = sizeof(halves) / sizeof(halves[0]) };

/* Seconds after a renewal at which errors are determined. */
static const double laters[] = {0, 2, 10};
enum { LATERS = sizeof(laters) / sizeof(laters[0]) };

static double offset_at(const struct truth *t, double time)
{
    double w;

    if (t->period <= 0)
        return 100 + t->slope * time + t->ramp * time * time / 2;
    w = 2 * acos(-1) / t->period;
    return 100 + t->slope * time - t->ramp * sin(w * time) / (w * w);
}

/* Returns a pseudorandom number in [-1, 1), the same on all machines. */
static double uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-52 - 1;
}

/* Results of several models, each the same time after its epoch. */
struct tally {
    long n, outside;
    double width, squares; /* sum of bounds; sum of squared errors */
};

static void tally_add(struct tally *to, const struct clock_model *m,
                      const struct truth *t, double time)
{
    double error = clock_to_global(m, time) - time - offset_at(t, time);
    double bound = clock_bound(m, time);

    to->n++;
    to->outside += fabs(error) > bound + 1e-12;
    to->width += bound;
    to->squares += error * error;
}

/* Simulates an exchange. Its delays in both directions seldom differ much. */
static struct pair_offset compared(const struct truth *t, double time,
                                   double half, uint64_t *random)
{
    double skew = pow(uniform(random), 5) * half;
    double offset = offset_at(t, time) + skew;

    return (struct pair_offset){
        .epoch = time,
        .offset = offset,
        .rtt = 2 * half,
        .lo = offset - half,
        .hi = offset + half,
        .exchanges = 1,
    };
}

/* Renews a model at intervals of up to 4 s. Tallies the models of the first
 * SOME renewals and those of later ones separately. Returns how often a clock
 * seemed to have been set. */
static int history_run(struct tally tallies[2][LATERS], const struct truth *t,
                       double half, uint64_t *random)
{
    struct history h = {.n = 0};
    double time = 0;
    int uneven = 0;

    for (int i = 0; i < RENEWALS; i++) {
        struct pair_offset p = compared(t, time, half, random);
        struct clock_model m = {
            .epoch = p.epoch,
            .offset = p.offset,
            .slope_bound = PAIR_MAX_DRIFT,
            .uncertainty = half,
        };

        uneven += !history_add(&h, &m);
        for (int k = 0; k < LATERS; k++)
            tally_add(&tallies[i >= SOME][k], &m, t, m.epoch + laters[k]);
        time += 0.05 + 2 * (uniform(random) + 1);
    }
    return uneven;
}

/* Fits a model to points over a span and tallies it. */
static void span_run(struct tally *tallies, const struct truth *t, double half,
                     double span, uint64_t *random)
{
    struct pair_offset points[POINTS];
    struct clock_model m;

    for (int i = 0; i < POINTS; i++)
        points[i] = compared(t, 10 + span * i / (POINTS - 1), half, random);
    m = drift_fit(points, POINTS);
    assert_true(m.slope_bound < PAIR_MAX_DRIFT || span < 1);
    for (int k = 0; k < LATERS; k++)
        tally_add(&tallies[k], &m, t, 10 + span + laters[k]);
}

static long outside(const struct tally *tallies)
{
    long sum = 0;

    for (int k = 0; k < LATERS; k++)
        sum += tallies[k].outside;
    return sum;
}

/* Prints a row of doc/clocks.md. */
static void row_print(const struct truth *t, double half,
                      const struct tally *tallies)
{
    printf("| %.3g | %g | %g |", t->ramp * 32e6, t->period, half * 1e6);
    for (int l = 0; l < LATERS; l++)
        printf(" %.2f %% | %.2f | %.3f |",
               100.0 * (double)tallies[l].outside / (double)tallies[l].n,
               tallies[l].width / (double)tallies[l].n * 1e6,
               sqrt(tallies[l].squares / (double)tallies[l].n) * 1e6);
    putchar('\n');
}

UNIT_TEST(truth_stays_within_the_bounds_of_a_history)
{
    int runs = SERIES * (unit_argument() > 0 ? unit_argument() : 1);
    uint64_t random = 3;

    for (int i = 0; i < TRUTHS; i++)
        for (int k = 0; k < HALVES; k++) {
            struct tally tallies[2][LATERS] = {{{0}}};

            for (int run = 0; run < runs; run++)
                assert_int_equal(
                    history_run(tallies, &truths[i], halves[k], &random), 0);
            assert_int_equal(tallies[0][0].n + tallies[1][0].n,
                             runs * RENEWALS);
            if (unit_argument() > 0)
                row_print(&truths[i], halves[k], tallies[1]);
            if (outside(tallies[0]) + outside(tallies[1]) > 0)
                fail_msg("truth %d, %g us: outside", i, halves[k] * 1e6);
        }
}

UNIT_TEST(truth_stays_within_the_bounds_of_a_span)
{
    static const double spans[] = {0.05, 1, 20, 100};
    uint64_t random = 2;

    for (int i = 0; i < TRUTHS; i++)
        for (size_t k = 0; k < sizeof(spans) / sizeof(spans[0]); k++) {
            struct tally tallies[LATERS] = {{0}};

            for (int run = 0; run < SERIES; run++)
                span_run(tallies, &truths[i], halves[run % HALVES], spans[k],
                         &random);
            if (outside(tallies) > 0)
                fail_msg("truth %d, %g s: outside %ld times", i, spans[k],
                         outside(tallies));
        }
}
