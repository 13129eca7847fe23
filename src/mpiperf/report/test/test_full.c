/* test_full.c: the disk becomes full at some point of a run; after --resume, no
 * case is missing and none is there twice. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include "lib/test/unit.h"
#include "files.h"

/* Limits the size of files to `most` bytes; 0 removes the limit. */
static void limit_files(rlim_t most)
{
    struct rlimit limit;

    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = most == 0 ? limit.rlim_max : most;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static rlim_t size_of(const char *file)
{
    struct stat st;

    assert_int_equal(stat(file, &st), 0);
    return (rlim_t)st.st_size;
}

/* Full before the run begins: files to be continued or replaced (also by
 * stdout) are unchanged, and new files are removed. */
IN_FOLDER(test_full)
{
    struct sample *s = *state;
    char *cause = NULL, *before;

    s->o.overwrite = true;
    put_file("b.csv", "precious\n");
    limit_files(1);
    assert_int_equal(run_to("moved", s, 0, &no_mishap, &cause), -1);
    limit_files(0);
    assert_cause(cause, "--output: cannot write a.jsonl: File too large");
    assert_absent("a.jsonl");
    assert_text("b.csv", "precious\n");
    assert_text("moved", "");

    put_file("a.jsonl", "precious\n");
    remove("b.csv");
    limit_files(1);
    assert_fails(s, &no_mishap,
                 "--output: cannot write a.jsonl: File too large");
    limit_files(0);
    assert_text("a.jsonl", "precious\n");
    assert_absent("b.csv");

    assert_runs(s);
    before = file_text("a.jsonl");
    s->o.overwrite = false;
    for (int i = 0; i < 2; i++) {
        s->o.resume = i == 0;
        s->o.append = i == 1;
        limit_files(size_of("a.jsonl") + 1);
        assert_fails(s, &no_mishap,
                     "--output: cannot write a.jsonl: File too large");
        limit_files(0);
        assert_text("a.jsonl", before);
    }
    free(before);
}

/* Full at any point while the run begins: files to be replaced are unchanged
 * unless both outputs have begun. */
IN_FOLDER(test_full_begin)
{
    struct sample *s = *state;
    char *cause = NULL;
    bool begun = false;

    s->o.overwrite = true;
    for (rlim_t most = 10; !begun; most += 97) {
        int out = dup(STDOUT_FILENO);

        put_file("a.jsonl", "precious\n");
        put_file("b.csv", "precious\n");
        assert_non_null(freopen("/dev/null", "w", stdout));
        assert_int_equal(report_open(&s->r, &s->o, &cause), 0);
        limit_files(most);
        begun = report_begin(&s->r, &s->ri, &cause) == 0;
        free(cause);
        report_close(&s->r, "complete", &cause);
        limit_files(0);
        dup2(out, STDOUT_FILENO);
        close(out);
        if (!begun) {
            assert_text("a.jsonl", "precious\n");
            assert_text("b.csv", "precious\n");
            assert_absent("a.jsonl.part");
        }
    }
    remove("a.jsonl.part"); /* left because the end of the run did not fit */
    remove("b.csv.part");
    free(cause);
}

static void fill_beside(struct report *r)
{
    (void)r;
    limit_files(size_of("a.jsonl.part") + 1);
}

/* Full later: the old file is unchanged, and FILE.part has the new records. */
IN_FOLDER(test_full_overwrite)
{
    static const struct mishap full = {fill_beside, NULL};
    struct sample *s = *state;

    s->o.overwrite = true;
    put_file("a.jsonl", "precious\n");
    assert_fails(s, &full,
                 "...a.jsonl: File too large; the new content is in /");
    limit_files(0);
    assert_text("a.jsonl", "precious\n");
    assert_lines("a.jsonl.part", 1);
    assert_int_equal(remove("a.jsonl.part"), 0);
}

static rlim_t room; /* the size at which the disk is full */

static void fill_disk(struct report *r)
{
    (void)r;
    limit_files(room);
}

/* Makes a run of case 0 with a mishap, then resumes it: then both files must
 * have all rows, each once. */
static void assert_completed(struct sample *s, const struct mishap *m,
                             const char *csv)
{
    char *cause = NULL;

    remove("a.jsonl");
    remove("b.csv");
    s->o.resume = false;
    if (run_to("/dev/null", s, 0, m, &cause) != 0)
        free(cause);
    limit_files(0);
    s->o.resume = true;
    cause = NULL;
    if (run_to("/dev/null", s, 0, &no_mishap, &cause) != 0)
        fail_msg("room for %ld: %s", (long)room, cause);
    assert_count("a.jsonl", "{\"type\":\"run\"", 2);
    assert_count("a.jsonl", "{\"type\":\"case\"", 3);
    assert_text("b.csv", csv);
}

/* The first file fills the disk, at any point. */
IN_FOLDER(test_full_first)
{
    struct sample *s = *state;
    char *csv;
    rlim_t size;

    assert_runs(s);
    size = size_of("a.jsonl");
    csv = file_text("b.csv");
    for (room = 1; room < size; room += 97)
        assert_completed(s, &(struct mishap){fill_disk, NULL}, csv);
    free(csv);
}

/* The second file gets no row, except for the beginning of one. */
static void break_second(struct report *r)
{
    r->outputs[1].sink.broken = true;
    assert_true(write(r->outputs[1].sink.fd, "bcast,na", 8) == 8);
}

IN_FOLDER(test_full_second)
{
    struct sample *s = *state;
    char *want;

    assert_runs(s);
    want = file_text("b.csv");
    assert_completed(s, &(struct mishap){break_second, NULL}, want);
    free(want);
}

/* Only one file has the cases, and they cannot be added to the other one. */
IN_FOLDER(test_disagreement)
{
    struct sample *s = *state;
    char *csv;

    assert_runs(s);
    csv = file_text("b.csv");
    put_file("a.jsonl", "");
    s->o.resume = true;
    assert_fails(s, &no_mishap,
                 "--resume: b.csv has other cases than a.jsonl: name a new "
                 "file in its place, which gets those of a.jsonl");
    assert_text("a.jsonl", "");
    assert_text("b.csv", csv);
    free(csv);
}
