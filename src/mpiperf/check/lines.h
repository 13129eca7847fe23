/* lines.h: the lines that --check prints. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_LINES_H
#define MPIPERF_LINES_H

#include "machine/warn.h"
#include "measure/harness.h"

/* State of --check. The counts and `open` are valid on rank 0 only. */
struct check {
    const struct harness *h;
    struct runinfo *info;
    int count[FINDINGS]; /* number of lines by verdict */
    bool quiet;          /* print nothing */
    char *unfit;         /* the first UNFIT line, malloced; NULL if none */
    char *open;          /* subjects with FINDING_OPEN, malloced, or NULL */
};

/* Prints a line on rank 0; does nothing on other ranks. */
void check_print(struct check *c, enum finding v, const char *what,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif /* MPIPERF_LINES_H */
