/* test_measure.c: thresholds and medians of measurements. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../comm.h"

enum { SIZES = 6 };

/* merged: times of merged messages of sizes 256, 512, ...; separate messages
 * take 1.0. A time of 0 means that the merged ones were not measured, below 0
 * that neither were. asked: number of sizes measured. */
UNIT_TEST(thresholds)
{
    static const struct {
        double merged[SIZES];
        int64_t bytes;
        int asked;
    } rows[] = {
        {{0.5, 0.5, 0.5, 0.95, 1.0, 0}, 2048, 5},
        {{0.5, 0.9, 0.91, 0.91, 0, 0}, 1024, 4},
        {{1.0, 1.0, 0, 0, 0, 0}, 256, 2},
        /* one outlier does not end the search */
        {{0.5, 3.0, 0.5, 0.5, 1.0, 1.0}, 4096, 6},
        {{3.0, 0.5, 1.0, 1.0, 0, 0}, 1024, 4},
        /* all sizes measured */
        {{0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, 16384, 6},
        {{0.5, 0.5, 0.5, 0.5, 0.5, 1.0}, 8192, 6},
        /* no time left to measure */
        {{0}, 0, 1},
        {{0.5, 0.5, 0, 0, 0, 0}, 1024, 3},
        {{0.5, 1.0, 0, 0, 0, 0}, 512, 3},
        {{0.5, -1, 0, 0, 0, 0}, 512, 2},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct ms_threshold t = {0};
        int asked = 0;
        bool more = true;

        for (; asked < SIZES && more; asked++)
            more = ms_threshold_next(&t, INT64_C(256) << asked,
                                     rows[i].merged[asked] < 0 ? 0 : 1.0,
                                     fmax(rows[i].merged[asked], 0));
        assert_int_equal(t.bytes, rows[i].bytes);
        assert_int_equal(asked, rows[i].asked);
    }
}

UNIT_TEST(medians)
{
    static const struct {
        double values[5];
        size_t n;
        double median;
    } rows[] = {
        {{0}, 0, 0},
        {{0, 0, 0}, 3, 0},
        {{7}, 1, 7},
        {{4, 2}, 2, 4},
        {{9, 1, 5}, 3, 5},
        /* zeros stand for ranks without a result */
        {{8, 0, 3, 0, 5}, 5, 5},
        {{0, 6, 0, 0, 2}, 5, 6},
        /* one outlier does not matter */
        {{4096, 4096, 256, 4096, 0}, 5, 4096},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        double values[5];

        for (size_t k = 0; k < 5; k++)
            values[k] = rows[i].values[k];
        assert_float_equal(ms_median(values, rows[i].n), rows[i].median, 0);
    }
}
