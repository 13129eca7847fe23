/* profile.h: a profile, as mpiperf-tune --profile writes it: which algorithm to
 * use for which message sizes of which collective. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TUNED_PROFILE_H
#define TUNED_PROFILE_H

#include <stdatomic.h>
#include <stddef.h>

/* From a line such as "bcast 4 0 65535 shmbcast-auto". */
struct profile_range {
    char op[32];
    int ranks;
    long long least, most; /* bytes, in the sense of mpiperf -m */
    char algo[64];
    const void *algorithm; /* for the caller's use; not set here */
    atomic_long calls;
};

struct profile {
    struct profile_range *v; /* malloced */
    size_t n;
};

/* Parses the text; ignores empty lines and # comments. Returns 0, the number of
 * the first wrong line, or -1 if there is no memory. */
long profile_parse(struct profile *p, const char *text);

/* Returns the range that covers this call, or NULL. */
struct profile_range *profile_find(const struct profile *p, const char *op,
                                   int ranks, long long bytes);

#endif /* TUNED_PROFILE_H */
