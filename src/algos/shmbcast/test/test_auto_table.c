/* test_auto_table.c: which place a size has, and tables as text. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <string.h>

#include "lib/test/unit.h"
#include "../auto/algorithms.h"

static void places(void **state)
{
    static const struct {
        size_t nbytes;
        unsigned place;
    } rows[] = {
        {57, 0},      {64, 0},       {65, 1},       {128, 1},
        {129, 2},     {4096, 6},     {4097, 7},     {524288, 13},
        {524289, 14}, {1 << 20, 14}, {1 << 21, 14}, {SIZE_MAX, 14},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(sb_place(rows[i].nbytes), rows[i].place);
    for (unsigned i = 0; i < SHMBCAST_AUTO_SIZES; i++)
        assert_int_equal(sb_place(sb_size_at(i)), i);
}

/* A text that is read is printed alike. */
static void lists(void **state)
{
    static const struct {
        const char *text;
        bool gaps;
        unsigned char at[4]; /* of 64 B, 4 KiB, 64 KiB, 1 MiB */
    } rows[] = {
        {"queue", false, {SB_QUEUE, SB_QUEUE, SB_QUEUE, SB_QUEUE}},
        {"ring", true, {SB_RING, SB_RING, SB_RING, SB_RING}},
        {"slot:4Ki,ring:32Ki,pull",
         false,
         {SB_SLOT, SB_SLOT, SB_PULL, SB_PULL}},
        {"slot-ask:64,buffer-ask:128,slot:4Ki,buffer:8Ki,ring-part:512Ki,"
         "pull-fine",
         false,
         {SB_SLOT_ASK, SB_SLOT, SB_RING_PART, SB_PULL_FINE}},
    };
    static const size_t sizes[] = {64, 4 << 10, 64 << 10, 1 << 20};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct shmbcast_auto_params p = {0};
        unsigned char *table = rows[i].gaps ? p.gaps : p.dense;
        char text[200];

        assert_int_equal(sb_table_parse(table, rows[i].text, rows[i].gaps), 0);
        for (int k = 0; k < 4; k++)
            assert_int_equal(table[sb_place(sizes[k])], rows[i].at[k]);
        assert_int_equal(
            shmbcast_auto_table_text(&p, rows[i].gaps, text, sizeof(text)),
            strlen(rows[i].text));
        assert_string_equal(text, rows[i].text);
        assert_int_equal(
            shmbcast_auto_table_text(&p, !rows[i].gaps, text, sizeof(text)), 0);
        assert_string_equal(text, "");
        assert_int_equal(shmbcast_auto_table_text(&p, rows[i].gaps, text, 4),
                         strlen(rows[i].text));
        assert_int_equal(strlen(text), 3);
    }
}

static void refused(void **state)
{
    static const char *const texts[] = {
        "",
        "slot",
        "slot:8Ki,ring",
        "buffer:16Ki,ring",
        "ring:4Ki",
        "ring:1Mi",
        "ring:32,queue",
        "direct",
        "none",
        "rings",
        "rin",
        "ring,queue",
        "ring:4Ki,",
        "ring:x,queue",
        "ring:4Ki:,pull",
        "ring:4Ki,queue:1Ki",
        ",ring",
        "ring:4Ki,pull,",
        "ring:1Mi,queue",
        "ring:-1,queue",
    };
    unsigned char table[SHMBCAST_AUTO_SIZES], before[SHMBCAST_AUTO_SIZES];

    (void)state;
    memset(table, SB_QUEUE, sizeof(table));
    memcpy(before, table, sizeof(table));
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        assert_int_equal(sb_table_parse(table, texts[i], false), -EINVAL);
        assert_memory_equal(table, before, sizeof(table));
    }
    /* the kernel does not copy data with gaps */
    assert_int_equal(sb_table_parse(table, "ring:4Ki,pull", true), -EINVAL);
    assert_int_equal(sb_table_parse(table, "pull-fine", true), -EINVAL);
    assert_memory_equal(table, before, sizeof(table));
    memset(before, SB_NONE, sizeof(before));
    assert_int_equal(sb_table_parse(table, "measured", true), 0);
    assert_memory_equal(table, before, sizeof(table));
}

UNIT_GROUP(auto_table)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places),
        cmocka_unit_test(lists),
        cmocka_unit_test(refused),
    };

    return cmocka_run_group_tests_name("auto_table", tests, NULL, NULL);
}
