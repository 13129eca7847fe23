/* test_early.c: what is understood of a command line before MPI_Init. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"

#include "lib/xmalloc.h"
#include "mpiperf/options/early.h"

enum { WORDS = 12 };

/* Parses a line of words separated by blanks; free() what is returned after
 * early_free(). */
static char *parse(struct early *e, const char *line)
{
    static char *argv[WORDS + 1];
    char *copy = xstrdup(line), *rest = copy;
    int argc = 0;

    argv[argc++] = "mpiperf";
    while (rest != NULL && *rest != '\0' && argc < WORDS)
        argv[argc++] = strsep(&rest, " ");
    argv[argc] = NULL;
    early_parse(e, argc, argv);
    return copy;
}

/* Abbreviations are options; values and words of unknown options are not. */
UNIT_TEST(test_options)
{
    static const struct {
        const char *line;
        enum options_outcome outcome;
        bool threads;
    } rows[] = {
        {"pingpong --threads=2", OPTIONS_RUN, true},
        {"pingpong --thr 2", OPTIONS_RUN, true},
        {"pingpong --threshold=2", OPTIONS_RUN, false},
        {"pingpong -o --threads", OPTIONS_RUN, false},
        {"pingpong -- --threads=2", OPTIONS_RUN, false},
        {"pingpong --of-a-plug-in=2 --threads=2", OPTIONS_RUN, true},
        {"-l bcast", OPTIONS_LIST, false},
        {"--lis", OPTIONS_LIST, false},
        {"--plugin", OPTIONS_RUN, false},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct early e;
        char *text = parse(&e, rows[i].line);

        if (e.line.outcome != rows[i].outcome ||
            (option_line_find(&e.line, "threads") != NULL) != rows[i].threads)
            fail_msg("%s", rows[i].line);
        early_free(&e);
        free(text);
    }
}
