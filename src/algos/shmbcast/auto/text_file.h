/* text_file.h: short texts in files, read and written whole. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_TEXT_FILE_H
#define SHMBCAST_AUTO_TEXT_FILE_H

#include <stddef.h>

/*
 * The text, malloced and ended by a null byte. 0, or -errno with [*why]: -EFBIG
 * if it is longer than [most] bytes, -EINVAL if there is a null byte in it or
 * the file is not a regular one; nothing is waited for. [flags] may be
 * O_NOFOLLOW: -ELOOP for a symbolic link.
 */
int sb_text_read(const char *path, int flags, size_t most, char **text,
                 const char **why);

/* A new file that takes the place of the old one: nobody reads half of it. A
 * device and the like is not replaced: -EINVAL. 0 or -errno. */
int sb_text_write(const char *path, const char *text, size_t length);

#endif /* SHMBCAST_AUTO_TEXT_FILE_H */
