/* test_pattern_file.c: reading and writing sets of messages, and errors with
 * line numbers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/golden.h"
#include "lib/test/unit.h"
#include "ops/pattern_file.h"

static int read_bytes(const char *text, size_t n, struct pattern *p,
                      char **cause)
{
    FILE *f = tmpfile();
    int rc;

    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    rewind(f);
    rc = pattern_read(f, "a.msgs", p, cause);
    fclose(f);
    return rc;
}

static struct pattern read_text(const char *text)
{
    struct pattern p;
    char *cause = NULL;

    if (read_bytes(text, strlen(text), &p, &cause) != 0)
        fail_msg("%s", cause);
    return p;
}

static uint64_t digest_of(const char *text)
{
    struct pattern p = read_text(text);
    uint64_t digest = pattern_digest(&p);

    pattern_free(&p);
    return digest;
}

static void assert_message(const struct pattern_message *m, int src, int dst,
                           int64_t bytes, int tag, int64_t count)
{
    assert_int_equal(m->src, src);
    assert_int_equal(m->dst, dst);
    assert_int_equal(m->bytes, bytes);
    assert_int_equal(m->tag, tag);
    assert_int_equal(m->count, count);
}

/* Blanks, comments, empty lines, CRLF, and no newline at the end. */
UNIT_TEST(test_all)
{
    struct pattern p =
        read_text("# msgsched 1 \r\n# by hand\n\n  ranks\t3 # three\r\n"
                  "repeat 12\nnode 2 7\nnode 0 0\nnode 1 7\n\n"
                  "0 1 8\n1 1 0 5#\n 2 0 64Ki 2147483647 3\n0 1 8");

    assert_int_equal(p.ranks, 3);
    assert_int_equal(p.repeat, 12);
    assert_int_equal(p.node[0], 0);
    assert_int_equal(p.node[1], 7);
    assert_int_equal(p.node[2], 7);
    assert_int_equal(p.n, 4);
    assert_message(&p.messages[0], 0, 1, 8, 0, 1);
    assert_message(&p.messages[1], 1, 1, 0, 5, 1);
    assert_message(&p.messages[2], 2, 0, 65536, 2147483647, 3);
    assert_message(&p.messages[3], 0, 1, 8, 0, 1);
    pattern_free(&p);
    p = read_text("# msgsched 1\nranks 4\n"); /* the smallest valid file */
    assert_int_equal(p.ranks, 4);
    assert_int_equal(p.repeat, 1);
    assert_true(p.node == NULL && p.n == 0);
    pattern_free(&p);
}

#define HEAD "# msgsched 1\nranks 4\n"

static void assert_refused(const char *text, size_t n, const char *refused)
{
    struct pattern p;
    char *cause = NULL;

    assert_int_equal(read_bytes(text, n, &p, &cause), -1);
    assert_non_null(cause);
    assert_int_equal(strncmp(cause, "a.msgs:", strlen("a.msgs:")), 0);
    assert_string_equal(cause + strlen("a.msgs:"), refused);
    free(cause);
}

static char *cause_of(char *text)
{
    struct pattern p;
    char *cause = NULL;

    assert_int_equal(read_bytes(text, strlen(text), &p, &cause), -1);
    return cause;
}

UNIT_TEST(test_refused)
{
    assert_answers("src/ops/test/pattern_file.txt", cause_of);
}

/* The longest valid line, and comments of any length. */
UNIT_TEST(test_lines)
{
    enum { LONG = 255 };
    static const char zero[] = HEAD "0 1\0 8\n";
    char text[2 * LONG + sizeof(HEAD)] = HEAD;
    size_t n = strlen(HEAD);
    struct pattern p;

    assert_refused(zero, sizeof(zero) - 1, "3: it contains a null byte");
    memset(text + n, ' ', LONG);
    text[n] = '0', text[n + 2] = '1', text[n + 4] = '8';
    p = read_text(text);
    assert_int_equal(p.n, 1);
    pattern_free(&p);
    text[n + LONG] = ' ';
    assert_refused(text, n + LONG + 1, "3: longer than 255 bytes");
    text[n + 5] = '#';
    p = read_text(text);
    assert_int_equal(p.n, 1);
    pattern_free(&p);
}

UNIT_TEST(test_no_file_to_read)
{
    FILE *f = fopen("/", "r");
    struct pattern p;
    char *cause = NULL;

    assert_non_null(f);
    assert_int_equal(pattern_read(f, "/", &p, &cause), -1);
    assert_string_equal(cause, "/:1: Is a directory");
    free(cause);
    fclose(f);
}

static char *written(const struct pattern *p)
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);

    assert_non_null(f);
    assert_int_equal(pattern_write(f, p), 0);
    fclose(f);
    return text;
}

UNIT_TEST(test_written)
{
    static const char *const texts[] = {
        "# msgsched 1\nranks 1\n",
        "# msgsched 1\nranks 3\nrepeat 9223372036854775807\n"
        "node 0 5\nnode 1 0\nnode 2 5\n"
        "0 1 8\n0 1 0 7\n2 1 9223372036854775 0 1000\n2 2 16 3 2\n",
    };

    for (size_t i = 0; i < LENGTH(texts); i++) {
        struct pattern p = read_text(texts[i]);
        char *text = written(&p);

        assert_string_equal(text, texts[i]);
        free(text);
        pattern_free(&p);
    }
}

UNIT_TEST(test_digest)
{
    static const char set[] = "# msgsched 1\nranks 4\n0 1 8\n2 3 16 1 2\n";
    static const char *const others[] = {
        "# msgsched 1\nranks 5\n0 1 8\n2 3 16 1 2\n",
        "# msgsched 1\nranks 4\n2 3 16 1 2\n0 1 8\n",
        "# msgsched 1\nranks 4\n0 1 16\n2 3 8 1 2\n",
        "# msgsched 1\nranks 4\n0 2 8\n2 3 16 1 2\n",
        "# msgsched 1\nranks 4\n0 1 8\n1 3 16 1 2\n",
        "# msgsched 1\nranks 4\n0 1 8\n2 3 16 2 1\n",
        ("# msgsched 1\nranks 4\nnode 0 0\nnode 1 0\nnode 2 1\nnode 3 1\n"
         "0 1 8\n2 3 16 1 2\n"),
    };
    uint64_t digest = digest_of(set);

    /* the digest must be the same on every machine */
    assert_int_equal(digest, UINT64_C(0x8401b096c3cb559b));
    assert_int_equal(digest_of("# msgsched 1\n# twice\nranks 4\nrepeat 2\n"
                               "\n0 1 8 0 1\n2 3 16 1 2 # two\n"),
                     digest);
    for (size_t i = 0; i < LENGTH(others); i++)
        assert_int_not_equal(digest_of(others[i]), digest);
}

UNIT_TEST(test_full_disk)
{
    struct pattern p = {.ranks = 1, .repeat = 1};
    FILE *f = fopen("/dev/full", "w");

    if (f == NULL)
        skip();
    errno = 0;
    assert_int_equal(pattern_write(f, &p), -1);
    assert_int_equal(errno, ENOSPC);
    fclose(f);
}
