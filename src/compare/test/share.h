/* share.h: shares of simulated trials. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_TEST_SHARE_H
#define COMPARE_TEST_SHARE_H

#include <stdbool.h>
#include <stddef.h>

/* Number of positive trials, and of all trials. */
struct share {
    size_t n, all;
};

void count(struct share *s, bool is);
double percent(const struct share *s);

/* Checks that the share equals, in percent, the share that a reference gave in
 * `trials` trials, within 1.5 points and 3.5 standard errors of the difference.
 * With an argument on the command line, prints it. */
void assert_share(const struct share *s, double expected, size_t trials,
                  const char *what);

#endif /* COMPARE_TEST_SHARE_H */
