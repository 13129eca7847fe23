/* read.c: a file of records cut into launches. Of the records is kept what is
 * used of them, and what is alike from launch to launch is kept once. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "lib/case_key.h"
#include "tools/compare/differ.h"
#include "tools/compare/launches_add.h"
#include "tools/compare/record.h"

static double real_of(const json_t *v)
{
    return json_is_number(v) ? json_number_value(v) : NAN;
}

static void run_add(struct launches *l, const json_t *record)
{
    struct launch last = l->n > 0 ? l->v[l->n - 1] : (struct launch){0};
    json_t *words = json_object_get(record, "command");
    const json_t *repeat = json_object_get(record, "repeat");
    const json_t *command = json_object_get(repeat, "command");
    const json_t *oneway = json_object_get(record, "oneway");
    struct launch launch = {
        .traits = differ_traits(record, last.traits),
        .words = json_equal(words, last.words) ? last.words : words,
        .latency = real_of(json_object_get(oneway, "median")),
        .command =
            json_is_integer(command) ? (long)json_integer_value(command) : 1,
        .planned = (long)json_integer_value(json_object_get(repeat, "of")),
    };

    launches_add(l, &launch);
    json_decref(launch.traits);
}

/* The fields that tell a case from others. */
static json_t *which_case(const json_t *record)
{
    json_t *which = json_object();

    for (const char *const *f = case_key_fields; *f != NULL; f++)
        json_object_set(which, *f, json_object_get(record, *f));
    return which;
}

static void case_add(struct launches *l, const json_t *record)
{
    const json_t *ci = json_object_get(record, "median_ci");
    struct figures f = {
        .launch = l->n - 1,
        .median = real_of(json_object_get(record, "median")),
        .lo = real_of(json_array_get(ci, 0)),
        .hi = real_of(json_array_get(ci, 1)),
        .wrong = json_integer_value(json_object_get(record, "mismatches")) > 0,
    };
    json_t *which = which_case(record);
    char *key = case_key(which);

    launches_add_figures(launches_add_case(l, key, which), &f);
    free(key);
    json_decref(which);
}

/* NULL, or why the record cannot stand here, malloced. */
static char *record_add(struct launches *l, const json_t *record)
{
    enum record_type type;
    char *why = record_refuse(record, &type);
    const char *status;

    if (why != NULL)
        return why;
    if (type != RECORD_RUN && l->n == 0)
        return xstrdup("no record of mpiperf's run stands before it");
    if (type == RECORD_RUN) {
        run_add(l, record);
    } else if (type == RECORD_CASE) {
        case_add(l, record);
    } else if (type == RECORD_END) {
        status = json_string_value(json_object_get(record, "status"));
        l->v[l->n - 1].complete =
            status != NULL && strcmp(status, "complete") == 0;
    }
    return NULL;
}

/* NULL, or what is wrong with the line, malloced. */
static char *line_add(struct launches *l, const char *line, size_t length)
{
    json_error_t error;
    json_t *record = json_loadb(line, length, 0, &error);
    char *why = NULL;

    if (record != NULL)
        why = record_add(l, record);
    else if (line[length - 1] == '\n' || l->n == 0)
        why = xasprintf("no record of mpiperf: %s", SHOWN_FILE(error.text));
    json_decref(record);
    return why;
}

static char *cannot_read(const char *file)
{
    return xasprintf("cannot read %s: %s", SHOWN_FILE(file), strerror(errno));
}

static int read_lines(struct launches *l, FILE *f, char **cause)
{
    char *line = NULL, *why = NULL;
    size_t size = 0, number = 0;
    ssize_t length;

    *cause = NULL;
    while (why == NULL && (length = getline(&line, &size, f)) > 0) {
        number++;
        why = line_add(l, line, (size_t)length);
    }
    /* without room for a line there is no end of the file, and no error on it
     */
    if (why != NULL)
        *cause = xasprintf("%s:%zu: %s", SHOWN_FILE(l->file), number, why);
    else if (!feof(f) || ferror(f))
        *cause = cannot_read(l->file);
    free(why);
    free(line);
    return *cause == NULL ? 0 : -1;
}

int launches_read(struct launches *l, const char *file, char **cause)
{
    FILE *f = fopen(file, "r");
    int rc;

    *l = (struct launches){.file = file};
    if (f == NULL) {
        *cause = cannot_read(file);
        return -1;
    }
    rc = read_lines(l, f, cause);
    fclose(f);
    if (rc == 0 && l->ncases == 0) {
        *cause = xasprintf("%s: no case records of mpiperf", SHOWN_FILE(file));
        rc = -1;
    }
    if (rc != 0)
        launches_free(l);
    return rc;
}
