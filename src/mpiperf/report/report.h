/* report.h: writes the records of a run to files and to stdout. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_REPORT_H
#define MPIPERF_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include "machine/runinfo.h"
#include "measure/probe.h"
#include "measure/result.h"
#include "mpiperf/options/plan.h"
#include "record/sink.h"

struct report;

/* How records look in a file or on stdout (formats.c). */
struct format {
    const char *suffix; /* suffix of file names */
    bool whole_quotes;  /* a quoted field may contain a newline */
    /* Returns the first line of a file, malloced; it depends only on the
     * operations. NULL if files have no such line. */
    char *(*header)(const struct options *o);
    /* Writes a record. Files get the records of the run, of passes, cases and
     * the end; with --resume, also those of the earlier run. Stdout gets the
     * run, the cases in the order of the sweep, and the end. */
    void (*put)(FILE *f, const struct report *r, const json_t *record);
};
extern const struct format format_jsonl, format_csv, format_full, format_table;

/* Returns the text `before`, then the array of records in this format,
 * malloced. */
char *format_text(const struct format *format, const struct report *r,
                  const char *before, const json_t *records);

/* A file or stdout, with its format. */
struct output {
    struct sink sink;
    const struct format *format;
    char *backlog; /* text to write before the first record, malloced, or
                      NULL */
};

struct report {
    const struct options *o;
    const struct runinfo *ri; /* NULL until report_begin() */
    struct output *outputs;   /* JSON Lines, other files, stdout */
    size_t n;
    /* For stdout. done: for each case {"rows":, "notes":}, null until the case
     * is done. put: number of cases that were printed. shown, notes: records
     * and texts that a format keeps until the end. */
    json_t *done;
    size_t put;
    json_t *shown, *notes;
    json_t *slow; /* texts of report_probe() */
    json_t *said; /* texts of report_note() that --as keeps until the end */
    json_t
        *held;  /* for --resume: the rows in the files by their keys; or NULL */
    bool begun; /* report_begin() has succeeded */
    time_t started;
    uint64_t id;         /* random: differs if runs start in the same second */
    double t0, seconds;  /* monotonic start time; duration of the run */
    size_t cases, empty; /* number of rows; of rows without figures */
    long mismatches;     /* for --verify: sum over all rows */
    size_t uncheckable;  /* number of rows whose results cannot be checked */
};

/* Opens all outputs without changing existing files. With --append or --resume
 * call resume_open() next. Returns 0, or -1 with a malloced *cause and no file
 * opened or created. */
int report_open(struct report *r, const struct options *o, char **cause);

/* Write the records of the run and of a pass. Return 0, or -1 with *cause, the
 * first error; after it a record goes to no other file, so that --resume can
 * complete these from the .jsonl file, which is first. */
int report_begin(struct report *r, const struct runinfo *ri, char **cause);
int report_pass(struct report *r, const struct result *res, size_t n,
                char **cause);
/* Writes the rows of case number `index` in the sweep. Stdout gets the cases in
 * the order of the sweep. */
int report_rows(struct report *r, size_t index, const struct result *res,
                size_t n, char **cause);

/* Prints to stdout the rows of a case that --resume has found in the files: an
 * array of records, a new reference. */
void report_held(struct report *r, size_t index, json_t *rows);

/* Adds a note that names the nodes that make the case slow, if any stand out;
 * the end record gets it, too. */
void report_probe(struct report *r, const struct probe *p);

/* Prints lines of text as comments (#) to stdout at once; not with CSV. */
void report_note(struct report *r, const char *text);

/* Writes the end record ("complete" or "failed"), closes the outputs and frees
 * the report; restores or removes the files if report_begin() was not called or
 * failed. Returns 0, or -1 with *cause. */
int report_close(struct report *r, const char *status, char **cause);

/* ---- --append, --resume -------------------------------------------------- */

/* With --append or --resume, reads the files of an open report, and prepares
 * report_begin() to continue them after their last complete line. With
 * --resume, files after the .jsonl file must have its first cases;
 * report_begin() adds the others. Returns 0, or -1 with a malloced *cause. */
int resume_open(struct report *r, char **cause);

/* Returns the rows of the case, an array, a new reference, if the files that
 * resume_open() has read contain it, with figures, for all requested methods
 * and algorithms; else NULL. Cases are compared by the fields of record/key.h.
 */
json_t *resume_case(const struct report *r, const struct bench_case *c);

/* Shows the files' cases that are not in the plan, after the sweep. Returns the
 * number of their rows. */
size_t resume_show_others(struct report *r, const struct plan *plan);

#endif /* MPIPERF_REPORT_H */
