/* gate.h: verdicts on a table: is side B slower than side A by more than a
 * limit (gate)? Is a call slower than other calls that do the same work? */
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
    GATE_ERROR = 5, /* nothing can be judged */
    GATE_SUSPECT,   /* slower, but fails only after new blocks confirm it */
};

enum gate_of { GATE_CASE, GATE_GEOMEAN };

/* Fewest blocks for a verdict and for a suspect. Each side runs in a block. */
enum { GATE_BLOCKS_MIN = 12, SUSPECT_MIN = 6 };

/* What the gate judges: a row, or the mean over the rows of an operation. */
struct judged {
    char *name; /* "bcast 64 KiB", or "bcast 64 KiB, far" */
    bool rare;  /* of the state that fewer blocks saw: it can only fail */
    struct figure vs;
    enum verdict verdict; /* not ERROR */
    /* If a suspect: the first block after the look that found it, and its
     * figure from that block on. Else 0. */
    size_t since;
    struct figure again;
};

struct gate {
    double limit; /* a factor above 1 */
    enum verdict verdict;
    char *text; /* the reason of the verdict */
    struct judged *v;
    size_t n;
    size_t blocks;    /* number of blocks at this look; 0 if not interleaved */
    bool more_decide; /* CANNOT_TELL, but more runs may decide */
};

/*
 * Judges the times of the second side relative to the first, in a table made
 * with `gate`. If a case has ratios in two states, the row of the state that
 * has fewer of them can only fail. To pass, the other row and the mean of the
 * ratios of both must.
 *
 * Runs can be judged while they are made; each time is a look. before: the
 * previous look, or NULL. Its suspects fail if blocks made after it confirm
 * them on their own; new suspects wait for more blocks. gate_free() frees *g.
 */
void gate_judge(struct gate *g, const struct table *t,
                const struct gate *before, double limit, enum gate_of of);
/* Judges finished runs: suspects of the first half of the blocks fail if the
 * second half confirms them by itself. */
void gate_judge_finished(struct gate *g, const struct table *t, double limit,
                         enum gate_of of);
/* Makes a gate that has only a verdict and this reason; takes over the text. */
void gate_none(struct gate *g, enum verdict verdict, char *text);
void gate_free(struct gate *g);

/* Returns the number of rows with this verdict. */
size_t gate_count(const struct gate *g, enum verdict verdict);

/* Return malloced texts: how much slower the row is, with `decimals` decimals;
 * the verdict and its reason; the name of a judged row. */
char *judged_text(const struct gate *g, const struct judged *j, int decimals);
char *gate_line(const struct gate *g);
char *gate_name(const struct table *t, const struct row *row, enum gate_of of);
/* "PASS", ... */
const char *verdict_word(enum verdict v);

/* Parses a limit such as "5%" or "1.05" into 1.05. */
param_parse_fn gate_limit;

/* ---- the rule, without tables (rule.c) ----------------------------------- */

/* Returns the verdict on one row by its interval: PASS, SUSPECT or CANNOT_TELL
 * (always the latter if there are not enough values). */
enum verdict gate_verdict(const struct figure *vs, double limit, bool enough);

/* Sets the verdict of each row, and `since` of suspects. night: for sides that
 * were not interleaved, the figure of the mean over all rows; else NULL. */
void gate_decide(struct gate *g, const struct figure *night);

/* Number of blocks at the look after n blocks: 12, 18, 27, 40, 60, 90, ... */
size_t gate_next_look(size_t n);

/* When to look at a gate while its runs are made: the number of blocks at the
 * next look, and at the next full look. Only full looks let rows pass; the
 * others find and confirm suspects. */
struct looks {
    size_t next, full;
};

/* full: number of blocks at the first full look; the first look for suspects is
 * at half of it. */
void looks_begin(struct looks *l, size_t full);
/* Call this after a look that gave `verdict`. Returns true if the verdict is
 * final; else sets the next look. */
bool looks_advance(struct looks *l, const struct gate *g, enum verdict verdict);
/* Returns the number of blocks at the next look, after `blocks` of the `fit`
 * blocks that fit into the budget (INFINITY if there is none). The last third
 * of the budget is reserved for confirming suspects; it starts with a look for
 * them. */
size_t looks_within(const struct looks *l, size_t blocks, double fit);

/* Returns the probability that chance alone makes a row this much slower.
 * level: one-sided level of the row's interval. */
double chance_of(const struct figure *vs, double level);
/* Returns the threshold for the chances of n comparisons; -1 if none passes.
 * Those with at most this chance stand, and the probability that any wrong one
 * stands is at most `error` (Hochberg 1988). Sorts the chances. */
double chance_standing(double *chance, size_t n, double error);

/* ---- doubts that no interval shows, malloced or NULL (doubts.c) ---------- */

/* Wrong results (found by --verify) on the first side, or on the others. */
char *doubt_wrong(const struct table *t, bool first);

/* Returns the first reason that applies: wrong results on the first side, too
 * many failed runs, a case that one side lacks, occasional slow runs, a machine
 * state seen on only one side. *more: more runs may remove it. */
char *doubt(const struct table *t, bool *more);

/* ---- guidelines (guidelines.c) ------------------------------------------- */

/* Performance guidelines; doc/guidelines.md explains them. */
enum guideline {
    GUIDE_MOCK,     /* a call is not slower than a mock-up of its size */
    GUIDE_MONOTONY, /* a call is not slower than the next larger size */
    GUIDE_SPLIT,    /* a call is not slower than several smaller calls */
};

/* One comparison: `row`, a call of the MPI library, must not take longer than
 * `calls` times `other`. */
struct guided {
    enum guideline guideline;
    const struct row *row, *other;
    double calls;
    struct figure vs;     /* how many times as fast `row` is */
    double chance;        /* probability of this ratio if both are equal */
    enum verdict verdict; /* PASS, FAIL or CANNOT_TELL */
    long sides;           /* number of sides that have this comparison */
    bool stateless;       /* joined from sides that were in different states */
};

struct guidelines {
    const struct table *t;
    struct guided *v;
    size_t n;
    struct gate gate; /* the verdict; rows: the comparisons, by name */
};

/*
 * Judges the rows of the table. A guideline is violated if on every side the
 * gate's rule with this limit says so, and it stands after correction for the
 * number of comparisons of the side (chance_standing()). The table must outlive
 * *g. guidelines_free() frees *g except g->gate.
 */
void guidelines_judge(struct guidelines *g, const struct table *t,
                      double limit);
void guidelines_free(struct guidelines *g);

/* Prints a sentence for each violation, with its range of sizes. */
void guidelines_print(FILE *f, const struct guidelines *g);

/* ---- continuous integration (ci.c) --------------------------------------- */

/* Returns the verdict as JUnit XML, malloced: each row is a test case; CANNOT
 * TELL is "skipped", ERROR is "error". */
char *ci_junit(const struct gate *g);

/* Prints an annotation for GitHub on stdout, and appends the table as Markdown
 * (unless NULL) to the file $GITHUB_STEP_SUMMARY, if that is set. Returns 0; or
 * -1 with a malloced *cause if the file cannot be written. */
int ci_github(const struct gate *g, const char *markdown, char **cause);

#endif /* COMPARE_GATE_H */
