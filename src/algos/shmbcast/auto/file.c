/* file.c: parameters of shmbcast_auto in a file, read and written whole. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "../shmbcast_auto.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algos/param.h"

/* More than parameters and comments take. */
enum { TEXT_MAX = 16 << 10 };

/* All of a regular file, and a null byte: nothing else is waited for. 0 or
 * -errno with [*why]. */
static int text_read(const char *path, char text[TEXT_MAX + 1],
                     const char **why)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), rc = 0;
    struct stat st;
    ssize_t n = 0;

    if (fd < 0)
        return al_refuse(-errno, why, strerror(errno));
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        rc = al_refuse(-EINVAL, why, "is no regular file");
    else if ((n = read(fd, text, TEXT_MAX + 1)) < 0)
        rc = al_refuse(-errno, why, strerror(errno));
    else if (n > TEXT_MAX)
        rc = al_refuse(-EFBIG, why, "longer than 16 KiB");
    else if (memchr(text, '\0', (size_t)n) != NULL)
        rc = al_refuse(-EINVAL, why, "a null byte in it");
    else
        text[n] = '\0';
    close(fd);
    return rc;
}

/* A file of a new name in the same folder takes the place of the old one:
 * nobody reads half of it, and nobody can have put a link there. */
static int text_write(const char *path, const char *text, size_t length)
{
    struct stat st;
    char *beside;
    int rc = 0, fd;

    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return -EINVAL;
    if (asprintf(&beside, "%s.XXXXXX", path) < 0)
        return -ENOMEM;
    fd = mkstemp(beside);
    if (fd < 0) {
        rc = -errno;
    } else {
        errno = ENOSPC; /* of a write that is cut short */
        if (write(fd, text, length) != (ssize_t)length ||
            fchmod(fd, 0644) != 0 || fsync(fd) != 0 ||
            rename(beside, path) != 0)
            rc = -errno;
        close(fd);
        if (rc != 0)
            unlink(beside);
    }
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
