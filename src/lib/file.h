/* file.h: checks the kind of a file, and handles the file size limit. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_FILE_H
#define LIB_FILE_H

#include <signal.h>
#include <stdbool.h>
#include <sys/stat.h>

/* True if the path exists and is not a regular file: a pipe, which might block
 * forever, a device or a folder. */
static inline bool file_irregular(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

/* Makes writes beyond the file size limit fail with EFBIG instead of ending the
 * process by SIGXFSZ. Call it at the start of main(). */
static inline void file_limit_is_error(void)
{
    signal(SIGXFSZ, SIG_IGN);
}

#endif /* LIB_FILE_H */
