/* team.h: the ranks that a handle is for: all on one machine, and where. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_TEAM_H
#define SHMBCAST_TEAM_H

#include "agree.h"

struct sb_team {
    int size;
    int *nodes;   /* NUMA node that each rank ran on when it was asked */
    bool oversubscribed; /* ranks outnumber the CPUs that they may run on */
};

/*
 * Begin agreements on a private duplicate of [comm], an intracommunicator:
 * errors come back, and nothing that the user asserts of [comm] holds for it.
 * Collective; on failure there is no duplicate.
 */
int sb_join(MPI_Comm comm, struct sb_agree *a);

/* Do all ranks of a->comm share one machine? Collective. */
int sb_team_check(struct sb_agree *a);

/* Ask all ranks where they are. Collective; nothing to free on failure. */
int sb_team_open(struct sb_agree *a, struct sb_team *team);
void sb_team_close(struct sb_team *team);

#endif /* SHMBCAST_TEAM_H */
