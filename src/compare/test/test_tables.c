/* test_tables.c: applies the intervals to 40 measured tables: how often do they
 * contain the results of the other tables in the same set? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_sort.h>
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "compare/test/records.h"

enum { TABLES = 10, SIZES = 16, ALGOS = 3, RUNS = 64 };

/* The tables of a set that were measured with one MPI library. */
struct measured {
    double x[TABLES][SIZES][ALGOS][RUNS]; /* logarithms of times; NAN if none */
    size_t runs[TABLES];
    long bytes[SIZES];
    size_t sizes;
};

/* A set of tables; the first algorithm is the baseline. */
struct set {
    const char *name, *algo[ALGOS];
};
static const struct set rivals = {"rivals",
                                  {"native", "shmbcast", "shmbcast-auto"}};
static const struct set equal = {"equal", {"zero", "again", "5pc"}};

static size_t size_at(struct measured *m, long bytes)
{
    size_t i = 0;

    while (i < m->sizes && m->bytes[i] != bytes)
        i++;
    assert_true(i < SIZES);
    m->bytes[i] = bytes;
    m->sizes += i == m->sizes;
    return i;
}

static struct measured *read_measured(const struct set *set, const char *mpi)
{
    struct measured *m = xcalloc(1, sizeof(*m));
    const char *top = getenv("top_srcdir");
    char *command = xasprintf("xz -dc '%s/src/compare/test/tables.csv.xz'",
                              top != NULL ? top : "."),
         line[128], name[16], of[16], algo[32];
    double *x = &m->x[0][0][0][0], seconds;
    FILE *f = popen(command, "r");
    size_t table, run, a;
    long bytes;

    for (size_t i = 0; i < sizeof(m->x) / sizeof(*x); i++)
        x[i] = NAN;
    assert_non_null(f);
    while (fgets(line, sizeof(line), f) != NULL) {
        if (sscanf(line, "%15[^,],%15[^,],%zu,%zu,%ld,%31[^,],all,%lf", name,
                   of, &table, &run, &bytes, algo, &seconds) != 7 ||
            strcmp(name, set->name) != 0 || strcmp(of, mpi) != 0)
            continue;
        for (a = 0; a < ALGOS && strcmp(set->algo[a], algo) != 0;)
            a++;
        assert_true(a < ALGOS && table >= 1 && table <= TABLES && run >= 1 &&
                    run <= RUNS);
        m->x[table - 1][size_at(m, bytes)][a][run - 1] = log(seconds);
        if (run > m->runs[table - 1])
            m->runs[table - 1] = run;
    }
    if (pclose(f) != 0)
        fail_msg("no tables: %s (set top_srcdir)", command);
    free(command);
    return m;
}

/* A ratio in each table, and the half width of its interval. */
struct said {
    double mean[TABLES], half[TABLES];
};

/* Computes an algorithm's ratios in one table, for all sizes. */
static void column_said(const struct measured *m, size_t table, size_t algo,
                        struct said *said)
{
    struct spread_of_parts s[SIZES];
    const struct spread_of_parts *column[SIZES];
    double x[RUNS], sd;
    struct parts parts;

    for (size_t i = 0; i < RUNS; i++)
        x[i] = NAN;
    parts_cut(&parts, NULL, m->runs[table], SITTING);
    for (size_t k = 0; k < m->sizes; k++) {
        for (size_t i = 0; i < RUNS; i++)
            x[i] = m->x[table][k][algo][i] - m->x[table][k][0][i];
        parts_spread(&s[k], x, &parts);
        column[k] = &s[k];
    }
    sd = column_sd(column, m->sizes);
    for (size_t k = 0; k < m->sizes; k++) {
        said[k].mean[table] = s[k].mean;
        said[k].half[table] = interval_half(&s[k], sd, 0);
    }
    parts_free(&parts);
}

/* Returns the percentage of n; 0 if n is 0. */
static double percent(size_t part, size_t n)
{
    return n > 0 ? 100 * (double)part / (double)n : 0;
}

/* Returns how well the tables of a set agree, malloced. apart: pairs of
 * intervals that do not overlap. held: intervals that contain the mean of the
 * other tables. different: intervals of equal algorithms that exclude 0. found:
 * intervals that show that an algorithm is 5 % slower. */
static char *agreement_text(const struct set *set, const char *mpi)
{
    struct measured *m = read_measured(set, mpi);
    bool alike = set == &equal;
    size_t apart = 0, held = 0, different = 0, found = 0, n = 0;
    double half[2 * SIZES * TABLES];
    struct said said[ALGOS][SIZES];

    for (size_t algo = 1; algo < ALGOS; algo++)
        for (size_t table = 0; table < TABLES; table++)
            column_said(m, table, algo, said[algo]);
    for (size_t k = 0; k < m->sizes; k++)
        for (size_t algo = 1; algo < ALGOS; algo++) {
            const struct said *s = &said[algo][k];
            double sum = 0;

            for (size_t i = 0; i < TABLES; i++)
                sum += s->mean[i];
            for (size_t i = 0; i < TABLES; i++) {
                double others = (sum - s->mean[i]) / (TABLES - 1);

                if (alike && algo == 2) {
                    found += s->mean[i] > s->half[i];
                    continue;
                }
                different += alike && fabs(s->mean[i]) > s->half[i];
                held += fabs(s->mean[i] - others) <= s->half[i];
                half[n++] = s->half[i];
                for (size_t j = 0; j < i; j++)
                    apart +=
                        fabs(s->mean[i] - s->mean[j]) > s->half[i] + s->half[j];
            }
        }
    free(m);
    gsl_sort(half, 1, n);
    return xasprintf("apart %.1f %%, held %.0f %%, half width %.1f %% "
                     "(median), %.1f %% (9 of 10); different %.0f %%, found "
                     "%.0f %%",
                     percent(apart, n * (TABLES - 1) / 2), percent(held, n),
                     50 * (half[n / 2] + half[(n - 1) / 2]),
                     100 * half[(size_t)(0.9 * (double)n)],
                     percent(different, n), percent(found, n));
}

UNIT_TEST(test_tables)
{
    static const struct {
        const struct set *set;
        const char *mpi, *text;
    } rows[] = {
        {&rivals, "openmpi",
         "apart 0.0 %, held 92 %, half width 5.3 % (median), 9.5 % (9 of 10); "
         "different 0 %, found 0 %"},
        {&rivals, "mpich",
         "apart 1.7 %, held 91 %, half width 4.7 % (median), 8.7 % (9 of 10); "
         "different 0 %, found 0 %"},
        {&equal, "openmpi",
         "apart 0.0 %, held 100 %, half width 0.6 % (median), 1.1 % (9 of 10); "
         "different 0 %, found 100 %"},
        {&equal, "mpich",
         "apart 0.0 %, held 100 %, half width 0.5 % (median), 1.0 % (9 of 10); "
         "different 0 %, found 100 %"},
    };

    if (system("command -v xz >/dev/null") != 0)
        skip();
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char *text = agreement_text(rows[i].set, rows[i].mpi);

        assert_string_equal(text, rows[i].text);
        free(text);
    }
}
