/* read.c: a file of records cut into runs. Of the records is kept what is
 * used of them, and what is alike from run to run is kept once. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "lib/case_key.h"
#include "tools/compare/differ.h"
#include "tools/compare/runs_add.h"
#include "tools/compare/record.h"

size_t runs_blocks(const struct runs *r)
{
    size_t blocks = 0;

    for (size_t i = 0; i < r->n; i++)
        if (r->v[i].block >= blocks)
            blocks = r->v[i].block + 1;
    for (size_t i = 0; i < r->nlost; i++)
        if (r->lost[i].block >= blocks)
            blocks = r->lost[i].block + 1;
    return blocks;
}

static void range_begin(struct runs *r)
{
    r->base = runs_blocks(r);
    r->first = r->n;
}

/* Is there a run of that command line in that block? */
static bool is_taken(const struct runs *r, const struct run *run)
{
    for (size_t i = r->first; i < r->n; i++)
        if (r->v[i].block == run->block && r->v[i].command == run->command)
            return true;
    return false;
}

/* Files that were put together number their blocks twice: the second time they
 * are others. */
static size_t block_of(struct runs *r, const struct run *run,
                       const json_t *launch)
{
    struct run at = *run;

    if (!(json_integer_value(launch) > 0))
        return r->base + (r->n - r->first);
    at.block = r->base + (size_t)json_integer_value(launch) - 1;
    if (!is_taken(r, &at))
        return at.block;
    range_begin(r);
    return r->base + (size_t)json_integer_value(launch) - 1;
}

/* As records have it: UTC, ISO 8601. */
static double began_of(const char *text)
{
    struct tm tm = {0};
    const char *end = text == NULL ? NULL : strptime(text, "%Y-%m-%dT%TZ", &tm);

    return end != NULL && *end == '\0' ? (double)timegm(&tm) : NAN;
}

/* What the gauges showed when the run began and when it ended. */
static void set_gauges(struct run *run, const json_t *all)
{
    for (size_t i = 0; i < RUN_GAUGES; i++) {
        const json_t *gauge = json_object_get(all, run_gauges[i]);
        double start = record_number(json_object_get(gauge, "start"));
        double end = record_number(json_object_get(gauge, "end"));

        run->gauge_at[i][0] = start > 0 ? start : NAN;
        run->gauge_at[i][1] = end > 0 ? end : NAN;
        run->gauge[i] = isnan(start) ? end
                        : isnan(end) ? start
                                     : sqrt(start * end);
        if (!(run->gauge[i] > 0))
            run->gauge[i] = NAN;
    }
}

static void run_add(struct runs *r, const json_t *record)
{
    struct run last = r->n > 0 ? r->v[r->n - 1] : (struct run){0};
    const json_t *repeat = json_object_get(record, "repeat");
    const json_t *command = json_object_get(repeat, "command");
    const json_t *oneway = json_object_get(record, "oneway");
    json_t *words = json_object_get(repeat, "words");
    const char *time = json_string_value(json_object_get(record, "time"));
    struct run run = {
        .traits = differ_traits(record, last.traits),
        .step = json_number_value(
            json_object_get(json_object_get(record, "timer"), "resolution")),
        .latency = record_number(json_object_get(oneway, "median")),
        .began = began_of(time),
        .seconds = record_number(json_object_get(repeat, "seconds")),
        .command =
            json_is_integer(command) ? (long)json_integer_value(command) : 1,
        .planned = (long)json_integer_value(json_object_get(repeat, "of")),
    };

    set_gauges(&run, json_object_get(record, "gauges"));
    run.watch = json_object_get(record, "watch");
    if (!json_is_object(run.watch) || json_equal(run.watch, last.watch))
        run.watch = json_is_object(run.watch) ? last.watch : NULL;
    if (words == NULL)
        words = json_object_get(record, "command");
    run.words = json_equal(words, last.words) ? last.words : words;
    run.block = block_of(r, &run, json_object_get(repeat, "launch"));
    runs_add(r, &run);
    json_decref(run.traits);
}

static void case_add(struct runs *r, const json_t *record)
{
    double seconds = record_number(json_object_get(record, "seconds"));
    json_t *which = case_key_record(record);
    char *key = case_key(which);
    struct runs_case *c = runs_add_case(r, key, which);
    struct figures f;

    r->met++;
    figures_of(&f, record, r->n - 1, r->v[r->n - 1].watch);
    if (seconds > 0)
        r->v[f.run].measured += seconds;
    if (c->rival == NULL)
        c->rival = rival_of(record);
    runs_add_figures(c, &f);
    figures_free(&f);
    free(key);
    json_decref(which);
}

static void lost_add(struct runs *r, const json_t *record)
{
    json_int_t command = json_integer_value(json_object_get(record, "command"));
    json_int_t block = json_integer_value(json_object_get(record, "block"));

    runs_add_lost(r, &(struct lost_run){.command = (long)command,
                                        .block = r->base + (size_t)block - 1});
}

static void run_end(struct run *run, const json_t *record)
{
    const char *status = json_string_value(json_object_get(record, "status"));
    const json_t *gauges = json_object_get(record, "gauges");

    run->complete = status != NULL && strcmp(status, "complete") == 0;
    if (isnan(run->seconds))
        run->seconds = record_number(json_object_get(record, "seconds"));
    if (gauges != NULL)
        set_gauges(run, gauges);
}

char *runs_add_record(struct runs *r, const json_t *record)
{
    enum record_type type;
    char *cause = record_refuse(record, &type);

    if (cause != NULL)
        return cause;
    if (type == RECORD_LOST) {
        lost_add(r, record);
        return NULL;
    }
    if (type != RECORD_RUN && r->n == r->before)
        return xstrdup("no record of mpiperf's run stands before it");
    if (type == RECORD_RUN) {
        run_add(r, record);
    } else if (type == RECORD_CASE) {
        case_add(r, record);
    } else if (type == RECORD_END) {
        run_end(&r->v[r->n - 1], record);
    }
    return NULL;
}

/* What is wrong with the line, malloced, or NULL. */
static char *line_add(struct runs *r, const char *line, size_t length)
{
    json_error_t error;
    json_t *record = json_loadb(line, length, 0, &error);
    char *cause = NULL;

    if (record != NULL)
        cause = runs_add_record(r, record);
    else if (line[length - 1] == '\n' || r->n == r->before)
        cause = xasprintf("no record of mpiperf: %s", SHOWN_FILE(error.text));
    json_decref(record);
    return cause;
}

static char *cannot_read(const char *file)
{
    return xasprintf("cannot read %s: %s", SHOWN_FILE(file), strerror(errno));
}

static char *read_lines(struct runs *r, FILE *f)
{
    char *line = NULL, *cause = NULL, *at;
    size_t size = 0, number = 0;
    ssize_t length;

    while (cause == NULL && (length = getline(&line, &size, f)) > 0) {
        number++;
        cause = line_add(r, line, (size_t)length);
    }
    if (cause != NULL) {
        at = xasprintf("%s:%zu", SHOWN_FILE(r->file), number);
        cause = xprefix(at, cause);
        free(at);
    } else if (!feof(f) || ferror(f)) { /* or no room for a line */
        cause = cannot_read(r->file);
    }
    free(line);
    return cause;
}

int runs_read(struct runs *r, const char *file, char **cause)
{
    FILE *f = fopen(file, "r");
    size_t met = r->met;

    r->file = file;
    r->before = r->n;
    range_begin(r);
    *cause = f == NULL ? cannot_read(file) : read_lines(r, f);
    if (f != NULL)
        fclose(f);
    if (*cause == NULL && r->met == met)
        *cause = xasprintf("%s: no case records of mpiperf", SHOWN_FILE(file));
    if (*cause == NULL) {
        runs_order(r);
        return 0;
    }
    runs_free(r);
    return -1;
}
