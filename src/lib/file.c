/* file.c: what kind of file a path names, and how large files may be. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/file.h"

#include <signal.h>
#include <sys/stat.h>

bool file_irregular(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

void file_limit_is_error(void)
{
    signal(SIGXFSZ, SIG_IGN);
}
