/* records.c: reads the records of a run, and the runs already in a file. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/repeat.h"

#include <stdlib.h>
#include <string.h>
#include "compare/read.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "record/fields.h"

/* True if these are the records of exactly one run that ended as `complete`. */
static bool is_complete_run(const json_t *records)
{
    const json_t *record, *end = NULL;
    size_t i;

    json_array_foreach(records, i, record)
    {
        if (record_is(record, "run") != (i == 0))
            return false;
        end = record;
    }
    return record_is(end, "end") &&
           strcmp(text_of(end, "status"), "complete") == 0;
}

json_t *records_of_run(const char *file)
{
    json_t *records = json_array(), *record;
    FILE *f = fopen(file, "r");
    bool whole;

    while (f != NULL &&
           (record = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL)) != NULL) {
        /* a case's record replaces its passes */
        if (!record_is(record, "pass"))
            json_array_append(records, record);
        json_decref(record);
    }
    whole = f != NULL && getc(f) == EOF && is_complete_run(records);
    if (f != NULL)
        fclose(f);
    if (whole)
        return records;
    json_decref(records);
    return NULL;
}

char *records_wrong(const json_t *records)
{
    const json_t *record;
    size_t i;

    json_array_foreach(records, i, record)
    {
        if (integer_of(record, "mismatches") > 0)
            return xasprintf("%s:%s, %s", text_of(record, "op"),
                             SHOWN_LINE(text_of(record, "algo")),
                             SIZE_TEXT(integer_of(record, "bytes")));
    }
    return NULL;
}

static bool line_begins(const char *line, const char *text)
{
    return strncmp(line, text, strlen(text)) == 0;
}

/* Returns the offset after the last `end` or `lost` record. A table or
 * incomplete line that follows will be replaced. *wanted: the same, after the
 * following `table` record if any, which has the threshold between states. */
static size_t runs_end(const char *text, size_t size, size_t *wanted)
{
    const char *line = text, *next;
    size_t end = 0;

    *wanted = 0;
    for (; (next = memchr(line, '\n', size - (size_t)(line - text))) != NULL;
         line = next) {
        bool behind_runs = end == (size_t)(line - text);

        next++;
        if (line_begins(line, "{\"type\":\"end\"") ||
            line_begins(line, "{\"type\":\"lost\""))
            *wanted = end = (size_t)(next - text);
        else if (behind_runs && line_begins(line, "{\"type\":\"table\""))
            *wanted = (size_t)(next - text);
    }
    return end;
}

/* Adds the records in the text. Returns NULL, or a malloced error text. */
static char *runs_take(struct runs *r, char *text, size_t size)
{
    FILE *f = fmemopen(text, size, "r");
    char *cause;

    if (f == NULL)
        out_of_memory();
    cause = runs_add_lines(r, f, "its line ");
    fclose(f);
    return cause;
}

/* Returns why --append cannot continue the file's runs, malloced, or NULL. */
static char *runs_refuse(const struct session *s)
{
    const char *why = NULL;
    size_t i;

    for (i = 0; i < s->runs.n && why == NULL; i++) {
        const struct run *run = &s->runs.v[i];
        const json_t *own =
            json_object_get(json_object_get(run->record, "repeat"), "words");
        json_t *words = run->side <= (long)s->o->ncommands
                            ? command_words(&s->o->command[run->side - 1])
                            : json_array();

        if (!run->complete)
            why = "is not complete";
        else if (own != NULL && !json_equal(own, words))
            why = "is of another command line";
        else if (run->timed != s->o->time)
            why =
                run->timed ? "was made with --time" : "was made without --time";
        json_decref(words);
    }
    return why != NULL ? xasprintf("its run %zu %s", i, why) : NULL;
}

int records_append(struct session *s, char **cause)
{
    char *text, *refusal = NULL;
    size_t wanted;

    if (sink_read(&s->sink, 0, &text, cause) != 0)
        return -1;
    s->sink.keep = runs_end(text, s->sink.size, &wanted);
    if (s->sink.keep > 0)
        refusal = runs_take(&s->runs, text, wanted);
    else if (s->sink.size > 0)
        refusal = xstrdup("no run in it is complete");
    free(text);
    if (refusal == NULL)
        refusal = runs_refuse(s);
    if (refusal != NULL) {
        *cause = xasprintf("--append: cannot continue %s: %s",
                           SHOWN_FILE(s->sink.file), refusal);
        free(refusal);
        return -1;
    }
    s->block = s->runs.blocks; /* do not reuse block numbers of lost runs */
    for (size_t i = 0; i < s->runs.nlost; i++)
        if (s->runs.lost[i].block >= s->block)
            s->block = s->runs.lost[i].block + 1;
    s->order = s->runs.n + s->runs.nlost;
    return 0;
}
