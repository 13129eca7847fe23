/* file.c: parameters of shmbcast_auto in a file. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "../shmbcast_auto.h"

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

/* More than parameters and comments take. */
enum { TEXT_MAX = 16 << 10 };

/* A line "name=value", empty, or a comment. */
static int set(struct shmbcast_auto_params *p, char *line, const char **why)
{
    char *value;

    line[strcspn(line, "#")] = '\0';
    line += strspn(line, " \t");
    for (size_t n = strlen(line); n > 0 && strchr(" \t\r", line[n - 1]); n--)
        line[n - 1] = '\0';
    if (line[0] == '\0')
        return 0;
    value = strchr(line, '=');
    if (value == NULL) {
        *why = "not name=value";
        return -EINVAL;
    }
    *value++ = '\0';
    return shmbcast_auto_params_parse(p, line, value, why);
}

/* Opens a regular file, never waiting for one that is none, such as a FIFO;
 * -errno with *why otherwise. */
static int regular_open(const char *path, const char **why)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), rc = 0;
    struct stat st;

    if (fd < 0 || fstat(fd, &st) != 0) {
        rc = -errno;
        *why = strerror(-rc);
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

/* The whole text, ended by a null byte; -errno with *why. */
static int text_read(int fd, char text[TEXT_MAX + 1], const char **why)
{
    size_t length = 0;
    ssize_t n;

    while ((n = read(fd, text + length, TEXT_MAX + 1 - length)) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            int rc = -errno;

            *why = strerror(-rc);
            return rc;
        }
        length += (size_t)n;
        if (length > TEXT_MAX) {
            *why = "longer than 16 KiB";
            return -EFBIG;
        }
    }
    text[length] = '\0';
    if (strlen(text) == length)
        return 0;
    *why = "a null byte in it";
    return -EINVAL;
}

/* Lines one after another; *line is the one that is wrong, or the last. */
static int lines_set(struct shmbcast_auto_params *p, char *text, int *line,
                     const char **why)
{
    int rc = 0;

    for (char *end; rc == 0 && text[0] != '\0'; text = end) {
        end = text + strcspn(text, "\n");
        if (end[0] == '\n')
            *end++ = '\0';
        ++*line;
        rc = set(p, text, why);
    }
    return rc;
}

int shmbcast_auto_params_read(struct shmbcast_auto_params *params,
                              const char *path, int *line, const char **why)
{
    struct shmbcast_auto_params p = *params;
    char text[TEXT_MAX + 1];
    int rc, fd = regular_open(path, why);

    *line = 0;
    if (fd < 0)
        return fd;
    rc = text_read(fd, text, why);
    close(fd);
    if (rc == 0)
        rc = lines_set(&p, text, line, why);
    if (rc == 0)
        *params = p;
    return rc;
}

static void print(FILE *f, const char *name, size_t value)
{
    if (value == SHMBCAST_AUTO_NEVER)
        fprintf(f, "%s=never\n", name);
    else if (value == SHMBCAST_AUTO_BY_DISTANCE)
        fprintf(f, "%s=distance\n", name);
    else
        fprintf(f, "%s=%zu\n", name, value);
}

static int write_to(FILE *f, const struct shmbcast_auto_params *p)
{
    fprintf(f, "# shmbcast_auto\n");
    print(f, "slot", p->slot);
    print(f, "ring", p->ring);
    print(f, "pull", p->pull);
    print(f, "direct", p->direct);
    fprintf(f, "group=%d\n", p->group);
    if (fflush(f) != 0)
        return -errno;
    return ferror(f) ? -EIO : fsync(fileno(f)) != 0 ? -errno : 0;
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

/* Takes over the descriptor. 0 or -errno. */
static int write_and_close(int fd, const struct shmbcast_auto_params *p)
{
    FILE *f = fdopen(fd, "w");
    int rc;

    if (f == NULL) {
        rc = -errno;
        close(fd);
        return rc;
    }
    rc = write_to(f, p);
    return fclose(f) != 0 && rc == 0 ? -errno : rc;
}

/* Writes a new file and renames it: nobody reads half of one. A device and the
 * like is not replaced by a regular file. */
int shmbcast_auto_params_write(const struct shmbcast_auto_params *params,
                               const char *path)
{
    struct stat st;
    char *beside;
    int rc, fd;

    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return -EINVAL;
    fd = beside_open(path, &beside);
    if (fd < 0)
        return fd;
    rc = write_and_close(fd, params);
    if (rc == 0 && rename(beside, path) != 0)
        rc = -errno;
    if (rc != 0)
        unlink(beside);
    free(beside);
    return rc;
}
