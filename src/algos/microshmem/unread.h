/* unread.h: before MPI_Abort: the launcher reads what this process said.
 * It is here because microshmem is built from this folder alone. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MICROSHMEM_UNREAD_H
#define MICROSHMEM_UNREAD_H

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

/* Waits, at most 1 s, until the launcher has read what this process wrote to
 * stderr: MPICH's drops what it has not read when a rank calls MPI_Abort. */
static inline void unread_wait(void)
{
    const int err = 2, ms = 1;
    struct stat st;
    int unread;

    if (fstat(err, &st) != 0 || !S_ISFIFO(st.st_mode))
        return;
    for (int i = 0; i < 1000; i++) {
        if (ioctl(err, FIONREAD, &unread) != 0 || unread == 0)
            return;
        poll(NULL, 0, ms);
    }
}

#endif /* MICROSHMEM_UNREAD_H */
