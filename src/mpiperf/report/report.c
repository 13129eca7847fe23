/* report.c: one run to all sinks, and the first error of any. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/report.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lib/now.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/record.h"

/* Of files. Those that --resume goes on with come first. */
static const struct format *const formats[] = {&format_jsonl, &format_csv};

enum { NFORMATS = sizeof(formats) / sizeof(formats[0]) };

/* The one that the file's name ends in, or NULL. */
static const struct format *format_of(const char *file)
{
    size_t length = strlen(file);

    for (size_t i = 0; i < NFORMATS; i++) {
        size_t n = strlen(formats[i]->suffix);

        if (length > n && strcmp(file + length - n, formats[i]->suffix) == 0)
            return formats[i];
    }
    return NULL;
}

/* Can the outputs be what they are called and what --resume needs? */
static char *outputs_check(const struct options *o)
{
    bool resumable = false;

    for (size_t i = 0; i < o->noutputs; i++) {
        const struct format *format = format_of(o->outputs[i]);

        if (format == NULL)
            return xasprintf("--output: %s: must end in %s or %s",
                             QUOTED(o->outputs[i]), formats[0]->suffix,
                             formats[1]->suffix);
        resumable |= format->resumable;
    }
    if (o->resume && !resumable)
        return xasprintf("--resume: needs an --output=FILE%s to go on with",
                         formats[0]->suffix);
    return NULL;
}

/* Marks the sink and keeps the first cause only. */
static int sink_failed(struct sink *s, int rc, char **cause)
{
    if (rc == 0)
        return 0;
    s->broken = true;
    if (*cause == NULL && s->file == NULL)
        *cause = xasprintf("standard output: cannot write: %s", sink_error(rc));
    else if (*cause == NULL)
        *cause = xasprintf("--output: cannot write %s: %s", SHOWN_FILE(s->file),
                           sink_error(rc));
    return -1;
}

/* Is it a file of its own? Else it would seem that another program locks it. */
static int sink_distinct(const struct report *r, const struct sink *s,
                         char **cause)
{
    struct stat a, b;

    if (stat(s->file, &a) != 0)
        return 0;
    for (const struct sink *other = r->sinks; other < s; other++)
        if (fstat(other->fd, &b) == 0 && a.st_dev == b.st_dev &&
            a.st_ino == b.st_ino) {
            *cause = xasprintf("--output: %s and %s are the same file",
                               SHOWN_FILE(other->file), SHOWN_FILE(s->file));
            return -1;
        }
    return 0;
}

static void report_discard(struct report *r)
{
    for (size_t i = r->n; i-- > 0;)
        sink_discard(&r->sinks[i]);
    free(r->sinks);
    r->sinks = NULL;
    r->n = 0;
}

/* Until one cannot be opened. */
static void files_open(struct report *r, const struct format *format,
                       char **cause)
{
    for (size_t i = 0; i < r->o->noutputs && *cause == NULL; i++) {
        struct sink *s = &r->sinks[r->n];

        if (format_of(r->o->outputs[i]) != format)
            continue;
        *s =
            (struct sink){.format = format, .file = r->o->outputs[i], .fd = -1};
        if (sink_distinct(r, s, cause) == 0 &&
            sink_failed(s, sink_open(s), cause) == 0)
            r->n++;
    }
}

int report_open(struct report *r, const struct options *o, char **cause)
{
    *cause = outputs_check(o);
    *r = (struct report){
        .o = o,
        .sinks = xcalloc(o->noutputs + 1, sizeof(*r->sinks)),
        .started = time(NULL),
        .t0 = now(),
    };
    for (size_t i = 0; i < NFORMATS && *cause == NULL; i++)
        files_open(r, formats[i], cause);
    if (*cause != NULL) {
        report_discard(r);
        return -1;
    }
    r->sinks[r->n++] =
        (struct sink){.format = &format_text, .fd = STDOUT_FILENO};
    return 0;
}

/* What a format has to say, in memory until it goes to the sink at once. */
struct page {
    FILE *f;
    char *text;
    size_t length;
};

static void page_open(struct page *p)
{
    *p = (struct page){0};
    p->f = open_memstream(&p->text, &p->length);
    if (p->f == NULL)
        out_of_memory();
}

static int page_send(struct page *p, struct sink *s, char **cause)
{
    if (fflush(p->f) != 0 || ferror(p->f))
        out_of_memory(); /* there is nothing else that can fail */
    return sink_failed(s, sink_write(s, p->text, p->length), cause);
}

static void page_close(struct page *p)
{
    fclose(p->f);
    free(p->text);
}

static int begin(struct sink *s, const struct report *r, char **cause)
{
    struct page p;
    int rc;

    if (sink_failed(s, sink_begin(s), cause) != 0)
        return -1;
    page_open(&p);
    if (s->backlog != NULL)
        fputs(s->backlog, p.f);
    else if (s->keep == 0 && s->format->header != NULL)
        s->format->header(p.f, r->o);
    if (s->format->begin != NULL)
        s->format->begin(p.f, r);
    rc = page_send(&p, s, cause);
    page_close(&p);
    return rc;
}

int report_begin(struct report *r, const struct runinfo *ri, char **cause)
{
    *cause = NULL;
    r->ri = ri;
    /* standard output, where nothing can be undone, is the last */
    for (size_t i = 0; i < r->n; i++)
        if (begin(&r->sinks[i], r, cause) != 0)
            return -1;
    r->begun = true;
    return 0;
}

static void count_rows(struct report *r, const struct result *res, size_t n)
{
    r->cases += n;
    for (size_t i = 0; i < n; i++) {
        r->empty += !result_has_figures(&res[i]);
        r->mismatches += res[i].mismatches;
        r->uncheckable +=
            !variant_is_checkable(res[i].c->choice, res[i].variant);
    }
}

/* To files, of which none goes on behind one that failed. */
static int files_put(struct report *r, const struct result *res, size_t n,
                     bool pass, char **cause)
{
    struct page p;

    *cause = NULL;
    for (size_t i = 0; i + 1 < r->n && *cause == NULL; i++) {
        struct sink *s = &r->sinks[i];

        if (s->broken || (pass && s->format->pass == NULL))
            continue;
        page_open(&p);
        if (pass)
            s->format->pass(p.f, r, res, n);
        else
            s->format->rows(p.f, r, res, n);
        page_send(&p, s, cause);
        page_close(&p);
    }
    return *cause == NULL ? 0 : -1;
}

int report_pass(struct report *r, const struct result *res, size_t n,
                char **cause)
{
    return files_put(r, res, n, true, cause);
}

int report_rows(struct report *r, const struct result *res, size_t n,
                char **cause)
{
    count_rows(r, res, n);
    return files_put(r, res, n, false, cause);
}

int report_table(struct report *r, const struct result *res, size_t n,
                 char **cause)
{
    struct sink *s = &r->sinks[r->n - 1]; /* standard output */
    struct page p;
    int rc;

    *cause = NULL;
    if (s->broken)
        return 0;
    page_open(&p);
    s->format->rows(p.f, r, res, n);
    rc = page_send(&p, s, cause);
    page_close(&p);
    return rc;
}

int report_note(struct report *r, const char *text, char **cause)
{
    struct sink *s = &r->sinks[r->n - 1]; /* standard output */
    struct page p;
    int rc;

    *cause = NULL;
    if (s->broken)
        return 0;
    page_open(&p);
    for (const char *line = text; *line != '\0';) {
        size_t n = strcspn(line, "\n");

        fprintf(p.f, "# %.*s\n", (int)n, line);
        line += n + (line[n] == '\n');
    }
    rc = page_send(&p, s, cause);
    s->broken = false; /* the rows that follow will meet it again */
    page_close(&p);
    return rc;
}

int report_close(struct report *r, const char *status, char **cause)
{
    struct page p;

    *cause = NULL;
    if (!r->begun) {
        report_discard(r);
        return 0;
    }
    r->seconds = now() - r->t0;
    for (size_t i = 0; i < r->n; i++) {
        struct sink *s = &r->sinks[i];

        if (!s->broken && s->format->end != NULL) {
            page_open(&p);
            s->format->end(p.f, r, status);
            page_send(&p, s, cause);
            page_close(&p);
        }
        sink_failed(s, sink_close(s), cause);
    }
    free(r->sinks);
    r->sinks = NULL;
    r->n = 0;
    return *cause == NULL ? 0 : -1;
}
