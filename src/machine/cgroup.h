/* cgroup.h: limits imposed by this process's control groups (version 1 or 2)
 * and their enclosing groups.
 *
 * root: "", or a folder that contains /proc and the file systems of the
 * groups. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_CGROUP_H
#define MACHINE_CGROUP_H

#include <stddef.h>

/* Returns the smallest CPU quota, in CPUs; INFINITY if there is none. */
double cgroup_quota(const char *root);

/* Returns how often CPU quotas have stopped the processes of the groups. */
long cgroup_throttled(const char *root);

/* Returns how many bytes this process may still allocate, including file caches
 * that the kernel can reclaim; SIZE_MAX if there is no limit. */
size_t cgroup_memory(const char *root);

#endif /* MACHINE_CGROUP_H */
