/* test_report.c: what all formats make of results, byte for byte. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include <fcntl.h>
#include <math.h>
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
#include "mpiperf/report/progress.h"
#include "mpiperf/report/record.h"
#include "sample.h"

/* ---- golden output ----------------------------------------------------- */

/* Everything a format says about the sample. */
static char *format_all(const struct format *format, const struct sample *s)
{
    char *text;
    size_t length;
    FILE *f = open_memstream(&text, &length);

    if (format->header != NULL)
        format->header(f);
    if (format->begin != NULL)
        format->begin(f, &s->r);
    for (size_t i = 0; i < s->ncases; i++)
        format->rows(f, &s->r, s->results[i], s->n[i]);
    if (format->end != NULL)
        format->end(f, &s->r, "complete");
    fclose(f);
    return text;
}

static char *file_text(const char *path)
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

/* The version is whatever is being built. */
static char *without_version(char *text)
{
    char *at = strstr(text, PACKAGE_VERSION), *out;

    if (at == NULL)
        return text;
    *at = '\0';
    out = xasprintf("%s@VERSION@%s", text, at + strlen(PACKAGE_VERSION));
    free(text);
    return out;
}

/* GOLDEN_UPDATE=1 writes the file instead, for a look at git diff. */
static void assert_golden(const struct format *format, const struct sample *s,
                          const char *name)
{
    const char *top = getenv("top_srcdir");
    char *path = xasprintf("%s/src/mpiperf/report/test/golden/%s.%s",
                           top == NULL ? "." : top, name, format->name);
    char *text = without_version(format_all(format, s)), *golden;
    FILE *f = getenv("GOLDEN_UPDATE") == NULL ? NULL : fopen(path, "w");

    if (f != NULL) {
        fputs(text, f);
        fclose(f);
    }
    golden = file_text(path);
    assert_string_equal(text, golden);
    free(golden);
    free(text);
    free(path);
}

static void test_rivals(void **state)
{
    struct sample s;

    (void)state;
    sample_rivals(&s);
    assert_golden(&format_text, &s, "rivals");
    assert_golden(&format_csv, &s, "rivals");
    assert_golden(&format_jsonl, &s, "rivals");
    sample_free(&s);
}

static void test_methods(void **state)
{
    struct sample s;

    (void)state;
    sample_methods(&s);
    assert_golden(&format_text, &s, "methods");
    assert_golden(&format_csv, &s, "methods");
    assert_golden(&format_jsonl, &s, "methods");
    sample_free(&s);
}

static void test_paper(void **state)
{
    struct sample s;

    (void)state;
    sample_paper(&s);
    assert_golden(&format_text, &s, "paper");
    assert_golden(&format_csv, &s, "paper");
    assert_golden(&format_jsonl, &s, "paper");
    sample_free(&s);
}

static void test_pairs(void **state)
{
    struct sample s;

    (void)state;
    sample_pairs(&s);
    assert_golden(&format_text, &s, "pairs");
    assert_golden(&format_csv, &s, "pairs");
    assert_golden(&format_jsonl, &s, "pairs");
    sample_free(&s);
}

/* The longer it takes, the less goes by: ends of the interval change places. */
static void test_rates(void **state)
{
    struct sample s;
    struct rate b, m;

    (void)state;
    sample_pairs(&s);
    b = result_bandwidth(&s.results[0][0]);
    m = result_message_rate(&s.results[0][0]);
    assert_true(b.value == 64 * 65536 / 1.024e-3 && m.value == 64 / 1.024e-3);
    assert_true(b.lo < b.value && b.value < b.hi);
    assert_true(m.lo == 64 / (1.01 * 1.024e-3));
    assert_true(m.hi == 64 / (0.99 * 1.024e-3));
    /* no bytes, no bandwidth; no messages, no rate; no figures, neither */
    assert_true(isnan(result_bandwidth(&s.results[1][0]).value));
    assert_true(result_message_rate(&s.results[1][0]).value == m.value);
    assert_true(isnan(result_message_rate(&s.results[2][0]).value));
    s.results[3][0].traffic.messages = 1;
    assert_true(isnan(result_message_rate(&s.results[3][0]).value));
    sample_free(&s);
}

/* A machine of which nothing is known. */
static void test_bare(void **state)
{
    struct sample s;
    char *text;

    (void)state;
    sample_rivals(&s);
    json_object_clear(s.ri.machine);
    json_array_clear(s.ri.warnings);
    s.ri.ranks = NULL;
    s.ri.models = NULL;
    text = format_all(&format_text, &s);
    assert_non_null(strstr(text, ", MPI library not known\n"));
    assert_non_null(strstr(text, "# machine: not known\n"));
    assert_non_null(strstr(text, "largest uncertainty n/a,"));
    assert_null(strstr(text, "# warning"));
    free(text);
    sample_free(&s);
}

/* Every row of the CSV has as many cells as the header. */
static void test_csv_cells(void **state)
{
    struct sample s;
    char *text;
    size_t cells = 1, first = 0;
    int quoted = 0;

    (void)state;
    sample_rivals(&s);
    text = format_all(&format_csv, &s);
    for (const char *c = text; *c != '\0'; c++) {
        quoted ^= *c == '"';
        cells += !quoted && *c == ',';
        if (quoted || *c != '\n')
            continue;
        first = first == 0 ? cells : first;
        assert_int_equal(cells, first);
        cells = 1;
    }
    assert_false(quoted);
    free(text);
    sample_free(&s);
}

/* The schema names the fields of a case, no more and no fewer. */
static void test_schema_fields(void **state)
{
    const char *top = getenv("top_srcdir");
    char *path =
        xasprintf("%s/doc/record.schema.json", top == NULL ? "." : top);
    json_t *schema = json_load_file(path, 0, NULL), *fields;
    size_t n = 1; /* "type" */

    (void)state;
    assert_non_null(schema);
    fields = json_object_get(json_object_get(schema, "$defs"), "case");
    fields = json_object_get(fields, "properties");
    for (const struct record_field *f = record_fields; f->name != NULL; f++) {
        print_message("# %s\n", f->name);
        assert_non_null(json_object_get(fields, f->name));
        n++;
    }
    assert_int_equal(json_object_size(fields), n);
    json_decref(schema);
    free(path);
}

/* ---- files ------------------------------------------------------------- */

static int enter_folder(void **state)
{
    char *folder = xstrdup("/tmp/test_report.XXXXXX");

    *state = folder;
    return mkdtemp(folder) == NULL || chdir(folder) != 0;
}

static int leave_folder(void **state)
{
    static const char *const files[] = {"a.jsonl", "b.csv"};

    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        unlink(files[i]);
    chdir("/");
    rmdir(*state);
    free(*state);
    return 0;
}

static void put_file(const char *file, const char *text)
{
    FILE *f = fopen(file, "w");

    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static void use_files(struct sample *s, char *jsonl, char *csv)
{
    s->outputs[0] = (struct output){jsonl, OUTPUT_JSONL};
    s->outputs[1] = (struct output){csv, OUTPUT_CSV};
    s->o.outputs = s->outputs;
    s->o.noutputs = 2;
}

/* A whole run, its table thrown away. */
static int run_report(struct sample *s, char **cause)
{
    int out = dup(STDOUT_FILENO), null = open("/dev/null", O_WRONLY);
    char *ignored = NULL;
    int rc;

    fflush(stdout);
    dup2(null, STDOUT_FILENO);
    rc = report_open(&s->r, &s->o, cause);
    if (rc == 0) {
        rc = report_begin(&s->r, &s->ri, cause);
        if (rc == 0)
            rc = report_rows(&s->r, s->results[0], s->n[0], cause);
        report_close(&s->r, "complete", rc == 0 ? cause : &ignored);
        free(ignored);
    }
    dup2(out, STDOUT_FILENO);
    close(out);
    close(null);
    return rc;
}

static void assert_lines(const char *file, size_t lines)
{
    char *text = file_text(file);
    size_t n = 0;

    for (const char *c = text; *c != '\0'; c++)
        n += *c == '\n';
    assert_int_equal(n, lines);
    free(text);
}

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
    assert_int_equal(run_report(&s, &cause), 0);
    assert_lines("b.csv", 1 + 3 + 3);
    text = file_text("b.csv");
    assert_null(strstr(text, "torn"));
    assert_null(strstr(strchr(text, '\n'), "op,algo"));
    free(text);
    sample_free(&s);
}

static void test_other_columns(void **state)
{
    struct sample s;
    char *cause = NULL;

    (void)state;
    sample_rivals(&s);
    use_files(&s, "a.jsonl", "b.csv");
    s.o.resume = true;
    put_file("b.csv", "name,town\nme,here");
    assert_int_equal(run_report(&s, &cause), -1);
    assert_string_equal(cause, "--resume: b.csv has other columns");
    assert_lines("b.csv", 1);
    free(cause);
    sample_free(&s);
}

/* One that can't be opened: the others are as they were. */
static void test_all_or_none(void **state)
{
    struct sample s;
    char *cause = NULL, *text;

    (void)state;
    sample_rivals(&s);
    use_files(&s, "a.jsonl", "nowhere/\x1b\n.csv");
    assert_int_equal(run_report(&s, &cause), -1);
    assert_string_equal(cause, "--output: cannot write nowhere/\\x1b\\n.csv: "
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

static void test_full(void **state)
{
    struct sample s;
    char *cause = NULL;

    (void)state;
    if (access("/dev/full", W_OK) != 0)
        skip();
    sample_rivals(&s);
    use_files(&s, "/dev/full", "b.csv");
    assert_int_equal(run_report(&s, &cause), -1);
    assert_string_equal(cause, "--output: cannot write /dev/full: "
                               "No space left on device");
    free(cause);
    sample_free(&s);
}

/* ---- progress ---------------------------------------------------------- */

static void test_progress(void **state)
{
    char line[256];

    (void)state;
    progress_line(line, sizeof(line), 200, 0, 8, 0.2, "bcast");
    assert_string_equal(line,
                        "[....................] 0/8 cases, 0 s, ? left: bcast");
    progress_line(line, sizeof(line), 200, 2, 8, 60.0, "bcast");
    assert_string_equal(
        line, "[#####...............] 2/8 cases, 1:00, 3:00 left: bcast");
    progress_line(line, sizeof(line), 200, 8, 8, 3723.0, "bcast");
    assert_string_equal(
        line, "[####################] 8/8 cases, 1:02:03, 0 s left: bcast");
    progress_line(line, sizeof(line), 30, 2, 8, 60.0, "bcast");
    assert_string_equal(line, "[#####...............] 2/8 cas");
}

#define IN_FOLDER(test)                                                        \
    cmocka_unit_test_setup_teardown(test, enter_folder, leave_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rivals),
        cmocka_unit_test(test_methods),
        cmocka_unit_test(test_paper),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_rates),
        cmocka_unit_test(test_bare),
        cmocka_unit_test(test_csv_cells),
        cmocka_unit_test(test_schema_fields),
        IN_FOLDER(test_overwritten),
        IN_FOLDER(test_continued),
        IN_FOLDER(test_other_columns),
        IN_FOLDER(test_all_or_none),
        IN_FOLDER(test_never_begun),
        IN_FOLDER(test_same_file),
        IN_FOLDER(test_full),
        cmocka_unit_test(test_progress),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
