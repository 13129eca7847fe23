/* share.h: counts how often simulated trials succeed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_TEST_SHARE_H
#define COMPARE_TEST_SHARE_H

#include <stdbool.h>
#include <stddef.h>

/* Number of trials that succeeded, and of all trials. */
struct share {
    size_t n, all;
};

void count(struct share *s, bool is);
double percent(const struct share *s);

/* Checks the share in percent against `expected`, which a reference found in
 * `trials` trials. The difference may be 1.5 points plus 3.5 standard errors.
 * If the program has an argument, prints the share. */
void assert_share(const struct share *s, double expected, size_t trials,
                  const char *what);

#endif /* COMPARE_TEST_SHARE_H */
