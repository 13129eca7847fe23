/* input.c: reads the files of runs that a tool was given. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/input.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "lib/names.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* Parses "I,J". */
int input_commands(const struct param *p, void *at, const char *arg,
                   char **cause)
{
    const char *comma = strchr(arg, ',');
    long *command = at;
    char *first;
    int rc;

    (void)p;
    if (comma == NULL)
        return param_refuse(arg, "not two numbers", cause);
    first = xasprintf("%.*s", (int)(comma - arg), arg);
    rc = number_long(&command[0], first, 1, INT_MAX, cause);
    if (rc == 0)
        rc = number_long(&command[1], comma + 1, 1, INT_MAX, cause);
    free(first);
    return rc;
}

int input_add(struct input *in, const char *file, char **cause)
{
    if (has_suffix(file, ".csv"))
        return param_refuse(file, "a table: compare the .jsonl of the runs",
                            cause);
    in->file = xroom(in->file, in->n, sizeof(*in->file));
    in->file[in->n++] = file;
    return 0;
}

static bool is_same(const char *file, const char *output)
{
    struct stat in, out;

    return output != NULL && stat(output, &out) == 0 && stat(file, &in) == 0 &&
           in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

char *input_check(const struct input *in, const char *program,
                  const char *output)
{
    if (in->n == 0)
        return xasprintf("no FILE (usage: %s A.jsonl [B.jsonl])", program);
    if (in->n > 2 && !in->merge)
        return xasprintf("%s: a third file: --merge makes one table of many",
                         QUOTED(in->file[2]));
    if (in->merge && in->command[0] != 0)
        return xstrdup("--merge goes without --commands");
    if (in->command[0] != 0 && in->command[0] == in->command[1])
        return xasprintf("--commands: %ld is compared with itself: name two "
                         "command lines",
                         in->command[0]);
    for (size_t i = 0; i < in->n; i++)
        if (is_same(in->file[i], output))
            return xasprintf("--output: %s is compared: name another file",
                             SHOWN_FILE(output));
    return NULL;
}

size_t input_sides(const struct input *in)
{
    return in->merge || in->n < 2 ? INT_MAX : in->n;
}

const char *input_kept(const struct input *in)
{
    return in->n == 1 && has_suffix(in->file[0], ".jsonl") ? in->file[0] : NULL;
}

int input_read(const struct input *in, struct runs *r, char **cause)
{
    bool sides = in->n == 2 && !in->merge;

    for (size_t k = 0; k < 2; k++)
        r->chosen[k] = in->command[k];
    for (size_t i = 0; i < in->n; i++)
        if (runs_read(r, in->file[i], sides ? (long)i + 1 : 0, cause) != 0)
            return r->on_both ? EXIT_USAGE : EXIT_FAILED;
    for (size_t k = 0; in->command[0] != 0 && k < 2; k++)
        if (runs_count(r, (long)k + 1) == 0) {
            *cause = xasprintf("--commands: there is no run of command line "
                               "%ld",
                               in->command[k]);
            return EXIT_USAGE;
        }
    return EXIT_DONE;
}
