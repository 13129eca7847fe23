/* one-reserves.c: one rank reserves all shared memory, by LD_PRELOAD. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whoever gives a file its size takes all its pages too, hence from the node
 * that it runs on. What the queues of the other ranks are then is what the
 * tests of the placement have to notice.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

typedef int ftruncate_fn(int fd, off_t length);

int ftruncate(int fd, off_t length)
{
    ftruncate_fn *next = (ftruncate_fn *)dlsym(RTLD_NEXT, "ftruncate");

    if (next(fd, length) != 0)
        return -1;
    (void)posix_fallocate(fd, 0, length); /* not all files can */
    return 0;
}
