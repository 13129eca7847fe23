/* run_states.h: states of the machine that a run has seen. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RUN_STATES_H
#define MPIPERF_RUN_STATES_H

#include <jansson.h>
#include "mpiperf/measure/result.h"
#include "mpiperf/stats/states.h"

/* The stretches of its cases so far; all zero: none. */
struct run_stretches {
    struct stretch *v;
    size_t n;
};

/* Adds those of the n rows of a case, which all that have figures share. */
void run_stretches_add(struct run_stretches *s, const struct result *res,
                       size_t n);
void run_stretches_free(struct run_stretches *s);

/* The field `states`; null where there are not two of them. */
json_t *run_states_record(const struct run_stretches *s);

/* "near 76 ns (61 %, 9 stays), far 248 ns (37 %, 8 stays)", malloced; NULL
 * where there are not two of them. */
char *run_states_text(const struct run_stretches *s);

#endif /* MPIPERF_RUN_STATES_H */
