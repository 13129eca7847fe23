/* gate.h: decides whether side B is slower than side A by more than a limit. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VERDICT_GATE_H
#define VERDICT_GATE_H

#include "lib/params.h"
#include "verdict/judged.h"

/*
 * Judges the times of the second side relative to the first, in a table made
 * with `gate`. If a case has ratios in two states, the row of the rarer state
 * can fail but not pass; the case passes if the other row passes, and so does
 * the mean of both states' ratios.
 *
 * Runs can be judged while more are made; each judgement is a look. before: the
 * previous look, or NULL. Its suspects fail if the blocks made since confirm
 * them by themselves; new suspects wait for more blocks. gate_free() frees *g.
 */
void gate_judge(struct gate *g, const struct table *t,
                const struct gate *before, double limit, enum gate_of of);

/* Judges finished runs: suspects of the first half of the blocks fail if the
 * second half confirms them by itself. */
void gate_judge_finished(struct gate *g, const struct table *t, double limit,
                         enum gate_of of);

/* Makes a gate that has only a verdict and this reason; takes over the text. */
void gate_none(struct gate *g, enum verdict verdict, char *text);

/* Parses a limit such as "5%" or "1.05" into 1.05. */
param_parse_fn gate_limit;

/* ---- verdicts for continuous integration systems: ci.c ------------------- */

/* Returns the verdict as JUnit XML, malloced: each row is a test case; CANNOT
 * TELL is "skipped", ERROR is "error". */
char *ci_junit(const struct gate *g);

/* Prints an annotation for GitHub on stdout, and appends the table as Markdown
 * (unless NULL) to the file $GITHUB_STEP_SUMMARY, if that is set. Returns 0; or
 * -1 with a malloced *cause if the file cannot be written. */
int ci_github(const struct gate *g, const char *markdown, char **cause);

#endif /* VERDICT_GATE_H */
