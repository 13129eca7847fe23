/* threshold.c: up to which size a copy costs less than a message. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "threshold.h"

bool ms_threshold_next(struct ms_threshold *t, int64_t bytes, double alone,
                       double merged)
{
    bool pays = merged <= 0.9 * alone;

    if (!(alone > 0 && merged > 0))
        return false;
    if (pays || t->bytes == 0)
        t->bytes = pays ? 2 * bytes : bytes;
    t->row = pays ? 0 : t->row + 1;
    return t->row < 2;
}
