/* report.c: sends one run to all sinks, and says which of them failed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/record.h"

static double now(void)
{
    struct timespec ts;

    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (double)ts.tv_sec + 1e-9 * (double)ts.tv_nsec;
}

/* Marks the sink and keeps the first cause only. */
static int sink_failed(struct sink *s, int rc, char **cause)
{
    if (rc == 0)
        return 0;
    s->broken = true;
    if (*cause == NULL && s->file == NULL)
        *cause = xasprintf("standard output: cannot write: %s", strerror(-rc));
    else if (*cause == NULL)
        *cause = xasprintf("--output: cannot write %s: %s", SHOWN_FILE(s->file),
                           strerror(-rc));
    return -1;
}

/* The same file twice would be two formats in one. */
static int sink_distinct(const struct report *r, const struct sink *s,
                         char **cause)
{
    struct stat a, b;

    if (fstat(s->fd, &a) != 0 || !S_ISREG(a.st_mode))
        return 0;
    for (const struct sink *other = r->sinks; other < s; other++)
        if (other->file != NULL && fstat(other->fd, &b) == 0 &&
            a.st_dev == b.st_dev && a.st_ino == b.st_ino) {
            *cause = xasprintf("--output: %s and %s are the same file",
                               SHOWN_FILE(other->file), SHOWN_FILE(s->file));
            return -1;
        }
    return 0;
}

static const struct format *const format_of[] = {
    [OUTPUT_JSONL] = &format_jsonl,
    [OUTPUT_CSV] = &format_csv,
};

static void report_discard(struct report *r)
{
    for (size_t i = r->n; i-- > 0;)
        sink_discard(&r->sinks[i]);
    free(r->sinks);
    r->sinks = NULL;
    r->n = 0;
}

int report_open(struct report *r, const struct options *o, char **cause)
{
    *cause = NULL;
    *r = (struct report){
        .o = o,
        .sinks = xcalloc(o->noutputs + 1, sizeof(*r->sinks)),
        .n = 1,
        .started = time(NULL),
        .t0 = now(),
    };
    r->sinks[0] = (struct sink){.format = &format_text, .fd = STDOUT_FILENO};
    for (size_t i = 0; i < o->noutputs; i++) {
        struct sink *s = &r->sinks[r->n++];

        *s = (struct sink){.format = format_of[o->outputs[i].format],
                           .file = o->outputs[i].file};
        if (sink_failed(s, sink_open(s), cause) != 0 ||
            sink_distinct(r, s, cause) != 0) {
            report_discard(r);
            return -1;
        }
    }
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
        xmalloc((size_t)-1); /* out of memory, which is fatal */
}

static int page_send(struct page *p, struct sink *s, char **cause)
{
    fflush(p->f);
    return sink_failed(s, sink_write(s, p->text, p->length), cause);
}

static void page_close(struct page *p)
{
    fclose(p->f);
    free(p->text);
}

/* Ready for the first record; *size: bytes that stay. */
static int sink_prepare(struct sink *s, const struct options *o,
                        const char *header, size_t *size, char **cause)
{
    int rc;

    *size = 0;
    if (s->file == NULL)
        return 0;
    if (!o->resume)
        return sink_failed(s, sink_empty(s), cause);
    rc = sink_continue(s, header, s->format->whole_quotes, size);
    if (rc == -EINVAL && *cause == NULL)
        *cause =
            xasprintf("--resume: %s has other columns", SHOWN_FILE(s->file));
    return sink_failed(s, rc, cause);
}

static int sink_begin(struct sink *s, const struct report *r, char **cause)
{
    struct page header, p;
    size_t size;
    int rc;

    page_open(&header);
    if (s->format->header != NULL)
        s->format->header(header.f);
    fflush(header.f);
    rc = sink_prepare(s, r->o, header.text, &size, cause);
    page_open(&p);
    if (size == 0)
        fputs(header.text, p.f);
    if (s->format->begin != NULL)
        s->format->begin(p.f, r);
    page_close(&header);
    if (rc == 0)
        rc = page_send(&p, s, cause);
    page_close(&p);
    return rc;
}

int report_begin(struct report *r, const struct runinfo *ri, char **cause)
{
    *cause = NULL;
    r->ri = ri;
    /* Files first: what can't be written is known before the table begins. */
    for (size_t i = r->n; i-- > 0 && *cause == NULL;)
        sink_begin(&r->sinks[i], r, cause);
    return *cause == NULL ? 0 : -1;
}

static void count_rows(struct report *r, const struct result *res, size_t n)
{
    r->cases += n;
    for (size_t i = 0; i < n; i++) {
        r->empty += !result_has_figures(&res[i]);
        r->mismatches += res[i].mismatches;
    }
}

int report_rows(struct report *r, const struct result *res, size_t n,
                char **cause)
{
    struct page p;

    *cause = NULL;
    count_rows(r, res, n);
    for (size_t i = 0; i < r->n; i++) {
        struct sink *s = &r->sinks[i];

        if (s->broken || s->format->rows == NULL)
            continue;
        page_open(&p);
        s->format->rows(p.f, r, res, n);
        page_send(&p, s, cause);
        page_close(&p);
    }
    return *cause == NULL ? 0 : -1;
}

int report_note(struct report *r, const char *text, char **cause)
{
    struct sink *s = &r->sinks[0];
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
    if (r->ri == NULL) {
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
