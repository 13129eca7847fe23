/* options.h: the options of mpiperf, and the cases that they select. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_H
#define MPIPERF_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>
#include "lib/option_rows.h"
#include "measure/case.h"
#include "mpiperf/machine/runinfo.h"
#include "mpiperf/options/early.h"
#include "ops/dtype.h"
#include "ops/op.h"

/* ---- numbers: A | A,B,C | A:B | A:B:*F | A:B:+S -------------------------- */

/* Maximum number of values of a sweep. */
enum { SWEEP_MAX = 100000 };

struct sweep {
    int64_t *v; /* ascending within a range; duplicates dropped */
    size_t n;
};

/*
 * Parses a list of numbers and ranges. A:B doubles from A as long as the value
 * is at most B; from 0: 0, 1, 2, 4, ... Numbers take the suffixes Ki, Mi and
 * Gi. Each value has to be in [min, max]. Returns 0, or -1 with *cause
 * malloced.
 */
int sweep_parse(struct sweep *out, const char *s, int64_t min, int64_t max,
                char **cause);
void sweep_free(struct sweep *s);
/* Drops values that occur earlier in the list. Keeps the order. */
void sweep_unique(struct sweep *s);

/* ---- options and cases --------------------------------------------------- */

/* Operations that match a pattern on the command line but do not support other
 * options on it. */
struct skipped {
    const struct op **ops;
    size_t n;
    char *cause; /* why the first one was skipped; NULL: none was */
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
    int root;                  /* a rank, or ROOT_ALL or ROOT_ROTATE */
    const struct dtype *dtype; /* NULL: byte, double for reductions */
    struct measuring how;
    struct clock_choice clocks;
    const char *preset; /* NULL: none */
    struct params params;
    const char **listed; /* patterns of names to list; strings of argv */
    size_t nlisted;      /* 0: list all names */
    char **outputs;      /* files; report_open() knows the formats */
    size_t noutputs;
    bool append, overwrite, resume; /* treatment of existing files */
    bool check, allow_na, no_watch;
    const char *accept; /* file of bounds for --accept; NULL: not given */
    double stuck_after; /* seconds; NAN: see watchdog_limit() */
    enum progress_mode progress;
    int format; /* enum output_format, for standard output */
};

/*
 * Pure: prints nothing and calls no MPI, so the outcome is the same on every
 * rank. `world` is the number of ranks there are. `more` has algorithms beside
 * mpiperf's own, NULL-terminated, which must outlive *o; or NULL. OPTIONS_BAD
 * sets *cause to a malloced line such as "--size: '12Q': unknown suffix 'Q'".
 */
enum options_outcome options_parse(struct options *o, const struct early *e,
                                   int world, const struct algo *const *more,
                                   char **cause);
void options_free(struct options *o);
/* Returns the datatype of the operation's messages: that of --datatype, or the
 * default: byte, for reductions double. */
const struct dtype *options_dtype(const struct options *o, const struct op *op);
/* Prints the help, with the options of all operations. */
void options_help(FILE *f, const struct options *o);
/* Prints the output of --list, a line "KIND NAME DESCRIPTION" for each name
 * that a pattern matches; without patterns for all names. Returns the number of
 * lines. */
size_t options_list(FILE *f, const struct options *o);

/* The cases to measure. They do not change during the run. */
struct plan {
    struct bench_case *cases;
    size_t n;
};

/* Makes the cases, ordered by choice, number of ranks, size and root. Sizes are
 * rounded up to whole elements; duplicates are dropped. Pure. */
void plan_build(struct plan *p, const struct options *o);
void plan_free(struct plan *p);

#endif /* MPIPERF_OPTIONS_H */
