/* file.c: parameters of shmbcast_auto in a file. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "../shmbcast_auto.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text_file.h"

/* More than parameters and comments take. */
enum { TEXT_MAX = 16 << 10 };

/* Names that tell whether to learn, as bits. */
enum { SLOT = 1, PULL = 2, DIRECT = 4, LEARN = 8 };

static unsigned bit(const char *name)
{
    return strcmp(name, "slot") == 0     ? SLOT
           : strcmp(name, "pull") == 0   ? PULL
           : strcmp(name, "direct") == 0 ? DIRECT
           : strcmp(name, "learn") == 0  ? LEARN
                                         : 0;
}

/* A line "name=value", empty, or a comment; [*named]: the names so far. */
static int set(struct shmbcast_auto_params *p, char *line, unsigned *named,
               const char **why)
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
    *named |= bit(line);
    return shmbcast_auto_params_parse(p, line, value, why);
}

/* No threshold is left to learning, and nothing else is said of it. */
static bool fixed(const struct shmbcast_auto_params *p, unsigned named)
{
    return named == (SLOT | PULL | DIRECT) && p->slot != SHMBCAST_AUTO_LEARN &&
           p->pull != SHMBCAST_AUTO_LEARN && p->direct != SHMBCAST_AUTO_LEARN;
}

/* Lines one after another; *line is the one that is wrong, or the last. */
static int lines_set(struct shmbcast_auto_params *p, char *text, int *line,
                     const char **why)
{
    unsigned named = 0;
    int rc = 0;

    for (char *end; rc == 0 && text[0] != '\0'; text = end) {
        end = text + strcspn(text, "\n");
        if (end[0] == '\n')
            *end++ = '\0';
        ++*line;
        rc = set(p, text, &named, why);
    }
    if (fixed(p, named))
        p->learn = false;
    return rc;
}

int shmbcast_auto_params_read(struct shmbcast_auto_params *params,
                              const char *path, int *line, const char **why)
{
    struct shmbcast_auto_params p = *params;
    char *text;
    int rc = sb_text_read(path, 0, TEXT_MAX, &text, why);

    *line = 0;
    if (rc == -EFBIG)
        *why = "longer than 16 KiB";
    if (rc != 0)
        return rc;
    rc = lines_set(&p, text, line, why);
    free(text);
    if (rc == 0)
        *params = p;
    return rc;
}

static void print(FILE *f, const char *name, size_t value)
{
    if (value == SHMBCAST_AUTO_NEVER)
        fprintf(f, "%s=never\n", name);
    else if (value == SHMBCAST_AUTO_LEARN)
        fprintf(f, "%s=learn\n", name);
    else
        fprintf(f, "%s=%zu\n", name, value);
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
    /* what was measured is to hold */
    fprintf(f, "learn=%d\n", params->learn && !params->calibrate);
    rc = ferror(f) ? -ENOMEM : 0;
    if (fclose(f) != 0 && rc == 0)
        rc = -errno;
    if (rc == 0)
        rc = sb_text_write(path, text, length);
    free(text);
    return rc;
}
