/* order.c: random orders that a seed repeats. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/order.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include "lib/xmalloc.h"

void order_of_block(size_t *order, size_t n, uint64_t seed, size_t block)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    if (rng == NULL)
        out_of_memory();
    /* Neighbouring seeds of this generator give unlike sequences. */
    gsl_rng_set(rng, (unsigned long)(seed * 1000003 + block + 1) & 0xffffffff);
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    gsl_ran_shuffle(rng, order, n, sizeof(*order));
    gsl_rng_free(rng);
}
