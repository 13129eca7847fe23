/* usage.h: what the kernel did to a rank while it measured. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_USAGE_H
#define MPIPERF_USAGE_H

/* Of the calling thread, since it began; `cpu` is where it runs. */
struct usage {
    long faults;     /* pages that had to be mapped or fetched */
    long switches;   /* times the core was taken from it */
    long migrations; /* times it was found on another CPU: 0 or 1 a step */
    int cpu;         /* -1: not known */
};

void usage_read(struct usage *u);

/* What happened from `before` to `after`. */
struct usage usage_since(const struct usage *before, const struct usage *after);

#endif /* MPIPERF_USAGE_H */
