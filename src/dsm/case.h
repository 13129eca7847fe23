/* case.h: the array of dsm-barrier: its sections, and what ranks touch and
 * change. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef DSM_CASE_H
#define DSM_CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "lib/params.h"

/* Parameters --touched, and --changed=N[:own|foreign]. */
enum dsm_touched { DSM_HALO, DSM_ALL };
struct dsm_changed {
    size_t n;
    bool foreign;
};
struct dsm_params {
    int touched; /* enum dsm_touched */
    struct dsm_changed changed;
};
extern const struct param_table dsm_params;

struct dsm_case {
    size_t n, page; /* length of the array, and of a page, in elements */
    int ranks;
    struct dsm_params set;
};

struct dsm_range {
    size_t first, count; /* in elements */
};
enum { DSM_TOUCHED = 2, DSM_READABLE = 3 };

/* Returns the number of elements in a page of 4096 bytes, or in a system page
 * if that is larger. */
size_t dsm_page(void);

/* Returns the section of a rank: n / ranks elements, rounded up to whole pages;
 * the last sections may be shorter or empty. */
struct dsm_range dsm_section(const struct dsm_case *c, int rank);

/* Sets out[] to what a rank touches in other ranks' sections: disjoint
 * ascending ranges of whole pages, cut off at the end of the array. Returns
 * their number. */
int dsm_touched(const struct dsm_case *c, int rank,
                struct dsm_range out[DSM_TOUCHED]);

/* Like dsm_touched(), plus the rank's own section: all elements that the rank
 * can read after a barrier. */
int dsm_readable(const struct dsm_case *c, int rank,
                 struct dsm_range out[DSM_READABLE]);

/* Returns why a rank cannot change c->set.changed.n elements, malloced, or
 * NULL. */
char *dsm_refuse(const struct dsm_case *c);

/* Sets out[] to the c->set.changed.n elements that a rank changes in each
 * launch, ascending. No two ranks change the same element. With DSM_HALO,
 * elements in pages that other ranks have touched come first; with DSM_ALL,
 * where every page is shared, elements are spread evenly over the section. */
void dsm_changed(const struct dsm_case *c, int rank, size_t *out);

/* Returns the elements that rank `from` changes and rank `to` can read after
 * the barrier: *n ascending runs of consecutive elements, malloced. */
struct dsm_range *dsm_brought(const struct dsm_case *c, int from, int to,
                              int *n);

/* Returns what launch 1, 2, ... writes to a changed element: a whole number,
 * different in each launch. */
static inline double dsm_value(uint64_t launch, size_t element)
{
    return (double)((int64_t)(launch & 0xffffff) << 28 |
                    (int64_t)(element & 0xfffffff));
}

#endif /* DSM_CASE_H */
