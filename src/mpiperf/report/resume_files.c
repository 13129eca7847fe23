/* resume_files.c: files that an earlier run wrote, to go on with. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/resume_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "record/key.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/record.h"
#include "mpiperf/report/resume_passes.h"

/* What an output's file has in whole lines, and what it should have after the
 * most complete .jsonl. */
struct old {
    struct output *to;
    char *text, *wanted;
    size_t length, nwanted;
    FILE *f; /* to `wanted` */
};

static size_t line_length(const char *text, size_t length)
{
    const char *end = memchr(text, '\n', length);

    return end == NULL ? length : (size_t)(end - text) + 1;
}

/* Beginnings of lines, as they are printed. */
static const char any_record[] = "{\"type\":\"",
                  end_record[] = "{\"type\":\"end\"";

/* Does the text begin so, as far as there is text? */
static bool begins_with(const char *text, size_t length, const char *with)
{
    size_t n = strlen(with);

    return strncmp(text, with, length < n ? length : n) == 0;
}

static bool is_end(const char *line, size_t length)
{
    return length >= strlen(end_record) &&
           begins_with(line, length, end_record);
}

/* Records but for the ends of runs, which a full disk may have cost. */
static size_t records_count(const struct old *p)
{
    size_t n = 0, length;

    for (size_t at = 0; at < p->length; at += length) {
        length = line_length(p->text + at, p->length - at);
        n += !is_end(p->text + at, length);
    }
    return n;
}

/* What is wanted so far is in p->wanted. */
static void wanted_flush(struct old *p)
{
    if (fflush(p->f) != 0 || ferror(p->f))
        out_of_memory();
}

/* A killed run leaves a torn line, which begins as every line of ours. */
static char *old_check(const struct old *p, const char *option)
{
    const struct sink *s = &p->to->sink;

    if (!begins_with(p->text, s->size, p->wanted))
        return xasprintf("%s: %s has other columns", option,
                         SHOWN_FILE(s->file));
    if (p->to->format->header == NULL &&
        !begins_with(p->text, p->length, any_record))
        return xasprintf("%s: %s: line 1 is no record of mpiperf", option,
                         SHOWN_FILE(s->file));
    if (p->to->format->header == NULL &&
        !begins_with(p->text + p->length, s->size - p->length, any_record))
        return xasprintf("%s: %s: its last line is no record of mpiperf",
                         option, SHOWN_FILE(s->file));
    return NULL;
}

static char *old_open(struct old *p, struct output *to, const struct options *o,
                      const char *option)
{
    const struct format *format = to->format;
    char *cause = NULL;

    *p = (struct old){.to = to};
    if (sink_read(&to->sink, 0, &p->text, &cause) != 0)
        return cause;
    p->length = sink_whole_lines(p->text, to->sink.size, format->whole_quotes);
    p->f = open_memstream(&p->wanted, &p->nwanted);
    if (p->f == NULL)
        out_of_memory();
    if (format->header != NULL)
        format->header(p->f, o);
    wanted_flush(p);
    return old_check(p, option);
}

static void old_close(struct old *p)
{
    if (p->f != NULL)
        fclose(p->f);
    free(p->text);
    free(p->wanted);
}

/* The last run and its passes, and no other's: no case mixes two. */
static void passes_take(json_t *passes, json_t *record)
{
    if (record_is(record, "run"))
        json_array_clear(passes);
    if (record_is(record, "run") || record_is(record, "pass"))
        json_array_append(passes, record);
}

/* What a killed run has of cases that were not done goes on as their rows. */
static void passes_turn(const json_t *passes, struct old *p, size_t n,
                        const json_t *cases, const struct options *o,
                        resume_record_fn *keep, json_t *keys)
{
    json_t *rows = resume_passes(passes, cases, o), *row;
    size_t i;

    json_array_foreach(rows, i, row)
    {
        char *key = key_text(row), *line;

        if (json_object_get(keys, key) == NULL) {
            line = record_line(row, RECORD_CASE_DIGITS);
            keep(keys, row, o);
            for (size_t k = 0; k < n; k++)
                p[k].to->format->again(p[k].f, o, line, strlen(line), row);
            free(line);
        }
        free(key);
    }
    json_decref(rows);
}

/* Hands the source's records to the caller and to every file's format. */
static char *records_read(const struct old *source, struct old *p, size_t n,
                          const struct options *o, resume_record_fn *keep,
                          json_t *keys, json_t *passes)
{
    size_t number = 0, length;
    bool is;

    for (size_t at = 0; at < source->length; at += length) {
        const char *line = source->text + at;
        json_t *record;

        length = line_length(line, source->length - at);
        number++;
        record = json_loadb(line, length, 0, NULL);
        is = json_is_string(json_object_get(record, "type"));
        if (is)
            keep(keys, record, o);
        passes_take(passes, record);
        for (size_t i = 0; i < n && is; i++)
            p[i].to->format->again(p[i].f, o, line, length, record);
        json_decref(record);
        if (!is)
            return xasprintf("--resume: %s: line %zu is no record of mpiperf",
                             SHOWN_FILE(source->to->sink.file), number);
    }
    return NULL;
}

/* Is all that the file has wanted, and how much of what is wanted is there?
 * Ends of runs may be missing on either side. */
static bool old_follows(const struct old *p, size_t *done)
{
    size_t at = 0, wanted = 0;

    while (at < p->length) {
        const char *have = p->text + at, *want = p->wanted + wanted;
        size_t nhave = line_length(have, p->length - at);
        size_t nwant = line_length(want, p->nwanted - wanted);

        if (nhave == nwant && memcmp(have, want, nhave) == 0) {
            at += nhave;
            wanted += nwant;
        } else if (is_end(have, nhave)) {
            at += nhave;
        } else if (is_end(want, nwant)) {
            wanted += nwant;
        } else {
            return false;
        }
    }
    *done = wanted;
    return true;
}

static char *old_complete(struct old *p, const struct old *source)
{
    size_t done;

    wanted_flush(p);
    if (!old_follows(p, &done))
        return xasprintf(
            "--resume: %s and %s hold different cases: name a new "
            "file in place of %s, which gets those of %s",
            SHOWN_FILE(source->to->sink.file), SHOWN_FILE(p->to->sink.file),
            SHOWN_FILE(p->to->sink.file), SHOWN_FILE(source->to->sink.file));
    p->to->sink.keep = p->length;
    p->to->backlog = xstrdup(p->wanted + done);
    return NULL;
}

/* The .jsonl with the most records; they come first. */
static const struct old *source_of(const struct old *p, size_t n)
{
    const struct old *source = p;

    for (size_t i = 1; i < n; i++)
        if (p[i].to->format->resumable &&
            records_count(&p[i]) > records_count(source))
            source = &p[i];
    return source;
}

char *resume_files(const struct report *r, const json_t *cases,
                   resume_record_fn *keep, json_t *keys)
{
    size_t n = r->o->noutputs;
    struct old *old = xcalloc(n, sizeof(*old));
    const struct old *source;
    json_t *passes = json_array();
    char *cause = NULL;

    for (size_t i = 0; i < n && cause == NULL; i++)
        cause = old_open(&old[i], &r->outputs[i], r->o, "--resume");
    if (cause == NULL) {
        source = source_of(old, n);
        cause = records_read(source, old, n, r->o, keep, keys, passes);
        if (cause == NULL)
            passes_turn(passes, old, n, cases, r->o, keep, keys);
        for (size_t i = 0; i < n && cause == NULL; i++)
            cause = old_complete(&old[i], source);
    }
    for (size_t i = 0; i < n; i++)
        old_close(&old[i]);
    free(old);
    json_decref(passes);
    return cause;
}

char *append_files(const struct report *r)
{
    char *cause = NULL;

    for (size_t i = 0; i < r->n && cause == NULL; i++) {
        struct old old;

        cause = old_open(&old, &r->outputs[i], r->o, "--append");
        r->outputs[i].sink.keep = old.length;
        old_close(&old);
    }
    return cause;
}
