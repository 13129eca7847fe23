/* file.c: what kind of file a path names. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/file.h"

#include <sys/stat.h>

bool file_irregular(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}
