/* runs_add.h: how the reader of a file adds runs, cases and figures. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_RUNS_ADD_H
#define COMPARE_RUNS_ADD_H

#include "tools/compare/runs.h"

/* Becomes the last one; takes references of its own. */
void runs_add(struct runs *r, const struct run *run);
void runs_add_lost(struct runs *r, const struct lost_run *run);
/* The case with that key, new if there was none: then it has the record. */
struct runs_case *runs_add_case(struct runs *r, const char *key,
                                json_t *record);
/* What a run, the one added last, says of it; the later of two counts. */
void runs_add_figures(struct runs_case *c, const struct figures *f);

/* What the record of a case says, of a run that watched these gauges (NULL:
 * none); the caller's references: figures_free(). */
void figures_of(struct figures *f, const json_t *record, size_t run,
                const json_t *watch);
void figures_free(struct figures *f);
/* By which algorithm and method; a new reference. NULL: mpiperf compared it
 * with none. */
json_t *rival_of(const json_t *record);

#endif /* COMPARE_RUNS_ADD_H */
