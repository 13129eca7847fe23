/* progress.h: a bar on stderr: cases done, time left. Rank 0 only. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PROGRESS_H
#define MPIPERF_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include "mpiperf/options/options.h"

struct progress {
    bool on;
    size_t begun, total;
    double t0;
};

/* auto: only when stderr is a terminal. total: steps there will be. */
void progress_start(struct progress *p, enum progress_mode mode, size_t total);
/* A case begins, and so the one before is done. */
void progress_step(struct progress *p, const char *what);
/* Clears the line, so that a row can be printed. */
void progress_hide(struct progress *p);
void progress_end(struct progress *p);

/* The line, at most `width` columns; pure. seconds: since the start. */
void progress_line(char *buf, size_t size, int width, size_t done, size_t total,
                   double seconds, const char *what);

#endif /* MPIPERF_PROGRESS_H */
