/* profile.h: which algorithm for which size of which collective: the file that
 * mpiperf-tune --profile writes. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TUNED_PROFILE_H
#define TUNED_PROFILE_H

#include <stdatomic.h>
#include <stddef.h>

/* A line "bcast 4 0 65535 shmbcast-auto". */
struct profile_range {
    char op[32];
    int ranks;
    long long least, most; /* bytes, as mpiperf -m counts them */
    char algo[64];
    const void *algorithm; /* for the caller, as is */
    atomic_long calls;
};

struct profile {
    struct profile_range *v; /* malloced */
    size_t n;
};

/* Parses the text; ignores empty lines and # comments. Returns 0; or the number
 * of the first wrong line, or -1: no memory. */
long profile_parse(struct profile *p, const char *text);

/* The range that has this call, or NULL. */
struct profile_range *profile_find(const struct profile *p, const char *op,
                                   int ranks, long long bytes);

#endif /* TUNED_PROFILE_H */
