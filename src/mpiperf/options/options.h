/* options.h: the options of mpiperf, and the list of cases they select. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_H
#define MPIPERF_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>
#include "lib/option_rows.h"
#include "machine/runinfo.h"
#include "measure/case.h"
#include "mpiperf/options/early.h"
#include "ops/dtype.h"
#include "ops/op.h"

/* ---- numbers: A | A,B,C | A:B | A:B:*F | A:B:+S -------------------------- */

/* Maximum number of values of a sweep. */
enum { SWEEP_MAX = 100000 };

struct sweep {
    int64_t *v; /* ascending within a range; without duplicates */
    size_t n;
};

/*
 * Parses a list of numbers and ranges. A:B starts with A and doubles while the
 * value is at most B; a range from 0 is 0, 1, 2, 4, ... Numbers may have
 * suffixes Ki, Mi and Gi. Each value must be in [min, max]. Returns 0, or -1
 * with a malloced *cause.
 */
int sweep_parse(struct sweep *out, const char *s, int64_t min, int64_t max,
                char **cause);
void sweep_free(struct sweep *s);
/* Drops values that occur earlier in the list; keeps the order. */
void sweep_unique(struct sweep *s);

/* ---- options and cases --------------------------------------------------- */

/* Operations that a pattern on the command line matches but that do not support
 * other options on it. */
struct skipped {
    const struct op **ops;
    size_t n;
    char *cause; /* why the first one was skipped; NULL if none was */
};

enum { ROOT_ALL = -1, ROOT_ROTATE = -2 };
enum progress_mode { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER };

/* Read-only after options_parse(). */
struct options {
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
    const char *accept; /* file of bounds for --accept, or NULL */
    double stuck_after; /* seconds; NAN: see watchdog_limit() */
    enum progress_mode progress;
    int format; /* enum output_format of stdout */
};

/*
 * Parses the command line. Pure: prints nothing and calls no MPI, so all ranks
 * get the same result. `world` is the number of ranks. `more`: NULL, or
 * algorithms besides mpiperf's own, NULL-terminated; must outlive *o. On
 * OPTIONS_BAD, *cause is a malloced line: "--size: '12Q': unknown suffix 'Q'".
 */
enum options_outcome options_parse(struct options *o, const struct early *e,
                                   int world, const struct algo *const *more,
                                   char **cause);
void options_free(struct options *o);
/* Returns the datatype for the operation's messages: that of --datatype, or by
 * default byte; double for reductions. */
const struct dtype *options_dtype(const struct options *o, const struct op *op);
/* Prints the help, including the options of all operations. */
void options_help(FILE *f, const struct options *o);
/* Prints a line "KIND NAME DESCRIPTION" for each name that a pattern of --list
 * matches, or for all names if there is no pattern. Returns the number of
 * lines. */
size_t options_list(FILE *f, const struct options *o);

/* The cases to measure; they do not change during the run. */
struct plan {
    struct bench_case *cases;
    size_t n;
};

/* Makes the list of cases, ordered by choice, number of ranks, size and root.
 * Sizes are rounded up to whole elements; duplicates are dropped. Pure. */
void plan_build(struct plan *p, const struct options *o);
void plan_free(struct plan *p);

#endif /* MPIPERF_OPTIONS_H */
