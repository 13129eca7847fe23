/* gate.h: the answer that --fail-above asks for. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_GATE_H
#define COMPARE_GATE_H

#include <stdbool.h>
#include "lib/tool.h"
#include "tools/compare/compare_states.h"

/* The exit status where it cannot be told; else EXIT_DONE or EXIT_FAILED. */
enum { EXIT_CANNOT_TELL = 4 };

/* What has to pass: each case, or each operation by the geometric mean of its
 * cases. */
enum gate_of { GATE_CASE, GATE_GEOMEAN };
extern const struct param_word gate_words[];

struct gate_options {
    double limit;         /* 0.05: 5 % slower is too much */
    int of;               /* enum gate_of */
    double block_seconds; /* that a run of each side takes; NAN: unknown */
};

enum gate_says { GATE_PASS, GATE_FAIL, GATE_OPEN };

struct gate_row {
    enum gate_says says;
    char *cause; /* malloced; NULL of GATE_PASS */
};

/*
 * Of one row. FAIL: B is slower, by the verdict and by more than the limit by
 * the ratio, or has wrong results. PASS: B is not slower by more than that,
 * which the upper limits of all ratios at once have to show. OPEN: all else,
 * such as too few runs, wrong results of A, or figures in a smaller share of
 * B's runs. Pure.
 */
struct gate_row gate_row(const struct comparison *c, double limit);
/* Of a row of compared.levelled: FAIL too if B is slower in one of the states.
 */
struct gate_row gate_row_of(const struct compared *c,
                            const struct comparison *row,
                            const struct gate_options *o);

/* The rows of a table that have to pass. */
struct gate_rows {
    const struct comparison *v;
    size_t n;
    const char *name; /* of one */
};
struct gate_rows gate_rows_of(const struct comparisons *c, int of);

/* NULL, or why no row that does not fail can be told, malloced: runs of the
 * side failed, were torn, or may not stand in one table. Pure. */
char *gate_side(const struct side_runs *side, const char *name);

/* The last line of standard output; frees the cause. Returns the exit status:
 * EXIT_CANNOT_TELL, EXIT_DONE: PASS, others: FAIL. */
int gate_answer(int status, char *cause);

/*
 * The answer for all rows: FAIL if one fails, PASS if all pass, both sides'
 * runs are whole and alike, B lacks no case that A has, and both were in each
 * state of the machine; else CANNOT TELL. Where there are several states, rows
 * are those of compared.levelled; where that is empty, of each state.
 *
 * Says of each row that does not pass why, on standard error, and the answer
 * in the last line of standard output. Returns the exit status.
 */
int gate(const struct tool *tool, const struct compared *c,
         const struct gate_options *o);

/*
 * Would a gate at compare_options.change that has no more runs than these most
 * likely tell (for which compare_options.plan will do), whether B is as fast as
 * A or slower by twice the limit? Looks at how the runs scatter alone, so that
 * who stops by it is not biased. *runs: of each side, that it takes; 0:
 * unknown.
 */
bool gate_can_tell(const struct comparisons *c, int of, size_t *runs);
/* The same of the rows that gate() asks, where there are several states; false
 * while it would see too little of a side's rounds. */
bool gate_can_tell_states(const struct compared *c, int of, size_t *runs);

#endif /* COMPARE_GATE_H */
