/* gate.h: the gate: decides whether side B is slower than side A by more than a
 * limit, and reports the verdict. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_GATE_H
#define COMPARE_GATE_H

#include "compare/table.h"
#include "lib/params.h"

/* Verdicts. The values before GATE_SUSPECT are exit statuses. */
enum verdict {
    GATE_PASS = 0,
    GATE_FAIL = 1,
    GATE_CANNOT_TELL = 4,
    GATE_ERROR = 5, /* there is nothing to judge */
    GATE_SUSPECT,   /* slower, but must be measured again before it fails */
};

enum gate_of { GATE_CASE, GATE_GEOMEAN };

enum { GATE_BLOCKS_MIN = 12 };

/* What the gate judges: a row, or the mean over the rows of an operation. */
struct judged {
    char *name; /* "bcast 64 KiB", "bcast 64 KiB, far" */
    struct figure vs;
    enum verdict verdict; /* any but ERROR */
};

struct gate {
    double limit; /* a factor above 1 */
    enum verdict verdict;
    char *text; /* reason of the verdict */
    struct judged *v;
    size_t n;
};

/*
 * Judges the times of the second side relative to the first, in a table made
 * with `gate`. `again`: a table of only the runs made after an interim analysis
 * had found suspects (see first_block); a suspect fails if it is one there too.
 * NULL: there are no such runs, and the verdict is GATE_SUSPECT if a row would
 * fail. gate_free() frees g.
 */
void gate_judge(struct gate *g, const struct table *t,
                const struct table *again, double limit, enum gate_of of);
void gate_free(struct gate *g);

/* The number of rows with this verdict. */
size_t gate_count(const struct gate *g, enum verdict verdict);

/* Text of how much slower the row is, with `decimals` decimals; malloced. */
char *judged_text(const struct gate *g, const struct judged *j, int decimals);

/* Verdict on one row: PASS, SUSPECT or CANNOT_TELL. `enough`: it has enough
 * blocks. */
enum verdict gate_verdict(const struct figure *vs, double limit, bool enough);

/* Makes a gate without figures: ERROR, or another verdict for a reason of the
 * caller's. Takes ownership of the text. */
void gate_none(struct gate *g, enum verdict verdict, char *text);

/* "PASS", ...; gate_line() makes the line with verdict and reason, malloced. */
const char *verdict_word(enum verdict v);
char *gate_line(const struct gate *g);

/* Number of blocks at the next interim analysis after n: 12, 18, 27, 40, 60,
 * ... */
size_t gate_next_look(size_t n);

/* Parses "5%" or "1.05" into 1.05, or sets *cause to an error with examples. */
param_parse_fn gate_limit;

/* ---- doubts that no interval shows (doubts.c) ---------------------------- */

/* Name of a judged row, malloced. */
char *gate_name(const struct table *t, const struct row *row, enum gate_of of);

/* Text about wrong results (found by --verify) of the first side, or of the
 * others; malloced, or NULL. */
char *doubt_wrong(const struct table *t, bool first);

/* Text about the first of these that applies: wrong results of the first side,
 * too many lost runs, a case that one side lacks, occasional slow runs, a
 * machine state seen on one side only. Malloced, or NULL. */
char *doubt(const struct table *t);

/* ---- continuous integration (ci.c) --------------------------------------- */

/* The verdict in JUnit's XML, malloced: each row is a test case; CANNOT TELL
 * counts as skipped, ERROR as error. */
char *ci_junit(const struct gate *g);

/* Prints an annotation for GitHub on standard output. If $GITHUB_STEP_SUMMARY
 * names a file, appends the table to it as Markdown; it may be NULL. Returns 0,
 * or -1 with *cause, malloced, if that file cannot be written. */
int ci_github(const struct gate *g, const char *markdown, char **cause);

#endif /* COMPARE_GATE_H */
