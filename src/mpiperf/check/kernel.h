/* kernel.h: what the kernel's files say of a machine that is measured on. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_KERNEL_H
#define MPIPERF_KERNEL_H

#include "mpiperf/machine/cpumask.h"

/*
 * What changes the frequency of these CPUs, in a folder such as
 * /sys/devices/system/cpu: "performance" if that is so of all, else what it is
 * on the first other one. Empty: not known.
 */
void kernel_governor(char *name, size_t size, const char *folder,
                     const struct cpumask *cpus);

/* Seconds that all CPUs together were busy since the machine began, or were
 * taken by a hypervisor, by a file such as /proc/stat. NAN: not known. */
double kernel_busy(const char *file);

#endif /* MPIPERF_KERNEL_H */
