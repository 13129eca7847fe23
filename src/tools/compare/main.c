/* main.c: files -> launches -> what is compared -> exit status. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "tools/compare/options.h"
#include "tools/compare/show.h"
#include "tools/compare/status.h"

/* ---- which launches are A, which are B --------------------------------- */

/* NULL, or why these commands cannot be compared; malloced. */
static char *choose_commands(const struct tool_options *o,
                             const struct launches *l, long *command)
{
    for (size_t i = 0; i < 2; i++) {
        const struct launches *from = o->nfiles == 2 ? &l[i] : &l[0];
        long most = launches_commands(from);

        command[i] = o->command[i];
        if (command[i] > most)
            return xasprintf("--commands: %s has %ld", SHOWN_FILE(from->file),
                             most);
        if (command[i] == 0 && o->nfiles == 2 && most > 1)
            return xasprintf("%s has %ld command lines: which one, say "
                             "--commands=I,J",
                             SHOWN_FILE(from->file), most);
        if (command[i] == 0)
            command[i] = o->nfiles == 2 ? 1 : (long)i + 1;
    }
    return NULL;
}

static int compare_chosen(const struct tool_options *o,
                          const struct launches *l)
{
    struct launches side[2];
    long command[2];
    char *cause = choose_commands(o, l, command);
    int status = EXIT_USAGE;

    if (cause != NULL) {
        complain(cause);
        return status;
    }
    for (size_t i = 0; i < 2; i++)
        launches_of_command(&side[i], o->nfiles == 2 ? &l[i] : &l[0],
                            command[i]);
    if (side[0].n == 0 || side[1].n == 0) {
        complain(xasprintf("no launch of command %ld",
                           command[side[0].n == 0 ? 0 : 1]));
        status = EXIT_FAILED;
    } else {
        status = show_comparison(o, &side[0], &side[1]);
    }
    launches_free(&side[0]);
    launches_free(&side[1]);
    return status;
}

static int run(const struct tool_options *o, const struct launches *l)
{
    bool one = o->nfiles == 1 && o->command[0] == 0 &&
               (o->spread || launches_commands(&l[0]) == 1);

    if (one && !isnan(o->fail_above)) {
        complain(xstrdup("--fail-above: one FILE of one command line has "
                         "nothing to compare with"));
        return EXIT_USAGE;
    }
    return one ? show_spread(o, &l[0]) : compare_chosen(o, l);
}

/* NULL, or why --output would destroy what is compared; malloced. */
static char *output_refuse(const struct tool_options *o)
{
    struct stat in, out;

    if (o->output == NULL || stat(o->output, &out) != 0)
        return NULL;
    for (size_t i = 0; i < o->nfiles; i++)
        if (stat(o->file[i], &in) == 0 && in.st_dev == out.st_dev &&
            in.st_ino == out.st_ino)
            return xasprintf("--output: %s is compared: name another file",
                             SHOWN_FILE(o->output));
    return NULL;
}

int main(int argc, char **argv)
{
    struct tool_options o;
    struct launches l[2] = {0};
    char *cause;
    int status = EXIT_DONE;

    json_set_alloc_funcs(xmalloc, free);
    switch (tool_options_parse(&o, argc, argv, &cause)) {
    case TOOL_RUN:
        break;
    case TOOL_DONE:
        return fflush(stdout) == 0 ? EXIT_DONE : EXIT_FAILED;
    case TOOL_BAD:
        complain(cause);
        return EXIT_USAGE;
    }
    cause = output_refuse(&o);
    if (cause != NULL) {
        complain(cause);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < o.nfiles && status == EXIT_DONE; i++)
        if (launches_read(&l[i], o.file[i], &cause) != 0) {
            complain(cause);
            status = EXIT_FAILED;
        }
    if (status == EXIT_DONE)
        status = run(&o, l);
    launches_free(&l[0]);
    launches_free(&l[1]);
    if (fflush(stdout) != 0 && status == EXIT_DONE) {
        complain(xstrdup("cannot write the table"));
        status = EXIT_FAILED;
    }
    return status;
}
