/* resume.c: what an earlier run's records hold already. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/resume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/case_key.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/record.h"

/* ---- cases ------------------------------------------------------------- */

static char *key_of_case(const struct options *o, const struct bench_case *c,
                         const struct variant *variant,
                         const struct method *method)
{
    struct report report = {.o = o};
    struct result result = {.c = c, .variant = variant, .method = method};
    json_t *record = json_object();
    char *key;

    for (const struct record_field *f = record_fields; f->name != NULL; f++)
        if (case_key_has(f->name))
            json_object_set_new(record, f->name,
                                record_get(f, &report, &result));
    key = case_key(record);
    json_decref(record);
    return key;
}

/* A case without figures is worth another try, and so is one whose results
 * were not checked, or were wrong, when they are to be checked now. */
static void keep_record(json_t *held, const json_t *record,
                        const struct options *o)
{
    const json_t *wrong = json_object_get(record, "mismatches");
    char *key;

    if (!record_is(record, "case") ||
        !json_is_number(json_object_get(record, "median")))
        return;
    if (o->how.verify && (!json_is_integer(wrong) || json_integer_value(wrong) != 0))
        return;
    key = case_key(record);
    json_object_set_new(held, key, json_true());
    free(key);
}

/* ---- files ------------------------------------------------------------- */

/* What a sink held, and what it should hold after the most complete .jsonl:
 * that many bytes in whole lines. */
struct past {
    struct sink *sink;
    char *held, *due;
    size_t nheld, ndue;
    FILE *f; /* to `due` */
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
static size_t records_count(const struct past *p)
{
    size_t n = 0, length;

    for (size_t at = 0; at < p->nheld; at += length) {
        length = line_length(p->held + at, p->nheld - at);
        n += !is_end(p->held + at, length);
    }
    return n;
}

/* What the first line of the file has to be; malloced. */
static char *header_text(const struct format *format)
{
    char *text;
    size_t length;
    FILE *f = open_memstream(&text, &length);

    if (f == NULL)
        out_of_memory();
    if (format->header != NULL)
        format->header(f);
    if (fclose(f) != 0)
        out_of_memory();
    return text;
}

/* Killed while it wrote: what there is begins as every line of ours. */
static char *past_check(const struct past *p)
{
    const struct sink *s = p->sink;
    char *header = header_text(s->format), *cause = NULL;

    if (!begins_with(p->held, s->size, header))
        cause = xasprintf("--resume: %s has other columns", SHOWN_FILE(s->file));
    else if (s->format->header == NULL &&
             !begins_with(p->held + p->nheld, s->size - p->nheld, any_record))
        cause = xasprintf("--resume: %s: its last line is no record of mpiperf",
                          SHOWN_FILE(s->file));
    free(header);
    return cause;
}

static char *past_open(struct past *p, struct sink *s)
{
    int rc;

    *p = (struct past){.sink = s};
    rc = sink_read(s, &p->held);
    if (rc != 0)
        return xasprintf("--resume: cannot read %s: %s", SHOWN_FILE(s->file),
                         sink_error(rc));
    p->nheld = sink_whole_lines(p->held, s->size, s->format->whole_quotes);
    p->f = open_memstream(&p->due, &p->ndue);
    if (p->f == NULL)
        out_of_memory();
    if (s->format->header != NULL)
        s->format->header(p->f);
    return past_check(p);
}

static void past_close(struct past *p)
{
    if (p->f != NULL)
        fclose(p->f);
    free(p->held);
    free(p->due);
}

/* What is due in every file after the source, and the cases that it holds. */
static char *records_read(json_t *held, struct past *p, size_t n,
                          const struct past *source,
                          const struct options *o)
{
    size_t number = 0, length;
    bool is;

    for (size_t at = 0; at < source->nheld; at += length) {
        const char *line = source->held + at;
        json_t *record;

        length = line_length(line, source->nheld - at);
        number++;
        record = json_loadb(line, length, 0, NULL);
        is = json_is_string(json_object_get(record, "type"));
        if (is)
            keep_record(held, record, o);
        for (size_t i = 0; i < n && is; i++)
            p[i].sink->format->again(p[i].f, line, length, record);
        json_decref(record);
        if (!is)
            return xasprintf("--resume: %s: line %zu is no record of mpiperf",
                             SHOWN_FILE(source->sink->file), number);
    }
    return NULL;
}

/* How much of what is due is there, when all that is there is due; ends of runs
 * may be missing on either side. */
static bool past_follows(const struct past *p, size_t *done)
{
    size_t at = 0, due = 0;

    while (at < p->nheld) {
        const char *have = p->held + at, *want = p->due + due;
        size_t nhave = line_length(have, p->nheld - at);
        size_t nwant = line_length(want, p->ndue - due);

        if (nhave == nwant && memcmp(have, want, nhave) == 0) {
            at += nhave;
            due += nwant;
        } else if (is_end(have, nhave)) {
            at += nhave;
        } else if (is_end(want, nwant)) {
            due += nwant;
        } else {
            return false;
        }
    }
    *done = due;
    return true;
}

static char *past_complete(struct past *p, const struct past *source)
{
    size_t done;

    if (fflush(p->f) != 0 || ferror(p->f))
        out_of_memory();
    if (!past_follows(p, &done))
        return xasprintf("--resume: %s and %s hold different cases: name a new "
                         "file in place of %s, which gets those of %s",
                         SHOWN_FILE(source->sink->file),
                         SHOWN_FILE(p->sink->file), SHOWN_FILE(p->sink->file),
                         SHOWN_FILE(source->sink->file));
    p->sink->keep = p->nheld;
    p->sink->missing = xstrdup(p->due + done);
    return NULL;
}

/* The .jsonl that holds the most; they come first. */
static const struct past *source_of(const struct past *p, size_t n)
{
    const struct past *source = p;

    for (size_t i = 1; i < n; i++)
        if (p[i].sink->format == &format_jsonl &&
            records_count(&p[i]) > records_count(source))
            source = &p[i];
    return source;
}

/* Lets the sinks go on with what they held; the cause, malloced, if not. */
static char *sinks_continue(json_t *held, struct past *p, size_t n,
                            const struct report *report)
{
    const struct past *source;
    char *cause = NULL;

    for (size_t i = 0; i < n && cause == NULL; i++)
        cause = past_open(&p[i], &report->sinks[i]);
    if (cause != NULL)
        return cause;
    source = source_of(p, n);
    cause = records_read(held, p, n, source, report->o);
    for (size_t i = 0; i < n && cause == NULL; i++)
        cause = past_complete(&p[i], source);
    return cause;
}

int resume_open(struct resume *r, struct report *report, char **cause)
{
    size_t n = report->o->noutputs;
    struct past *p = xcalloc(n, sizeof(*p));

    r->held = json_object();
    *cause = sinks_continue(r->held, p, n, report);
    for (size_t i = 0; i < n; i++)
        past_close(&p[i]);
    free(p);
    if (*cause != NULL)
        resume_close(r);
    return *cause == NULL ? 0 : -1;
}

void resume_close(struct resume *r)
{
    json_decref(r->held);
    r->held = NULL;
}

bool resume_has(const struct resume *r, const struct options *o,
                const struct bench_case *c, const struct variant *variant,
                const struct method *method)
{
    char *key = key_of_case(o, c, variant, method);
    bool has = json_object_get(r->held, key) != NULL;

    free(key);
    return has;
}

bool resume_has_case(const struct resume *r, const struct options *o,
                     const struct bench_case *c)
{
    for (size_t i = 0; i < c->choice->nvariants; i++)
        for (size_t j = 0; j < o->how.nmethods; j++)
            if (!resume_has(r, o, c, &c->choice->variants[i], o->how.methods[j]))
                return false;
    return true;
}
