/* test_pays_after.c: after how many exchanges a plan of msgsched pays off. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "adapters/adapters.h"

static const struct figure *figure_find(const char *name, size_t *place)
{
    const struct figure *table = algo_msgsched_both.life.figures;

    for (size_t i = 0; table[i].name != NULL; i++)
        if (strcmp(table[i].name, name) == 0) {
            *place = i;
            return &table[i];
        }
    fail_msg("no figure %s", name);
    return NULL;
}

static struct figure_row row_of(double time, double se, const double *values)
{
    return (struct figure_row){
        .time = time, .mean = time, .se = se, .values = values};
}

/* Returns the figure pays_after for a plan that took 100 seconds. */
static double after(const struct figure_row *baseline, double own, double se)
{
    double values[FIGURES_MAX] = {0};
    size_t plan = 0, place;
    const struct figure *figure = figure_find("pays_after", &place);
    struct figure_row row = row_of(own, se, values);

    figure_find("plan", &plan);
    values[plan] = 100;
    return figure->derive(&row, baseline);
}

UNIT_TEST(clear_gains)
{
    struct figure_row exact = row_of(10, 0, NULL);
    struct figure_row rough = row_of(10, 0.3, NULL);

    assert_true(after(&exact, 6, 0) == 25);
    assert_true(after(&exact, 7, 0) == 34);
    assert_true(after(&rough, 8, 0.4) == 50); /* 3 standard errors, 3 x 0.5,
                                               * are less than the gain of 2 */
}

UNIT_TEST(no_clear_gains)
{
    struct figure_row exact = row_of(10, 0, NULL);
    struct figure_row rough = row_of(10, 0.3, NULL);

    assert_true(isnan(after(NULL, 6, 0)));
    assert_true(isnan(after(&exact, 10, 0)));
    assert_true(isnan(after(&exact, 11, 0)));
    assert_true(isnan(after(&rough, 8.6, 0.4))); /* 3 standard errors, 3 x
                                                  * 0.5, exceed 1.4 */
    assert_true(isnan(after(&rough, 10.6, 0.1)));
    assert_true(isnan(after(&exact, 6, NAN))); /* one launch: error unknown */
}
