/* options_check.h: checks combinations of options and operands. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_CHECK_H
#define MPIPERF_OPTIONS_CHECK_H

#include "mpiperf/options/options.h"

/* Drops operations that a pattern has selected but that do not support the
 * given options; lists them in o->skipped. */
void choices_narrow(struct options *o);
/* Returns a message about the first contradiction between options, operands and
 * number of ranks, malloced, or NULL. */
char *options_check(const struct options *o, const struct option_line *l,
                    int world);

#endif /* MPIPERF_OPTIONS_CHECK_H */
