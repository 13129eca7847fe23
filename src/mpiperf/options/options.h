/* options.h: the options of mpiperf. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_H
#define MPIPERF_OPTIONS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include "lib/option_rows.h"
#include "machine/runinfo.h"
#include "measure/case.h"
#include "mpiperf/options/early.h"
#include "mpiperf/options/sweep.h"
#include "ops/dtype.h"
#include "ops/op.h"

/* Operations that a pattern on the command line matches, but that do not
 * support its other options. */
struct skipped {
    const struct op **ops;
    size_t n;
    char *cause; /* why the first one was skipped; NULL if none was */
};

enum { ROOT_ALL = -1, ROOT_ROTATE = -2 };
enum progress_mode { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER };

/* Read-only after options_parse(). */
struct options {
    const struct benchmark *as; /* the benchmark that it runs as, or NULL */
    const char *remarks; /* of foreign_lines(), in the first line; else NULL */
    bool more;           /* other benchmarks follow in the same run */
    struct registry registry; /* all operations and algorithms */
    struct choice *choices;
    size_t nchoices;
    struct skipped skipped;
    struct sweep procs;        /* numbers of ranks */
    struct sweep size;         /* bytes of a block */
    int root;                  /* a rank, ROOT_ALL or ROOT_ROTATE */
    const struct dtype *dtype; /* NULL: byte, or double for reductions */
    struct measuring how;
    struct clock_choice clocks;
    const char *preset; /* NULL if none */
    struct params params;
    const char **listed; /* patterns of names to list, from argv */
    size_t nlisted;      /* 0 lists all names */
    char **outputs;      /* files; report_open() checks their formats */
    size_t noutputs;
    bool append, overwrite, resume; /* what to do with existing files */
    bool check, allow_na, no_watch;
    const char *program; /* file of --program, or NULL; its content, set after
                            parsing, or NULL: */
    json_t *calls;
    const char *load_ranks; /* text of --load-ranks, or NULL */
    const char *switches;   /* file for --switches, or NULL */
    const char *accept;     /* file of bounds for --accept, or NULL */
    double stuck_after;     /* seconds; NAN: see watchdog_limit() */
    enum progress_mode progress;
    int format; /* enum output_format of stdout */
};

/*
 * Parses line `number` of e->words. Pure: prints nothing and calls no MPI, so
 * all ranks get the same result. `world` is the number of ranks. `more`: NULL,
 * or algorithms besides mpiperf's own, NULL-terminated; must outlive *o. On
 * OPTIONS_BAD, *cause is a malloced line: "--size: '12Q': unknown suffix 'Q'".
 */
enum options_outcome options_parse(struct options *o, const struct early *e,
                                   size_t number, int world,
                                   const struct algo *const *more,
                                   char **cause);
void options_free(struct options *o);

/* Returns the rows of all options, including those of operations, in the order
 * of --help; free the array with free(). A test compares them with the
 * manual. */
struct option_row *option_rows(const struct registry *r);

/* Prints the help, including the options of all operations. */
void options_help(FILE *f, const struct options *o);

/* Prints a line "KIND NAME DESCRIPTION" for each name that a pattern of --list
 * matches, or for all names if there is no pattern. Returns the number of
 * lines. */
size_t options_list(FILE *f, const struct options *o);

#endif /* MPIPERF_OPTIONS_H */
