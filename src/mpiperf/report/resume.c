/* resume.c: continues files of an earlier run, and finds the cases in them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/report.h"

#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/rows.h"
#include "record/fields.h"
#include "record/key.h"

/* ---- files --------------------------------------------------------------- */

/* True if one of the two texts is the beginning of the other one. */
static bool begins_with(const char *text, size_t length, const char *with)
{
    size_t n = strlen(with);

    return strncmp(text, with, length < n ? length : n) == 0;
}

/* Returns why mpiperf cannot have written the text, or NULL. If a run was
 * killed, the last line may be incomplete, but must still begin like a
 * record. */
static const char *text_refuse(const struct output *to, const char *text,
                               const struct options *o)
{
    static const char any_record[] = "{\"type\":\"";
    size_t whole = to->sink.keep, size = to->sink.size;
    char *header;
    bool ours;

    if (to->format->header != NULL) {
        header = to->format->header(o);
        ours = begins_with(text, size, header);
        free(header);
        return ours ? NULL : " has other columns";
    }
    if (!begins_with(text, whole, any_record))
        return ": line 1 is not a record of mpiperf";
    if (!begins_with(text + whole, size - whole, any_record))
        return ": its last line is not a record of mpiperf";
    return NULL;
}

/* Sets *text to the content of the file, malloced, and prepares the sink to
 * continue after its last complete line. Returns NULL or a malloced error
 * text. */
static char *file_read(struct output *to, const struct options *o, char **text)
{
    const char *why;
    char *cause = NULL;

    *text = NULL;
    if (sink_read(&to->sink, 0, text, &cause) != 0)
        return cause;
    to->sink.keep =
        sink_whole_lines(*text, to->sink.size, to->format->whole_quotes);
    why = text_refuse(to, *text, o);
    if (why == NULL)
        return NULL;
    return xasprintf("%s: %s%s", o->resume ? "--resume" : "--append",
                     SHOWN_FILE(to->sink.file), why);
}

static json_t *records_of(const struct report *r, char **cause)
{
    struct output *to = &r->outputs[0]; /* the .jsonl file is first */
    const char *file = SHOWN_FILE(to->sink.file);
    json_t *records = NULL, *record;
    size_t line;
    char *text;

    *cause = file_read(to, r->o, &text);
    if (*cause == NULL) {
        records = records_read(text, to->sink.keep, &line);
        if (records == NULL)
            *cause =
                xasprintf("--resume: %s: line %zu is not a record of mpiperf",
                          file, line);
    }
    free(text);
    json_array_foreach(records, line, record)
    {
        char *why = *cause == NULL ? format_refuse(record) : NULL;

        if (why != NULL)
            *cause = xasprintf("--resume: %s:%zu: %s", file, line + 1, why);
        free(why);
    }
    if (*cause == NULL)
        return records;
    json_decref(records);
    return NULL;
}

/* Checks that the CSV file begins like the CSV text of these records, and keeps
 * the missing rest as its backlog. Returns NULL or a malloced error text. */
static char *file_complete(struct output *to, const struct report *r,
                           const json_t *records)
{
    char *header = to->format->header(r->o);
    char *text, *wanted = format_text(to->format, r, header, records);
    char *cause = file_read(to, r->o, &text);

    if (cause == NULL && (strlen(wanted) < to->sink.keep ||
                          memcmp(text, wanted, to->sink.keep) != 0))
        cause = xasprintf("--resume: %s has other cases than %s: name a new "
                          "file in its place, which gets those of %s",
                          SHOWN_FILE(to->sink.file),
                          SHOWN_FILE(r->outputs[0].sink.file),
                          SHOWN_FILE(r->outputs[0].sink.file));
    if (cause == NULL)
        to->backlog = xstrdup(wanted + to->sink.keep);
    free(wanted);
    free(header);
    free(text);
    return cause;
}

static char *append_open(struct report *r)
{
    char *cause = NULL, *text;

    for (size_t i = 0; i < r->o->noutputs && cause == NULL; i++) {
        cause = file_read(&r->outputs[i], r->o, &text);
        free(text);
    }
    return cause;
}

/* ---- cases --------------------------------------------------------------- */

static char *key_of_row(const struct result_row *row)
{
    json_t *record = json_object();
    char *key;

    record_add_case(record, row);
    record_add_settings(record, row);
    key = key_text(record);
    json_decref(record);
    return key;
}

static json_t *keys_of_case(const struct options *o, const struct bench_case *c)
{
    json_t *keys = json_array();

    for (size_t i = 0; i < o->how.nmethods; i++)
        for (size_t j = 0; j < c->choice->nvariants; j++) {
            const struct result result = {.c = c,
                                          .variant = &c->choice->variants[j],
                                          .method = o->how.methods[i]};
            const struct report report = {.o = o};
            struct result_row row = {.r = &report, .res = &result};

            row_next_part(&row);
            do {
                char *key = key_of_row(&row);

                json_array_append_new(keys, json_string(key));
                free(key);
            } while (row_next_part(&row));
        }
    return keys;
}

/* True if the case's results were checked and correct, or cannot be checked. */
static bool is_verified(const json_t *record)
{
    const json_t *wrong = json_object_get(record, "mismatches");

    return record_has_mark(record, "unchecked") ||
           (json_is_integer(wrong) && json_integer_value(wrong) == 0);
}

/* True if the case of this record need not be measured again. It must be if it
 * has no figures; with --verify also if its results were not checked or were
 * wrong. */
static bool is_done(const json_t *record, const struct options *o)
{
    return record_is(record, "case") &&
           json_is_number(json_object_get(record, "median")) &&
           (!o->how.verify || is_verified(record));
}

static json_t *cases_held(const json_t *records, const struct options *o)
{
    json_t *held = json_object(), *record;
    size_t i;

    json_array_foreach(records, i, record) if (is_done(record, o))
    {
        char *key = key_text(record);

        json_object_set(held, key, record);
        free(key);
    }
    return held;
}

static char *cases_open(struct report *r)
{
    char *cause;
    json_t *records = records_of(r, &cause);

    if (records == NULL)
        return cause;
    r->held = cases_held(records, r->o);
    for (size_t i = 1; i < r->o->noutputs && cause == NULL; i++)
        cause = file_complete(&r->outputs[i], r, records);
    json_decref(records);
    return cause;
}

int resume_open(struct report *r, char **cause)
{
    *cause = r->o->resume   ? cases_open(r)
             : r->o->append ? append_open(r)
                            : NULL;
    return *cause == NULL ? 0 : -1;
}

json_t *resume_case(const struct report *r, const struct bench_case *c)
{
    json_t *keys = keys_of_case(r->o, c), *rows = json_array(), *key;
    size_t i;

    json_array_foreach(keys, i, key) json_array_append(
        rows, json_object_get(r->held, json_string_value(key)));
    if (json_array_size(rows) < json_array_size(keys)) {
        json_decref(rows);
        rows = NULL;
    }
    json_decref(keys);
    return rows;
}

size_t resume_show_others(struct report *r, const struct plan *plan)
{
    json_t *others = json_copy(r->held), *rows = json_array(), *value;
    const char *name;
    size_t n;

    for (size_t i = 0; i < plan->n; i++) {
        json_t *keys = keys_of_case(r->o, &plan->cases[i]), *key;
        size_t k;

        json_array_foreach(keys, k, key)
            json_object_del(others, json_string_value(key));
        json_decref(keys);
    }
    json_object_foreach(others, name, value) json_array_append(rows, value);
    n = json_array_size(rows);
    json_decref(others);
    report_held(r, plan->n, rows);
    return n;
}
