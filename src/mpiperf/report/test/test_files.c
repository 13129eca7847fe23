/* test_files.c: tests which files a run changes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include "lib/test/unit.h"
#include "compare/output.h"
#include "lib/xmalloc.h"
#include "files.h"

/* Empty files count as missing. */
IN_FOLDER(test_empty)
{
    struct sample *s = *state;

    put_file("a.jsonl", "");
    assert_runs(s);
    assert_lines("a.jsonl", 1 + 3 + 1);
}

/* The old file keeps its name until the new file is complete. */
static void assert_beside(struct report *r)
{
    (void)r;
    assert_text("moved", "precious\n");
    assert_lines("moved.part", 1 + 3);
}

/* --overwrite replaces the target of a link, with the same permissions. A
 * temporary file of a killed run is not used. */
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

/* Also a name that leaves no room for .part, here in the middle of a character.
 */
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

/* If another file gets the name during the run, it is unchanged, and the
 * records stay in the temporary file. */
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
                 "... while mpiperf was writing it; what is new "
                 "is in /");
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

/* --append: behind the last whole line, another run; one header. */
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

/* --resume goes on after the last whole line; CSV has one header. */
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

/* Closed before it began: nothing was measured, nothing is left. */
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

/* Outputs that cannot be, or that cannot be gone on with: no file is changed or
 * made, and there is no table. More: tests/cli-wrong.bats. */
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
         "--resume: needs one --output=FILE.jsonl to go on with"},
        {'r', NULL, NULL, run,
         "--resume: needs one --output=FILE.jsonl to go on with"},
        {'a', "a.jsonl", "./a.jsonl", run,
         "--output: a.jsonl and ./a.jsonl are the same file"},
        {'a', "a.jsonl", "b.csv", strange,
         "--append: a.jsonl: its last line is no record of mpiperf"},
        {'r', "a.jsonl", "b.csv", strange,
         "--resume: a.jsonl: its last line is no record of mpiperf"},
        {'r', "a.jsonl", "b.csv", "hello\n{",
         "--resume: a.jsonl: line 1 is no record of mpiperf"},
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

/* Files have cases as they are done, standard output in the sweep's order. */
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

/* The error is detected when the rows are written, not at the end. */
static void assert_noticed(struct report *r)
{
    assert_true(r->outputs[0].sink.broken || r->outputs[1].sink.broken);
}

/* An error before the rows, and after the last row. */
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

/* While a program writes a file, another one cannot open it. */
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

/* If no temporary file can be made beside the file, the file is unchanged. */
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

/* Pipes: nothing waits for whoever is at their other end, and
 * what can be written is, whatever is asked about files. */
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
