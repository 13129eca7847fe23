/* progress.h: how far a run is, on stderr, while it is under way: in place on a
 * terminal, else a line every few seconds. Rank 0 only. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PROGRESS_H
#define MPIPERF_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include "measure/schedule.h"
#include "mpiperf/options/options.h"

struct progress {
    bool on, shown;
    int terminal; /* its descriptor, stderr's or the launcher's; -1: none */
    size_t done, total; /* cases */
    double t0, next;    /* when something is to be shown again */
    double next_figures;
    char
        *figures; /* of cases that are done, not shown yet; malloced, or NULL */
};

/* auto: lines only from the third second on. total: cases. */
void progress_start(struct progress *p, enum progress_mode mode, size_t total);
/* The case is about to have a pass. */
void progress_step(struct progress *p, const struct passes *passes,
                   const struct bench_case *c, double max_rse);
/* A case is done, and has these rows. */
void progress_done(struct progress *p, const struct result *res, size_t n);
/* Clears the line, so that a row can be printed. */
void progress_hide(struct progress *p);
void progress_end(struct progress *p);

/* What measuring each pair of ranks by itself will take, malloced; NULL: no
 * case does; pure. */
char *progress_pairs(const struct plan *plan, const struct measuring *how);
/* What progress_step() says of such a pass, malloced; pure. */
char *progress_what(const struct passes *passes, const struct bench_case *c,
                    double max_rse);
/* A line of figures of a case, malloced, or NULL: it has none; pure. */
char *progress_figures(const struct result *res, size_t n);
/* The line: with a bar, at most `width` columns; or a comment where width is 0;
 * pure. share: 0 to 1, of `seconds` and those to come; done: of the cases. */
void progress_line(char *buf, size_t size, int width, double share, size_t done,
                   size_t total, double seconds, const char *what);

#endif /* MPIPERF_PROGRESS_H */
