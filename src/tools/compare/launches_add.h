/* launches_add.h: launches put together, for who reads them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_LAUNCHES_ADD_H
#define COMPARE_LAUNCHES_ADD_H

#include "tools/compare/launches.h"

/* Becomes the last one; takes references of its own. */
void launches_add(struct launches *l, const struct launch *launch);
/* The case with that key, new if there was none: then it has the record. */
struct launches_case *launches_add_case(struct launches *l, const char *key,
                                        json_t *record);
/* What a launch, the one added last, says of it; the later of two counts. */
void launches_add_figures(struct launches_case *c, const struct figures *f);

#endif /* COMPARE_LAUNCHES_ADD_H */
