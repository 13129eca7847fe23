/* check.c: check mode: races, and elements that were never delivered. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "check.h"

#include <inttypes.h>
#include <stdio.h>

enum { LINES = 10 }; /* of a barrier */

int rn_check_own(struct refnuma_array *a, const struct rn_runs *own)
{
    int rc = 0;

    for (size_t i = 0; i < a->changed.n && !a->add; i++) {
        const struct rn_run *run = &a->changed.v[i];

        for (uint64_t k = 0; k < run->count; k++)
            a->count.undefined +=
                rn_alias(a)[run->first + k] == a->context->undefined;
    }
    for (size_t i = 0; i < own->n && rc == 0; i++)
        rc = rn_writes_add(&a->writes, a->context->rank, own->v[i].first,
                           own->v[i].count);
    return rc;
}

/* Words first..end-1, in elements. */
static void tell(void *arg, uint64_t first, uint64_t end, int a, int b)
{
    const struct refnuma_array *array = arg;
    struct refnuma *c = array->context;

    for (uint64_t word = first; word < end && c->told < LINES; word++) {
        c->told++;
        fprintf(stderr,
                "refnuma: array %" PRIu32 ": element %" PRIu64
                " was written by ranks %d and %d before barrier %" PRId64 "\n",
                array->number, word * RN_WORD / array->layout.size, a, b,
                c->count.barriers + 1);
    }
}

void rn_check_races(struct refnuma_array *a)
{
    if (a->add)
        return;
    a->count.races += (int64_t)rn_races(&a->writes, tell, a);
}
