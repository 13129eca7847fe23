/* test_auto.c: the model of `auto`, and what it chooses. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "../auto.h"

/* n equal messages from rank 0 to each of `peers` ranks of other nodes, or of
 * its own node. */
static size_t messages(struct ms_item *items, int n, int peers, int64_t bytes,
                       int64_t tcopy, bool same)
{
    for (int i = 0; i < n * peers; i++)
        items[i] =
            (struct ms_item){.dst = 1 + i % peers,
                             .dst_node = same ? 0 : 1 + i % peers,
                             .where = same ? MS_SAME_NODE : MS_OTHER_NODE,
                             .seq = i,
                             .bytes = bytes,
                             .alpha = 2.0,
                             .tcopy = tcopy};
    return (size_t)n * (size_t)peers;
}

/* Figures that are easy to add up. */
static const struct ms_costs easy = {.message = {1.0, 2.0},
                                     .wire = {10.0, 5.0},
                                     .copy = 20.0,
                                     .piece = 0.5,
                                     .block = 0.25};

static void seconds_add_up(void **state)
{
    static const struct {
        enum msgsched_schedule schedule;
        int n, peers;
        int64_t bytes;
        bool same;
        double seconds;
    } rows[] = {
        {MSGSCHED_WINDOW, 0, 1, 0, true, 0.0},
        /* 3 x (1 + 10/10) */
        {MSGSCHED_WINDOW, 3, 1, 10, true, 6.0},
        /* 3 x (2 + 10/5): the link is busy longer than the processor */
        {MSGSCHED_WINDOW, 3, 1, 10, false, 12.0},
        {MSGSCHED_WINDOW, 3, 1, 20, false, 18.0},
        /* packed 1, on its way 2 + 40/5, unpacked 1 */
        {MSGSCHED_DATATYPE, 4, 1, 10, false, 12.0},
        {MSGSCHED_DATATYPE, 1, 1, 10, false, 4.0},
        /* one until 4; the others packed by 2 + 2 x 0.5 + 20/20, on their way
         * until 4 + 2 + 20/5, unpacked by 12 */
        {MSGSCHED_MERGE, 3, 1, 10, false, 12.0},
        {MSGSCHED_BOTH, 3, 1, 10, false, 12.0},
        /* packed 3, on its way 2 + 30/5, unpacked 3 */
        {MSGSCHED_FIXED, 3, 1, 10, false, 14.0},
        /* twice: packed 2, on its way 1 + 20/10, unpacked 2 */
        {MSGSCHED_FIXED, 2, 2, 10, true, 14.0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct msgsched_options o = msgsched_options_default();
        struct ms_item items[128];
        struct ms_cut cuts[128];
        size_t n = messages(items, rows[i].n, rows[i].peers, rows[i].bytes,
                            INT64_MAX, rows[i].same);

        o.schedule = rows[i].schedule;
        o.fixed = 30;
        assert_float_equal(ms_predict(&o, &easy, items, n, cuts),
                           rows[i].seconds, 1e-9);
    }
}

/* What messages cost goes by the machine, and not by the nodes that options
 * give. */
static void nodes_of_options(void **state)
{
    struct msgsched_options o = msgsched_options_default();
    struct ms_item items[3];
    struct ms_cut cuts[3];
    size_t n = messages(items, 3, 1, 10, INT64_MAX, false);

    (void)state;
    o.schedule = MSGSCHED_WINDOW;
    for (size_t i = 0; i < n; i++)
        items[i].where = MS_SAME_NODE;
    assert_float_equal(ms_predict(&o, &easy, items, n, cuts), 6.0, 1e-9);
}

static void not_known(void **state)
{
    struct msgsched_options o = msgsched_options_default();
    struct ms_costs costs = easy;
    struct ms_item items[2];
    struct ms_cut cuts[2];

    (void)state;
    costs.block = 0;
    o.schedule = MSGSCHED_DATATYPE;
    assert_true(isinf(ms_predict(
        &o, &costs, items, messages(items, 2, 1, 8, INT64_MAX, true), cuts)));
}

static void choice(void **state)
{
    /* window, datatype, fixed, merge, both */
    static const struct {
        double seconds[MS_CANDIDATES];
        bool far;
        enum msgsched_schedule want;
    } rows[] = {
        {{1, 1, 1, 1, 1}, false, MSGSCHED_WINDOW},
        {{1, 1, 1, 1, 1}, true, MSGSCHED_WINDOW},
        {{1.01, 1, 1, 1, 1}, false, MSGSCHED_WINDOW},
        {{1.03, 1, 1, 1, 1}, false, MSGSCHED_DATATYPE},
        {{2, INFINITY, 2, 1, 1}, false, MSGSCHED_MERGE},
        {{2, INFINITY, 2, 1, 1}, true, MSGSCHED_BOTH},
        {{2, INFINITY, 2, 1.5, 1}, false, MSGSCHED_BOTH},
        {{2, INFINITY, 1, 1.5, 1.5}, true, MSGSCHED_FIXED},
        {{2, 1, 1.5, 1.5, 1.5}, true, MSGSCHED_DATATYPE},
        {{0, 0, 0, 0, 0}, false, MSGSCHED_WINDOW},
        {{NAN, NAN, 1, 1, 1}, false, MSGSCHED_FIXED},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(ms_choose(rows[i].seconds, rows[i].far), rows[i].want);
}

/* What is chosen on a machine with microseconds a message and
 * gigabytes a second. */
static enum msgsched_schedule chosen(int n, int peers, int64_t bytes, bool same,
                                     double block)
{
    const struct ms_costs costs = {.message = {0.5e-6, 20e-6},
                                   .wire = {5e9, 1e9},
                                   .copy = 10e9,
                                   .piece = 5e-9,
                                   .block = block};
    struct ms_item *items = calloc((size_t)(n * peers), sizeof(*items));
    struct ms_cut *cuts = calloc((size_t)(n * peers), sizeof(*cuts));
    size_t count = messages(items, n, peers, bytes, 4096, same);
    double seconds[MS_CANDIDATES];

    for (int k = 0; k < MS_CANDIDATES; k++) {
        struct msgsched_options o = msgsched_options_default();

        o.schedule = ms_candidates[k];
        seconds[k] = ms_predict(&o, &costs, items, count, cuts);
    }
    free(items);
    free(cuts);
    return ms_choose(seconds, false);
}

static void machines(void **state)
{
    static const struct {
        int n, peers;
        int64_t bytes;
        bool same;
        double block;
        enum msgsched_schedule want;
    } rows[] = {
        /* nothing to merge, or too large */
        {1, 8, 8, true, 0, MSGSCHED_WINDOW},
        {1, 1, 1 << 20, false, 0, MSGSCHED_WINDOW},
        {10, 4, 1 << 16, true, 0, MSGSCHED_WINDOW},
        {1000, 1, 1 << 13, true, 0, MSGSCHED_WINDOW},
        {1000, 4, 1 << 13, false, 0, MSGSCHED_WINDOW},
        /* many small ones: a copy costs less than a message */
        {10000, 1, 8, true, 0, MSGSCHED_FIXED},
        {10000, 1, 8, false, 0, MSGSCHED_FIXED},
        {10000, 1, 256, true, 0, MSGSCHED_FIXED},
        {50, 4, 256, false, 0, MSGSCHED_FIXED},
        /* ... until there are so many bundles that larger ones save more */
        {10000, 1, 256, false, 0, MSGSCHED_MERGE},
        /* one message a peer where the MPI library packs as fast */
        {10000, 1, 1024, true, 5e-9, MSGSCHED_DATATYPE},
        {10000, 1, 1024, true, 1e-6, MSGSCHED_FIXED},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_string_equal(msgsched_schedule_name(
                                chosen(rows[i].n, rows[i].peers, rows[i].bytes,
                                       rows[i].same, rows[i].block)),
                            msgsched_schedule_name(rows[i].want));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seconds_add_up), cmocka_unit_test(nodes_of_options),
        cmocka_unit_test(not_known),      cmocka_unit_test(choice),
        cmocka_unit_test(machines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
