/* sittings.h: when runs were made. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_SITTINGS_H
#define COMPARE_SITTINGS_H

#include "tools/compare/runs.h"

/* A sitting is what begins within so many seconds of its first run. */
#define SITTING 300.0
/* Fewer sittings say nothing of how far a machine drifts. */
enum { SITTINGS_MIN = 3 };

/* A run of one of several sets, by when it began. */
struct turn {
    double began;
    size_t run; /* among those of its set */
    int side;   /* which set */
};

/* Sorts them; of those that began at once (times are whole seconds) the earlier
 * ones of each set come first. */
void turns_sort(struct turn *turn, size_t n);

/* For each run the number of its sitting, from 0; malloced. *n: how many. Of
 * runs whose times are not known it is one. */
size_t *sittings_of(const struct runs *r, size_t *n);

/* Seconds from the first run's begin to the last one's end; NAN: unknown. */
double runs_span(const struct runs *r);

/* Seconds that a block takes: a run of every command line; NAN: unknown. */
double runs_block_seconds(const struct runs *r);

/* When the first run began, UTC, as records have it, malloced; NULL: unknown.
 */
char *runs_began(const struct runs *r);

#endif /* COMPARE_SITTINGS_H */
