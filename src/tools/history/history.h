/* history.h: nights of runs, and since when a case takes longer or less. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TOOLS_HISTORY_HISTORY_H
#define TOOLS_HISTORY_HISTORY_H

#include <stdio.h>
#include "compare/table.h"

/* A sitting; most are the runs of a night. */
struct night {
    char name[24]; /* date of its first run, UTC; with the time of day if a
                      date has several nights */
    double began;
    size_t runs;
    const json_t *run; /* record of its first run */
};

/* What changed. The reference is an algorithm that does not use the library: if
 * its time changed as well, the machine did. */
enum cause { CAUSE_LIBRARY, CAUSE_MACHINE, CAUSE_UNKNOWN };

/* Since a night a case takes longer, or less. */
struct shift {
    size_t of;     /* index of its track */
    size_t night;  /* the first one with the new time */
    size_t within; /* number of nights by which that may be wrong, 95 % */
    double step;   /* logarithm of the factor of its time */
    bool drift;    /* gradual, from its first night to the last */
    enum cause cause;
    const char *why; /* if unknown: reason or remedy; else NULL */
    size_t event;    /* the same number for all changes of an event */
};

/* A case, night by night. */
struct track {
    const struct row *row;
    char *what, *name; /* operation and conditions; algorithm and size */
    double *x;    /* by night: logarithm of the time; NAN if not measured */
    size_t known; /* number of nights with a time */
    size_t first, last; /* the first and the last of these nights */
    double scatter;
    const struct track *reference; /* NULL if none */
    size_t shift, shifts;          /* its part of history.shift */
};

/* Changes of several cases at once, with the same cause and direction. */
struct event {
    const struct shift *shift; /* the most certain one of its night */
    size_t n;                  /* number of cases */
    double least, most;        /* smallest and largest |step| */
};

struct history {
    const struct table *t;
    const char *reference; /* name of an algorithm, or NULL */
    double least;          /* the smallest factor that counts, such as 0.03 */
    struct night *night;
    size_t nights;
    size_t undated;   /* number of runs without a time, which are ignored */
    size_t *night_of; /* by run */
    struct track *v;
    size_t n;
    struct shift *shift; /* by track and night */
    size_t shifts;
    struct event *event; /* by night */
    size_t events;
};

/* Makes the nights and cases of a table, which must outlive them (nights.c). */
void history_make(struct history *h, const struct table *t);
void history_free(struct history *h);
/* Finds all changes and their causes (shifts.c). */
void history_judge(struct history *h);
/* Returns the median time of nights from..to - 1, of which n have a time. */
double track_level(const struct track *track, size_t from, size_t to,
                   size_t *n);

/* ---- output -------------------------------------------------------------- */

/* Return malloced sentences (text.c): "4 of 12 cases take 4.9 to 5.2 % longer
 * since 2026-03-14 (+-1 night)"; the cause, "the library"; cases that appeared
 * or are missing, NULL if there is none; what the last nights need. */
char *event_text(const struct history *h, const struct event *e);
char *shift_text(const struct history *h, const struct shift *s);
const char *cause_word(enum cause cause);
/* Prints all of it, and as its last line the one for CI. */
void history_print(FILE *f, const struct history *h);
/* Returns the line for CI, malloced. */
char *history_line(const struct history *h);
/* Returns sentences on nights and cases that are not complete: an array of
 * texts, a new reference. */
json_t *history_notes(const struct history *h);
/* Returns what judges the last nights. */
const char *history_gate(void);

/* Writes the page; `page` is a struct page of mpiperf-report's, with a history
 * and its table (page.c). */
void history_print_page(FILE *f, const void *page);
/* Draws the nights of a case (plot.c). */
void plot_put(FILE *f, const struct history *h, const struct track *track);

/* Returns the last night as JSON for Bencher or for github-action-benchmark,
 * malloced (export.c). */
enum export { EXPORT_NONE, EXPORT_BMF, EXPORT_GITHUB };
char *history_export(const struct history *h, enum export format);

#endif /* TOOLS_HISTORY_HISTORY_H */
