/* accept.h: --accept: is the machine as it was when it was accepted? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_ACCEPT_H
#define MPIPERF_ACCEPT_H

#include "compare/bounds.h"
#include "measure/session.h"
#include "mpiperf/machine/runinfo.h"

struct accept {
    const struct harness *h;
    enum acceptance found; /* so far; the same on all ranks */
    json_t *bounds;        /* rank 0's; NULL: they cannot be used */
    char *text;            /* what it rests on; rank 0's, malloced, or NULL */
};

/* Reads the file, and does what --check does. Collective; true on all ranks if
 * the sweep is to be measured, else there is a verdict already. */
bool accept_begin(struct accept *a, const char *file, const struct harness *h,
                  struct runinfo *info);

/* Judges the records of the sweep, rank 0's; NULL: it failed or there was none.
 * Prints the verdict in a line. Collective; the status to exit with. */
int accept_end(struct accept *a, const json_t *records);

#endif /* MPIPERF_ACCEPT_H */
