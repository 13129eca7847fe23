/* report.h: one run, several sinks: table on stdout, CSV, JSON Lines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_REPORT_H
#define MPIPERF_REPORT_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include "mpiperf/options/options.h"
#include "measure/result.h"
#include "mpiperf/machine/runinfo.h"
#include "record/sink.h"

struct json_t;
struct report;

/*
 * A format: pure, it writes to a stream in memory that reaches the sink in one
 * write. Called on rank 0 only. All functions but rows() are optional.
 */
struct format {
    const char *suffix; /* of files */
    bool whole_quotes;  /* a line may go on within "quotes" */
    /* The first line of every file, the same for the same operations. */
    void (*header)(FILE *f, const struct options *o);
    void (*begin)(FILE *f, const struct report *r);
    /* A pass of several of a case; files only. */
    void (*pass)(FILE *f, const struct report *r, const struct result *res,
                 size_t n);
    /* The results of one case, one an algorithm, in the order asked for. */
    void (*rows)(FILE *f, const struct report *r, const struct result *res,
                 size_t n);
    void (*end)(FILE *f, const struct report *r, const char *status);
    /* What a record that was read makes in a file. */
    void (*again)(FILE *f, const struct options *o,
                  const struct json_t *record);
};

/* A new one of files stands in formats[] (report.c), too. */
extern const struct format format_text, format_csv, format_jsonl, format_people;

/* What standard output's formats have until the end: collected.h. */
struct collected;
struct collected *collected_new(void);
void collected_free(struct collected *c);

/* Where a format goes. */
struct output {
    struct sink sink;
    const struct format *format;
    char *backlog; /* what the file gets first, malloced; NULL: nothing */
};

struct report {
    const struct options *o;
    const struct runinfo *ri; /* NULL before report_begin() */
    struct output *outputs;   /* JSON Lines, other files, standard output */
    size_t n;
    struct collected *collected; /* for standard output */
    bool begun;
    time_t started;
    double t0, seconds;  /* monotonic: at the start; spent, at the end */
    size_t cases, empty; /* rows so far; those without figures */
    long mismatches;     /* --verify: over all rows */
    size_t uncheckable;  /* rows whose results nothing tells */
};

/*
 * Opens every output before anything is measured, but changes no file that
 * exists: report_begin() does. With --append it goes on behind the whole lines
 * there. 0, or -1 with *cause malloced and nothing left open or created:
 * "--output: cannot write r.csv: Permission denied", that a file exists, or has
 * no format's suffix.
 */
int report_open(struct report *r, const struct options *o, char **cause);

/*
 * Each writes to its sinks; -1 with *cause, the first one, on an error. Where
 * report_begin() fails report_close() makes files what they were. A case goes
 * to the .jsonl files first, and to no file after one that failed, so that
 * --resume can complete the others from the first (resume.h).
 */
int report_begin(struct report *r, const struct runinfo *ri, char **cause);
int report_pass(struct report *r, const struct result *res, size_t n,
                char **cause);
int report_rows(struct report *r, const struct result *res, size_t n,
                char **cause);
/* Those rows again, to the table: in the order of the sweep. */
int report_table(struct report *r, const struct result *res, size_t n,
                 char **cause);

/* Lines for people only: a comment each in the table. -1 with *cause. */
int report_note(struct report *r, const char *text, char **cause);

/* What --verify found, in a line. */
void report_verified(FILE *f, const struct report *r);

/*
 * status: "complete" or "failed". Legal at any time after report_open(); before
 * report_begin() it leaves no file changed or made. Frees.
 */
int report_close(struct report *r, const char *status, char **cause);

#endif /* MPIPERF_REPORT_H */
