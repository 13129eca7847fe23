/* replace.h: files that a part of a preload library writes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_REPLACE_H
#define PRELOAD_REPLACE_H

#include <stdio.h>

/*
 * Writes a file by print(), which returns 0 on success, beside [path], and
 * renames it once it is complete. If that fails, an old file stays. Returns 0
 * or -errno; -EEXIST: [path] is not a regular file. Such a file is not opened:
 * a FIFO would wait for a reader.
 */
int file_replace(const char *path, int (*print)(FILE *f, const void *what),
                 const void *what);

/* Returns the reason of an error of file_replace(). */
const char *file_replace_error(int rc);

#endif /* PRELOAD_REPLACE_H */
