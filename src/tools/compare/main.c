/* main.c: files -> runs -> what is compared -> exit status. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/file.h"
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "tools/compare/gate.h"
#include "tools/compare/options.h"
#include "tools/compare/show.h"

/* The file that a side is of. */
static const struct runs *file_of(const struct options *o,
                                  const struct runs *files, size_t side)
{
    return &files[o->nfiles == 2 ? side : 0];
}

/* Which command lines are A and B; NULL, or the cause, malloced. */
static char *choose_commands(const struct options *o, const struct runs *files,
                             long *command)
{
    for (size_t i = 0; i < 2; i++) {
        const struct runs *from = file_of(o, files, i);
        long most = runs_commands(from);

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

/* The exit status. */
static int without_runs(const struct options *o, long command)
{
    char *cause = xasprintf("no run of command %ld", command);

    if (!isnan(o->fail_above))
        return gate_answer(EXIT_CANNOT_TELL, cause);
    print_error(cause);
    return EXIT_FAILED;
}

static int compare_chosen(const struct options *o, const struct runs *files)
{
    struct runs side[2];
    long command[2];
    char *cause = choose_commands(o, files, command);
    int status = EXIT_FAILED;

    if (cause != NULL) {
        print_error(cause);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < 2; i++)
        runs_of_command(&side[i], file_of(o, files, i), command[i]);
    if (side[0].n == 0 || side[1].n == 0)
        status = without_runs(o, command[side[0].n == 0 ? 0 : 1]);
    else
        status = show_comparison(o, &side[0], &side[1], o->nfiles == 1);
    runs_free(&side[0]);
    runs_free(&side[1]);
    return status;
}

static int show(const struct options *o, const struct runs *files)
{
    if (o->merge)
        return show_merged(o, &files[0]);
    if (o->nfiles == 2 || o->command[0] != 0 ||
        (!o->spread && runs_commands(&files[0]) > 1))
        return compare_chosen(o, files);
    if (isnan(o->fail_above))
        return show_spread(o, &files[0]);
    print_error(xstrdup("--fail-above: one FILE of one command line has "
                        "nothing to compare with"));
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    struct runs files[2] = {0};
    int status = EXIT_DONE;
    struct options o;
    char *cause;

    json_setup();
    file_limit_is_error();
    options_init(&o);
    if (tool_parse(&compare_tool, &o, argc, argv, &status) != OPTIONS_RUN) {
        options_free(&o);
        return status;
    }
    if (o.fail_above > 0)
        o.compare.change = o.fail_above;
    for (size_t i = 0; i < o.nfiles && status == EXIT_DONE; i++)
        if (runs_read(&files[o.merge ? 0 : i], o.file[i], &cause) != 0) {
            print_error(cause);
            status = EXIT_FAILED;
        }
    if (status == EXIT_DONE)
        status = show(&o, files);
    runs_free(&files[0]);
    runs_free(&files[1]);
    options_free(&o);
    return tool_finish(&compare_tool, status);
}
