/* formats.c: writes records as JSON Lines, CSV and tables. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/rows.h"
#include "print/foreign.h"
#include "print/output.h"
#include "record/csv_rows.h"
#include "record/full.h"

/* ---- figures of operations and algorithms -------------------------------- */

/* Adds the columns of an array of figures, and the lines that explain them. */
static void add_figures(json_t *columns, json_t *lines,
                        const struct figure *table)
{
    for (const struct figure *f = table; f != NULL && f->name != NULL; f++) {
        const char *field = f->launch ? "parts" : "figures";
        const char *unit = f->unit;
        char *key = xasprintf("%s %s %s", field, f->name, unit);
        char *line =
            xasprintf(*unit != '\0' ? "# %s.%s: %s (%s)\n" : "# %s.%s: %s\n",
                      field, f->name, f->help, unit);

        /* figures of launches are medians with an interval */
        json_object_set_new(json_object_get(columns, field), f->name,
                            f->launch ? json_integer(CSV_MEDIAN) : json_null());
        if (lines != NULL && json_object_get(lines, key) == NULL)
            json_object_set_new(lines, key, json_string(line));
        free(line);
        free(key);
    }
}

/* Returns the columns for the figures of all measured operations and
 * algorithms, in the order of the operands; a new reference. Adds their
 * explanations to `lines` unless it is NULL. */
static json_t *figures_asked(const struct options *o, json_t *lines)
{
    json_t *columns =
        json_pack("{s:{}, s:{}, s:o}", "parts", "figures", "percentiles",
                  percentiles_json(&o->how.percentiles, NULL));

    for (size_t i = 0; i < o->nchoices; i++) {
        const struct choice *c = &o->choices[i];

        add_figures(columns, lines, c->op->life.figures);
        for (size_t j = 0; j < c->nvariants; j++)
            add_figures(columns, lines, c->variants[j].algo->life.figures);
    }
    return columns;
}

/* ---- files --------------------------------------------------------------- */

static void jsonl_put(FILE *f, const struct report *r, const json_t *record)
{
    (void)r;
    record_print(f, record,
                 record_is(record, "run") ? RECORD_DIGITS : CASE_DIGITS);
}

const struct format format_jsonl = {.suffix = ".jsonl", .put = jsonl_put};

static char *csv_head(const struct options *o)
{
    json_t *columns = figures_asked(o, NULL);
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    csv_line(f, OF_CASE, columns, NULL);
    text_close(f);
    json_decref(columns);
    return text;
}

static void csv_put(FILE *f, const struct report *r, const json_t *record)
{
    json_t *columns;

    if (!record_is(record, "case"))
        return;
    columns = figures_asked(r->o, NULL);
    csv_line(f, OF_CASE, columns, record);
    json_decref(columns);
}

const struct format format_csv = {
    .suffix = ".csv",
    .whole_quotes = true,
    .header = csv_head,
    .put = csv_put,
};

/* ---- notes on rows ------------------------------------------------------- */

/* Kinds of texts, the most serious first, and their words for several rows.
 * Reasons for missing figures are not here: the table itself has them. */
static const struct {
    const char *name, *rows;
} kinds[] = {
    {"wrong-results", "have wrong results"},
    {"failed-pass", "lack passes that failed"},
    {"fell-back", "were measured by another method"},
    {"slow-node", "are slow on pairs with one node"},
    {"disturbed", "were disturbed"},
    {"throttled", "were throttled by a CPU quota"},
    {"own-threads", "lost cores to threads of the same process"},
    {"late", "had mostly late launches"},
    {"distance-changed", "saw the cores' distance change"},
    {"clocks", "had clocks that differed"},
    {"clock-set-back", "saw a clock that was set back"},
    {"oversubscribed", "had oversubscribed ranks"},
    {"shared-cpu", "had ranks that share a CPU"},
    {"shared-core", "had ranks that share a core"},
    {"few-launches", "have too few launches"},
    {"imprecise", "are imprecise"},
    {"few-passes", "have too few passes"},
    {"missed-precision", "are less precise than --max-rse asks"},
    {"over-time", "took longer than --max-time"},
    {"unchecked", "have results that --verify cannot check"},
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static const char *note_text(const json_t *of, const char *key)
{
    return json_string_value(json_object_get(of, key));
}

static void notes_print(FILE *f, const json_t *notes)
{
    const json_t *note, *text;
    size_t i, j;

    json_array_foreach(notes, i, note)
    {
        fprintf(f, "# %s", note_text(note, "row"));
        json_array_foreach(json_object_get(note, "texts"), j, text)
            fprintf(f, "%s%s", j == 0 ? ": " : "; ", note_text(text, "text"));
        fputc('\n', f);
    }
}

/* The rows that have a text of this kind. */
struct noted {
    size_t n;
    const char *worst, *text; /* the first of the worst rows; its text */
    double least, most;       /* smallest and largest extent */
};

static void noted_add(struct noted *r, const json_t *note, const json_t *text)
{
    double extent = json_real_value(json_object_get(text, "extent"));

    if (r->n == 0 || extent > r->most) {
        r->worst = note_text(note, "row");
        r->text = note_text(text, "text");
        r->most = extent;
    }
    if (r->n++ == 0 || extent < r->least)
        r->least = extent;
}

static struct noted noted_of(const json_t *notes, const char *kind)
{
    struct noted r = {0};
    const json_t *note, *text;
    size_t i, j;

    json_array_foreach(notes, i, note)
    {
        json_array_foreach(json_object_get(note, "texts"), j, text)
        {
            if (strcmp(note_text(text, "kind"), kind) == 0)
                noted_add(&r, note, text);
        }
    }
    return r;
}

void notes_print_kinds(FILE *f, const json_t *notes, const char *before)
{
    for (size_t i = 0; i < KINDS; i++) {
        const struct noted r = noted_of(notes, kinds[i].name);

        if (r.n > 1)
            fprintf(f, "%s%zu rows %s; the %s: %s: %s\n", before, r.n,
                    kinds[i].rows, r.most > r.least ? "worst" : "first",
                    r.worst, r.text);
        else if (r.n == 1)
            fprintf(f, "%s%s: %s\n", before, r.worst, r.text);
    }
}

/* ---- standard output ----------------------------------------------------- */

static void put_skipped(FILE *f, const struct report *r, const char *before)
{
    const struct skipped *s = &r->o->skipped;

    for (size_t i = 0; i < s->n; i++)
        fprintf(f, "%s%s", i == 0 ? before : ", ", s->ops[i]->name);
    if (s->n > 0)
        fprintf(f, " left out: %s\n", s->cause);
}

static void put_verified(FILE *f, const struct report *r)
{
    if (!r->o->how.verify)
        return;
    if (r->uncheckable == 0)
        fprintf(f, "# verify: every result checked, %ld mismatches\n",
                r->mismatches);
    else
        fprintf(f,
                "# verify: results of %zu of %zu cases checked, %ld "
                "mismatches; the others cannot be checked\n",
                r->cases - r->uncheckable, r->cases, r->mismatches);
}

static void put_advice(FILE *f, const struct report *r, const char *before)
{
    if (r->cases > r->empty && r->ri->started_by != NULL)
        fprintf(f,
                "%sone run is one observation; to compare over several:\n"
                "%smpiperf-repeat -- %s\n",
                before, before, r->ri->started_by);
}

static void full_begin(FILE *f, const struct options *o, const json_t *run)
{
    json_t *lines = json_object(), *line;
    const char *key;

    full_head(f, run);
    fprintf(
        f,
        "# times in us, of the slowest rank; mean, ci: after dropping %g %% "
        "at each end, %g %% interval\n",
        100.0 * o->how.trim, 100.0 * o->how.confidence);
    fputs(o->how.paper
              ? "# median: all valid launches; min, max: of those left "
                "after trimming\n"
              : "# min, median, max: all valid launches\n",
          f);
    json_decref(figures_asked(o, lines));
    json_object_foreach(lines, key, line) fputs(json_string_value(line), f);
    json_decref(lines);
}

static void full_end(FILE *f, const struct report *r, const json_t *end)
{
    const char *status = json_string_value(json_object_get(end, "status"));
    bool complete = strcmp(status, "complete") == 0;
    char buf[DIGITS_SIZE];

    full_print(f, r->shown, OF_CASE);
    put_skipped(f, r, "# ");
    notes_print(f, r->notes);
    fprintf(f, "# %zu cases, %zu without a valid launch; %s s%s%s\n", r->cases,
            r->empty, digits_plain(buf, r->seconds), complete ? "" : "; ",
            complete ? "" : status);
    put_verified(f, r);
    put_advice(f, r, "# ");
}

static void full_put(FILE *f, const struct report *r, const json_t *record)
{
    if (record_is(record, "run"))
        full_begin(f, r->o, record);
    else if (record_is(record, "case"))
        json_array_append(r->shown, (json_t *)record);
    else
        full_end(f, r, record);
}

const struct format format_full = {.put = full_put};

/* Prints the table as the benchmark of --as, all comments above the rows. */
static void named_put(FILE *f, const struct report *r)
{
    struct named named = {.as = r->o->as, .more = r->o->more};
    const json_t *text;
    char *remarks;
    size_t length, i;
    FILE *to = text_open(&remarks, &length);

    fputs(r->o->remarks != NULL ? r->o->remarks : "", to);
    json_array_foreach(r->said, i, text)
        fprintf(to, "# mpiperf: %s\n", json_string_value(text));
    put_skipped(to, r, "# mpiperf: ");
    notes_print_kinds(to, r->notes, "# mpiperf: ");
    text_close(to);
    named.remarks = remarks;
    output_run(f, r->shown, (enum output_format)r->o->format, &named);
    free(remarks);
}

/* Prints the table from the run's records, when the run is over.
 * mpiperf-compare uses the same code for records in files. */
static void table_put(FILE *f, const struct report *r, const json_t *record)
{
    if (!record_is(record, "end")) {
        json_array_append(r->shown, (json_t *)record);
        return;
    }
    if (r->o->accept != NULL)
        return; /* --accept prints only its verdict */
    if (r->o->as != NULL) {
        named_put(f, r);
        return;
    }
    output_run(f, r->shown, (enum output_format)r->o->format, NULL);
    if (r->o->format != FORMAT_TABLE && r->o->format != FORMAT_MD)
        return;
    put_skipped(f, r, "note: ");
    notes_print_kinds(f, r->notes, "note: ");
    put_verified(f, r);
    put_advice(f, r, "");
}

const struct format format_table = {.put = table_put};
