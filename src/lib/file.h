/* file.h: what kind of file a path names, and how large files may be. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_FILE_H
#define LIB_FILE_H

#include <stdbool.h>

/* Is there something else than a regular file: a pipe, which may be waited for
 * without end, a device, a folder? False when there is nothing. */
bool file_irregular(const char *path);

/* From here on a write beyond the limit of file sizes fails as any other
 * (EFBIG), and does not end the process (SIGXFSZ). For the beginning of main().
 */
void file_limit_is_error(void);

#endif /* LIB_FILE_H */
