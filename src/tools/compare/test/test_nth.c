/* test_nth.c: the k-th smallest, found by counting, is the k-th when sorted. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/stats/test/series.h"
#include <float.h>
#include <stdlib.h>
#include "tools/compare/nth.h"

struct list {
    const double *x;
    size_t n;
};

static size_t count(const void *values, double most)
{
    const struct list *l = values;
    size_t n = 0;

    for (size_t i = 0; i < l->n; i++)
        n += l->x[i] <= most;
    return n;
}

static void test_every_place(void **state)
{
    static const double x[] = {
        3,    -3,     0,        1e-300, 2,       2,        -0.0,      DBL_MAX,
        -1e9, -1e-12, -DBL_MAX, 1e300,  DBL_MIN, 4.9e-324, -4.9e-324, 2,
    };
    struct list l = {x, LENGTH(x)};
    double *sorted = nth_sorted(x, LENGTH(x));

    (void)state;
    for (size_t k = 1; k <= LENGTH(x); k++) {
        double found = nth_value(&l, count, k);

        assert_true(found == sorted[k - 1]);
        assert_false(found == 0 && signbit(found));
    }
    free(sorted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
