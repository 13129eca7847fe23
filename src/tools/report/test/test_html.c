/* test_html.c: escaped text, base64, and pages with slots. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "tools/report/report.h"

UNIT_TEST(test_text)
{
    static const struct {
        const char *text, *html;
    } cases[] = {
        {"", ""},
        {"bcast 4 KiB\nnext", "bcast 4 KiB\nnext"},
        {"<script>alert('1')</script>",
         "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"},
        {"' onload=\"x\" &amp;", "&#39; onload=&quot;x&quot; &amp;amp;"},
        {"a\\b\\\\c", "a\\b\\\\c"},
        {"\x01\t\x7f", "\\x01\\t\\x7f"},
        {"\xe2\x80\xae"
         "evil \xc3\xa9 \xff",
         "\\xe2\\x80\\xae"
         "evil \xc3\xa9 \\xff"},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        size_t length;
        char *text;
        FILE *f = text_open(&text, &length);

        html_put(f, "%s|%m|%r", cases[i].text, xstrdup(cases[i].text), "<b>");
        text_close(f);
        assert_int_equal(strchr(text, '|') - text, strlen(cases[i].html));
        assert_memory_equal(text, cases[i].html, strlen(cases[i].html));
        assert_memory_equal(strchr(text, '|') + 1, cases[i].html,
                            strlen(cases[i].html));
        assert_string_equal(strrchr(text, '|'), "|<b>");
        free(text);
    }
}

UNIT_TEST(test_numbers)
{
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    html_put(f, "%z%% %m.", (size_t)12, (char *)NULL);
    text_close(f);
    assert_string_equal(text, "12% .");
    free(text);
}

UNIT_TEST(test_url)
{
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    html_url(f, "javascript:a'?#%\xc3\xa9/Z-1_~.jsonl");
    text_close(f);
    assert_string_equal(text, "javascript%3Aa%27%3F%23%25%C3%A9%2FZ-1_~.jsonl");
    free(text);
}

UNIT_TEST(test_base64)
{
    static const struct {
        const char *text, *base64;
    } cases[] = {
        /* from RFC 4648; and bytes above 127 */
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foobar", "Zm9vYmFy"},
        {"\xff\xfe\xfb\xff", "//77/w=="},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        size_t length;
        char *text, bytes[8];
        FILE *f = text_open(&text, &length), *from;

        strcpy(bytes, cases[i].text);
        from = fmemopen(bytes, strlen(bytes), "r");
        html_base64(f, from);
        text_close(f);
        fclose(from);
        assert_string_equal(text, cases[i].base64);
        free(text);
    }
}

static void put_title(FILE *f, const struct page *p)
{
    fputs(p->title, f);
}

static void put_bare(FILE *f, const struct page *p)
{
    fputs(p->bare ? "{{title}}" : "", f);
}

UNIT_TEST(test_fill)
{
    static const struct html_slot slots[] = {
        {"title", put_title}, {"bare", put_bare}, {0}};
    const struct page p = {.title = "T", .bare = true};
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    html_fill(f, "{{title}} a {b} {{bare}}{{title}}c", slots, &p);
    text_close(f);
    assert_string_equal(text, "T a {b} {{title}}Tc");
    free(text);
}
