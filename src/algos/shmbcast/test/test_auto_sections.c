/* test_auto_sections.c: what was learned as text; texts that are refused. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../auto/section.h"
#include "../auto/sections.h"
#include "auto_learned.h"

#define HEAD "# shmbcast_auto: what roots have learned; written by itself\n"
#define KEY "[shmbcast_auto 1, a processor, rank 0]"
#define OTHER "[shmbcast_auto 1, another processor, rank 0]"
#define NEW "[shmbcast_auto 1, a new processor, rank 0]"
#define NEWER "[shmbcast_auto 2, a processor, rank 0]"

/* Malloced. */
static char *joined(const char *a, const char *b, const char *c)
{
    char *text;

    assert_true(asprintf(&text, "%s%s%s", a, b, c) >= 0);
    return text;
}

static char *put(const char *text, const char *key, const struct sb_learned *l)
{
    size_t length;
    const char *why;
    char *to;

    assert_int_equal(sb_sections_put(text, key, l, &to, &length, &why), 0);
    assert_int_equal(strlen(to), length);
    return to;
}

/* As into a handle that has samples already. */
static void assert_get(const char *text, const char *key,
                       const struct sb_learned *want)
{
    struct sb_learned l = {.priors = {{42}}};
    const char *why;

    assert_non_null(sb_learned_row(&l, 0, SB_SHARED, 3));
    sb_states_init(&l.states, 5);
    sb_states_add(&l.states, 70);
    l.states.now = l.states.odd = 1;
    assert_int_equal(sb_sections_get(text, key, &l, &why), 0);
    assert_learned(&l, want);
    assert_int_equal(l.states.window, 5);
    assert_int_equal(l.states.n, 1);
    assert_int_equal(l.states.last[0], 70);
    assert_int_equal(l.states.now, 0);
    assert_int_equal(l.states.odd, 0);
    sb_learned_free(&l);
}

/* The text is refused for this reason, and nothing changes. */
static void assert_refused(const char *text, const char *reason)
{
    struct sb_learned l = {.priors = {{42}}};
    struct sb_row *row = sb_learned_row(&l, 0, SB_SHARED, 3);
    const char *why = NULL;
    size_t length;
    char *to;

    assert_int_equal(sb_sections_get(text, KEY, &l, &why), -EINVAL);
    assert_string_equal(why, reason);
    assert_int_equal(l.priors[0][0], 42);
    assert_ptr_equal(l.rows[0][SB_SHARED][3], row);
    why = NULL;
    assert_int_equal(sb_sections_put(text, KEY, &l, &to, &length, &why),
                     -EINVAL);
    assert_string_equal(why, reason);
    sb_learned_free(&l);
}

static void round_trip(void **state)
{
    struct sb_learned l = learned_sample();
    char *text = put("", KEY, &l);
    char *want = joined(HEAD KEY "\n", learned_sample_lines, "");

    (void)state;
    assert_string_equal(text, want);
    assert_get(text, KEY, &l);
    free(want);
    want = put(text, KEY, &l);
    assert_string_equal(text, want);
    free(want);
    free(text);
    sb_learned_free(&l);
    l = learned_all();
    text = put("", KEY, &l);
    assert_get(text, KEY, &l);
    free(text);
    sb_learned_free(&l);
}

static void nothing_for_us(void **state)
{
    static const char *const texts[] = {"", HEAD, HEAD OTHER "\nstates 0 0\n",
                                        HEAD NEWER "\nwhatever\n"};

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct sb_learned l = {.priors = {{42}}};
        struct sb_row *row = sb_learned_row(&l, 0, SB_SHARED, 3);
        const char *why;

        assert_int_equal(sb_sections_get(texts[i], KEY, &l, &why), 0);
        assert_int_equal(l.priors[0][0], 42);
        assert_ptr_equal(l.rows[0][SB_SHARED][3], row);
        sb_learned_free(&l);
    }
}

#define ROW                                                                    \
    "row 0 plain 12 calls 9 due 10 turn ring best slot settled 0 apart 64 "    \
    "again 0 follows 0"
#define WAYS " | slot 0 9 5 5 | ring 0 0 0"

static void malformed(void **state)
{
    static const struct {
        const char *text;
        const char *reason;
    } rows[] = {
        {"x", "line 1: not a file of what shmbcast_auto has learned"},
        {"\n" HEAD, "line 1: not a file of what shmbcast_auto has learned"},
        {KEY "\n", "line 1: not a file of what shmbcast_auto has learned"},
        {HEAD "states 0 0\n", "line 2: not in a section"},
        {HEAD "\n", "line 2: not in a section"},
        {HEAD "[]\n", "line 2: not a section of shmbcast_auto"},
        {HEAD "[shmbcast 1, a]\n", "line 2: not a section of shmbcast_auto"},
        {HEAD "[shmbcast_auto , a]\n",
         "line 2: not a section of shmbcast_auto"},
        {HEAD "[shmbcast_auto 1 a]\n",
         "line 2: not a section of shmbcast_auto"},
        {HEAD KEY " \n", "line 2: not a section of shmbcast_auto"},
        {HEAD KEY, "line 2: it does not end"},
        {HEAD KEY "\n", "line 3: states are missing"},
        {HEAD KEY "\n" OTHER "\nstates 0 0\n", "line 3: states are missing"},
        {HEAD KEY "\nstates 0 0", "line 3: it does not end"},
        {HEAD KEY "\nstates 0\n", "line 3: not as it is written"},
        {HEAD KEY "\nstates 0 0 0\n", "line 3: not as it is written"},
        {HEAD KEY "\nstates 0 0 \n", "line 3: not as it is written"},
        {HEAD KEY "\nstates  0 0\n", "line 3: not as it is written"},
        {HEAD KEY "\nstates 1 -1\n", "line 3: not as it is written"},
        {HEAD KEY "\nstates 1.5 0\n", "line 3: not as it is written"},
        {HEAD KEY "\nstates nan 0\n", "line 3: not as it is written"},
        {HEAD KEY "\nstates 1000000000001 0\n", "line 3: not as it is written"},
        {HEAD KEY "\nstates 99999999999999999999999 0\n",
         "line 3: not as it is written"},
        {HEAD KEY "\nstates 0 1\n", "line 3: a second state without a first"},
        {HEAD KEY "\nstates 0 0\r\n", "line 3: not as it is written"},
        {HEAD KEY "\nprior ring 1 2 3 4\n", "line 3: not as it is written"},
        /* a line of another section, which is none of ours */
        {HEAD OTHER "\nstates 0 0\n" KEY "\nstates 0 0\n" OTHER "\nstates 0\n",
         "line 7: not as it is written"},
    };
    static const struct {
        const char *lines;
        const char *reason;
    } rows_of_states[] = {
        {"\n", "line 4: not as it is written"},
        {"# comment\n", "line 4: not as it is written"},
        {"states 0 0\n", "line 4: not as it is written"},
        {"prior ring 1 2 3\n", "line 4: not as it is written"},
        {"prior ring 1 2 3 4 5\n", "line 4: not as it is written"},
        {"prior rings 1 2 3 4\n", "line 4: not as it is written"},
        {"prior  1 2 3 4\n", "line 4: not as it is written"},
        {"prior ring 1 2 3 4294967296\n", "line 4: not as it is written"},
        {"prior ring 1 2 3 0x4\n", "line 4: not as it is written"},
        {ROW WAYS "\nprior ring 1 2 3 4\n", "line 5: not as it is written"},
        {ROW WAYS "\n" ROW WAYS "\n", "line 5: the same row twice"},
        {ROW WAYS "\nrow 2 plain 12\n", "line 5: not as it is written"},
        {"row 0 plane 12 calls 9\n", "line 4: not as it is written"},
        {"row 0 plain 43 calls 9\n", "line 4: not as it is written"},
        {"row 0 plain 12\n", "line 4: not as it is written"},
        {ROW " \n", "line 4: not as it is written"},
        {ROW " |\n", "line 4: not as it is written"},
        {ROW WAYS " \n", "line 4: not as it is written"},
        {ROW WAYS " |\n", "line 4: not as it is written"},
        {ROW WAYS " | \n", "line 4: not as it is written"},
        {ROW WAYS " | pulls 0 0 0\n", "line 4: not as it is written"},
        {ROW WAYS " | pull 0 0\n", "line 4: not as it is written"},
        {ROW WAYS " | pull\n", "line 4: not as it is written"},
        {ROW WAYS " | --pull 0 0 0\n", "line 4: not as it is written"},
        {ROW WAYS " | pull 0 10 0\n", "line 4: not as it is written"},
        {ROW WAYS " | pull 0 9 0 1 2 3 4 5 6 7 8\n",
         "line 4: not as it is written"},
        {ROW WAYS " | pull 0 9 0 1 4294967296\n",
         "line 4: not as it is written"},
        {ROW "\n",
         "line 4: a row without calls, or with a way that is not there"},
        {ROW " | slot 0 0 0\n",
         "line 4: a row without calls, or with a way that is not there"},
        {ROW " | ring 0 0 0 | -slot 0 0 0\n",
         "line 4: a row without calls, or with a way that is not there"},
        {"row 0 plain 12 calls 0 due 10 turn ring best slot settled 0 apart 64 "
         "again 0 follows 0 | slot 0 0 0 | ring 0 0 0\n",
         "line 4: a row without calls, or with a way that is not there"},
        {"row 0 plain 12 calls 1152921504606846977 due 10 turn ring best slot "
         "settled 0 apart 64 again 0 follows 0" WAYS "\n",
         "line 4: not as it is written"},
        {"row 0 plain 12 calls 9 due 10 turn ring best slot "
         "settled 0 apart 64 again 10 follows 0" WAYS "\n",
         "line 4: not as it is written"},
        {"row 0 plain 12 calls 9 due 10 turn none best slot "
         "settled 0 apart 64 again 0 follows 0" WAYS "\n",
         "line 4: not as it is written"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_refused(rows[i].text, rows[i].reason);
    for (size_t i = 0; i < sizeof(rows_of_states) / sizeof(rows_of_states[0]);
         i++) {
        char *text =
            joined(HEAD KEY "\nstates 0 0\n", rows_of_states[i].lines, "");

        assert_refused(text, rows_of_states[i].reason);
        free(text);
    }
}

/* Every text that is cut or has one byte changed is refused or read. */
static void any_byte(void **state)
{
    struct sb_learned l = learned_sample(), got;
    char *text = put("", KEY, &l);
    size_t n = strlen(text);
    const char *why;

    (void)state;
    for (size_t i = 0; i < n; i++) {
        static const char changes[] = {'\0', ' ', '\n', '9', '[', '-', '|'};
        char was = text[i];

        for (size_t c = 0; c < sizeof(changes); c++) {
            int rc;

            memset(&got, 0, sizeof(got));
            text[i] = changes[c];
            rc = sb_sections_get(text, KEY, &got, &why);
            assert_true(rc == 0 || rc == -EINVAL);
            sb_learned_free(&got);
        }
        text[i] = was;
    }
    free(text);
    sb_learned_free(&l);
}

/* Rows that are known better stay, whoever writes last. */
static void more_calls_stay(void **state)
{
    struct sb_learned l = learned_sample(), idle = learned_sample(), all;
    char *text = put("", KEY, &l), *after;

    (void)state;
    idle.rows[0][SB_PLAIN][12]->calls = 639;
    idle.rows[1][SB_PACKED][42]->calls = 13;
    *sb_learned_row(&idle, 0, SB_SHARED, 2) = *idle.rows[0][SB_PLAIN][12];
    after = put(text, KEY, &idle);
    assert_true(sb_learned_copy(&all, &l));
    *sb_learned_row(&all, 0, SB_SHARED, 2) = *idle.rows[0][SB_PLAIN][12];
    assert_get(after, KEY, &all);
    free(after);
    free(text);
    sb_learned_free(&all);
    sb_learned_free(&idle);
    sb_learned_free(&l);
}

/* In front, byte by byte, whatever the format. */
static void others_are_kept(void **state)
{
    struct sb_learned l = learned_sample(), empty = {.priors = {{0}}};
    const char *others = OTHER "\nstates 00 0\n" NEWER "\nof another format\n";
    char *text = put("", KEY, &l), *with, *want;

    (void)state;
    with = joined(text, others, "");
    free(text);
    text = put(with, NEW, &empty);
    free(with);
    want = joined(HEAD KEY "\n", learned_sample_lines, others);
    with = joined(want, NEW "\nstates 0 0\n", "");
    assert_string_equal(text, with);
    free(text);
    text = put(with, KEY, &l); /* becomes the last */
    free(with);
    free(want);
    with = joined(HEAD, others, NEW "\nstates 0 0\n" KEY "\n");
    want = joined(with, learned_sample_lines, "");
    assert_string_equal(text, want);
    free(with);
    free(want);
    free(text);
    sb_learned_free(&l);
}

/* Sections with the keys of ranks [from] to [to]. */
static char *many(int from, int to)
{
    char *text = NULL;
    size_t length;
    FILE *f = open_memstream(&text, &length);

    assert_non_null(f);
    fprintf(f, HEAD);
    for (int i = from; i <= to; i++)
        fprintf(f, "[shmbcast_auto 1, rank %d]\nstates 0 0\n", i);
    assert_int_equal(fclose(f), 0);
    return text;
}

static void oldest_section_goes(void **state)
{
    struct sb_learned l = {.priors = {{0}}};
    char *text = many(1, SB_SECTIONS_MAX), *want, *longer;

    (void)state;
    longer = put(text, "[shmbcast_auto 1, rank 257]", &l);
    want = many(2, SB_SECTIONS_MAX + 1);
    assert_string_equal(longer, want);
    free(longer);
    /* one that is there already takes nobody's place */
    longer = put(text, "[shmbcast_auto 1, rank 256]", &l);
    assert_string_equal(longer, text);
    free(longer);
    free(want);
    free(text);
    text = many(1, SB_SECTIONS_MAX + 1);
    assert_refused(text, "line 514: more than 256 sections");
    free(text);
}

static void oldest_go_for_length(void **state)
{
    struct sb_learned l = learned_all();
    char key[64], *text = strdup("");
    int there = 0;

    (void)state;
    for (int i = 0; i < 8; i++) {
        char *longer;

        snprintf(key, sizeof(key), "[shmbcast_auto 1, rank %d]", i);
        longer = put(text, key, &l);
        free(text);
        text = longer;
        assert_true(strlen(text) <= SB_FILE_MAX);
    }
    for (int i = 0; i < 8; i++) {
        snprintf(key, sizeof(key), "[shmbcast_auto 1, rank %d]\n", i);
        if (strstr(text, key) != NULL)
            there++;
        else
            assert_int_equal(there, 0); /* the older ones */
    }
    assert_in_range(there, 2, 7);
    free(text);
    sb_learned_free(&l);
}

static void long_lines(void **state)
{
    char line[SB_LINE_MAX + 2], *text;
    struct sb_learned l = {.priors = {{0}}};
    const char *why;

    (void)state;
    memset(line, 'x', sizeof(line));
    line[SB_LINE_MAX + 1] = '\0';
    text = joined(HEAD NEWER "\n", line, "\n");
    assert_refused(text, "line 3: longer than 2048 bytes");
    free(text);
    line[SB_LINE_MAX] = '\0';
    text = joined(HEAD NEWER "\n", line, "\n");
    assert_int_equal(sb_sections_get(text, KEY, &l, &why), 0);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(nothing_for_us),
        cmocka_unit_test(malformed),
        cmocka_unit_test(any_byte),
        cmocka_unit_test(more_calls_stay),
        cmocka_unit_test(others_are_kept),
        cmocka_unit_test(oldest_section_goes),
        cmocka_unit_test(oldest_go_for_length),
        cmocka_unit_test(long_lines),
    };

    return cmocka_run_group_tests_name("auto_sections", tests, NULL, NULL);
}
