/* test_team.c: segments, CPUs, leaders, failure texts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../handle.h"
#include "../team.h"

UNIT_TEST(segment_bytes)
{
    struct shmbcast_params p = {8192, 8, 2, SHMBCAST_TREE_KARY, 2};

    if (sb_page_size() != 4096)
        skip(); /* the numbers in the paper assume this page size */
    assert_int_equal(shmbcast_segment_bytes(&p, 8), 780 * 1024);
    p.s = 1024;
    assert_int_equal(shmbcast_segment_bytes(&p, 64), (768u << 20) + 3 * 4096);
    p.s = 2;
    assert_int_equal(shmbcast_segment_bytes(&p, 1024) -
                         1024 * 2 * (4096 + 8192),
                     4096 + 2 * 4096);
    assert_int_equal(shmbcast_segment_bytes(&p, 1025) -
                         1025 * 2 * (4096 + 8192),
                     2 * 4096 + 2 * 4096);
    p.f = (size_t)1 << 30;
    p.s = 1 << 20;
    assert_int_equal(shmbcast_segment_bytes(&p, INT_MAX), 0); /* overflow */
    assert_int_equal(shmbcast_segment_bytes(&p, 0), 0);
    p.q = 3;
    assert_int_equal(shmbcast_segment_bytes(&p, 2), 0);
}

UNIT_TEST(oversubscription)
{
    static const struct {
        int nranks;
        unsigned cpus[5]; /* bit mask of each rank's CPUs */
        bool oversubscribed;
    } rows[] = {
        {1, {1}, false},
        {2, {3, 3}, false},
        {3, {3, 3, 3}, true},
        {2, {1, 1}, true},
        {2, {1, 2}, false},
        {3, {1, 1, 14}, true}, /* two ranks on one of four CPUs */
        {3, {3, 6, 5}, false},
        {4, {3, 6, 5, 7}, true}, /* four ranks on three CPUs in total */
        {5, {3, 3, 3, 60, 60}, true},
        {5, {3, 3, 60, 60, 60}, false},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct sb_place places[5] = {0};

        for (int r = 0; r < rows[i].nranks; r++)
            for (unsigned cpu = 0; cpu < 8; cpu++)
                if (rows[i].cpus[r] >> cpu & 1)
                    CPU_SET(cpu, &places[r].cpus);
        assert_int_equal(sb_oversubscribed(places, rows[i].nranks),
                         rows[i].oversubscribed);
    }
}

UNIT_TEST(leaders)
{
    const int nodes[] = {0, 1, 0, 1, 5, 5, 0}, want[] = {0, 1, 0, 1, 4, 4, 0};
    struct sb_place places[7] = {0};
    int got[7];

    for (int i = 0; i < 7; i++)
        places[i].node = nodes[i];
    sb_leaders(got, places, 7);
    assert_memory_equal(got, want, sizeof(want));
}

UNIT_TEST(failure_texts)
{
    const struct {
        struct shmbcast_failure why;
        const char *text;
    } rows[] = {
        {{MPI_SUCCESS, NULL, 0, -1, 0}, "no failure"},
        {{MPI_ERR_COMM, "an intercommunicator", 0, -1, 0},
         "an intercommunicator"},
        {{MPI_ERR_NO_SPACE, "cannot reserve pages", ENOSPC, 3, 1258291},
         "segment of 1.2 MiB: cannot reserve pages on rank 3: "
         "No space left on device"},
        {{MPI_ERR_NO_MEM, "x", ENOMEM, 0, 780 * 1024},
         "segment of 780 KiB: x on rank 0: Cannot allocate memory"},
    };
    char text[200];

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(
            shmbcast_failure_text(&rows[i].why, text, sizeof(text)),
            strlen(rows[i].text));
        assert_string_equal(text, rows[i].text);
    }
    assert_true(shmbcast_failure_text(&rows[2].why, text, 10) > 10);
    assert_int_equal(strlen(text), 9);
}
