/* extents.h: sets of pages, as ascending ranges. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_EXTENTS_H
#define REFNUMA_EXTENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rn_extent {
    uint64_t first, end; /* pages first..end-1 */
};

/* Neither overlapping nor adjacent; all zero is the empty set. Pure. */
struct rn_extents {
    struct rn_extent *v;
    size_t n, room;
    uint64_t pages; /* in all of them */
};

void rn_extents_free(struct rn_extents *s);
void rn_extents_clear(struct rn_extents *s); /* keeps the memory */
/* All 0 or -ENOMEM, then the sets are as they were. */
int rn_extents_append(struct rn_extents *s, uint64_t first,
                      uint64_t end); /* not below what is there; joins */
int rn_extents_of_pages(struct rn_extents *s, uint64_t *pages,
                        size_t n); /* makes it these, which are sorted */
int rn_extents_add(struct rn_extents *s, const struct rn_extents *more);
int rn_extents_remove(struct rn_extents *s, const struct rn_extents *less);
int rn_extents_both(struct rn_extents *out, const struct rn_extents *a,
                    const struct rn_extents *b); /* makes *out, which is
                                                      neither, what both have */
bool rn_extents_have(const struct rn_extents *s, uint64_t page);

#endif /* REFNUMA_EXTENTS_H */
