/* gate.h: the answer that --fail-above asks for. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_GATE_H
#define COMPARE_GATE_H

#include "tools/compare/compare.h"

/* The exit status where it cannot be told; else EXIT_DONE or EXIT_FAILED. */
enum { EXIT_CANNOT_TELL = 4 };

/*
 * FAIL: B is slower in some case, by the verdict and by more than `limit` by the
 * ratio, or has more wrong results. PASS: B is not slower by more than that in
 * any case, which the upper limits of all ratios at once have to show.
 * CANNOT TELL: all else, such as too few runs, or a case that B lacks.
 *
 * Says of each case that does not pass why, on standard error, and the answer
 * in the last line of standard output. Returns the exit status.
 */
int gate(const struct comparisons *c, double limit);

#endif /* COMPARE_GATE_H */
