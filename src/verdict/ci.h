/* ci.h: verdicts for continuous integration systems. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VERDICT_CI_H
#define VERDICT_CI_H

#include "verdict/judged.h"

/* Returns the verdict as JUnit XML, malloced: each row is a test case; CANNOT
 * TELL is "skipped", ERROR is "error". */
char *ci_junit(const struct gate *g);

/* Prints an annotation for GitHub on stdout, and appends the table as Markdown
 * (unless NULL) to the file $GITHUB_STEP_SUMMARY, if that is set. Returns 0; or
 * -1 with a malloced *cause if the file cannot be written. */
int ci_github(const struct gate *g, const char *markdown, char **cause);

#endif /* VERDICT_CI_H */
