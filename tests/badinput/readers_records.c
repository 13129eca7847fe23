/* readers_records.c: readers of records, and everything made of records: tables
 * in every format, verdicts, pages and bounds. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "readers.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "compare/read.h"
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/output.h"
#include "print/program.h"
#include "tools/report/report.h"
#include "verdict/bounds.h"
#include "verdict/gate.h"
#include "verdict/guidelines.h"

static json_t *parsed(const char *line)
{
    json_t *record = json_loads(line, 0, NULL);

    DEMAND(record != NULL);
    return record;
}

/* ---- tables -------------------------------------------------------------- */

static void judge(const struct table *t)
{
    struct guidelines guided;
    struct gate g;

    for (int of = GATE_CASE; t->r->sides > 1 && of <= GATE_GEOMEAN; of++) {
        gate_judge(&g, t, NULL, 1.05, (enum gate_of)of);
        printable(gate_line(&g));
        printable(ci_junit(&g));
        gate_free(&g);
    }
    guidelines_judge(&guided, t, 1.05);
    printable(gate_line(&guided.gate));
    gate_free(&guided.gate);
    guidelines_free(&guided);
}

static void print_all(const struct table *t)
{
    static const char *const file[] = {"/dev/null"};
    struct input in = {.file = (const char **)(uintptr_t)file, .n = 1};
    const struct page page = {.t = t, .in = &in};
    size_t length;
    char *text;
    FILE *f;

    for (int format = FORMAT_TABLE; format <= FORMAT_IMB; format++)
        printable(output_text(t, (enum output_format)format));
    f = text_open(&text, &length);
    page_print(f, &page);
    text_close(f);
    printable(text);
    text = merged_text(t);
    for (char *rest = text, *line; *(line = strsep(&rest, "\n")) != '\0';)
        json_decref(parsed(line));
    free(text);
}

static void bound(const struct table *t)
{
    char *cause, *text = bounds_text(t, &cause);

    accepted(cause != NULL, cause);
    free(text);
}

static void table_use(struct runs *r, bool gate)
{
    struct table_options how = {
        .same = SAME, .sitting = SITTING, .gate = gate, .passes = r->n == 1};
    struct table t;

    table_make(&t, r, runs_order(r), &how);
    print_all(&t);
    judge(&t);
    tune_use(&t);
    bound(&t);
    table_free_rows(&t);
}

bool records_read_all(const char *text, size_t n)
{
    FILE *f = fmemopen((void *)(uintptr_t)text, n > 0 ? n : 1, "r");
    struct runs r = {0};
    char *cause;
    bool is;

    runs_begin(&r, 0);
    cause = n > 0 ? runs_add_lines(&r, f, "line ") : xstrdup("empty");
    fclose(f);
    is = accepted(cause != NULL, cause);
    if (is && r.n > 0)
        table_use(&r, n % 2 == 0);
    runs_free(&r);
    return is;
}

/* ---- the profile of a program -------------------------------------------- */

bool program_read_all(const char *text, size_t n)
{
    FILE *f = fmemopen((void *)(uintptr_t)text, n > 0 ? n : 1, "r"), *to;
    struct program p = {0};
    size_t length;
    char *cause, *answer;
    bool is;

    cause = n > 0 ? program_read(&p, f, "line ") : xstrdup("empty");
    fclose(f);
    is = accepted(cause != NULL, cause);
    if (is) {
        to = text_open(&answer, &length);
        program_print(to, &p);
        text_close(to);
        printable(answer);
    }
    program_free(&p);
    return is;
}

/* ---- bounds -------------------------------------------------------------- */

/* The run that is judged by the bounds which the grammar makes. */
static json_t *run_now(void)
{
    static const char run[] =
        "{\"type\":\"run\",\"mpiperf\":\"1.0\",\"program\":{},\"mpi\":\"M 1\","
        "\"ranks\":2,\"nodes\":1,\"machine\":{\"cpu\":\"C\"}}";
    static const char a_case[] =
        "{\"type\":\"case\",\"op\":\"bcast\",\"algo\":\"native\",\"procs\":2,"
        "\"bytes\":8,\"estimate\":1e-6,\"passes\":[{\"estimate\":1e-6}]}";
    json_t *records = json_array();

    json_array_append_new(records, parsed(run));
    json_array_append_new(records, parsed(a_case));
    return records;
}

static bool bounds_file(const char *file)
{
    json_t *records = run_now();
    char *cause = NULL, *text;
    json_t *bounds = bounds_open(file, json_array_get(records, 0), &cause);

    if (accepted(bounds == NULL, cause)) {
        bounds_judge(bounds, records, &text);
        printable(text);
    }
    json_decref(bounds);
    json_decref(records);
    return bounds != NULL;
}

bool bounds_read(const char *text, size_t n)
{
    return read_as_file(text, n, bounds_file);
}
