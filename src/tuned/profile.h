/* profile.h: a profile of mpiperf-tune --profile names the algorithm for each
 * range of message sizes of a collective. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TUNED_PROFILE_H
#define TUNED_PROFILE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct algo;

/* A line such as "bcast 4 0 65535 shmbcast-auto". */
struct profile_range {
    char op[32];
    int ranks;
    long long least, most; /* bytes, as in mpiperf -m */
    char algo[64];
    bool shared;             /* through shared memory; set by the caller */
    const struct algo *mock; /* this mock-up, or NULL; set by the caller */
    atomic_long calls;
};

struct profile {
    struct profile_range *v; /* malloced */
    size_t n;
};

/* Parses the text; ignores empty lines and # comments. Returns 0, the number of
 * the first wrong line, or -1 if out of memory. */
long profile_parse(struct profile *p, const char *text);

/* Returns the range that covers this call, or NULL. */
struct profile_range *profile_find(const struct profile *p, const char *op,
                                   int ranks, long long bytes);

#endif /* TUNED_PROFILE_H */
