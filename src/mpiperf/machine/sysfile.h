/* sysfile.h: one-line files of the kernel's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_SYSFILE_H
#define MPIPERF_SYSFILE_H

#include <stddef.h>

/* The first line without its newline; -1 when it cannot be read. */
int sysfile_line(const char *path, char *buf, size_t size);
/* The number that the line begins with, or -1. */
long sysfile_number(const char *path);

#endif /* MPIPERF_SYSFILE_H */
