/* resume.c: which cases an earlier run's records have already. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/resume.h"

#include <stdlib.h>
#include <string.h>
#include "record/key.h"
#include "mpiperf/report/columns.h"
#include "mpiperf/report/resume_files.h"
#include "mpiperf/report/resume_passes.h"

static char *key_of_case(const struct options *o, const struct bench_case *c,
                         const struct variant *variant,
                         const struct method *method)
{
    struct report report = {.o = o};
    struct result result = {.c = c, .variant = variant, .method = method};
    struct row row = {.r = &report, .res = &result};
    json_t *record = json_object();
    char *key;

    for (const struct column *f = columns; f->name != NULL; f++)
        if (key_has(f->name))
            json_object_set_new(record, f->name, column_value(f, &row));
    key = key_text(record);
    json_decref(record);
    return key;
}

/* Were the results of the case checked and right, or is there nothing to check
 * in them? */
static bool is_verified(const json_t *record)
{
    const json_t *wrong = json_object_get(record, "mismatches");
    const json_t *marks_then = json_object_get(record, "marks");

    for (size_t i = 0; i < json_array_size(marks_then); i++) {
        const char *name = json_string_value(json_array_get(marks_then, i));

        if (name != NULL && strcmp(name, "unchecked") == 0)
            return true;
    }
    return json_is_integer(wrong) && json_integer_value(wrong) == 0;
}

/* A case without figures is worth another try, and so is one whose results
 * were not checked, or were wrong, when they are to be checked now. */
static bool is_done(const json_t *record, const struct options *o)
{
    return record_is(record, "case") &&
           json_is_number(json_object_get(record, "median")) &&
           (!o->how.verify || is_verified(record));
}

static void keep_cases(json_t *keys, const json_t *records,
                       const struct options *o)
{
    json_t *record;
    size_t i;

    json_array_foreach(records, i, record)
    {
        char *key;

        if (!is_done(record, o))
            continue;
        key = key_text(record);
        json_object_set_new(keys, key, json_true());
        free(key);
    }
}

static json_t *keys_of_rows(const struct options *o, const struct bench_case *c)
{
    json_t *keys = json_array();

    for (size_t i = 0; i < o->how.nmethods; i++)
        for (size_t j = 0; j < c->choice->nvariants; j++) {
            char *key =
                key_of_case(o, c, &c->choice->variants[j], o->how.methods[i]);

            json_array_append_new(keys, json_string(key));
            free(key);
        }
    return keys;
}

/* The last run and its passes, and no other's: no case mixes two. */
static json_t *last_passes(const json_t *records)
{
    json_t *last = json_array(), *record;
    size_t i;

    json_array_foreach(records, i, record)
    {
        if (record_is(record, "run"))
            json_array_clear(last);
        if (record_is(record, "run") || record_is(record, "pass"))
            json_array_append(last, record);
    }
    return last;
}

/* Rows of cases that a killed run has begun and nobody has done. */
static json_t *rows_begun(const json_t *keys, const json_t *records,
                          const struct plan *plan, const struct options *o)
{
    json_t *last = last_passes(records), *cases = json_array(), *rows, *row;
    json_t *made = json_array();
    size_t i;

    for (i = 0; i < plan->n; i++)
        json_array_append_new(cases, keys_of_rows(o, &plan->cases[i]));
    rows = resume_passes(last, cases, o);
    json_array_foreach(rows, i, row)
    {
        char *key = key_text(row);

        if (json_object_get(keys, key) == NULL)
            json_array_append(made, row);
        free(key);
    }
    json_decref(rows);
    json_decref(cases);
    json_decref(last);
    return made;
}

int resume_open(struct resume *r, struct report *report,
                const struct plan *plan, char **cause)
{
    json_t *records, *made;

    r->keys = json_object();
    *cause = resume_read(report, &records);
    if (*cause == NULL) {
        keep_cases(r->keys, records, report->o);
        made = rows_begun(r->keys, records, plan, report->o);
        keep_cases(r->keys, made, report->o);
        *cause = resume_complete(report, records, made);
        json_decref(made);
    }
    json_decref(records);
    if (*cause != NULL)
        resume_close(r);
    return *cause == NULL ? 0 : -1;
}

void resume_close(struct resume *r)
{
    json_decref(r->keys);
    r->keys = NULL;
}

bool resume_has(const struct resume *r, const struct options *o,
                const struct bench_case *c, const struct variant *variant,
                const struct method *method)
{
    char *key = key_of_case(o, c, variant, method);
    bool has = json_object_get(r->keys, key) != NULL;

    free(key);
    return has;
}

bool resume_has_case(const struct resume *r, const struct options *o,
                     const struct bench_case *c)
{
    for (size_t i = 0; i < c->choice->nvariants; i++)
        for (size_t j = 0; j < o->how.nmethods; j++)
            if (!resume_has(r, o, c, &c->choice->variants[i],
                            o->how.methods[j]))
                return false;
    return true;
}
