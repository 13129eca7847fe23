/* text_file.c: short texts in files, which others may write to as well. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens a regular file, never waiting for one that is none, such as a FIFO;
 * -errno with *why otherwise. */
static int regular_open(const char *path, int flags, const char **why)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);
    int rc = 0;
    struct stat st;

    if (fd < 0 || fstat(fd, &st) != 0) {
        rc = -errno;
        *why = rc == -ELOOP ? "is a symbolic link" : strerror(-rc);
    } else if (!S_ISREG(st.st_mode)) {
        rc = -EINVAL;
        *why = "is no regular file";
    }
    if (rc == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return rc;
}

/* Up to [most] bytes and a null byte. */
static int whole_read(int fd, char *text, size_t most, const char **why)
{
    size_t length = 0;
    ssize_t n;

    while ((n = read(fd, text + length, most + 1 - length)) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            int rc = -errno;

            *why = strerror(-rc);
            return rc;
        }
        length += (size_t)n;
        if (length > most) {
            *why = "too long";
            return -EFBIG;
        }
    }
    text[length] = '\0';
    if (strlen(text) == length)
        return 0;
    *why = "a null byte in it";
    return -EINVAL;
}

int sb_text_read(const char *path, int flags, size_t most, char **text,
                 const char **why)
{
    int rc, fd = regular_open(path, flags, why);
    char *read;

    if (fd < 0)
        return fd;
    read = malloc(most + 1);
    if (read == NULL) {
        rc = -ENOMEM;
        *why = strerror(ENOMEM);
    } else {
        rc = whole_read(fd, read, most, why);
    }
    close(fd);
    if (rc == 0)
        *text = read;
    else
        free(read);
    return rc;
}

/* A new file by a random name, where nobody can have put a link: *name
 * malloced, and a descriptor or -errno. */
static int beside_open(const char *path, char **name)
{
    uint64_t number;
    int fd;

    if (getrandom(&number, sizeof(number), 0) != (ssize_t)sizeof(number))
        return -EIO;
    if (asprintf(name, "%s.%016" PRIx64, path, number) < 0)
        return -ENOMEM;
    fd =
        open(*name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd >= 0)
        return fd;
    fd = -errno;
    free(*name);
    return fd;
}

/* To the disk: a name shall not get there before what it names. */
static int whole_write(int fd, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t n = write(fd, text, length);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        text += n;
        length -= (size_t)n;
    }
    return fsync(fd) != 0 ? -errno : 0;
}

int sb_text_write(const char *path, const char *text, size_t length)
{
    struct stat st;
    char *beside;
    int rc, fd;

    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return -EINVAL;
    fd = beside_open(path, &beside);
    if (fd < 0)
        return fd;
    rc = whole_write(fd, text, length);
    if (close(fd) != 0 && rc == 0)
        rc = -errno;
    if (rc == 0 && rename(beside, path) != 0)
        rc = -errno;
    if (rc != 0)
        unlink(beside);
    free(beside);
    return rc;
}
