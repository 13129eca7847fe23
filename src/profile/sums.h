/* sums.h: totals of all calls with the same key, on one or several ranks.
 * Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_SUMS_H
#define PROFILE_SUMS_H

#include "profile/log.h"

/* Number of histogram classes of spreads: from 1 ns, four per factor of two. */
enum { SPREADS = 160 };

struct row {
    struct key key; /* if not a collective, only `function` is set */
    int64_t calls;  /* collectives are counted on a communicator's first rank */
    int64_t groups; /* number of ranks that counted the calls */
    double seconds; /* in the calls, sum over all ranks */
    double waiting; /* of these, waiting for late ranks */
    double moved;   /* bytes, if not a collective */
    int64_t root;   /* or ROOT_NONE, ROOT_CHANGES */
    double spread_most; /* seconds from the first arrival to the last one */
    uint32_t spread[SPREADS]; /* histogram: number of matched calls by spread */
    /* of this rank only, in matched calls: */
    double delay;    /* sum of seconds after the first arrival */
    int64_t n, last; /* number of calls; of calls in which it arrived last */
};

struct sums {
    struct row *v;
    size_t n, max;
    struct intern keys; /* of the rows, until sums_by_seconds() */
};

/* Returns the row with this key, adding it if necessary; NULL if memory is
 * exhausted. The pointer is valid until the next call. */
struct row *sums_row(struct sums *s, const struct key *key);

/* Adds another row of the same key, except members that concern one rank. */
void row_add(struct row *to, const struct row *from);

void row_root(struct row *to, int64_t root, bool first);

/* Counts a call with this spread in seconds. */
void row_spread(struct row *r, double seconds);

/* Returns this quantile of the spreads, exact to 10 %; NAN if no call was
 * matched. */
double row_quantile(const struct row *r, double share);

double sums_seconds(const struct sums *s);

/* Sorts the rows by seconds, the longest first. No rows can be added
 * afterwards. */
void sums_by_seconds(struct sums *s);

void sums_free(struct sums *s);

#endif /* PROFILE_SUMS_H */
