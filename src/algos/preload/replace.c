/* replace.c: writes files atomically, for preload libraries. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/preload/replace.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Creates a temporary file in the folder of [path]. Its name is unpredictable,
 * because other users may write there. The caller frees *name. */
static FILE *open_beside(const char *path, char **name)
{
    uint64_t random;

    if (getrandom(&random, sizeof(random), 0) == sizeof(random) &&
        asprintf(name, "%s.%016llx", path, (unsigned long long)random) >= 0)
        return fopen(*name, "wxe");
    *name = NULL;
    return NULL;
}

static int replace(const char *path, int (*print)(FILE *f, const void *what),
                   const void *what)
{
    struct stat there;
    char *name = NULL;
    FILE *f;
    int rc = 0;

    if (lstat(path, &there) == 0 && !S_ISREG(there.st_mode))
        return -EEXIST;
    f = open_beside(path, &name);
    if (f == NULL || print(f, what) != 0)
        rc = -errno;
    if (f != NULL && fclose(f) != 0 && rc == 0)
        rc = -errno;
    if (rc == 0 && rename(name, path) != 0)
        rc = -errno;
    if (rc != 0 && f != NULL)
        unlink(name);
    free(name);
    return rc;
}

/* Writing beyond the file size limit raises SIGXFSZ, which by default ends the
 * program. */
int file_replace(const char *path, int (*print)(FILE *f, const void *what),
                 const void *what)
{
    sigset_t limit, before;
    int rc;

    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &limit, &before);
    rc = replace(path, print, what);
    if (rc == -EFBIG)
        while (sigtimedwait(&limit, NULL, &(struct timespec){0}) < 0 &&
               errno == EINTR)
            ;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return rc;
}

const char *file_replace_error(int rc)
{
    return rc == -EEXIST ? "it exists and is not a regular file; remove it"
                         : strerror(-rc);
}
