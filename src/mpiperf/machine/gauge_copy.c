/* gauge_copy.c: gauge `copy`: a copy of 64 KiB that the neighbouring rank has
 * just written. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>
#include "mpiperf/machine/gauge.h"
#include "timers/bracket.h"

static double copy_read(struct neighbours *n);

const struct gauge gauge_copy = {
    .name = "copy",
    .unit = "s",
    .help = "a copy of 64 KiB that the neighbouring rank has just written",
    .read = copy_read,
};

/* Writes the block, and leaves it alone until the other side has it. */
static double block_write(struct pair *p, struct line_side *s, void *context)
{
    const struct neighbours *n = context;

    memset(p->block, (int)(n->meetings & 0xff), sizeof(p->block));
    return trip_send(s) ? 0 : NAN;
}

static double block_copy(struct pair *p, struct line_side *s, void *context)
{
    struct neighbours *n = context;
    int64_t start, end;

    if (!line_await(s, ++s->number))
        return NAN;
    start = raw_now();
    memcpy(n->copy, p->block, sizeof(p->block));
    end = raw_now();
    line_write(s, s->number);
    return (double)(end - start) * 1e-9;
}

static double copy_read(struct neighbours *n)
{
    return neighbours_meet(n, block_write, block_copy, n);
}
