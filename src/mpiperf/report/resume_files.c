/* resume_files.c: files that an earlier run wrote, to go on with. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/resume_files.h"

#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/record.h"

/* What an output's file has, in whole lines. */
struct old {
    struct output *to;
    char *text;
    size_t length;
};

/* How a line begins, as records are printed. */
static const char any_record[] = "{\"type\":\"";

/* Does the text begin so, as far as there is text? */
static bool begins_with(const char *text, size_t length, const char *with)
{
    size_t n = strlen(with);

    return strncmp(text, with, length < n ? length : n) == 0;
}

static char *header_of(const struct output *to, const struct options *o)
{
    size_t length;
    char *header;
    FILE *f = text_open(&header, &length);

    if (to->format->header != NULL)
        to->format->header(f, o);
    text_close(f);
    return header;
}

/* A killed run leaves a torn line, which begins as every line of ours. */
static char *old_check(const struct old *p, const struct options *o,
                       const char *option)
{
    const struct sink *s = &p->to->sink;
    char *header = header_of(p->to, o);
    bool ours = begins_with(p->text, s->size, header);

    free(header);
    if (!ours)
        return xasprintf("%s: %s has other columns", option,
                         SHOWN_FILE(s->file));
    if (p->to->format->header != NULL)
        return NULL;
    if (!begins_with(p->text, p->length, any_record))
        return xasprintf("%s: %s: line 1 is no record of mpiperf", option,
                         SHOWN_FILE(s->file));
    if (!begins_with(p->text + p->length, s->size - p->length, any_record))
        return xasprintf("%s: %s: its last line is no record of mpiperf",
                         option, SHOWN_FILE(s->file));
    return NULL;
}

static char *old_open(struct old *p, struct output *to, const struct options *o,
                      const char *option)
{
    char *cause = NULL;

    *p = (struct old){.to = to};
    if (sink_read(&to->sink, 0, &p->text, &cause) != 0)
        return cause;
    p->length =
        sink_whole_lines(p->text, to->sink.size, to->format->whole_quotes);
    return old_check(p, o, option);
}

char *append_files(const struct report *r)
{
    char *cause = NULL;

    for (size_t i = 0; i < r->n && cause == NULL; i++) {
        struct old old;

        cause = old_open(&old, &r->outputs[i], r->o, "--append");
        r->outputs[i].sink.keep = old.length;
        free(old.text);
    }
    return cause;
}

char *resume_read(const struct report *r, json_t **records)
{
    struct old old; /* the .jsonl is the first */
    char *cause = old_open(&old, &r->outputs[0], r->o, "--resume");
    size_t number = 0, length;

    *records = json_array();
    for (size_t at = 0; cause == NULL && at < old.length; at += length) {
        const char *line = old.text + at;
        json_t *record;

        length =
            (size_t)((char *)memchr(line, '\n', old.length - at) - line) + 1;
        number++;
        record = json_loadb(line, length, 0, NULL);
        if (!json_is_string(json_object_get(record, "type")))
            cause = xasprintf("--resume: %s: line %zu is no record of mpiperf",
                              SHOWN_FILE(old.to->sink.file), number);
        json_array_append_new(*records, record);
    }
    r->outputs[0].sink.keep = old.length;
    free(old.text);
    return cause;
}

static void put_records(FILE *f, const struct output *to,
                        const struct report *r, const json_t *records)
{
    json_t *record;
    size_t i;

    json_array_foreach(records, i, record) to->format->again(f, r->o, record);
}

/* It has to begin as the records would have it. */
static char *file_complete(struct output *to, const struct report *r,
                           const json_t *records, const json_t *made)
{
    struct old old;
    char *wanted, *cause = old_open(&old, to, r->o, "--resume");
    size_t length;
    FILE *f = text_open(&wanted, &length);

    if (to->format->header != NULL)
        to->format->header(f, r->o);
    put_records(f, to, r, records);
    put_records(f, to, r, made);
    text_close(f);
    if (cause == NULL &&
        (old.length > length || memcmp(old.text, wanted, old.length) != 0))
        cause = xasprintf("--resume: %s has other cases than %s: name a new "
                          "file in its place, which gets those of %s",
                          SHOWN_FILE(to->sink.file),
                          SHOWN_FILE(r->outputs[0].sink.file),
                          SHOWN_FILE(r->outputs[0].sink.file));
    if (cause == NULL) {
        to->sink.keep = old.length;
        to->backlog = xstrdup(wanted + old.length);
    }
    free(wanted);
    free(old.text);
    return cause;
}

char *resume_complete(const struct report *r, const json_t *records,
                      const json_t *made)
{
    size_t length;
    char *cause = NULL;
    FILE *f = text_open(&r->outputs[0].backlog, &length);

    put_records(f, &r->outputs[0], r, made);
    text_close(f);
    for (size_t i = 1; i < r->o->noutputs && cause == NULL; i++)
        cause = file_complete(&r->outputs[i], r, records, made);
    return cause;
}
