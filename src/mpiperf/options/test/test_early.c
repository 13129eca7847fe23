/* test_early.c: what is understood of a command line before MPI_Init, and how
 * two ranks may differ. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"

#include "config.h"
#include <unistd.h>
#include "lib/xmalloc.h"
#include "mpiperf/options/early.h"

enum { WORDS = 12 };

/* Parses a line of words separated by blanks. Free the result after
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

/* Abbreviations are options; values and words after unknown options are not. */
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

static json_t *facts_of(const char *line, char *const *environment)
{
    struct early e;
    char *copy = parse(&e, line);
    json_t *all = facts(&e, environment);

    early_free(&e);
    free(copy);
    return all;
}

#define SAME ": all ranks need the same options and settings"

UNIT_TEST(test_differences)
{
    static char *const none[] = {NULL};
    static char *const chain[] = {"OMPI_MCA_coll_tuned_bcast_algorithm=2",
                                  "UCX_NET_DEVICES=mlx5_0", NULL};
    static char *const tree[] = {"UCX_NET_DEVICES=mlx5_1",
                                 "OMPI_MCA_coll_tuned_bcast_algorithm=3", NULL};
    static const struct {
        const char *mine, *first;
        char *const *my_environment, *const *first_environment;
        const char *text; /* NULL if there is no difference */
    } rows[] = {
        {"bcast -m 8", "-m8 bcast", none, none, NULL},
        {"bcast --si=8 -o /r.csv", "bcast -o /r.csv -m 8", none, none, NULL},
        {"bcast -m 64Ki", "bcast -m 8", none, none,
         "rank 3 has '--size=64Ki', rank 0 has '--size=8'" SAME},
        {"bcast", "bcast -r 1", none, none,
         "rank 3 has no --root, rank 0 has '--root=1'" SAME},
        {"bcast --verify", "bcast", none, none,
         "rank 3 has '--verify', rank 0 has no --verify" SAME},
        {"barrier bcast", "bcast barrier", none, none,
         "rank 3 has 'barrier bcast', rank 0 has 'bcast barrier'" SAME},
        {"--list", "bcast", none, none,
         "rank 3 has no operand, rank 0 has 'bcast'" SAME},
        {"--list bcast", "bcast", none, none,
         "rank 3 has '--list', rank 0 has no --list" SAME},
        {"--help", "--version", none, none,
         "rank 3 has no --version, rank 0 has '--version'" SAME},
        {"bcast -P a.b=1 -P a.c=2", "bcast -P a.b=1", none, none,
         "rank 3 has '--param=a.b=1 a.c=2', rank 0 has '--param=a.b=1'" SAME},
        {"bcast --of-a-plug-in=1", "bcast --of-a-plug-in=2", none, none,
         "rank 3 has 'bcast --of-a-plug-in=1', rank 0 has "
         "'bcast --of-a-plug-in=2'" SAME},
        {"--as=IMB-MPI1 Bcast Barrier", "--as=IMB-MPI1 Bcast", none, none,
         "rank 3 has 'benchmark 2=[\"IMB-MPI1\", \"--progress=never\", "
         "\"--format=imb\",...', rank 0 has no benchmark 2" SAME},
        {"bcast", "bcast", tree, chain,
         "rank 3 has 'OMPI_MCA_coll_tuned_bcast_algorithm=3', rank 0 has "
         "'OMPI_MCA_coll_tuned_bcast_algorithm=2'" SAME},
        {"bcast", "bcast", tree, none,
         "rank 3 has 'OMPI_MCA_coll_tuned_bcast_algorithm=3', rank 0 has no "
         "OMPI_MCA_coll_tuned_bcast_algorithm" SAME},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        json_t *own = facts_of(rows[i].mine, rows[i].my_environment);
        json_t *its = facts_of(rows[i].first, rows[i].first_environment);
        char *text = facts_differ(own, 3, its);

        if ((text == NULL) != (rows[i].text == NULL) ||
            (text != NULL && strcmp(text, rows[i].text) != 0))
            fail_msg("%s: %s", rows[i].mine, text != NULL ? text : "same");
        free(text);
        json_decref(its);
        json_decref(own);
    }
}

/* The working directory matters if a file name is relative to it. */
UNIT_TEST(test_folder)
{
    static char *const none[] = {NULL};
    char *before = getcwd(NULL, 0);
    json_t *of[2][2];

    for (int i = 0; i < 2; i++) {
        assert_int_equal(chdir(i == 0 ? "/" : "/tmp"), 0);
        of[i][0] = facts_of("bcast -o r.csv", none);
        of[i][1] = facts_of("bcast -o /r.csv", none);
    }
    assert_int_equal(chdir(before), 0);
    assert_null(facts_differ(of[0][1], 1, of[1][1]));
    free(before);
    before = facts_differ(of[0][0], 1, of[1][0]);
    assert_string_equal(before,
                        "rank 1 has 'the working directory /', rank 0 has "
                        "'the working directory /tmp'" SAME);
    free(before);
    for (int i = 0; i < 4; i++)
        json_decref(of[i / 2][i % 2]);
}
