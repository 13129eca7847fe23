/* report.h: one run's records, to files and to standard output. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_REPORT_H
#define MPIPERF_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include "measure/result.h"
#include "mpiperf/machine/runinfo.h"
#include "mpiperf/options/options.h"
#include "record/sink.h"

struct report;

/* What becomes of records in a file or on standard output (formats.c). Pure. */
struct format {
    const char *suffix; /* of files */
    bool whole_quotes;  /* a line may go on within "quotes" */
    /* The first line of every file, the same for the same operations, malloced.
     * NULL: there is none. */
    char *(*header)(const struct options *o);
    /* Files get a run, its passes, its cases and its end, and records that were
     * read to resume them; standard output the run, its cases in the order of
     * the sweep, and its end. */
    void (*put)(FILE *f, const struct report *r, const json_t *record);
};
extern const struct format format_jsonl, format_csv, format_full, format_table;

/* A text, then what the format makes of the records, an array. Malloced. */
char *format_text(const struct format *format, const struct report *r,
                  const char *before, const json_t *records);

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
    /* For standard output: of each case its {"rows":, "notes":}, null until it
     * is done; how many of them were put; what formats keep until all are
     * there, records and texts. */
    json_t *done;
    size_t put;
    json_t *shown, *notes;
    json_t *held; /* --resume: keys of rows that the files had; NULL: none */
    bool begun;
    time_t started;
    double t0, seconds;  /* monotonic: at the start; spent, at the end */
    size_t cases, empty; /* rows so far; those without figures */
    long mismatches;     /* --verify: over all rows */
    size_t uncheckable;  /* rows without a result that can be checked */
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
/* The rows of a case of the sweep, none where --resume found it done: standard
 * output has cases in that order. */
int report_rows(struct report *r, size_t index, const struct result *res,
                size_t n, char **cause);

/* Lines for people only: a comment each in the table. -1 with *cause. */
int report_note(struct report *r, const char *text, char **cause);

/*
 * status: "complete" or "failed". Legal at any time after report_open(); before
 * report_begin() it leaves no file changed or made. Frees.
 */
int report_close(struct report *r, const char *status, char **cause);

#endif /* MPIPERF_REPORT_H */
