/* replace.h: writes files atomically, for preload libraries. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_REPLACE_H
#define PRELOAD_REPLACE_H

#include <stdio.h>

/*
 * Calls print(), which returns 0 on success, to write a temporary file, and
 * renames it to [path] when complete. After a failure an old file is unchanged.
 * Returns 0 or -errno; -EEXIST if [path] exists and is not a regular file,
 * because opening a FIFO would wait for a reader.
 */
int file_replace(const char *path, int (*print)(FILE *f, const void *what),
                 const void *what);

/* Describes an error of file_replace(). */
const char *file_replace_error(int rc);

#endif /* PRELOAD_REPLACE_H */
