/* segment.h: shared memory without a name, reserved by its owners. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_SEGMENT_H
#define SHMBCAST_SEGMENT_H

#include "agree.h"
#include "team.h"

/* A segment: [head] bytes of rank 0, then [stride] bytes of each rank, all
 * whole pages. */
struct sb_extent {
    size_t head, stride, bytes;
    size_t cookie; /* where the head has 8 bytes for the segment's own use */
};

/* Fills in [bytes]: 0 or -EOVERFLOW. */
int sb_extent_init(struct sb_extent *e, size_t head, size_t stride, int nranks);

/*
 * Make and map the segment on all ranks of a->comm. The content is zero, and
 * read-ahead is off. Every rank has touched its own range, whose pages come
 * from its NUMA node and can be touched again. Collective; fails on all ranks
 * alike and then leaves nothing behind. Unmapped by sb_segment_close().
 */
int sb_segment_open(struct sb_agree *a, const struct sb_extent *e, char **base);

/*
 * The content is initialized: back to the kernel's usual read-ahead.
 * Collective; no rank returns before all are here. Counts the pages of this
 * rank's range, as seen from [node].
 */
int sb_segment_ready(struct sb_agree *a, const struct sb_extent *e, char *base,
                     int node, struct sb_pages *pages);

void sb_segment_close(char *base, const struct sb_extent *e);

/*
 * Make sure that [bytes] from [base] + [begin] on, of a shared mapping of [fd],
 * can be touched. Without a file, -1, kernels before Linux 5.14 cannot tell and
 * nothing is done. 0 or errno.
 */
int sb_reserve(int fd, char *base, size_t begin, size_t bytes);

#endif /* SHMBCAST_SEGMENT_H */
