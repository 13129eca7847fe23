/* tool.c: the command line of a program that is one process. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "lib/tool.h"

#include <stdlib.h>
#include "lib/xmalloc.h"

void tool_error(const struct tool *t, char *cause)
{
    fprintf(stderr, "%s: %s\n", t->name, cause);
    free(cause);
}

int tool_finish(const struct tool *t, int status)
{
    /* an earlier fflush() may have failed already, of which this one says
     * nothing */
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    tool_error(t, xstrdup("cannot write the table"));
    return status == EXIT_DONE ? EXIT_FAILED : status;
}

/* The outcome, and of OPTIONS_BAD the cause. */
static enum options_outcome line_parse(const struct tool *t, struct options *o,
                                       int argc, char **argv, char **cause)
{
    struct option_line l;

    if (option_line_scan(&l, t->rows, argc, argv, cause) == 0 &&
        l.outcome == OPTIONS_RUN &&
        options_set_defaults(o, t->rows, cause) == 0 &&
        options_set_given(o, &l, t->operand, cause) == 0)
        *cause = t->check(o);
    option_line_free(&l);
    return *cause != NULL ? OPTIONS_BAD : l.outcome;
}

enum options_outcome tool_parse(const struct tool *t, struct options *o,
                                int argc, char **argv, int *status)
{
    char *cause = NULL;
    enum options_outcome outcome = line_parse(t, o, argc, argv, &cause);

    if (outcome == OPTIONS_BAD) {
        tool_error(t, cause);
        *status = EXIT_USAGE;
        return outcome;
    }
    if (outcome == OPTIONS_HELP)
        option_rows_help(stdout, t->rows, t->name, t->operands, t->doc);
    else if (outcome == OPTIONS_VERSION)
        printf("%s %s\n", t->name, PACKAGE_VERSION);
    *status = fflush(stdout) == 0 ? EXIT_DONE : EXIT_FAILED;
    return outcome;
}
