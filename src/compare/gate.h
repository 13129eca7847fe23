/* gate.h: verdicts on a table: is side B slower than side A by more than a
 * limit, and is a call slower than what can be built from other calls? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_GATE_H
#define COMPARE_GATE_H

#include <stdio.h>
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

/* Fewest blocks for a verdict, and for a suspicion. */
enum { GATE_BLOCKS_MIN = 12, SUSPECT_MIN = 6 };

/* What the gate judges: a row, or the mean over the rows of an operation. */
struct judged {
    char *name; /* "bcast 64 KiB", "bcast 64 KiB, far" */
    struct figure vs;
    enum verdict verdict; /* any but ERROR */
    /* A suspect: the first block after the look that found it, and its figure
     * from there on. 0: it is none. */
    size_t since;
    struct figure again;
};

struct gate {
    double limit; /* a factor above 1 */
    enum verdict verdict;
    char *text; /* reason of the verdict */
    struct judged *v;
    size_t n;
    size_t blocks;    /* number of blocks at this look; 0: not interleaved */
    bool more_decide; /* CANNOT TELL, and more runs may decide */
};

/*
 * Judges the times of the second side relative to the first, in a table made
 * with `gate`. before: the look before this one at the same runs; NULL: there
 * was none. Its suspects fail if the blocks made since then alone confirm them;
 * new suspects wait for blocks to come. gate_free() frees g.
 */
void gate_judge(struct gate *g, const struct table *t,
                const struct gate *before, double limit, enum gate_of of);
/* Judges finished runs: the suspects of the first half of the blocks fail if
 * the second half alone confirms them. */
void gate_judge_finished(struct gate *g, const struct table *t, double limit,
                         enum gate_of of);
/* Makes a gate without figures, with this reason; takes over the text. */
void gate_none(struct gate *g, enum verdict verdict, char *text);
void gate_free(struct gate *g);

/* The number of rows with this verdict. */
size_t gate_count(const struct gate *g, enum verdict verdict);

/* Texts, malloced: how much slower the row is, with `decimals` decimals; the
 * line of verdict and reason; the name of a judged row. */
char *judged_text(const struct gate *g, const struct judged *j, int decimals);
char *gate_line(const struct gate *g);
char *gate_name(const struct table *t, const struct row *row, enum gate_of of);
/* "PASS", ... */
const char *verdict_word(enum verdict v);

/* Parses "5%" or "1.05" into 1.05. */
param_parse_fn gate_limit;

/* ---- the rule, without tables (rule.c) ----------------------------------- */

/* Verdict on one row by its interval: PASS, SUSPECT or CANNOT_TELL. enough: it
 * has enough values. */
enum verdict gate_verdict(const struct figure *vs, double limit, bool enough);

/* Sets the verdicts of all rows by their figures, and `since` of suspects.
 * night: figures of the mean over all rows, of sides that were not interleaved;
 * NULL: they were. */
void gate_decide(struct gate *g, const struct figure *night);

/* Number of blocks at the look after n blocks: 12, 18, 27, 40, 60, 90, ... */
size_t gate_next_look(size_t n);

/* The looks at a gate while its runs are made: numbers of blocks at the next
 * one, and at the next one that lets rows pass. Others find and confirm
 * suspects. */
struct looks {
    size_t next, full;
};

/* full: number of blocks at the first look that lets rows pass; the first
 * look for suspects is at half of them. */
void looks_begin(struct looks *l, size_t full);
/* Called after a look with this verdict. Returns true if the verdict stands;
 * else sets the next look. */
bool looks_advance(struct looks *l, const struct gate *g, enum verdict verdict);

/* Probability that a row is as much slower by chance alone. level: that of its
 * interval, one-sided. */
double chance_of(const struct figure *vs, double level);
/* Of n comparisons those stand whose chance is at most what this returns: then
 * one that is wrong stands with probability `error` at most (Hochberg 1988).
 * Sorts them. -1: none stands. */
double chance_standing(double *chance, size_t n, double error);

/* ---- doubts that no interval shows, malloced or NULL (doubts.c) ---------- */

/* Wrong results (found by --verify) of the first side, or of the others. */
char *doubt_wrong(const struct table *t, bool first);

/* The first that applies: wrong results of the first side, too many lost runs,
 * a case that one side lacks, occasional slow runs, a machine state seen on one
 * side only. *more: more runs may take it away. */
char *doubt(const struct table *t, bool *more);

/* ---- guidelines (guidelines.c) ------------------------------------------- */

/* doc/guidelines.md explains them. */
enum guideline {
    GUIDE_MOCK,     /* not slower than a mock-up of the same size */
    GUIDE_MONOTONY, /* not slower than the call of the next larger size */
    GUIDE_SPLIT,    /* not slower than several calls of the next smaller size */
};

/* A comparison: `row`, the MPI library's own call, must not be slower than
 * `calls` times `other`. */
struct guided {
    enum guideline guideline;
    const struct row *row, *other;
    double calls;
    struct figure vs;     /* how many times as fast `row` is */
    double chance;        /* probability of such a ratio if both are alike */
    enum verdict verdict; /* PASS, FAIL or CANNOT_TELL */
    long sides;           /* number of sides that have the comparison */
    bool stateless;       /* joined from sides in different states */
};

struct guidelines {
    const struct table *t;
    struct guided *v;
    size_t n;
    struct gate gate; /* verdict, and the comparisons under their names */
};

/*
 * Judges the rows of the table. A guideline is violated where the gate's rule
 * says so with this limit, and the correction for the number of comparisons of
 * the side (chance_standing()) lets it stand, on every side. The table must
 * outlive *g; guidelines_free() frees it, except the gate.
 */
void guidelines_judge(struct guidelines *g, const struct table *t,
                      double limit);
void guidelines_free(struct guidelines *g);

/* Prints a sentence for each violation, with the range of sizes. */
void guidelines_print(FILE *f, const struct guidelines *g);

/* ---- continuous integration (ci.c) --------------------------------------- */

/* The verdict in JUnit's XML, malloced: each row is a test case; CANNOT TELL
 * counts as skipped, ERROR as error. */
char *ci_junit(const struct gate *g);

/* Prints an annotation for GitHub on standard output, and appends the table as
 * Markdown (NULL: none) to the file $GITHUB_STEP_SUMMARY, if any. Returns 0, or
 * -1 with *cause, malloced, if that cannot be written. */
int ci_github(const struct gate *g, const char *markdown, char **cause);

#endif /* COMPARE_GATE_H */
