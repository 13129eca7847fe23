/* collected.h: rows for standard output, until all are there. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_COLLECTED_H
#define MPIPERF_COLLECTED_H

#include "mpiperf/report/record.h"

struct collected {
    json_t *cases; /* their records */
    json_t *notes; /* what is to be said of them, a text each */
};

/* Records and notes of a case's rows. */
void collect_rows(const struct report *r, const struct result *res, size_t n);

/* What was left out, and at most so many notes; `before` begins each line. */
void collected_notes(FILE *f, const struct report *r, const char *before,
                     size_t most);

#endif /* MPIPERF_COLLECTED_H */
