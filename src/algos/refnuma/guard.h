/* guard.h: what keeps pages closed until they are touched. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_GUARD_H
#define REFNUMA_GUARD_H

#include "algos/refnuma/mirror.h"

/* Functions return 0 or a negative errno. */
struct rn_guard {
    int signal; /* that a touched page raises; 0: none that we serve */
    /* Closes all but own pages of a mirror that has just been mapped. */
    int (*start)(struct rn_mirror *m, const char **why);
    /* Makes pages, all closed, show what their twins hold. *opened: the first
     * that does not, or `end`. Async-signal-safe. */
    int (*open)(struct rn_mirror *m, uint64_t first, uint64_t end,
                uint64_t *opened);
    /* After pages could not be opened: threads that wait may fault again. */
    void (*wake)(struct rn_mirror *m, uint64_t first, uint64_t end);
    /* Closes pages again; their content is given back by the caller. All or
     * none of them. */
    int (*shut)(struct rn_mirror *m, const struct rn_extents *pages);
    bool missing; /* pages are closed when their content was given back */
    /* One line for stderr: why open() fails for lack of memory. */
    const char *full;
};

extern const struct rn_guard rn_guard_call;    /* never closed */
extern const struct rn_guard rn_guard_protect; /* mprotect() and SIGSEGV */
extern const struct rn_guard rn_guard_uffd;    /* userfaultfd and SIGBUS */
extern const struct rn_guard rn_guard_events;  /* userfaultfd and a thread */

/* Ranges of pages of others, between own ones: f(m, first, end) for each, until
 * one fails, and what that returned. */
typedef int rn_range_fn(struct rn_mirror *m, uint64_t first, uint64_t end);
int rn_guard_others(struct rn_mirror *m, rn_range_fn *f);

#endif /* REFNUMA_GUARD_H */
