/* file.c: parameters of shmbcast_auto in a file. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "../shmbcast_auto.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A line "name=value", empty, or a comment. */
static int set(struct shmbcast_auto_params *p, char *line, const char **why)
{
    char *value;

    line[strcspn(line, "#\n")] = '\0';
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

int shmbcast_auto_params_read(struct shmbcast_auto_params *params,
                              const char *path, int *line, const char **why)
{
    struct shmbcast_auto_params p = *params;
    FILE *f = fopen(path, "re");
    char *text = NULL;
    size_t size = 0;
    int rc = 0;

    *line = 0;
    if (f == NULL) {
        rc = -errno;
        *why = strerror(-rc);
        return rc;
    }
    while (rc == 0 && getline(&text, &size, f) >= 0) {
        ++*line;
        rc = set(&p, text, why);
    }
    if (rc == 0 && ferror(f)) {
        rc = -EIO;
        *why = strerror(EIO);
    }
    free(text);
    fclose(f);
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
    return fflush(f) == 0 && !ferror(f) ? 0 : -EIO;
}

/* Beside the file and then in its place: nobody reads half of it. */
int shmbcast_auto_params_write(const struct shmbcast_auto_params *params,
                               const char *path)
{
    char *beside;
    int rc;
    FILE *f;

    if (asprintf(&beside, "%s.%ld", path, (long)getpid()) < 0)
        return -ENOMEM;
    f = fopen(beside, "we");
    if (f == NULL) {
        rc = -errno;
    } else {
        rc = write_to(f, params);
        if (fclose(f) != 0 && rc == 0)
            rc = -errno;
        if (rc == 0 && rename(beside, path) != 0)
            rc = -errno;
        if (rc != 0)
            unlink(beside);
    }
    free(beside);
    return rc;
}
