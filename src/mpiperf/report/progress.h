/* progress.h: prints the progress of a run to stderr: on a terminal as one line
 * that is updated, otherwise as a line every few seconds. Rank 0 only. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PROGRESS_H
#define MPIPERF_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include "measure/passes.h"
#include "mpiperf/options/plan.h"

struct progress {
    bool on, shown;
    int terminal;       /* descriptor of the terminal that is the stderr of this
                           process or of the launcher; -1 if neither is one */
    size_t done, total; /* cases */
    double t0, next;    /* start time; earliest time of the next line */
    double next_figures; /* earliest time of the next figures */
    char *figures;       /* figures of finished cases that are not yet printed;
                            malloced, or NULL */
};

/* total: number of cases. */
void progress_start(struct progress *p, enum progress_mode mode, size_t total);
/* Call this before each pass of a case. */
void progress_step(struct progress *p, const struct passes *passes,
                   const struct bench_case *c);
/* Call this when a case is done; res has its n rows. */
void progress_done(struct progress *p, const struct result *res, size_t n);
void progress_hide(struct progress *p);
void progress_end(struct progress *p);

/* Returns a text about how long --pairs=each takes, malloced; NULL if no case
 * uses it. Pure. */
char *progress_pairs(const struct plan *plan, const struct measuring *how);
/* Returns the text that progress_step() shows for a pass, malloced. Pure. */
char *progress_what(const struct passes *passes, const struct bench_case *c);
/* Returns a line with the figures of a case, malloced; NULL if it has none.
 * Pure. */
char *progress_figures(const struct result *res, size_t n);
/* Writes the progress line to buf. width: of a bar; or 0, for a line that
 * begins with #. share: finished fraction of the run; seconds: since the start;
 * done: number of finished cases. */
void progress_line(char *buf, size_t size, int width, double share, size_t done,
                   size_t total, double seconds, const char *what);

#endif /* MPIPERF_PROGRESS_H */
