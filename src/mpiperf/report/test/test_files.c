/* test_files.c: which files a run changes, and which it leaves alone. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include "lib/xmalloc.h"
#include "files.h"

/* What is longer than what comes leaves no tail. */
static void test_overwritten(void **state)
{
    struct sample s;
    char *cause = NULL, *old = xcalloc(1, 20001);

    (void)state;
    memset(old, '\n', 20000);
    sample_rivals(&s);
    use_files(&s, "a.jsonl", "b.csv");
    put_file("a.jsonl", old);
    free(old);
    assert_int_equal(run_report(&s, &cause), 0);
    assert_lines("a.jsonl", 1 + 3 + 1);
    assert_lines("b.csv", 1 + 3);
    sample_free(&s);
}

/* --resume goes on after the last whole line; CSV has one header. */
static void test_continued(void **state)
{
    struct sample s;
    char *cause = NULL, *text;

    (void)state;
    sample_rivals(&s);
    use_files(&s, "a.jsonl", "b.csv");
    s.o.resume = true;
    put_file("a.jsonl", "{\"type\":\"run\"}\n{\"type\":\"ca");
    assert_int_equal(run_report(&s, &cause), 0);
    assert_lines("a.jsonl", 1 + 5);
    text = file_text("b.csv");
    text = xreallocarray(text, strlen(text) + 40, 1);
    strcat(text, "bcast,\"torn\nrow");
    put_file("b.csv", text);
    free(text);
    assert_int_equal(run_to("/dev/null", &s, 1, &no_mishap, &cause), 0);
    assert_lines("b.csv", 1 + 3 + 3);
    text = file_text("b.csv");
    assert_null(strstr(text, "torn"));
    assert_null(strstr(strchr(text, '\n'), "op,algo"));
    free(text);
    sample_free(&s);
}

/* One that can't be opened: the others are as they were. */
static void test_all_or_none(void **state)
{
    struct sample s;
    char *cause = NULL, *text;

    (void)state;
    sample_rivals(&s);
    use_files(&s, "a.jsonl", "nowhere/b.csv");
    assert_int_equal(run_report(&s, &cause), -1);
    assert_string_equal(cause, "--output: cannot write nowhere/b.csv: "
                               "No such file or directory");
    assert_int_equal(access("a.jsonl", F_OK), -1);
    free(cause);
    put_file("a.jsonl", "precious\n");
    assert_int_equal(run_report(&s, &cause), -1);
    text = file_text("a.jsonl");
    assert_string_equal(text, "precious\n");
    free(text);
    free(cause);
    sample_free(&s);
}

/* Outputs that cannot be: the other ones are not even looked at. */
static void test_refused_names(void **state)
{
    static const struct {
        char *file[2];
        bool resume;
        const char *cause;
    } cases[] = {
        {{"a.jsonl", "x.txt"},
         false,
         "--output: 'x.txt': must end in .jsonl or .csv"},
        {{"a.jsonl", ".csv"},
         false,
         "--output: '.csv': must end in .jsonl or .csv"},
        {{"x\n", "a.jsonl"},
         true,
         "--output: 'x\\n': must end in .jsonl or .csv"},
        {{"b.csv", "c.csv"},
         true,
         "--resume: needs an --output=FILE.jsonl to go on with"},
        {{NULL}, true, "--resume: needs an --output=FILE.jsonl to go on with"},
    };
    struct sample s;

    (void)state;
    sample_rivals(&s);
    put_file("a.jsonl", "precious\n");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *cause = NULL;

        use_files(&s, cases[i].file[0], cases[i].file[1]);
        s.o.resume = cases[i].resume;
        if (cases[i].file[0] == NULL)
            s.o.noutputs = 0;
        assert_int_equal(report_open(&s.r, &s.o, &cause), -1);
        assert_cause(cause, cases[i].cause);
        assert_text("a.jsonl", "precious\n");
        assert_int_equal(access("b.csv", F_OK), -1);
    }
    sample_free(&s);
}

/* Closed before it began: nothing was measured, nothing is left. */
static void test_never_begun(void **state)
{
    struct sample s;
    char *cause = NULL;

    (void)state;
    sample_rivals(&s);
    use_files(&s, "a.jsonl", "b.csv");
    assert_int_equal(report_open(&s.r, &s.o, &cause), 0);
    assert_int_equal(access("a.jsonl", F_OK), 0);
    assert_int_equal(report_close(&s.r, "failed", &cause), 0);
    assert_int_equal(access("a.jsonl", F_OK), -1);
    assert_int_equal(access("b.csv", F_OK), -1);
    sample_free(&s);
}

static void test_same_file(void **state)
{
    struct sample s;
    char *cause = NULL;

    (void)state;
    sample_rivals(&s);
    use_files(&s, "a.jsonl", "./a.jsonl");
    assert_int_equal(run_report(&s, &cause), -1);
    assert_string_equal(cause,
                        "--output: a.jsonl and ./a.jsonl are the same file");
    assert_int_equal(access("a.jsonl", F_OK), -1);
    free(cause);
    sample_free(&s);
}

/* Whatever cannot be gone on with: no file is changed or made, no table. */
static void test_refused_unchanged(void **state)
{
    static const struct {
        const char *jsonl, *csv, *cause;
    } cases[] = {
        {"{\"type\":\"run\"}\n{\"type\":\"ca", "a,b,c\n",
         "--resume: b.csv has other columns"},
        {"hello\n", NULL, "--resume: a.jsonl: line 1 is no record of mpiperf"},
        {"{\"type\":\"run\"}\nhello", NULL,
         "--resume: a.jsonl: its last line is no record of mpiperf"},
    };
    struct sample s;

    (void)state;
    sample_rivals(&s);
    use_files(&s, "a.jsonl", "b.csv");
    s.o.resume = true;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *cause = NULL;

        remove("b.csv");
        put_file("a.jsonl", cases[i].jsonl);
        if (cases[i].csv != NULL)
            put_file("b.csv", cases[i].csv);
        assert_int_equal(run_to("moved", &s, 0, &no_mishap, &cause), -1);
        assert_cause(cause, cases[i].cause);
        assert_text("a.jsonl", cases[i].jsonl);
        assert_text("moved", "");
        assert_int_equal(access("b.csv", F_OK), cases[i].csv == NULL ? -1 : 0);
        if (cases[i].csv != NULL)
            assert_text("b.csv", cases[i].csv);
    }
    sample_free(&s);
}

/* ---- other people's doings --------------------------------------------- */

static void remove_first(struct report *r)
{
    (void)r;
    remove("a.jsonl");
}

static void move_second(struct report *r)
{
    (void)r;
    rename("b.csv", "moved");
}

/* No hours go by before it is known. */
static void assert_noticed(struct report *r)
{
    assert_true(r->outputs[0].sink.broken || r->outputs[1].sink.broken);
}

/* Before rows, and after the last of them. */
static void test_gone(void **state)
{
    static const struct {
        struct mishap m;
        const char *file;
    } cases[] = {
        {{remove_first, assert_noticed}, "a.jsonl"},
        {{NULL, remove_first}, "a.jsonl"},
        {{move_second, assert_noticed}, "b.csv"},
        {{NULL, move_second}, "b.csv"},
    };
    struct sample s;

    (void)state;
    sample_rivals(&s);
    use_files(&s, "a.jsonl", "b.csv");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *cause = NULL, *want;

        want = xasprintf("--output: cannot write %s: it was removed, moved or "
                         "replaced while mpiperf was writing it",
                         cases[i].file);
        assert_int_equal(run_to("/dev/null", &s, 0, &cases[i].m, &cause), -1);
        assert_cause(cause, want);
        free(want);
    }
    sample_free(&s);
}

/* Two programs, one file: the second one leaves it alone. */
static void test_locked(void **state)
{
    struct sample s, other;
    char *cause = NULL, *ignored;

    (void)state;
    sample_rivals(&s);
    sample_rivals(&other);
    use_files(&s, "a.jsonl", "b.csv");
    use_files(&other, "a.jsonl", "b.csv");
    assert_int_equal(report_open(&other.r, &other.o, &cause), 0);
    assert_int_equal(run_report(&s, &cause), -1);
    assert_cause(cause, "--output: cannot write a.jsonl: another mpiperf is "
                        "writing it: wait until that has ended, or name "
                        "another file");
    assert_int_equal(access("a.jsonl", F_OK), 0);
    assert_int_equal(report_close(&other.r, "failed", &ignored), 0);
    assert_int_equal(run_report(&s, &cause), 0);
    sample_free(&s);
    sample_free(&other);
}

/* Pipes, devices, folders: said at once, whoever is at their other end. */
static void test_irregular(void **state)
{
    struct sample s;

    (void)state;
    sample_rivals(&s);
    use_files(&s, "a.jsonl", "b.csv");
    for (int i = 0; i < 6; i++) {
        char *cause = NULL;

        s.o.resume = i % 2;
        if (i < 2)
            assert_int_equal(mkfifo("a.jsonl", 0600), 0);
        else if (i < 4)
            assert_int_equal(symlink("/dev/zero", "a.jsonl"), 0);
        else
            assert_int_equal(mkdir("a.jsonl", 0700), 0);
        assert_int_equal(run_report(&s, &cause), -1);
        assert_cause(cause, "--output: cannot write a.jsonl: it is no regular "
                            "file");
        assert_int_equal(access("b.csv", F_OK), -1);
        remove("a.jsonl");
    }
    sample_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_overwritten), IN_FOLDER(test_continued),
        IN_FOLDER(test_all_or_none), IN_FOLDER(test_never_begun),
        IN_FOLDER(test_same_file),   IN_FOLDER(test_refused_unchanged),
        IN_FOLDER(test_gone),        IN_FOLDER(test_locked),
        IN_FOLDER(test_irregular),   IN_FOLDER(test_refused_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
