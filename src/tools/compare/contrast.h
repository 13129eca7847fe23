/* contrast.h: one case of two sides, or of two rivals, and by what they are
 * told apart. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_CONTRAST_H
#define COMPARE_CONTRAST_H

#include <stdbool.h>
#include <stddef.h>
#include "tools/compare/power.h"
#include "tools/compare/ranksum.h"

/* Logarithms of times. Of a kind that has blocks x[0][i] and x[1][i] are of one
 * block, and NAN where it lacks the value; others have no NAN. */
struct contrast {
    const struct contrast_kind *kind;
    double *x[2]; /* malloced: contrast_fini() */
    size_t n[2];
    struct kept_shift *kept; /* contrast_shift()'s; NULL: none is kept */
};

/* How values are compared. */
struct contrast_kind {
    const char *name; /* of the test, for the head of a table */
    /* p-value of the contrast by itself; NAN: no test. */
    double (*p)(const struct contrast *c);
    bool blocks;
    /* With blocks: what exchanging each of them changes (flips.h), by which all
     * rows of a table are adjusted at once. NULL: the p-values are adjusted. */
    void (*score)(double *score, const double *a, const double *b,
                  size_t blocks);
    /* How much larger x[1] is, with its interval at that confidence; NAN where
     * there is none. The width does not depend on how much larger it is. */
    void (*shift)(struct shift *out, const struct contrast *c,
                  double confidence);
    /* NULL, or why there is no such interval: a constant. NULL: never known. */
    const char *(*cause)(const struct contrast *c);
    /* The smallest shift that so many runs show; NAN: unknown, or none. */
    double (*smallest)(const struct contrast *c, const struct power *p);
    /* Runs of each side that show that shift; 0: unknown. Depends on how the
     * values scatter, never on how much larger x[1] is. */
    size_t (*needed)(const struct contrast *c, double shift,
                     const struct power *p);
    /* Fewer of each side can show nothing at that level. */
    size_t (*fewest)(double alpha);
};

extern const struct contrast_kind contrast_rivals, /* of one run */
    contrast_blocks,   /* a run of each side in every block */
    contrast_stays,    /* rivals or sides in each of a few stays */
    contrast_runs,     /* runs in any order */
    contrast_sittings; /* sittings of runs, minutes apart */

/* Are so many stays too few for exchanging them to show anything at that level?
 */
bool contrast_few_stays(size_t n, double alpha);

/* Copies the values; of a kind without blocks those that are there. */
void contrast_init(struct contrast *c, const struct contrast_kind *kind,
                   const double *a, size_t na, const double *b, size_t nb);
void contrast_fini(struct contrast *c);

/* Values that are there, blocks that have both. */
size_t contrast_count(const struct contrast *c, size_t side);

/* The kind's shift. The last one is kept: an interval is asked for again and
 * again at one confidence. */
void contrast_shift(struct shift *out, const struct contrast *c,
                    double confidence);

/* Runs of each side that show the shift, at least the fewest that can show
 * anything at that level; 0: unknown, or a side has none. */
size_t contrast_needed(const struct contrast *c, double shift,
                       const struct power *p);

/* The differences of the blocks that have both, malloced; *n: how many. */
double *contrast_differences(const struct contrast *c, size_t *n);

#endif /* COMPARE_CONTRAST_H */
