/* uffd.h: userfaultfd of a context. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_UFFD_H
#define REFNUMA_UFFD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * userfaultfd with user mode only, asynchronous write protection and
 * PAGEMAP_SCAN (Linux 6.7; older headers lack them, so their constants stand in
 * uffd_linux.h). `signal`: missing pages raise SIGBUS in the thread that touches
 * them; else they are events on `fd`, which a thread of rn_remote (source.h)
 * reads.
 */
struct rn_uffd {
    int fd, pagemap;
    bool signal;
};

/* 0, or a negative errno with *why, a constant string. */
int rn_uffd_open(struct rn_uffd *u, bool signal, const char **why);
void rn_uffd_close(struct rn_uffd *u);

#endif /* REFNUMA_UFFD_H */
