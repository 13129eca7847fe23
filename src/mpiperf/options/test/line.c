/* line.c: parses a command line that is given as one string. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/test/line.h"

#include "lib/test/unit.h"
#include "lib/xmalloc.h"

enum { WORDS = 24 };

/* Cuts off and returns the next word. It may contain blanks inside single
 * quotes. */
static char *word_next(char **rest)
{
    char *word = *rest;

    if (*word != '\'')
        return strsep(rest, " ");
    *rest = ++word;
    (void)strsep(rest, "'");
    if (*rest != NULL)
        *rest += **rest == ' ';
    return word;
}

enum options_outcome line_words(struct options *o, int argc, char **argv,
                                int world, char **cause)
{
    enum options_outcome outcome;
    struct early e;

    early_parse(&e, argc, argv);
    outcome = options_parse(o, &e, 0, world, NULL, cause);
    early_free(&e);
    return outcome;
}

enum options_outcome line_parse(struct options *o, const char *line,
                                char **cause)
{
    char *copy = xstrdup(line), *rest = copy, *argv[WORDS] = {"mpiperf"};
    enum options_outcome outcome;
    int argc = 1;

    while (rest != NULL && *rest != '\0' && argc < WORDS - 1)
        argv[argc++] = word_next(&rest);
    outcome = line_words(o, argc, argv, LINE_WORLD, cause);
    free(copy);
    return outcome;
}

void line_run(struct options *o, const char *line)
{
    char *cause = NULL;

    if (line_parse(o, line, &cause) != OPTIONS_RUN)
        fail_msg("%s: %s", line, cause);
}
