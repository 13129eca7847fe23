/* test_beside.c: how many ranks run a load, and what is said of it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <jansson.h>
#include "compare/test/records.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "print/parts.h"

UNIT_TEST(test_ranks)
{
    static const struct {
        const char *list;
        long n;
    } cases[] = {
        {"12-15", 4},     {"1", 1},   {"1,3", 2},
        {"1-2,4-6,9", 6}, {"", 0},    {"2-9223372036854775807", 0},
        {"-5", 0},        {"3-1", 0}, {"x", 0},
        {"1,", 1},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        json_t *which = json_pack("{s:s}", "load_ranks", cases[i].list);

        assert_int_equal(beside_ranks(which), cases[i].n);
        json_decref(which);
    }
}

enum { SIZES = 2 };
static const long bytes[SIZES] = {8, 4096};

static void add_loaded(struct runs *r, const char *algo, long size, double us)
{
    const struct pass_made pass = {us, {0, 0}};
    json_t *record = case_made(algo, size, &pass, 1);

    json_object_set_new(record, "load_ranks", json_string("12-15"));
    json_object_set_new(record, "procs", json_integer(12));
    add_record(r, record);
}

/* Times of the sizes beside the load, as multiples of those without (0 if not
 * measured), and by how much they change from run to run. */
static const struct {
    double times[SIZES], noise[SIZES];
    size_t runs;
    const char *said;
} cases[] = {
    {{3.1},
     {0.02},
     12,
     "8 B takes 3.10 times (2.97-3.24) as long while 4 of 16 ranks run incast"},
    {{2, 3.1},
     {0.02, 0.02},
     12,
     "takes up to 3.10 times (2.97-3.24) as long, at 4 KiB, while 4 of 16 "
     "ranks "
     "run incast"},
    {{0.5},
     {0.02},
     12,
     "8 B takes 0.500 times (0.478-0.522) as long while 4 of 16 ranks run "
     "incast"},
    {{1}, {0}, 12, "8 B is as fast while 4 of 16 ranks run incast"},
    {{1, 0.5}, {0}, 12, "is as fast while 4 of 16 ranks run incast"},
    {{1.02},
     {0.3},
     12,
     "8 B is not known to take longer while 4 of 16 ranks run incast"},
    /* the table has no sign either */
    {{3.1},
     {0.02},
     5,
     "8 B is not known to take longer while 4 of 16 ranks run incast"},
    /* a size that is known to be slower, else one that may be */
    {{3, 6},
     {0.02, 0.65},
     12,
     "takes up to 3.00 times (1.26-7.17) as long, at 8 B, while 4 of 16 ranks "
     "run incast"},
    {{1, 1},
     {0, 0.3},
     12,
     "is not known to take longer while 4 of 16 ranks run incast"},
};

UNIT_TEST(test_summary)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct runs r = {0};
        struct table t;
        struct view v;
        char *text;

        for (size_t run = 0; run < cases[i].runs; run++) {
            add_run(&r, (double)run, 0, 0);
            json_object_set_new(r.v[r.n - 1].record, "ranks", json_integer(16));
            for (size_t k = 0; k < SIZES && cases[i].times[k] > 0; k++) {
                add_loaded(&r, "native", bytes[k], 10);
                add_loaded(
                    &r, "beside/incast", bytes[k],
                    10 * cases[i].times[k] *
                        (1 + (run / 2 % 2 ? 1 : -1) * cases[i].noise[k]));
            }
        }
        make_table(&t, &r, NULL);
        view_make(&v, &t, 0);
        text = beside_summary(&v);
        assert_int_equal(strncmp(text, "bcast ", 6), 0);
        assert_string_equal(text + 6, cases[i].said);
        free(text);
        text = describe_what(&v);
        assert_non_null(strstr(text, ", 12 measured, 4 run the load"));
        assert_non_null(strstr(text, "MPI_Bcast, 16 ranks"));
        free(text);
        view_free(&v);
        table_free_rows(&t);
        runs_free(&r);
    }
}
