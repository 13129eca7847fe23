/* test_coarse.c: times that are short compared with the steps of the clock. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "measure/test/machine.h"
#include "stats/test/simulate.h"

/* Times of 0.05 to 2.6 steps of the clock. Most are measured as 0 or as one
 * step, but they are right on average, whatever the rate of the computation.
 * Outliers are dropped. */
UNIT_TEST(test_less_than_a_step)
{
    enum { LAUNCHES = 4000, PASSES = 100 };
    static const double times[] = {0.05, 0.3, 0.5, 0.8, 1.2, 1.9, 2.6};
    static const double rates[] = {0.7, 1, 1.3};

    for (size_t i = 0; i < LENGTH(times); i++)
        for (size_t k = 0; k < LENGTH(rates); k++) {
            double sum = 0;

            for (uint64_t pass = 0; pass < PASSES; pass++) {
                struct series x = {0};

                for (size_t j = 0; j < LAUNCHES; j++)
                    series_add(&x,
                               j % 50 == 0 ? 100
                                           : sim_quantized(times[i], 1,
                                                           pass * LAUNCHES + j,
                                                           0.1, rates[k]),
                               j / SIM_ROUND);
                sum += time_of_rounds(&x, 1, 0, 1) / PASSES;
                series_free(&x);
            }
            if (fabs(sum - times[i]) > 0.02)
                fail_msg("%.2f steps, rate %.1f: %.3f", times[i], rates[k],
                         sum);
        }
}
