/* report.c: one run to all sinks, and the first error of any. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/report.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "compare/output.h"
#include "lib/now.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/record.h"
#include "mpiperf/report/resume_files.h"

/* Of files. The one that --resume goes on with comes first. */
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
    size_t resumable = 0;

    for (size_t i = 0; i < o->noutputs; i++) {
        const struct format *format = format_of(o->outputs[i]);

        if (format == NULL)
            return xasprintf("--output: %s: must end in %s or %s",
                             QUOTED(o->outputs[i]), formats[0]->suffix,
                             formats[1]->suffix);
        resumable += format == formats[0];
    }
    if (o->resume && resumable != 1)
        return xasprintf("--resume: needs one --output=FILE%s to go on with",
                         formats[0]->suffix);
    return NULL;
}

/* Is it a file of its own? Else it would seem that another program locks it. */
static bool is_distinct(const struct report *r, const char *file, char **cause)
{
    struct stat a, b;

    if (stat(file, &a) != 0 || !S_ISREG(a.st_mode))
        return true;
    for (size_t i = 0; i < r->n; i++)
        if (stat(r->outputs[i].sink.file, &b) == 0 && a.st_dev == b.st_dev &&
            a.st_ino == b.st_ino) {
            *cause = xasprintf("--output: %s and %s are the same file",
                               SHOWN_FILE(r->outputs[i].sink.file),
                               SHOWN_FILE(file));
            return false;
        }
    return true;
}

static void report_free(struct report *r)
{
    for (size_t i = 0; i < r->n; i++)
        free(r->outputs[i].backlog);
    free(r->outputs);
    collected_free(r->collected);
    r->collected = NULL;
    r->outputs = NULL;
    r->n = 0;
}

static void report_discard(struct report *r)
{
    for (size_t i = r->n; i-- > 0;)
        sink_discard(&r->outputs[i].sink);
    report_free(r);
}

/* Until one cannot be opened. */
static void files_open(struct report *r, const struct format *format,
                       char **cause)
{
    enum sink_mode mode = r->o->overwrite                ? SINK_OVERWRITE
                          : r->o->append || r->o->resume ? SINK_APPEND
                                                         : SINK_NEW;

    for (size_t i = 0; i < r->o->noutputs && *cause == NULL; i++) {
        struct output *to = &r->outputs[r->n];
        const char *file = r->o->outputs[i];

        if (format_of(file) != format)
            continue;
        *to = (struct output){.format = format};
        if (is_distinct(r, file, cause) &&
            sink_open(&to->sink, file, mode, cause) == 0)
            r->n++;
    }
}

/* What standard output gets. */
static const struct format *format_shown(const struct options *o)
{
    return o->format == FORMAT_FULL  ? &format_text
           : o->format == FORMAT_CSV ? &format_csv
                                     : &format_people;
}

int report_open(struct report *r, const struct options *o, char **cause)
{
    *cause = outputs_check(o);
    *r = (struct report){
        .o = o,
        .outputs = xcalloc(o->noutputs + 1, sizeof(*r->outputs)),
        .started = time(NULL),
        .t0 = now(),
    };
    for (size_t i = 0; i < NFORMATS && *cause == NULL; i++)
        files_open(r, formats[i], cause);
    if (*cause == NULL && o->append && !o->resume)
        *cause = append_files(r);
    if (*cause != NULL) {
        report_discard(r);
        return -1;
    }
    r->outputs[r->n++] =
        (struct output){.format = format_shown(o), .sink.fd = STDOUT_FILENO};
    r->collected = collected_new();
    return 0;
}

/* What a format has to say is in memory until it goes to the sink at once. */
struct page {
    FILE *f;
    char *text;
    size_t length;
};

static int page_send(struct page *p, struct output *to, char **cause)
{
    int rc;

    text_close(p->f);
    rc = sink_write(&to->sink, p->text, p->length, cause);
    free(p->text);
    return rc;
}

static int begin(struct output *to, const struct report *r, char **cause)
{
    struct page p;

    if (sink_begin(&to->sink, cause) != 0)
        return -1;
    p.f = text_open(&p.text, &p.length);
    if (to->backlog != NULL)
        fputs(to->backlog, p.f);
    else if (to->sink.keep == 0 && to->format->header != NULL)
        to->format->header(p.f, r->o);
    if (to->format->begin != NULL)
        to->format->begin(p.f, r);
    return page_send(&p, to, cause);
}

int report_begin(struct report *r, const struct runinfo *ri, char **cause)
{
    *cause = NULL;
    r->ri = ri;
    /* standard output, where nothing can be undone, is the last */
    for (size_t i = 0; i < r->n; i++)
        if (begin(&r->outputs[i], r, cause) != 0)
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
        struct output *to = &r->outputs[i];

        if (to->sink.broken || (pass && to->format->pass == NULL))
            continue;
        p.f = text_open(&p.text, &p.length);
        if (pass)
            to->format->pass(p.f, r, res, n);
        else
            to->format->rows(p.f, r, res, n);
        page_send(&p, to, cause);
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
    struct output *to = &r->outputs[r->n - 1]; /* standard output */
    struct page p;
    int rc;

    *cause = NULL;
    if (to->sink.broken)
        return 0;
    p.f = text_open(&p.text, &p.length);
    to->format->rows(p.f, r, res, n);
    rc = page_send(&p, to, cause);
    return rc;
}

int report_note(struct report *r, const char *text, char **cause)
{
    struct output *to = &r->outputs[r->n - 1]; /* standard output */
    struct page p;
    int rc;

    *cause = NULL;
    if (to->sink.broken || to->format == &format_csv)
        return 0;
    p.f = text_open(&p.text, &p.length);
    for (const char *line = text; *line != '\0';) {
        size_t n = strcspn(line, "\n");

        fprintf(p.f, "# %.*s\n", (int)n, line);
        line += n + (line[n] == '\n');
    }
    rc = page_send(&p, to, cause);
    to->sink.broken = false; /* the rows that follow will meet it again */
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
        struct output *to = &r->outputs[i];

        if (!to->sink.broken && to->format->end != NULL) {
            p.f = text_open(&p.text, &p.length);
            to->format->end(p.f, r, status);
            page_send(&p, to, cause);
        }
        sink_close(&to->sink, cause);
    }
    report_free(r);
    return *cause == NULL ? 0 : -1;
}
