/* status.h: exit statuses, and the line that says why. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_STATUS_H
#define COMPARE_STATUS_H

#include <stdio.h>
#include <stdlib.h>

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

/* Says what is wrong, and frees it. */
static inline void complain(char *cause)
{
    fprintf(stderr, "mpiperf-compare: %s\n", cause);
    free(cause);
}

#endif /* COMPARE_STATUS_H */
