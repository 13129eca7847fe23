/* method_free.c: method `free`: one launch after the other, as loops have it
 * that time many and divide. A launch begins when its rank is through with the
 * one before (systematic error 6). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "measure/method.h"

/* The ranks begin the first one together. */
static int free_begin(struct schedule *s, int i, double *start)
{
    *start = i == 0 ? s->first_start : NAN;
    return MPI_SUCCESS;
}

const struct method method_free = {
    .name = "free",
    .help = "launches one after another without any synchronization, for "
            "comparison: waiting for the last one's stragglers is in the times",
    .back_to_back = true,
    .begin = free_begin,
};
