/* probe.h: can ranks read and write each other's memory? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_PROBE_H
#define SHMBCAST_AUTO_PROBE_H

#include "../agree.h"
#include "handle.h"

/*
 * Gather the process ids [pids] of all ranks and let every rank read from and
 * write to every other, [*can] telling whether all got what they should.
 * Collective; MPI_SUCCESS or as sb_agree() does.
 */
int sb_probe(struct sb_agree *a, int size, pid_t *pids, bool *can);

#endif /* SHMBCAST_AUTO_PROBE_H */
