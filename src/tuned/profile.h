/* profile.h: which algorithm for which size of which collective: the file that
 * mpiperf-tune --profile writes. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TUNED_PROFILE_H
#define TUNED_PROFILE_H

#include <stddef.h>

/* A line "bcast 4 0 65535 shmbcast-auto". */
struct profile_range {
    const char *op;
    long ranks;
    long long least, most; /* bytes, as mpiperf -m counts them */
    const char *algo;
    const void *algorithm; /* for the caller */
};

struct profile {
    struct profile_range *v; /* malloced */
    size_t n;
};

/* Parses the text, which it changes and which must outlive the profile. Empty
 * lines and # comments are ignored. Returns 0; or the number of the first wrong
 * line, or -1: no memory. */
long profile_parse(struct profile *p, char *text);

/* The range that has this call, or NULL. */
const struct profile_range *profile_find(const struct profile *p,
                                         const char *op, long ranks,
                                         long long bytes);

#endif /* TUNED_PROFILE_H */
