/* oversubscribed.h: do ranks outnumber the CPUs that they may run on? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_OVERSUBSCRIBED_H
#define SHMBCAST_OVERSUBSCRIBED_H

#include <sched.h>
#include <stdbool.h>

/* CPUs that the caller may run on; all of the set if there are too many. */
void sb_cpus_here(cpu_set_t *cpus);

/*
 * True if some CPUs have more ranks than can run on them at a time: the ranks
 * that can run nowhere else, or all of them together.
 */
bool sb_oversubscribed(const cpu_set_t *cpus, int nranks);

#endif /* SHMBCAST_OVERSUBSCRIBED_H */
