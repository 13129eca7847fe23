/* test_text.c: quoting of text, and suggestions for misspelt names. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/names.h"
#include "lib/quote.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

UNIT_TEST(test_quote)
{
    static const struct {
        const char *s, *quoted;
    } cases[] = {
        {"", "''"},
        {"plain text", "'plain text'"},
        {"a\nb\tc\rd", "'a\\nb\\tc\\rd'"},
        {"\x01\x1b[31m\x7f", "'\\x01\\x1b[31m\\x7f'"},
        {"back\\slash", "'back\\\\slash'"},
        /* UTF-8 of 2, 3 and 4 bytes is unchanged */
        {"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x9a\x80",
         "'\xc3\xa9 \xe2\x82\xac \xf0\x9f\x9a\x80'"},
        /* invalid UTF-8: continuation byte alone, truncated, overlong,
         * surrogate, above U+10FFFF */
        {"\xa9", "'\\xa9'"},
        {"\xff", "'\\xff'"},
        {"\xe2\x82", "'\\xe2\\x82'"},
        {"\xc3x", "'\\xc3x'"},
        {"\xc0\x8a", "'\\xc0\\x8a'"},
        {"\xed\xa0\x80", "'\\xed\\xa0\\x80'"},
        {"\xf4\x90\x80\x80", "'\\xf4\\x90\\x80\\x80'"},
        /* control character of 2 bytes, line separator, right-to-left override
         */
        {"\xc2\x9b", "'\\xc2\\x9b'"},
        {"\xe2\x80\xa8", "'\\xe2\\x80\\xa8'"},
        {"\xe2\x80\xae", "'\\xe2\\x80\\xae'"},
        /* not a character: invalid in XML */
        {"\xef\xbf\xbe", "'\\xef\\xbf\\xbe'"},
        /* commands of CI systems, which may wrap a log's line at any blank */
        {"::error::x", "'\\x3a:error::x'"},
        {"a ::b std::c", "'a \\x3a:b std::c'"},
        {"a##[group]b #", "'a\\x23#[group]b #'"},
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        assert_string_equal(QUOTED(cases[i].s), cases[i].quoted);
    assert_string_equal(SHOWN_FILE("it's\n"), "it's\\n");
}

UNIT_TEST(test_quote_long)
{
    char s[QUOTE_VALUE + 3];
    const char *text;

    memset(s, '\n', sizeof(s) - 1);
    s[QUOTE_VALUE] = '\0';
    text = QUOTED(s);
    assert_int_equal(strlen(text), 2 * QUOTE_VALUE + strlen("''"));

    s[QUOTE_VALUE] = '\x01';
    s[QUOTE_VALUE + 1] = '\0';
    text = QUOTED(s);
    assert_int_equal(strlen(text), 2 * QUOTE_VALUE + strlen("'...'"));
    assert_string_equal(text + strlen(text) - 4, "...'");

    /* the longest result fills the buffer */
    memset(s, '\x01', QUOTE_VALUE + 1);
    assert_int_equal(strlen(QUOTED(s)), QUOTE_SIZE(QUOTE_VALUE) - 1);

    /* characters are shown whole or not at all */
    memset(s, 'x', QUOTE_VALUE - 1);
    memcpy(s + QUOTE_VALUE - 1, "\xc3\xa9", 3);
    text = QUOTED(s);
    assert_string_equal(text + strlen(text) - 5, "x...'");
}

UNIT_TEST(test_whole_word)
{
    char s[QUOTE_LINE + 1], *line = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&line, &length);

    memset(s, 'x', QUOTE_LINE);
    s[QUOTE_LINE] = '\0';
    assert_non_null(f);
    word_print(f, s);
    word_print(f, ",it's\\n");
    assert_int_equal(fclose(f), 0);
    assert_memory_equal(line, s, QUOTE_LINE);
    assert_string_equal(line + QUOTE_LINE, "',it'\\''s\\n'");
    free(line);
}

static char *words_line(const char *const *word, size_t n)
{
    char *line = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&line, &length);

    assert_non_null(f);
    words_print(f, word, n);
    assert_int_equal(fclose(f), 0);
    return line;
}

UNIT_TEST(test_words)
{
    static const char *const words[] = {
        "mpiperf",          "a=1,2",  "",     "it's here",
        "\x1b]0;title\a\n", "it's\n", "a\\b",
    };
    enum { LONG = 10 * QUOTE_FILE, MANY = QUOTE_LINE };
    char s[LONG + 1], expected[QUOTE_FILE + 4];
    const char *many[MANY];
    char *line = words_line(words, COUNT(words));

    assert_string_equal(
        line, "mpiperf a=1,2 '' 'it'\\''s here' $'\\x1b]0;title\\x07\\n' "
              "$'it\\'s\\n' $'a\\\\b'");
    free(line);
    memset(s, 'x', LONG);
    s[LONG] = '\0';
    memset(expected, 'x', QUOTE_FILE);
    strcpy(expected + QUOTE_FILE, "...");
    line = words_line((const char *[]){s}, 1);
    assert_string_equal(line, expected);
    free(line);
    for (size_t i = 0; i < MANY; i++)
        many[i] = s;
    line = words_line(many, MANY);
    assert_true(strlen(line) <= QUOTE_LINE + QUOTE_FILE + 10);
    assert_string_equal(line + strlen(line) - 8, "x... ...");
    free(line);
}

#define LONG "0123456789012345678901234567890123456789"

UNIT_TEST(test_nearest)
{
    static const char *const names[] = {
        "bcast", "allreduce", "barrier", "waitpattern-null", "max", "min",
    };
    static const struct {
        const char *s, *near;
    } cases[] = {
        {"bcast", "bcast"},  {"bcats", "bcast"},
        {"BCAST", "bcast"},  {"bcst", "bcast"},
        {"broadcast", NULL}, {"reduce", "allreduce"},
        {"bar", "barrier"},  {"wait", "waitpattern-null"},
        {"mix", "max"},      {"mn", "min"},
        {"x", NULL},         {"", NULL},
        {"sum", NULL},       {LONG LONG, NULL},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *near = names_nearest(cases[i].s, names, COUNT(names));

        if (cases[i].near == NULL)
            assert_null(near);
        else
            assert_string_equal(near, cases[i].near);
    }
}

static void unknown_is(const char *s, const char *const *names, size_t n,
                       const char *expected)
{
    char *message = names_unknown("fruit", s, names, n);

    assert_string_equal(message, expected);
    free(message);
}

UNIT_TEST(test_unknown)
{
    static const char *const few[] = {"apple", "pear"};
    static const char *const many[NAMES_LISTED + 1] = {
        "a", "b", "c", "d", "e", "f", "g", "h", "i",
    };

    unknown_is("aple", few, COUNT(few),
               "unknown fruit 'aple' (did you mean 'apple'?)");
    unknown_is("nut", few, COUNT(few),
               "unknown fruit 'nut' (one of apple, pear)");
    unknown_is("nut", few, 0, "unknown fruit 'nut'");
    unknown_is("nut", many, COUNT(many), "unknown fruit 'nut'");
    unknown_is("n\nt", few, COUNT(few),
               "unknown fruit 'n\\nt' (one of apple, pear)");
}

/* ---- options in the command line of another program ---------------------- */

UNIT_TEST(test_option)
{
    static const struct {
        const char *word;
        bool is;
    } rows[] = {
        {"--budget", true},     {"--budget=5", true}, {"--bud=5", true},
        {"--budgetary", false}, {"--bu", false},      {"--buffer=cold", false},
        {"budget", false},      {"--Budget", false},  {"", false},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (names_option(rows[i].word, "--budget", 5) != rows[i].is)
            fail_msg("%s", rows[i].word);
}
