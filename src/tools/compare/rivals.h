/* rivals.h: with which other case of its run mpiperf compared a case. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_RIVALS_H
#define COMPARE_RIVALS_H

#include "tools/compare/runs.h"

/* For each case its rival, or NULL; malloced, the cases stay the runs'. */
const struct runs_case **runs_rivals(const struct runs *r);

#endif /* COMPARE_RIVALS_H */
