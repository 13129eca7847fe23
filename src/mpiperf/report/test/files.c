/* files.c: runs of the sample, whose records go to files in a temporary
 * folder. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/report.h"

char *file_text(const char *path)
{
    FILE *f = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;

    if (f == NULL)
        return xstrdup("");
    if (getdelim(&text, &size, '\0', f) < 0) {
        free(text);
        text = xstrdup("");
    }
    fclose(f);
    return text;
}

void put_file(const char *file, const char *text)
{
    FILE *f = fopen(file, "w");

    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

void assert_count(const char *file, const char *text, size_t times)
{
    char *all = file_text(file);
    size_t n = 0;

    for (char *at = all; (at = strstr(at, text)) != NULL; at++)
        n++;
    free(all);
    assert_int_equal(n, times);
}

void assert_lines(const char *file, size_t lines)
{
    assert_count(file, "\n", lines);
}

void assert_text(const char *file, const char *want)
{
    char *text = file_text(file);

    assert_string_equal(text, want);
    free(text);
}

void assert_cause(char *cause, const char *want)
{
    assert_string_equal(cause, want);
    free(cause);
}

void assert_absent(const char *file)
{
    assert_int_equal(access(file, F_OK), -1);
}

struct folder {
    struct sample s;
    char name[32];
};

int enter_folder(void **state)
{
    struct folder *f = xcalloc(1, sizeof(*f));

    *state = f;
    sample_rivals(&f->s);
    f->s.outputs[0] = "a.jsonl";
    f->s.outputs[1] = "b.csv";
    f->s.o.outputs = f->s.outputs;
    f->s.o.noutputs = 2;
    strcpy(f->name, "/tmp/test_report.XXXXXX");
    return mkdtemp(f->name) == NULL || chdir(f->name) != 0;
}

int leave_folder(void **state)
{
    struct folder *f = *state;
    int rc;

    remove("a.jsonl");
    remove("b.csv");
    remove("moved");
    rc = chdir("/");
    rmdir(f->name);
    sample_free(&f->s);
    free(f);
    return rc;
}

const struct mishap no_mishap;

/* Makes a whole run of one case; its table goes to the file. */
int run_to(const char *table, struct sample *s, size_t which,
           const struct mishap *m, char **cause)
{
    int out = dup(STDOUT_FILENO), fd = open(table, O_WRONLY | O_CREAT, 0666);
    char *ignored = NULL;
    json_t *held = NULL;
    int rc;

    fflush(stdout);
    dup2(fd, STDOUT_FILENO);
    rc = report_open(&s->r, &s->o, cause);
    if (rc == 0)
        rc = resume_open(&s->r, cause);
    if (rc == 0)
        rc = report_begin(&s->r, &s->ri, cause);
    if (m->before != NULL)
        m->before(&s->r);
    if (rc == 0 && s->o.resume)
        held = resume_case(&s->r, s->results[which][0].c);
    if (rc == 0 && held == NULL)
        rc = report_rows(&s->r, 0, s->results[which], s->n[which], cause);
    json_decref(held);
    if (m->after != NULL)
        m->after(&s->r);
    if (rc == 0)
        rc = report_close(&s->r, "complete", cause);
    else
        report_close(&s->r, "failed", &ignored);
    free(ignored);
    dup2(out, STDOUT_FILENO);
    close(out);
    close(fd);
    return rc;
}

void assert_runs(struct sample *s)
{
    char *cause = NULL;

    if (run_to("/dev/null", s, 0, &no_mishap, &cause) != 0)
        fail_msg("%s", cause);
}

void assert_fails(struct sample *s, const struct mishap *m, const char *cause)
{
    size_t any = strncmp(cause, "...", 3) == 0 ? 3 : 0;
    char *is = NULL;

    assert_int_equal(run_to("/dev/null", s, 0, m, &is), -1);
    if (strstr(is, cause + any) == NULL || (any == 0 && strcmp(is, cause) != 0))
        fail_msg("%s", is);
    free(is);
}

void put_record(FILE *f, const struct format *format, const struct report *r,
                json_t *record)
{
    format->put(f, r, record);
    json_decref(record);
}
