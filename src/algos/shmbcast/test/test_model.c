/* test_model.c: compares the model's formulas with the paper's numbers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../shmbcast_model.h"

static const double MIB = 1024.0 * 1024.0;

static void close_to(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%.9g is not %.9g", got, want);
}

/* Figure 4. Its optimum shows that MB in the paper means 2^20 bytes. */
UNIT_TEST(figure4)
{
    struct shmbcast_model m = shmbcast_model_paper();
    double f = shmbcast_model_best_f(&m, 4 * MIB, 16 * MIB);
    double best = shmbcast_model_time(&m, f, 4 * MIB / f, 1, 16 * MIB);

    close_to(f, 14481, 1);
    close_to(best * 1e6, 16893.5, 0.05);
    for (double other = 4096; other <= 65536; other += 4096)
        assert_true(shmbcast_model_time(&m, other, 4 * MIB / other, 1,
                                        16 * MIB) > best);
}

/* For any f, b / f buffers of f bytes have b bytes: m / b is always 4. */
UNIT_TEST(whole_queues)
{
    struct shmbcast_model m = shmbcast_model_paper();

    for (double f = 512; f <= 65536; f++)
        close_to(1e9 * shmbcast_model_time(&m, f, 4 * MIB / f, 1, 16 * MIB),
                 4 * (110 + f) + 50 * ceil(16 * MIB / f) + 16 * MIB, 1e-3);
}

UNIT_TEST(regimes)
{
    static const struct {
        double f, s, q, m, want_ns;
    } rows[] = {
        {8192, 1, 1, 8192, 160 + 2 * 8192.0},
        {8192, 1, 1, 8193, 2 * 160 + 2 * 8193.0},
        {8192, 8, 1, 1, 160 + 2},
        {8192, 8, 1, 8192, 160 + 2 * 8192.0},
        {8192, 8, 1, 8193, 110 + 8192 + 2 * 50 + 8193},
        {8192, 8, 1, 65536, 110 + 8192 + 8 * 50 + 65536},
        {8192, 8, 1, 65537, 2 * (110 + 8192) + 9 * 50 + 65537},
        {8192, 8, 2, 65536, 110 + 8192 + 8 * 50 + 65536},
        {8192, 8, 2, 65537, 2 * 2 * 110 + 8192 + 9 * 50 + 65537},
        {8192, 8, 4, 200000, 4 * 4 * 110 + 8192 + 25 * 50 + 200000.0},
    };
    struct shmbcast_model m = shmbcast_model_paper();

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        close_to(1e9 * shmbcast_model_time(&m, rows[i].f, rows[i].s, rows[i].q,
                                           rows[i].m),
                 rows[i].want_ns, 1e-3);
}

UNIT_TEST(choices)
{
    struct shmbcast_model m = shmbcast_model_paper();

    /* b divides m; b does not divide m; the queue holds the whole of m */
    close_to(shmbcast_model_best_f(&m, 1e6, 4e6), sqrt(1e6 * 50), 1e-6);
    close_to(shmbcast_model_best_f(&m, 1e6, 2.5e6), sqrt(2.5e6 / 3 * 50), 1e-6);
    close_to(shmbcast_model_best_f(&m, 1e6, 1e5), sqrt(1e5 * 50), 1e-6);
}

/* Some cells of the paper's table. Its MB are 2^20 bytes. */
UNIT_TEST(table1)
{
    static const struct {
        int row, col;
        double f, k, mib;
        enum shmbcast_table1_class size_class;
    } rows[] = {
        {0, 0, 4096, 2, 8, SHMBCAST_SMALL},
        {0, 8, 4096, 512, 0.03125, SHMBCAST_SMALL},
        {1, 0, 8192, 2, 32, SHMBCAST_MEDIUM},
        {1, 3, 8192, 16, 4, SHMBCAST_SMALL},
        {2, 0, 12288, 2, 72, SHMBCAST_MEDIUM},
        {4, 1, 20480, 4, 100, SHMBCAST_LARGE},
        {8, 6, 36864, 128, 10.125, SHMBCAST_MEDIUM},
        {12, 2, 53248, 8, 338, SHMBCAST_LARGE},
        {15, 0, 65536, 2, 2048, SHMBCAST_LARGE},
        {15, 8, 65536, 512, 8, SHMBCAST_SMALL},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct shmbcast_table1_cell c =
            shmbcast_model_table1(rows[i].row, rows[i].col);

        close_to(c.f, rows[i].f, 0);
        close_to(c.k, rows[i].k, 0);
        close_to(c.s, c.f / c.k, 0);
        close_to(c.b, rows[i].mib * MIB, 0);
        assert_int_equal(c.size_class, rows[i].size_class);
    }
}
