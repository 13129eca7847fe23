/* test_options.c: which options valid command lines set. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/golden.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/options.h"
#include "mpiperf/options/test/line.h"
#include "ops/layout.h"
#include "ops/pairs.h"
#include "ops/pattern.h"

/* Prints options as " name=value"; a sweep as its length, first and last
 * value. */
static char *options_shown(const struct options *o)
{
    const struct measuring *how = &o->how;
    const struct clock_choice *clocks = &o->clocks;
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    fprintf(f, " operations=%zu op=%s", o->nchoices, how->called.redop->name);
    fprintf(f, " procs=%zu", o->procs.n);
    if (o->size.n > 0)
        fprintf(f, " size=%zu,%ld,%ld", o->size.n, (long)o->size.v[0],
                (long)o->size.v[o->size.n - 1]);
    fprintf(f, " root=%d dtype=%s", o->root,
            o->dtype != NULL ? o->dtype->name : "none");
    for (size_t i = 0; i < how->nmethods; i++)
        fprintf(f, "%s%s", i == 0 ? " method=" : ",", how->methods[i]->name);
    fprintf(f, " timer=%s sync=%s d=%ld points=%ld span=%g each-case=%d",
            clocks->timer != NULL ? clocks->timer->name : "auto",
            clocks->clocksync->name, (long)clocks->sync.d,
            (long)clocks->sync.points, clocks->sync.span,
            clocks->sync.each_case);
    fprintf(f, " rse=%g stop-on-rse=%d paper=%d,%d", how->max_rse,
            how->stop_on_rse, how->paper, how->window.paper);
    fprintf(f, " valid=%ld,%ld launches=%ld time=%g", how->min_valid,
            how->max_valid, how->max_launches, how->max_time);
    fprintf(f, " trim=%g confidence=%g preset=%s", how->trim, how->confidence,
            o->preset != NULL ? o->preset : "none");
    fprintf(f, " buffer=%s align=%zu huge=%d numa=%d",
            how->buffer == BUFFER_COLD ? "cold" : "warm",
            how->align != (size_t)sysconf(_SC_PAGESIZE) ? how->align : 0,
            how->hugepages, how->numa);
    fprintf(f, " rewrite=%d", how->rewrite);
    fprintf(f, " verify=%d samples=%d resume=%d append=%d overwrite=%d",
            how->verify, how->samples, o->resume, o->append, o->overwrite);
    for (size_t i = 0; i < o->noutputs; i++)
        fprintf(f, " output=%s", o->outputs[i]);
    fprintf(f, " accept=%d", o->accept != NULL);
    fprintf(f, " check=%d params=%zu progress=%d stuck=%g", o->check,
            o->params.n, (int)o->progress, o->stuck_after);
    for (size_t i = 0; i < how->percentiles.n; i++)
        fprintf(f, " p%g", how->percentiles.percent[i]);
    fprintf(f, " counts=%s:%d in-place=%d", how->called.counts.rule->name,
            (int)how->called.counts.seed, how->called.in_place);
    fprintf(f, " arrival=%s:%g",
            how->called.arrival.pattern != NULL
                ? how->called.arrival.pattern->name
                : "none",
            how->called.arrival.seconds);
    fprintf(f, " load=%d:%s", how->load.n,
            how->load.text != NULL ? how->load.text : "");
    fprintf(f, " k=%ld init=%ld gamma=%g eps=%g ", (long)how->window.launches,
            (long)how->window.init_launches, how->window.gamma,
            how->window.eps);
    text_close(f);
    return text;
}

/* The options of a line that are not those of the first one, "bcast". */
static char *options_changed(char *line)
{
    static char plain[1000];
    struct options o;
    char *text, *rest, *word, *changed;
    size_t length;
    FILE *f = text_open(&changed, &length);
    bool first = strcmp(line, "bcast") == 0;

    line_run(&o, line);
    text = rest = options_shown(&o);
    if (first)
        snprintf(plain, sizeof(plain), "%s", text);
    while ((word = strsep(&rest, " ")) != NULL) {
        char *whole = xasprintf(" %s ", word);

        if (*word != '\0' && (first || strstr(plain, whole) == NULL))
            fprintf(f, "%s ", word);
        free(whole);
    }
    text_close(f);
    changed[length > 0 ? length - 1 : 0] = '\0';
    free(text);
    options_free(&o);
    return changed;
}

/* The command line overrides a preset, before and after it. If an option is
 * given twice, the last value counts. */
UNIT_TEST(test_values)
{
    assert_answers("src/mpiperf/options/test/options.txt", options_changed);
}

/* Returns the value of the operation's first parameter. */
static int word_of(const struct options *o, size_t choice)
{
    const int *word = o->choices[choice].values;

    return *word;
}

UNIT_TEST(test_options_of_operations)
{
    struct options o;

    line_run(&o, "neighbor_alltoallw pingpong");
    assert_int_equal(word_of(&o, 0), PATTERN_GRID);
    assert_int_equal(word_of(&o, 1), PAIRS_ONE);
    options_free(&o);
    line_run(&o, "neighbor_alltoallw pingpong --pairs=halves --topology graph");
    assert_int_equal(word_of(&o, 0), PATTERN_GRAPH);
    assert_int_equal(word_of(&o, 1), PAIRS_HALVES);
    options_free(&o);
}

static void assert_taken(const char *line, const char *word)
{
    char *whole = xasprintf("%s%s", line, word);
    struct options o;

    line_run(&o, whole);
    options_free(&o);
    free(whole);
}

/* All names of these kinds in --list are accepted. */
UNIT_TEST(test_words)
{
    const struct param_word *w;

    for (int i = 0; counts_table[i] != NULL; i++) {
        char *counts = xasprintf("%s%s", counts_table[i]->name,
                                 counts_table[i]->seeded ? ":0" : "");

        assert_taken("gatherv --counts ", counts);
        free(counts);
    }
    for (w = pairs_words; w->name != NULL; w++)
        assert_taken("send --pairs ", w->name);
    for (w = topology_params.rows->words; w->name != NULL; w++)
        assert_taken("neighbor_allgather --topology ", w->name);
}

/* The examples in --help are valid, on fewer ranks. */
UNIT_TEST(test_examples)
{
    char *text, *rest, *line, *cause;
    struct options o;
    size_t length;
    FILE *f = text_open(&text, &length);
    int n = 0;

    assert_int_equal(line_parse(&o, "--help", &cause), OPTIONS_HELP);
    options_help(f, &o);
    options_free(&o);
    text_close(f);
    rest = text;
    while ((line = strsep(&rest, "\n")) != NULL)
        if (strncmp(line, "  mpiexec ", 10) == 0) {
            assert_taken(strstr(line, "mpiperf ") + 8, " -n 2");
            n++;
        }
    assert_int_equal(n, 4);
    free(text);
}

UNIT_TEST(test_outcomes)
{
    static const struct {
        const char *line;
        enum options_outcome outcome;
    } rows[] = {
        {"-h", OPTIONS_HELP},     {"bcast --help --sise", OPTIONS_HELP},
        {"-V", OPTIONS_VERSION},  {"--list", OPTIONS_LIST},
        {"--settings", OPTIONS_SETTINGS},
        {"--check", OPTIONS_RUN},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct options o;
        char *cause;

        assert_int_equal(line_parse(&o, rows[i].line, &cause), rows[i].outcome);
        assert_int_equal(o.check, rows[i].outcome == OPTIONS_RUN);
        options_free(&o);
    }
}

/* The record has the command line as it was given, and the result is the same
 * on every rank, whatever its environment. */
UNIT_TEST(test_argv)
{
    char *argv[] = {"mpiperf", "bcast", "-m", "8", "barrier", "-r1", NULL};
    char *before[7], *cause;
    struct options o;

    memcpy(before, argv, sizeof(argv));
    setenv("POSIXLY_CORRECT", "1", 1);
    assert_int_equal(line_words(&o, 6, argv, LINE_WORLD, &cause), OPTIONS_RUN);
    unsetenv("POSIXLY_CORRECT");
    assert_memory_equal(argv, before, sizeof(argv));
    assert_true(o.nchoices == 2 && o.root == 1);
    options_free(&o);
    options_free(&o);
}
