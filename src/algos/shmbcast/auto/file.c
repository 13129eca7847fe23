/* file.c: parameters of shmbcast_auto in a file, read and written whole. */
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

/* Opens a regular file, never waiting for one that is none, such as a FIFO;
 * -errno with *why otherwise. */
static int regular_open(const char *path, const char **why)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    int rc = 0;
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

/* All of it, and a null byte; [text] has room for that of TEXT_MAX. */
static int whole_read(int fd, char *text, const char **why)
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

/* Nothing is waited for. */
static int text_read(const char *path, char *text, const char **why)
{
    int fd = regular_open(path, why), rc;

    if (fd < 0)
        return fd;
    rc = whole_read(fd, text, why);
    close(fd);
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

/* A new file takes the place of the old one: nobody reads half of it. A device
 * and the like is not replaced. */
static int text_write(const char *path, const char *text, size_t length)
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
    int rc = text_read(path, text, why);

    *line = 0;
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
    else if (value == SHMBCAST_AUTO_MEASURED)
        fprintf(f, "%s=measured\n", name);
    else
        fprintf(f, "%s=%zu\n", name, value);
}

static void print_table(FILE *f, const struct shmbcast_auto_params *params,
                        bool gaps)
{
    char list[512];

    if (shmbcast_auto_table_text(params, gaps, list, sizeof(list)) > 0)
        fprintf(f, "%s=%s\n", gaps ? "gaps" : "dense", list);
}

int shmbcast_auto_params_write(const struct shmbcast_auto_params *params,
                               const char *path)
{
    char *text = NULL;
    size_t length;
    FILE *f = open_memstream(&text, &length);
    int rc;

    if (f == NULL)
        return -errno;
    fprintf(f, "# shmbcast_auto\n");
    print(f, "slot", params->slot);
    print(f, "ring", params->ring);
    print(f, "pull", params->pull);
    print(f, "direct", params->direct);
    fprintf(f, "group=%d\n", params->group);
    print_table(f, params, false);
    print_table(f, params, true);
    rc = ferror(f) ? -ENOMEM : 0;
    if (fclose(f) != 0 && rc == 0)
        rc = -errno;
    if (rc == 0)
        rc = text_write(path, text, length);
    free(text);
    return rc;
}
