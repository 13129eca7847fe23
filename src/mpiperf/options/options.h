/* options.h: what the user asked for, and the cases that it comes to. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_H
#define MPIPERF_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>
#include "lib/option_rows.h"
#include "measure/case.h"
#include "mpiperf/machine/runinfo.h"
#include "ops/dtype.h"
#include "ops/op.h"

/* ---- numbers: A | A,B,C | A:B | A:B:*F | A:B:+S ---------------------------
 */

/* Longest list a sweep may stand for. */
enum { SWEEP_MAX = 100000 };

struct sweep {
    int64_t *v; /* ascending within a range; duplicates dropped */
    size_t n;
};

/*
 * A:B doubles while <= B; from 0: 0, 1, 2, 4, ... Sizes take Ki, Mi, Gi.
 * Elements of a list may be ranges. At most SWEEP_MAX values, each in
 * [min, max]. 0, or -1 with *cause malloced.
 */
int sweep_parse(struct sweep *out, const char *s, int64_t min, int64_t max,
                char **cause);
void sweep_free(struct sweep *s);
/* Keeps the first of equal values, in the order they stand. */
void sweep_unique(struct sweep *s);

/* ---- options and cases --------------------------------------------------- */

/* Operations that fit a pattern but can't do what other options ask. */
struct skipped {
    const struct op **ops;
    size_t n;
    char *cause; /* of the first one; NULL: there is none */
};

enum { ROOT_ALL = -1, ROOT_ROTATE = -2 };
enum progress_mode { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER };

/* Read-only after options_parse(). */
struct options {
    struct registry registry; /* what there is to measure */
    struct library *library;  /* algorithms of the MPI library in it; or NULL */
    struct choice *choices;
    size_t nchoices;
    struct skipped skipped;
    struct sweep procs;        /* n == 0: all ranks */
    struct sweep size;         /* bytes of a block */
    int root;                  /* a rank, or ROOT_ALL or ROOT_ROTATE */
    const struct dtype *dtype; /* NULL: byte, double for reductions */
    struct measuring how;
    size_t default_align; /* of buffers, where it was not given */
    struct clock_choice clocks;
    const char *preset; /* NULL: none */
    struct params params;
    const char **listed; /* patterns of names to list; argv's */
    size_t nlisted;      /* 0: all */
    char **outputs;      /* files; report_open() knows the formats */
    size_t noutputs;
    bool append, overwrite, resume; /* what becomes of files */
    bool check, allow_na, no_watch;
    const char *accept; /* file of bounds to judge by; NULL: none */
    double stuck_after; /* seconds; NAN: see watchdog_limit() */
    enum progress_mode progress;
    int format; /* enum output_format: of standard output */
};

/*
 * Pure: prints nothing and calls no MPI but MPI_T, so the outcome is the same on every
 * rank. `world` is the number of ranks there are. OPTIONS_BAD sets *cause to
 * a malloced line such as "--size: '12Q': unknown suffix 'Q'".
 */
enum options_outcome options_parse(struct options *o, int argc, char **argv,
                                   int world, char **cause);
void options_free(struct options *o);
/* The datatype of the operation's messages: what was asked for, else byte, or
 * double for reductions. */
const struct dtype *options_dtype(const struct options *o, const struct op *op);
/* Of the program and of the operations that there are. */
void options_help(FILE *f, const struct options *o);
/* KIND NAME DESCRIPTION a line, from the tables: of all names, or of those that
 * a pattern fits, with the parameters of such an owner. How many. */
size_t options_list(FILE *f, const struct options *o);

/* The cases to measure, fixed before the first one runs. */
struct plan {
    struct bench_case *cases;
    size_t n;
};

/* Order: choices, procs, sizes, roots. Sizes are rounded up to whole
 * elements and duplicates dropped. Pure. */
void plan_build(struct plan *p, const struct options *o, int world);
void plan_free(struct plan *p);

#endif /* MPIPERF_OPTIONS_H */
