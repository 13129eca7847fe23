/* list.h: --list. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_LIST_H
#define MPIPERF_LIST_H

#include "mpiperf/options/options.h"

/* Prints a line "KIND NAME DESCRIPTION" for each name that a pattern of --list
 * matches, or for all names if there is no pattern. Returns the number of
 * lines. */
size_t options_list(FILE *f, const struct options *o);

#endif /* MPIPERF_LIST_H */
