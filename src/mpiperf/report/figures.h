/* figures.h: figures of the operations and algorithms that were asked for. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_FIGURES_H
#define MPIPERF_FIGURES_H

#include "mpiperf/options/options.h"

/* Each once, in the order of the operands, the operation's first; malloced,
 * with NULL at the end. */
const struct figure **figures_asked(const struct options *o);

/* Are their values of the same kind, and go by the same name? */
bool figure_same(const struct figure *a, const struct figure *b);

#endif /* MPIPERF_FIGURES_H */
