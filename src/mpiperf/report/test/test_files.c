/* test_files.c: which files a run changes, and how. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include "files.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "print/output.h"

/* An empty file is treated as a missing one. */
IN_FOLDER(test_empty)
{
    struct sample *s = *state;

    put_file("a.jsonl", "");
    assert_runs(s);
    assert_lines("a.jsonl", 1 + 3 + 1);
}

/* The old file keeps its name until the new one is complete. */
static void assert_beside(struct report *r)
{
    (void)r;
    assert_text("moved", "precious\n");
    assert_lines("moved.part", 1 + 3);
}

/* --overwrite replaces the target of a link, with the same permissions. It does
 * not use a temporary file that a killed run left. */
IN_FOLDER(test_overwritten)
{
    static const struct mishap none = {NULL, assert_beside};
    struct sample *s = *state;
    struct stat st;
    char *cause = NULL;

    s->o.overwrite = true;
    put_file("moved", "precious\n");
    assert_int_equal(chmod("moved", 0640), 0);
    put_file("moved.part", "of a killed run\n");
    assert_int_equal(symlink("moved", "a.jsonl"), 0);
    assert_int_equal(run_to("/dev/null", s, 0, &none, &cause), 0);
    assert_lines("moved", 1 + 3 + 1);
    assert_lines("b.csv", 1 + 3);
    assert_int_equal(lstat("a.jsonl", &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(stat("a.jsonl", &st), 0);
    assert_int_equal(st.st_mode & 07777, 0640);
    assert_absent("moved.part");
}

/* A file name so long that it must be cut for .part, here inside a
 * character. */
IN_FOLDER(test_overwritten_long)
{
    struct sample *s = *state;
    char name[NAME_MAX + 1] = "";
    char *cause = NULL;

    s->o.overwrite = true;
    for (size_t i = 0; i + 1 < NAME_MAX; i += 2)
        strcat(name, "\u00e9");
    strcat(name, "l");
    assert_int_equal(strlen(name), NAME_MAX);
    put_file(name, "precious\n");
    assert_int_equal(symlink(name, "a.jsonl"), 0);
    assert_int_equal(run_to("/dev/null", s, 0, &no_mishap, &cause), 0);
    assert_lines(name, 1 + 3 + 1);
    assert_int_equal(remove(name), 0);
}

/* If the name becomes another file's during the run, that file is unchanged,
 * and the records stay in the temporary file. */
static void replace_first(struct report *r)
{
    (void)r;
    assert_int_equal(rename("a.jsonl", "moved"), 0);
    put_file("a.jsonl", "another's\n");
}

IN_FOLDER(test_overwritten_by_two)
{
    static const struct mishap other = {replace_first, NULL};
    struct sample *s = *state;

    s->o.overwrite = true;
    put_file("a.jsonl", "precious\n");
    assert_fails(s, &other,
                 "... while mpiperf was writing it; the new content is in /");
    assert_text("moved", "precious\n");
    assert_text("a.jsonl", "another's\n");
    assert_lines("a.jsonl.part", 1 + 3 + 1);
    assert_int_equal(remove("a.jsonl.part"), 0);
}

static void assert_one_header(void)
{
    char *text = file_text("b.csv");

    assert_null(strstr(text, "torn"));
    assert_null(strstr(strchr(text, '\n'), "op,algo"));
    free(text);
}

/* --append adds a run after the last complete line; CSV has one header. */
IN_FOLDER(test_appended)
{
    struct sample *s = *state;
    char *text;

    s->o.append = true;
    for (int i = 1; i < 3; i++) {
        assert_runs(s);
        assert_lines("a.jsonl", i * (1 + 3 + 1));
        assert_lines("b.csv", 1 + i * 3);
    }
    text = file_text("a.jsonl");
    text[strlen(text) - 3] = '\0';
    put_file("a.jsonl", text);
    free(text);
    assert_runs(s);
    assert_lines("a.jsonl", 2 * (1 + 3 + 1) - 1 + 5);
    assert_one_header();
}

/* --resume continues after the last complete line; CSV has one header. */
IN_FOLDER(test_continued)
{
    struct sample *s = *state;
    char *cause = NULL, *text, *torn;

    s->o.resume = true;
    put_file("a.jsonl", "{\"type\":\"run\"}\n{\"type\":\"ca");
    assert_runs(s);
    assert_lines("a.jsonl", 1 + 5);
    text = file_text("b.csv");
    torn = xasprintf("%s%s", text, "bcast,\"torn\nrow");
    put_file("b.csv", torn);
    free(torn);
    free(text);
    assert_int_equal(run_to("/dev/null", s, 1, &no_mishap, &cause), 0);
    assert_lines("b.csv", 1 + 3 + 3);
    assert_one_header();
}

/* A report that is closed before it begins leaves no files. */
IN_FOLDER(test_never_begun)
{
    struct sample *s = *state;
    char *cause = NULL;

    assert_int_equal(report_open(&s->r, &s->o, &cause), 0);
    assert_int_equal(access("a.jsonl", F_OK), 0);
    assert_int_equal(report_close(&s->r, "failed", &cause), 0);
    assert_absent("a.jsonl");
    assert_absent("b.csv");
}

/* Impossible outputs, or files that cannot be continued: no file is changed or
 * created, and no table is printed. tests/cli-wrong.bats has more. */
IN_FOLDER(test_refused)
{
    static const char run[] = "{\"type\":\"run\"}\n",
                      strange[] = "{\"type\":\"run\"}\nhello";
    static const struct {
        char mode, *first, *second;
        const char *jsonl, *cause;
    } cases[] = {
        {'-', "a.jsonl", ".csv", run,
         "--output: '.csv': must end in .jsonl or .csv"},
        {'r', "x\n", "a.jsonl", run,
         "--output: 'x\\n': must end in .jsonl or .csv"},
        {'r', "b.csv", "moved.csv", run,
         "--resume: needs one --output=FILE.jsonl to continue"},
        {'r', NULL, NULL, run,
         "--resume: needs one --output=FILE.jsonl to continue"},
        {'a', "a.jsonl", "./a.jsonl", run,
         "--output: a.jsonl and ./a.jsonl are the same file"},
        {'a', "a.jsonl", "b.csv", strange,
         "--append: a.jsonl: its last line is not a record of mpiperf"},
        {'r', "a.jsonl", "b.csv", strange,
         "--resume: a.jsonl: its last line is not a record of mpiperf"},
        {'r', "a.jsonl", "b.csv", "hello\n{",
         "--resume: a.jsonl: line 1 is not a record of mpiperf"},
    };
    struct sample *s = *state;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *cause = NULL;

        s->outputs[0] = cases[i].first;
        s->outputs[1] = cases[i].second;
        s->o.noutputs = cases[i].first == NULL ? 0 : 2;
        s->o.append = cases[i].mode == 'a';
        s->o.resume = cases[i].mode == 'r';
        put_file("a.jsonl", cases[i].jsonl);
        assert_int_equal(run_to("moved", s, 0, &no_mishap, &cause), -1);
        assert_cause(cause, cases[i].cause);
        assert_text("a.jsonl", cases[i].jsonl);
        assert_text("moved", "");
        assert_absent("b.csv");
    }
}

static struct sample *ordered;

static void last_comes_first(struct report *r)
{
    char *cause;

    assert_int_equal(
        report_rows(r, 1, ordered->results[1], ordered->n[1], &cause), 0);
    assert_lines("moved", 1);
    assert_lines("b.csv", 1 + 3);
}

/* Files get cases when they are done, stdout in the order of the sweep. */
IN_FOLDER(test_order)
{
    static const struct mishap m = {last_comes_first, NULL};
    char *cause = NULL, *text;

    ordered = *state;
    ordered->o.format = FORMAT_CSV;
    assert_int_equal(run_to("moved", ordered, 0, &m, &cause), 0);
    assert_lines("moved", 1 + 3 + 3);
    text = file_text("moved");
    assert_true(strstr(text, "native,4,8,") <
                strstr(text, "native,4,1048576,"));
    free(text);
}

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

/* The error is noticed when the rows are written, not at the end. */
static void assert_noticed(struct report *r)
{
    assert_true(r->outputs[0].sink.broken || r->outputs[1].sink.broken);
}

/* An error before the rows, and one after the last row. */
IN_FOLDER(test_gone)
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
    struct sample *s = *state;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *want =
            xasprintf("--output: cannot write %s: it was removed, moved or "
                      "replaced while mpiperf was writing it",
                      cases[i].file);

        remove("a.jsonl");
        remove("b.csv");
        assert_fails(s, &cases[i].m, want);
        free(want);
    }
}

/* While a program writes a file, no other program can open it. */
IN_FOLDER(test_locked)
{
    struct sample *s = *state;
    struct report other;
    char *cause = NULL;

    assert_int_equal(report_open(&other, &s->o, &cause), 0);
    assert_fails(s, &no_mishap,
                 "--output: cannot write a.jsonl: another mpiperf is "
                 "writing it: wait until that has ended, or name "
                 "another file");
    assert_int_equal(access("a.jsonl", F_OK), 0);
    assert_int_equal(report_close(&other, "failed", &cause), 0);
    assert_runs(s);
}

/* If no temporary file can be created, the file is unchanged. */
IN_FOLDER(test_no_room_beside)
{
    struct sample *s = *state;

    s->o.overwrite = true;
    put_file("a.jsonl", "precious\n");
    assert_int_equal(mkdir("a.jsonl.part", 0700), 0);
    assert_fails(s, &no_mishap, ".../a.jsonl.part: Is a directory");
    assert_text("a.jsonl", "precious\n");
    assert_absent("b.csv");
    assert_int_equal(remove("a.jsonl.part"), 0);
}

/* Pipes: the program never waits for a reader, and writes to a pipe that has
 * one, whatever the options for existing files are. */
IN_FOLDER(test_irregular)
{
    struct sample *s = *state;
    char text[16] = "";
    int fd;

    assert_int_equal(mkfifo("a.jsonl", 0600), 0);
    assert_fails(s, &no_mishap,
                 "--output: cannot write a.jsonl: No such device or "
                 "address");
    assert_absent("b.csv");
    fd = open("a.jsonl", O_RDONLY | O_NONBLOCK);
    for (int i = 0; i < 3; i++) {
        s->o.append = i == 1;
        s->o.overwrite = i == 2;
        assert_runs(s);
        assert_int_equal(read(fd, text, 9), 9);
        assert_string_equal(text, "{\"type\":\"");
        while (read(fd, text, 1) > 0)
            ;
        remove("b.csv");
    }
    close(fd);
}
