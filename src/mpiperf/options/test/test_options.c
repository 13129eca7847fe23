/* test_options.c: which options valid command lines set. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/options_table.h"
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
        fprintf(f, " method=%s", how->methods[i]->name);
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
            how->buffer == BUFFER_COLD ? "cold" : "warm", how->align,
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
    fprintf(f, " k=%ld init=%ld gamma=%g eps=%g ", (long)how->window.launches,
            (long)how->window.init_launches, how->window.gamma,
            how->window.eps);
    text_close(f);
    return text;
}

static void assert_shown(const char *line, const char *expected)
{
    struct options o;
    char *text, *words = xstrdup(expected), *rest = words, *word;

    line_run(&o, line);
    text = options_shown(&o);
    while ((word = strsep(&rest, " ")) != NULL) {
        char *whole = xasprintf(" %s ", word);

        if (strstr(text, whole) == NULL)
            fail_msg("%s: no%sin%s", line, whole, text);
        free(whole);
    }
    free(words);
    free(text);
    options_free(&o);
}

/* The command line overrides a preset, before and after it. If an option is
 * given twice, the last value counts. */
UNIT_TEST(test_values)
{
    static const char *const rows[][2] = {
        {"bcast",
         "operations=1 op=sum procs=1 size=21,1,1048576 root=0 dtype=none "
         "method=window timer=auto sync=auto d=100 points=32 span=1 "
         "each-case=0 rse=0.01 stop-on-rse=1 paper=0,0 valid=30,0 "
         "launches=5000 time=5 trim=0.25 confidence=0.95 preset=none "
         "buffer=warm huge=0 rewrite=0 verify=0 samples=0 resume=0 check=0 "
         "params=0 "
         "progress=0 stuck=nan k=8 init=4 gamma=1.1 eps=0.25 "
         "counts=equal:0 in-place=0"},
        {"allreduce -n 1:4 -m 0,2Ki -d int32 --op bxor -M window,free -t tsc "
         "-s ring -P clocksync.d=7 -P clocksync.points=99 "
         "--param=clocksync.span=0.25",
         "procs=3 size=2,0,2048 dtype=int32 op=bxor method=window method=free "
         "timer=tsc sync=ring d=7 points=99 span=0.25"},
        {"bcast -t tsc -t auto -s ring -s none", "timer=auto sync=none"},
        {"gatherv --counts random:7 --in-place", "counts=random:7 in-place=1"},
        {"bcast --arrival last:2.5", "arrival=last:2.5e-06"},
        {"bcast --arrival=up:30 --arrival=none", "arrival=none:0"},
        {"bcast -e 0 -c 1 -E 1 -R 1 --max-time 1e-3 --trim 0 --confidence .5",
         "rse=0 valid=1,1 launches=1 time=0.001 trim=0 confidence=0.5"},
        {"bcast --max-time=2m --stuck-after=1h", "time=120 stuck=3600"},
        {"bcast --trim 49.9", "trim=0.499"},
        {"bcast --percentiles 1 --percentiles=50,99.9", "p50 p99.9"},
        {"bcast --trim 49.9% --confidence 90% --max-rse 5%",
         "trim=0.499 confidence=0.9 rse=0.05"},
        {"bcast -b cold --align 1 --numa 1023 --hugepages --verify -r all",
         "buffer=cold align=1 numa=1023 huge=1 verify=1 root=-1"},
        {"barrier bcast --rewrite", "operations=2 rewrite=1"},
        {"bcast --align 1Gi --numa interleave -r rotate",
         "align=1073741824 numa=-2 root=-2"},
        {"bcast --numa 3 --numa local -r all -r 2", "numa=-1 root=2"},
        {"bcast -o a.jsonl --output=b.csv --samples --resume --append "
         "--progress=never --stuck-after=0",
         "output=a.jsonl output=b.csv samples=1 resume=1 append=1 overwrite=0 "
         "progress=2 stuck=0"},
        {"bcast --preset quick -c 7",
         "preset=quick valid=7,30 time=0.2 rse=0.01 paper=0,0"},
        {"bcast -c 7 --preset=quick",
         "preset=quick valid=7,30 time=0.2 rse=0.01 paper=0,0"},
        {"bcast --preset=quick --preset=thorough",
         "rse=0.005 valid=100,0 time=30 launches=50000 stop-on-rse=1"},
        {"bcast --preset paper",
         "paper=1,1 stop-on-rse=0 valid=30,0 launches=100 time=inf trim=0.25 "
         "sync=linear each-case=1"},
        {"bcast -e 0.05 --preset paper",
         "paper=1,1 stop-on-rse=1 rse=0.05 valid=10,0"},
        {"bcast --preset paper -e 0.05 -c 12 --max-time 9 -P window.gamma=1.5",
         "valid=12,0 time=9 paper=1,1 gamma=1.5"},
        {"--accept=f -o a.jsonl",
         "operations=5 size=2,8,65536 accept=1 preset=accept rewrite=0"},
        {"--accept none", "operations=5 size=2,8,65536 accept=0"},
        /* the command line has a budget */
        {"bcast -s ring --preset paper -P clocksync.budget=1e-6",
         "sync=ring each-case=0"},
        /* syntax */
        {"bcast -m8 --verify", "operations=1 size=1,8,8 verify=1"},
        {"--verif --si=8 bcast", "operations=1 size=1,8,8 verify=1"},
        {"--size 8 bcast --verify --", "operations=1 size=1,8,8 verify=1"},
        {"--verify -m 8 -- bcast", "operations=1 size=1,8,8 verify=1"},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_shown(rows[i][0], rows[i][1]);
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
