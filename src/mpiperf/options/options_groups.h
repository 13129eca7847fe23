/* options_groups.h: checks --groups and --rows. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_GROUPS_H
#define MPIPERF_OPTIONS_GROUPS_H

#include "mpiperf/options/options.h"

/* Returns why the groups cannot be made, malloced, or NULL. */
char *groups_check(const struct options *o);

#endif /* MPIPERF_OPTIONS_GROUPS_H */
