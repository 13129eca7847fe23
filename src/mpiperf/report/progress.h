/* progress.h: prints the progress of a run on stderr: on a terminal one line
 * that is updated, otherwise a line every few seconds. Rank 0 only. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PROGRESS_H
#define MPIPERF_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include "measure/schedule.h"
#include "mpiperf/options/options.h"

struct progress {
    bool on, shown;
    int terminal;       /* descriptor of the terminal that is the stderr of this
                           process or of the launcher; -1: there is none */
    size_t done, total; /* cases */
    double t0, next;    /* time of the start; earliest time of the next line */
    double next_figures; /* earliest time of the next figures */
    char *figures;       /* figures of finished cases that are not printed yet;
                            malloced, or NULL */
};

/* Starts the display. PROGRESS_AUTO: no line in the first three seconds. total:
 * number of cases. */
void progress_start(struct progress *p, enum progress_mode mode, size_t total);
/* Called before a pass of the case. */
void progress_step(struct progress *p, const struct passes *passes,
                   const struct bench_case *c, double max_rse);
/* Called when a case with these n rows is done. */
void progress_done(struct progress *p, const struct result *res, size_t n);
/* Clears the line on the terminal, so that other text can be printed. */
void progress_hide(struct progress *p);
void progress_end(struct progress *p);

/* Returns a text on the duration of --pairs=each, malloced; NULL: no case has
 * it. Pure. */
char *progress_pairs(const struct plan *plan, const struct measuring *how);
/* Returns the text of progress_step() for a pass of the case, malloced. Pure.
 */
char *progress_what(const struct passes *passes, const struct bench_case *c,
                    double max_rse);
/* Returns a line with the figures of a case, malloced; NULL: it has none.
 * Pure. */
char *progress_figures(const struct result *res, size_t n);
/* Writes the line of progress to buf. width > 0: at most so many columns, with
 * a bar; 0: a line that begins with #. share: fraction of the run that is done,
 * 0 to 1; seconds: time since the start; done: finished cases. Pure. */
void progress_line(char *buf, size_t size, int width, double share, size_t done,
                   size_t total, double seconds, const char *what);

#endif /* MPIPERF_PROGRESS_H */
