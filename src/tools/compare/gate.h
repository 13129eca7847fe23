/* gate.h: the exit status that --fail-above asks for. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_GATE_H
#define COMPARE_GATE_H

#include "tools/compare/compare.h"

/* Says of each case that fails why it does. */
int gate(const struct comparisons *c, double fail_above);

#endif /* COMPARE_GATE_H */
