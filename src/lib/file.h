/* file.h: what kind of file a path names. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_FILE_H
#define LIB_FILE_H

#include <stdbool.h>

/* Is there something else than a regular file: a pipe, which may be waited for
 * without end, a device, a folder? False when there is nothing. */
bool file_irregular(const char *path);

#endif /* LIB_FILE_H */
