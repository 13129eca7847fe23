/* report.c: writes the records of a run to all outputs, and keeps the first
 * error. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/report.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lib/names.h"
#include "lib/now.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/rows.h"
#include "print/output.h"
#include "record/fields.h"

/* Formats of files; --resume needs the first one. */
static const struct format *const formats[] = {&format_jsonl, &format_csv};

enum { NFORMATS = sizeof(formats) / sizeof(formats[0]) };

static const struct format *format_of(const char *file)
{
    for (size_t i = 0; i < NFORMATS; i++)
        if (has_suffix(file, formats[i]->suffix))
            return formats[i];
    return NULL;
}

static char *outputs_check(const struct options *o)
{
    size_t resumable = 0;

    for (size_t i = 0; i < o->noutputs; i++) {
        const struct format *format = format_of(o->outputs[i]);

        if (format == NULL)
            return xasprintf("--output: %s: must end in %s or %s",
                             QUOTED(o->outputs[i]), formats[0]->suffix,
                             formats[1]->suffix);
        resumable += format == formats[0];
    }
    if (o->resume && resumable != 1)
        return xasprintf("--resume: needs one --output=FILE%s to continue",
                         formats[0]->suffix);
    return NULL;
}

/* True if no other output has this file open. Otherwise, locking it would fail
 * as if another program had locked it. */
static bool is_distinct(const struct report *r, const char *file, char **cause)
{
    struct stat a, b;

    if (stat(file, &a) != 0 || !S_ISREG(a.st_mode))
        return true;
    for (size_t i = 0; i < r->n; i++)
        if (stat(r->outputs[i].sink.file, &b) == 0 && a.st_dev == b.st_dev &&
            a.st_ino == b.st_ino) {
            *cause = xasprintf("--output: %s and %s are the same file",
                               SHOWN_FILE(r->outputs[i].sink.file),
                               SHOWN_FILE(file));
            return false;
        }
    return true;
}

static void report_free(struct report *r)
{
    for (size_t i = 0; i < r->n; i++)
        free(r->outputs[i].backlog);
    free(r->outputs);
    json_decref(r->done);
    json_decref(r->shown);
    json_decref(r->notes);
    json_decref(r->slow);
    json_decref(r->said);
    json_decref(r->held);
    r->done = r->shown = r->notes = r->slow = r->held = r->said = NULL;
    r->outputs = NULL;
    r->n = 0;
}

static void report_discard(struct report *r)
{
    for (size_t i = r->n; i-- > 0;)
        sink_discard(&r->outputs[i].sink);
    report_free(r);
}

static void files_open(struct report *r, const struct format *format,
                       char **cause)
{
    enum sink_mode mode = r->o->overwrite                ? SINK_OVERWRITE
                          : r->o->append || r->o->resume ? SINK_APPEND
                                                         : SINK_NEW;

    for (size_t i = 0; i < r->o->noutputs && *cause == NULL; i++) {
        struct output *to = &r->outputs[r->n];
        const char *file = r->o->outputs[i];

        if (format_of(file) != format)
            continue;
        *to = (struct output){.format = format};
        if (is_distinct(r, file, cause) &&
            sink_open(&to->sink, file, mode, cause) == 0)
            r->n++;
    }
}

static const struct format *format_shown(const struct options *o)
{
    return o->format == FORMAT_FULL  ? &format_full
           : o->format == FORMAT_CSV ? &format_csv
                                     : &format_table;
}

/* Returns a random number; if the system has none yet, the time in
 * nanoseconds. */
static uint64_t random_id(void)
{
    uint64_t id;

    return getrandom(&id, sizeof(id), GRND_NONBLOCK) == sizeof(id)
               ? id
               : (uint64_t)(1e9 * now());
}

int report_open(struct report *r, const struct options *o, char **cause)
{
    *cause = outputs_check(o);
    *r = (struct report){
        .o = o,
        .outputs = xcalloc(o->noutputs + 1, sizeof(*r->outputs)),
        .started = time(NULL),
        .id = random_id(),
        .t0 = now(),
    };
    for (size_t i = 0; i < NFORMATS && *cause == NULL; i++)
        files_open(r, formats[i], cause);
    if (*cause != NULL) {
        report_discard(r);
        return -1;
    }
    r->outputs[r->n++] =
        (struct output){.format = format_shown(o), .sink.fd = STDOUT_FILENO};
    r->done = json_array();
    r->shown = json_array();
    r->notes = json_array();
    r->slow = json_array();
    r->said = json_array();
    return 0;
}

char *format_text(const struct format *format, const struct report *r,
                  const char *before, const json_t *records)
{
    char *text;
    size_t length, i;
    json_t *record;
    FILE *f = text_open(&text, &length);

    fputs(before, f);
    json_array_foreach(records, i, record) format->put(f, r, record);
    text_close(f);
    return text;
}

static int output_put(struct output *to, const struct report *r,
                      const char *before, const json_t *records, char **cause)
{
    char *text = format_text(to->format, r, before, records);
    int rc = sink_write(&to->sink, text, strlen(text), cause);

    free(text);
    return rc;
}

static int output_begin(struct output *to, const struct report *r,
                        const json_t *records, char **cause)
{
    if (sink_begin(&to->sink, cause) != 0)
        return -1;
    if (to->backlog == NULL && to->sink.keep == 0 && to->format->header != NULL)
        to->backlog = to->format->header(r->o);
    return output_put(to, r, to->backlog != NULL ? to->backlog : "", records,
                      cause);
}

int report_begin(struct report *r, const struct runinfo *ri, char **cause)
{
    json_t *records;
    int rc = 0;

    *cause = NULL;
    r->ri = ri;
    records = json_pack("[o]", record_run(r));
    /* stdout is last, because what was printed cannot be undone */
    for (size_t i = 0; i < r->n && rc == 0; i++)
        rc = output_begin(&r->outputs[i], r, records, cause);
    json_decref(records);
    r->begun = rc == 0;
    return rc;
}

/* Writes the records to the files; stops at the first error. */
static int files_put(struct report *r, const json_t *records, char **cause)
{
    *cause = NULL;
    for (size_t i = 0; i + 1 < r->n && *cause == NULL; i++)
        if (json_array_size(records) > 0 && !r->outputs[i].sink.broken)
            output_put(&r->outputs[i], r, "", records, cause);
    return *cause == NULL ? 0 : -1;
}

int report_pass(struct report *r, const struct result *res, size_t n,
                char **cause)
{
    json_t *records = json_array();
    int rc;

    for (size_t i = 0; i < n; i++)
        if (res[i].reason == NULL && res[i].pass.launches > 0 &&
            res[i].c->rounds == 0 && !res[i].c->called.by_group)
            json_array_append_new(records, record_pass(&(struct result_row){
                                               .r = r, .res = &res[i]}));
    rc = files_put(r, records, cause);
    json_decref(records);
    return rc;
}

/* Prints finished cases to stdout, in the order of the sweep, up to the first
 * unfinished case; with `end`, unfinished cases are skipped. */
static void done_put(struct report *r, bool end, char **cause)
{
    struct output *to = &r->outputs[r->n - 1];

    for (; r->put < json_array_size(r->done); r->put++) {
        const json_t *of = json_array_get(r->done, r->put);
        const json_t *rows = json_object_get(of, "rows");

        if (json_is_null(of) && !end)
            return;
        json_array_extend(r->notes, json_object_get(of, "notes"));
        if (json_array_size(rows) > 0 && !to->sink.broken)
            output_put(to, r, "", rows, cause);
        json_array_set_new(r->done, r->put, json_null());
    }
}

static void row_add(json_t *rows, json_t *notes, const struct result_row *w)
{
    json_t *note;

    json_array_append_new(rows, record_case(w));
    json_decref(marks_find(w, &note));
    json_array_append_new(notes, note);
}

/* Adds the record and the notes of a row; with --pairs=each and --rows=group,
 * those of each of its pairs or groups instead. */
static void rows_add(json_t *rows, json_t *notes, struct result_row w)
{
    const struct result *res = w.res;

    if (!row_next_part(&w)) {
        row_add(rows, notes, &w);
        return;
    }
    do {
        struct result_row pair = w;
        struct result own;

        result_of_pair(&own, res, w.origin, &w.r->o->how);
        pair.res = &own;
        row_add(rows, notes, &pair);
        free(own.passes);
    } while (row_next_part(&w));
}

/* Keeps the rows of a case for stdout, and prints the cases that are due. */
static void rows_put(struct report *r, size_t index, json_t *rows,
                     json_t *notes, char **cause)
{
    while (json_array_size(r->done) <= index)
        json_array_append_new(r->done, json_null());
    json_array_set_new(r->done, index,
                       json_pack("{s:o, s:o}", "rows", rows, "notes", notes));
    done_put(r, false, cause);
}

void report_held(struct report *r, size_t index, json_t *rows)
{
    char *cause = NULL; /* writing the end record will report the error again */
    const json_t *record;
    size_t i;

    r->cases += json_array_size(rows);
    json_array_foreach(rows, i, record)
    {
        r->mismatches +=
            json_integer_value(json_object_get(record, "mismatches"));
        r->uncheckable += record_has_mark(record, "unchecked");
    }
    rows_put(r, index, rows, json_array(), &cause);
    free(cause);
}

int report_rows(struct report *r, size_t index, const struct result *res,
                size_t n, char **cause)
{
    json_t *rows = json_array(), *notes = json_array();

    r->cases += n;
    for (size_t i = 0; i < n; i++) {
        const struct result_row w = {.r = r, .res = &res[i]};

        r->empty += result_cause(&res[i]) != NULL;
        r->mismatches += res[i].mismatches;
        r->uncheckable +=
            !variant_is_checkable(res[i].c->choice, res[i].variant);
        rows_add(rows, notes, w);
    }
    files_put(r, rows, cause);
    rows_put(r, index, rows, notes, cause);
    return *cause == NULL ? 0 : -1;
}

void report_probe(struct report *r, const struct probe *p)
{
    const struct bench_case *c = &p->c;
    char *text = slow_nodes_text(r->ri, p), *row;

    if (text == NULL)
        return;
    row = xasprintf("%s at %s", c->choice->op->name, SIZE_TEXT((long)c->bytes));
    json_array_append_new(
        r->notes, json_pack("{s:s, s:[{s:s, s:f, s:s}]}", "row", row, "texts",
                            "kind", "slow-node", "extent", 0.0, "text", text));
    json_array_append_new(r->slow, json_sprintf("%s: %s", row, text));
    free(row);
    free(text);
}

void report_note(struct report *r, const char *text)
{
    struct output *to = &r->outputs[r->n - 1]; /* stdout */
    char *lines, *cause = NULL;
    size_t length;
    FILE *f;

    if (to->sink.broken || to->format == &format_csv || r->o->accept != NULL)
        return;
    if (r->o->as != NULL) { /* the benchmark's name comes first */
        json_array_append_new(r->said, json_string(text));
        return;
    }
    f = text_open(&lines, &length);
    while (*text != '\0') {
        size_t n = strcspn(text, "\n");

        fprintf(f, "# %.*s\n", (int)n, text);
        text += n + (text[n] == '\n');
    }
    text_close(f);
    output_put(to, r, lines, NULL, &cause);
    free(lines);
    free(cause);
    to->sink.broken = false; /* writing the rows will report the error again */
}

int report_close(struct report *r, const char *status, char **cause)
{
    json_t *records;

    *cause = NULL;
    if (!r->begun) {
        report_discard(r);
        return 0;
    }
    r->seconds = now() - r->t0;
    done_put(r, true, cause);
    records = json_pack("[o]", record_end(r, status));
    for (size_t i = 0; i < r->n; i++) {
        struct output *to = &r->outputs[i];

        if (!to->sink.broken)
            output_put(to, r, "", records, cause);
        sink_close(&to->sink, cause);
    }
    json_decref(records);
    report_free(r);
    return *cause == NULL ? 0 : -1;
}
