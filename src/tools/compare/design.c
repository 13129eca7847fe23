/* design.c: in which order the runs of two sides were made. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/design.h"

#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "tools/compare/blocks.h"
#include "tools/compare/sittings.h"

/* ---- interleaved --------------------------------------------------------- */

/* How often the side changes from run to run; 0 where times are unknown. */
static size_t changes(const struct runs *const *side)
{
    size_t n = side[0]->n + side[1]->n, k = 0, found = 0;
    struct turn *turn = xcalloc(n + 1, sizeof(*turn));
    bool known = true;

    for (int s = 0; s < 2; s++)
        for (size_t i = 0; i < side[s]->n; i++) {
            turn[k++] = (struct turn){side[s]->v[i].began, i, s};
            known &= !isnan(side[s]->v[i].began);
        }
    if (known)
        turns_sort(turn, n);
    for (size_t i = 1; i < n && known; i++)
        found += turn[i].side != turn[i - 1].side;
    free(turn);
    return found;
}

/* Blocks that have a run of both. */
static size_t shared_blocks(const struct runs *a, const struct runs *b)
{
    bool *has = xcalloc(a->n + b->n + 1, sizeof(*has));
    const struct runs *const side[] = {a, b};
    size_t shared = 0;
    struct blocks blocks;

    blocks_init(&blocks, side, 2);
    for (size_t i = 0; i < a->n; i++)
        has[blocks.of[0][i]] = true;
    for (size_t i = 0; i < b->n; i++)
        shared += has[blocks.of[1][i]];
    blocks_fini(&blocks);
    free(has);
    return shared;
}

enum design design_of(const struct runs *a, const struct runs *b, bool one_file)
{
    const struct runs *const side[] = {a, b};
    size_t fewer = a->n < b->n ? a->n : b->n, found = changes(side);

    if (one_file && 2 * shared_blocks(a, b) >= fewer)
        return DESIGN_BLOCKS;
    /* Random order changes twice as often. */
    if (found > 1 && found * (a->n + b->n) > a->n * b->n)
        return DESIGN_INTERLEAVED;
    return DESIGN_APART;
}

/* ---- sittings ------------------------------------------------------------ */

/* Seconds that the runs of enough sittings last; 0: too few. */
static double drift_seconds(const struct runs *r)
{
    size_t sittings;

    free(sittings_of(r, &sittings));
    return sittings >= SITTINGS_MIN ? runs_span(r) : 0;
}

/* Seconds between two sides that do not overlap; 0 or less where they do. */
static double between(const struct runs *a, const struct runs *b)
{
    double first[2] = {INFINITY, INFINITY}, last[2] = {-INFINITY, -INFINITY};
    const struct runs *const side[] = {a, b};

    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < side[k]->n; i++) {
            first[k] = fmin(first[k], side[k]->v[i].began);
            last[k] = fmax(last[k], side[k]->v[i].began);
        }
    return fmax(first[0] - last[1], first[1] - last[0]);
}

const char *drift_refuse(const struct runs *a, const struct runs *b)
{
    double longest = fmax(drift_seconds(a), drift_seconds(b));

    if (!(longest > 0))
        return "not interleaved, and neither has 3 sittings that are 5 minutes "
               "apart";
    if (between(a, b) > longest)
        return "not interleaved, and farther apart than either lasted";
    return NULL;
}
