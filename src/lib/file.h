/* file.h: what kind of file a path names, and how large files may be. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_FILE_H
#define LIB_FILE_H

#include <signal.h>
#include <stdbool.h>
#include <sys/stat.h>

/* Is there something else than a regular file: a pipe, which may be waited for
 * without end, a device, a folder? False when there is nothing. */
static inline bool file_irregular(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

/* From here on a write beyond the limit of file sizes fails as any other
 * (EFBIG), and does not end the process (SIGXFSZ). For the beginning of main().
 */
static inline void file_limit_is_error(void)
{
    signal(SIGXFSZ, SIG_IGN);
}

#endif /* LIB_FILE_H */
