/* show.c: a comparison, or the spread between launches, with what was compared
 * above it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/show.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "config.h"
#include "lib/quote.h"
#include "lib/words.h"
#include "lib/xmalloc.h"
#include "tools/compare/between.h"
#include "tools/compare/differ.h"
#include "tools/compare/gate.h"
#include "tools/compare/output.h"
#include "tools/compare/status.h"

static int write_output(const struct tool_options *o, json_t *records)
{
    int rc = o->output == NULL ? 0 : records_write(o->output, o->csv, records);

    json_decref(records);
    if (rc == 0)
        return EXIT_DONE;
    complain(xasprintf("--output: cannot write %s: %s", SHOWN_FILE(o->output),
                       strerror(-rc)));
    return EXIT_FAILED;
}

/* ---- heads ------------------------------------------------------------- */

static void print_warnings(json_t *warnings)
{
    const json_t *text;
    size_t i;

    json_array_foreach(warnings, i, text)
        printf("# warning: %s\n", SHOWN_LINE(json_string_value(text)));
    json_decref(warnings);
}

/* How many launches, and of what: the first one's command line. */
static void print_side(const char *name, const struct launches *l)
{
    const json_t *words = l->v[0].words;
    size_t n = json_array_size(words);
    const char **word = xcalloc(n, sizeof(*word));

    for (size_t i = 0; i < n; i++)
        word[i] = json_string_value(json_array_get(words, i));
    printf("# %s: %s: %zu launch%s: ", name, SHOWN_FILE(l->file), l->n,
           l->n == 1 ? "" : "es");
    words_print(stdout, word, n);
    putchar('\n');
    free(word);
}

static void print_empty(const char *side, const json_t *record, size_t empty,
                        size_t wrong)
{
    char *name = case_name(record);

    if (empty > 0)
        printf("# warning: %s: no figures in %zu launch%s of %s\n", name, empty,
               empty == 1 ? "" : "es", side);
    if (wrong > 0)
        printf("# warning: %s: wrong results in %zu launch%s of %s\n", name,
               wrong, wrong == 1 ? "" : "es", side);
    free(name);
}

/* ---- spread ------------------------------------------------------------ */

int show_spread(const struct tool_options *o, const struct launches *l)
{
    bool several = launches_commands(l) > 1;
    double confidence = 1 - o->compare.alpha;
    size_t n;
    long *command = launches_command_list(l, &n);
    struct between_table *t = xcalloc(n, sizeof(*t));
    struct launches *of = xcalloc(n, sizeof(*of));
    char *name;
    int status;

    puts("# mpiperf-compare " PACKAGE_VERSION);
    for (size_t k = 0; k < n; k++) {
        launches_of_command(&of[k], l, command[k]);
        t[k].command = several ? command[k] : 0;
        t[k].v = between_launches(&of[k], confidence, &t[k].n);
        name = several ? xasprintf("command %ld", command[k]) : xstrdup("all");
        print_side(name, &of[k]);
        free(name);
        print_warnings(differ_warnings(&of[k], NULL));
        for (size_t i = 0; i < t[k].n; i++)
            print_empty("these", t[k].v[i].record, t[k].v[i].empty,
                        t[k].v[i].wrong);
    }
    printf(
        "# times in us, of the launches' medians; ci: of their mean, %g %% "
        "interval\n"
        "# spread: standard deviation / mean between launches; single: half "
        "width of the\n"
        "# interval that one launch gives; held: how many of these intervals "
        "hold median_us\n",
        100 * confidence);
    between_print(stdout, t, n);
    status = write_output(o, between_records(t, n, confidence));
    for (size_t k = 0; k < n; k++) {
        free(t[k].v);
        launches_free(&of[k]);
    }
    free(t);
    free(of);
    free(command);
    return status;
}

/* ---- comparison -------------------------------------------------------- */

static void print_only(const json_t *only, const char *side)
{
    json_t *record;
    const char *key;

    json_object_foreach((json_t *)only, key, record)
    {
        char *name = case_name(record);

        printf("# only in %s: %s\n", side, name);
        free(name);
    }
}

static void print_method(const struct tool_options *o,
                         const struct comparisons *c)
{
    const struct compare_options *how = &o->compare;

    printf(
        "# A_us, B_us: median of the launches' medians; B/A: shift of their "
        "logarithms\n"
        "# (Hodges, Lehmann), %g %% interval of each case by itself; p: "
        "rank-sum test\n"
        "# p_%s: of %zu cases: %s; verdict at %g\n"
        "# detect: smallest change found with a probability of %g %%; n_for: "
        "launches a\n"
        "# side to find that change\n",
        100 * (1 - how->alpha), how->correction->name, c->tested,
        how->correction->help, how->alpha, 100 * how->power);
}

static void print_cautions(const struct launches *a, const struct launches *b)
{
    const char *which = a->n == 1 && b->n == 1 ? "A and B are one launch each"
                        : a->n == 1            ? "A is one launch"
                        : b->n == 1            ? "B is one launch"
                                               : NULL;

    if (which != NULL)
        printf("# warning: %s: the comparison does not cover the spread "
               "between launches\n"
               "# (mpiperf-repeat makes more)\n",
               which);
    if (a->n == 1 && b->n == 1)
        puts("# B/A: of the two medians, its interval from theirs");
}

int show_comparison(const struct tool_options *o, const struct launches *a,
                    const struct launches *b)
{
    struct comparisons c;
    int status;

    comparisons_make(&c, a, b, &o->compare);
    puts("# mpiperf-compare " PACKAGE_VERSION);
    print_side("A", a);
    print_side("B", b);
    print_warnings(differ_warnings(a, b));
    print_cautions(a, b);
    for (size_t i = 0; i < c.n; i++) {
        const struct comparison *v = &c.v[i];

        print_empty("A", v->record, v->side[0].empty, v->side[0].wrong);
        print_empty("B", v->record, v->side[1].empty, v->side[1].wrong);
    }
    print_method(o, &c);
    comparisons_print(stdout, &c, &o->compare);
    print_only(c.only[0], "A");
    print_only(c.only[1], "B");
    status = write_output(o, comparisons_records(&c, &o->compare));
    if (status == EXIT_DONE && c.n == 0) {
        complain(xstrdup("no case is in both"));
        status = EXIT_FAILED;
    }
    fflush(stdout);
    if (status == EXIT_DONE && !isnan(o->fail_above))
        status = gate(&c, o->fail_above);
    comparisons_free(&c);
    return status;
}
