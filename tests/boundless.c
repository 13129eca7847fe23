/* boundless.c: for LD_PRELOAD: statvfs() reports that /dev/shm has no limit, so
 * that programs run into the real one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <dlfcn.h>
#include <string.h>
#include <sys/statvfs.h>

int statvfs(const char *restrict path, struct statvfs *restrict fs)
{
    int (*next)(const char *, struct statvfs *);
    int rc;

    *(void **)&next = dlsym(RTLD_NEXT, "statvfs");
    rc = next(path, fs);
    if (rc == 0 && strcmp(path, "/dev/shm") == 0)
        fs->f_blocks = 0;
    return rc;
}
