/* boundless.c: by LD_PRELOAD: /dev/shm says that it has no limit, so that what
 * runs into the one it has is seen. */
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
