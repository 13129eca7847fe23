/* ci.h: a gate's verdict for continuous integration. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_CI_H
#define COMPARE_CI_H

#include "compare/gate.h"

/* As JUnit's XML, malloced: a test case a row; CANNOT TELL is skipped, ERROR an
 * error. */
char *ci_junit(const struct gate *g);

/* An annotation of GitHub's on standard output, and the table as Markdown,
 * which may be NULL, to the file that $GITHUB_STEP_SUMMARY names, if it does.
 */
void ci_github(const struct gate *g, const char *markdown);

#endif /* COMPARE_CI_H */
