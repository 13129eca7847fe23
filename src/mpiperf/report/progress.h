/* progress.h: a bar on stderr: cases done, time left. Rank 0 only. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PROGRESS_H
#define MPIPERF_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include "mpiperf/options/options.h"

struct progress {
    bool on;
    bool shown;
    size_t done, total; /* cases */
    double t0;
};

/* auto: only when stderr is a terminal. total: cases. */
void progress_start(struct progress *p, enum progress_mode mode, size_t total);
/* A pass begins, with such a share of the run behind it. */
void progress_step(struct progress *p, double share, const char *what);
/* A case is done. */
void progress_done(struct progress *p);
/* Clears the line, so that a row can be printed. */
void progress_hide(struct progress *p);
void progress_end(struct progress *p);

/* The line, at most `width` columns; pure. share: 0 to 1, of `seconds` and
 * those to come; done: of the cases. */
void progress_line(char *buf, size_t size, int width, double share, size_t done,
                   size_t total, double seconds, const char *what);

#endif /* MPIPERF_PROGRESS_H */
