/* team.h: the ranks that a handle is for, and how handles are made. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_TEAM_H
#define SHMBCAST_TEAM_H

#include <stdbool.h>

#include "agree.h"

/* A kind of handle. */
struct sb_handle_kind {
    size_t bytes;
    /* Collective, with agreements on a->comm, a private duplicate; [h] is all
     * zero. An error class on all ranks alike. */
    int (*init)(struct sb_agree *a, void *h, const void *params);
    void (*destroy)(void *h); /* what init() made, also if it failed */
};

/*
 * Make a handle for the ranks of [comm], an intracommunicator, which is
 * duplicated: errors come back, and nothing that the user asserts of [comm]
 * holds for it. The duplicate is the handle's. Collective; on failure [*h] is
 * untouched and there is no duplicate. [h] NULL is a bad argument.
 */
int sb_create(const struct sb_handle_kind *kind, MPI_Comm comm,
              const void *params, void **h, struct shmbcast_failure *why);

/* A private duplicate of [comm] in [*a], which errors of come back; the
 * caller's. Collective; none on failure. */
int sb_team_join(MPI_Comm comm, struct sb_agree *a);

/* Do all ranks of a->comm share one machine? Collective. */
int sb_team_check(struct sb_agree *a);

/* Where all ranks are. */
struct sb_where {
    int *nodes;          /* the NUMA node that each runs on */
    bool oversubscribed; /* ranks outnumber the CPUs that they may run on */
};

/* Ask all ranks. Collective; nothing to free on failure. */
int sb_team_ask(struct sb_agree *a, struct sb_where *where);
void sb_where_free(struct sb_where *where);

#endif /* SHMBCAST_TEAM_H */
