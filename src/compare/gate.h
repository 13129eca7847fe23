/* gate.h: is B slower than A by more than a limit, and who is told. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_GATE_H
#define COMPARE_GATE_H

#include "compare/table.h"
#include "lib/params.h"

/* Exit statuses of a gate. */
enum verdict {
    GATE_PASS = 0,
    GATE_FAIL = 1,
    GATE_CANNOT_TELL = 4,
    GATE_ERROR = 5, /* there is nothing to judge */
    GATE_SUSPECT,   /* a row has to be measured again before it fails */
};

enum gate_of { GATE_CASE, GATE_GEOMEAN };

enum { GATE_BLOCKS_MIN = 12 };

/* What the gate judges: a row of the table, or the mean over an operation's. */
struct judged {
    char *name; /* "bcast 64 KiB", "bcast 64 KiB, far" */
    struct figure vs;
    enum verdict verdict; /* PASS, SUSPECT, or CANNOT_TELL */
};

struct gate {
    double limit; /* a factor above 1 */
    enum verdict verdict;
    char *text; /* what the verdict rests on */
    struct judged *v;
    size_t n;
};

/*
 * Judges what the second side takes against the first, of a table that was made
 * with `gate`. again: the table of the runs that were made after a look had
 * found suspects (with first_block), in which a suspect has to be one as well;
 * NULL: there are none, and the verdict is GATE_SUSPECT where it would fail.
 * gate_free() it.
 */
void gate_judge(struct gate *g, const struct table *t,
                const struct table *again, double limit, enum gate_of of);
void gate_free(struct gate *g);

/* How much slower the row is, with so many decimals; malloced. */
char *judged_text(const struct gate *g, const struct judged *j, int decimals);

/* Of one row: PASS, SUSPECT or CANNOT_TELL. enough: it has the blocks. */
enum verdict gate_verdict(const struct figure *vs, double limit, bool enough);

/* One without figures: ERROR, or another verdict for a reason of the caller's,
 * whose text it takes over. */
void gate_none(struct gate *g, enum verdict verdict, char *text);

/* "PASS", ...; the line of the verdict, malloced. */
const char *verdict_word(enum verdict v);
char *gate_line(const struct gate *g);

/* The blocks for the next look, after one at n: 12, 18, 27, 40, 60, ... */
size_t gate_next_look(size_t n);

/* "5%", "1.05" -> a double, 1.05; else *cause says what would do. */
param_parse_fn gate_limit;

/* ---- what no interval tells (doubts.c) ----------------------------------- */

/* What a judged row is called, malloced. */
char *gate_name(const struct table *t, const struct row *row, enum gate_of of);

/* Results of the first side, or of another, that --verify found wrong; a text,
 * malloced, or NULL. */
char *doubt_wrong(const struct table *t, bool first);

/* The first of: wrong results of the first side, runs lost, a case that one
 * side lacks, slow runs now and then, a state in which one side alone was seen.
 * Likewise. */
char *doubt(const struct table *t);

/* ---- continuous integration (ci.c) --------------------------------------- */

/* As JUnit's XML, malloced: a test case a row; CANNOT TELL is skipped, ERROR an
 * error. */
char *ci_junit(const struct gate *g);

/* An annotation of GitHub's on standard output, and the table as Markdown,
 * which may be NULL, to the file that $GITHUB_STEP_SUMMARY names, if it does.
 */
void ci_github(const struct gate *g, const char *markdown);

#endif /* COMPARE_GATE_H */
