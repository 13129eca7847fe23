/* sums.h: what all calls with a key add up to, of one rank or of several.
 * Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_SUMS_H
#define PROFILE_SUMS_H

#include "profile/log.h"

/* Classes of spreads, four to a factor of two, from 1 ns on. */
enum { SPREADS = 160 };

struct row {
    struct key key; /* of a function that is no collective its number alone */
    int64_t calls;  /* of collectives by the first ranks of communicators */
    int64_t groups; /* ranks that were the first of a communicator */
    double seconds; /* in the calls, of all ranks */
    double waiting; /* of these, for late ranks */
    double moved;   /* bytes, of functions that are no collectives */
    int64_t root;   /* or ROOT_NONE, ROOT_CHANGES */
    double spread_most; /* seconds from the first arrival to the last one */
    uint32_t spread[SPREADS]; /* calls that were looked at, by spread */
    /* of this rank alone, in calls that were looked at: */
    double delay;    /* seconds after the first arrival, sum */
    int64_t n, last; /* calls; calls in which it came last */
};

struct sums {
    struct row *v;
    size_t n, max;
    struct intern keys; /* of the rows, until these are ordered */
};

/* Returns the row with that key, which is made if there is none; NULL without
 * memory. It is valid until the next call. */
struct row *sums_row(struct sums *s, const struct key *key);

/* Adds the calls of another row of the same key; not what belongs to a rank
 * alone. */
void row_add(struct row *to, const struct row *from);

void row_root(struct row *to, int64_t root, bool first);

/* Counts a call with that spread, in seconds. */
void row_spread(struct row *r, double seconds);

/* Returns the spread that a share of the calls stays below, within 10 %; NAN if
 * no call was looked at. */
double row_quantile(const struct row *r, double share);

/* Returns the seconds of all rows. */
double sums_seconds(const struct sums *s);

/* Orders the rows by their seconds, the longest first. Then there are no new
 * ones. */
void sums_by_seconds(struct sums *s);

void sums_free(struct sums *s);

#endif /* PROFILE_SUMS_H */
