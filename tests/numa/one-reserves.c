/* one-reserves.c: for LD_PRELOAD: one rank allocates all shared memory. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The rank that sets a file's size also allocates all of its pages, on its own
 * node. The tests of placement must notice that other ranks' queues are on the
 * wrong node.
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
    (void)posix_fallocate(fd, 0, length); /* some files do not support this */
    return 0;
}
