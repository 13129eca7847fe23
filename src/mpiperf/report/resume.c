/* resume.c: which cases an earlier run's records hold already. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/resume.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/options_table.h"
#include "mpiperf/report/record.h"

/* One text for each case: the key fields' values, in the table's order. */
static char *key_text(json_t *values)
{
    char *text = json_dumps(values, JSON_COMPACT | JSON_SORT_KEYS);

    json_decref(values);
    return text;
}

/* What the record has of the options of operations, in the order of their rows,
 * but for those that are fields of every case. */
static void options_add(const struct options *o, json_t *values,
                        const json_t *record)
{
    struct option_row *rows = option_rows(&o->registry);

    for (const struct option_row *row = rows; row->name != NULL; row++) {
        json_t *value = json_object_get(record, row->name);

        if (row->param != NULL && !record_has_field(row->name))
            json_array_append_new(values, value == NULL ? json_null()
                                                        : json_incref(value));
    }
    free(rows);
}

static char *key_of_record(const struct options *o, const json_t *record)
{
    json_t *values = json_array();

    for (const struct record_field *f = record_fields; f->name != NULL; f++) {
        json_t *value = json_object_get(record, f->name);

        if (f->key)
            json_array_append_new(values, value == NULL ? json_null()
                                                        : json_incref(value));
    }
    options_add(o, values, record);
    return key_text(values);
}

static char *key_of_case(const struct options *o, const struct bench_case *c,
                         const struct variant *variant,
                         const struct method *method)
{
    struct report report = {.o = o};
    struct result result = {.c = c, .variant = variant, .method = method};
    json_t *values = json_array(), *options = json_object();

    for (const struct record_field *f = record_fields; f->name != NULL; f++)
        if (f->key)
            json_array_append_new(values, record_get(f, &report, &result));
    record_add_options(&report, &result, options);
    options_add(o, values, options);
    json_decref(options);
    return key_text(values);
}

static const char *text_of(const json_t *record, const char *field)
{
    const char *text = json_string_value(json_object_get(record, field));

    return text == NULL ? "" : text;
}

/* A case without figures is worth another try, and so is one whose results
 * were not checked, or were wrong, when they are to be checked now. */
static void keep_record(json_t *held, const json_t *record,
                        const struct options *o)
{
    const json_t *wrong = json_object_get(record, "mismatches");
    char *key;

    if (strcmp(text_of(record, "type"), "case") != 0 ||
        !json_is_number(json_object_get(record, "median")))
        return;
    if (o->verify && (!json_is_integer(wrong) || json_integer_value(wrong) != 0))
        return;
    key = key_of_record(o, record);
    if (key != NULL)
        json_object_set_new(held, key, json_true());
    free(key);
}

/* Killed while it wrote: what there is begins as every record of ours. */
static bool is_torn(const char *line, size_t length)
{
    static const char start[] = "{\"type\":\"";
    size_t n = sizeof(start) - 1;

    return line[length - 1] != '\n' &&
           strncmp(line, start, length < n ? length : n) == 0;
}

static int read_lines(json_t *held, FILE *f, const char *file,
                      const struct options *o, char **cause)
{
    char *line = NULL;
    size_t size = 0, number = 0;
    ssize_t length;

    *cause = NULL;
    while ((length = getline(&line, &size, f)) > 0) {
        json_t *record;

        number++;
        if (is_torn(line, (size_t)length))
            break;
        record = json_loadb(line, (size_t)length, 0, NULL);
        if (*text_of(record, "type") == '\0')
            *cause = xasprintf("--resume: %s: line %zu is no record of mpiperf",
                               SHOWN_FILE(file), number);
        else
            keep_record(held, record, o);
        json_decref(record);
        if (*cause != NULL)
            break;
    }
    if (*cause == NULL && ferror(f))
        *cause = xasprintf("--resume: cannot read %s: %s", SHOWN_FILE(file),
                           strerror(errno));
    free(line);
    return *cause == NULL ? 0 : -1;
}

static int read_file(json_t *held, const char *file, const struct options *o,
                     char **cause)
{
    FILE *f = fopen(file, "r");
    int rc;

    if (f == NULL && errno == ENOENT)
        return 0;
    if (f == NULL) {
        *cause = xasprintf("--resume: cannot read %s: %s", SHOWN_FILE(file),
                           strerror(errno));
        return -1;
    }
    rc = read_lines(held, f, file, o, cause);
    fclose(f);
    return rc;
}

int resume_open(struct resume *r, const struct options *o, char **cause)
{
    int rc = 0;

    r->files = json_array();
    for (size_t i = 0; i < o->noutputs && rc == 0; i++) {
        if (o->outputs[i].format != OUTPUT_JSONL)
            continue;
        json_array_append_new(r->files, json_object());
        rc = read_file(json_array_get(r->files, json_array_size(r->files) - 1),
                       o->outputs[i].file, o, cause);
    }
    if (rc == 0 && json_array_size(r->files) == 0) {
        *cause = xstrdup("--resume: no --output that ends in .jsonl");
        rc = -1;
    }
    if (rc != 0)
        resume_close(r);
    return rc;
}

void resume_close(struct resume *r)
{
    json_decref(r->files);
    r->files = NULL;
}

bool resume_has(const struct resume *r, const struct options *o,
                const struct bench_case *c, const struct variant *variant,
                const struct method *method)
{
    char *key = key_of_case(o, c, variant, method);
    bool has = key != NULL;

    for (size_t i = 0; i < json_array_size(r->files); i++)
        has &= json_object_get(json_array_get(r->files, i), key) != NULL;
    free(key);
    return has;
}

bool resume_has_case(const struct resume *r, const struct options *o,
                     const struct bench_case *c)
{
    for (size_t i = 0; i < c->choice->nvariants; i++)
        for (size_t j = 0; j < o->nmethods; j++)
            if (!resume_has(r, o, c, &c->choice->variants[i], o->methods[j]))
                return false;
    return true;
}
