/* show.c: a comparison, or the spread between runs, with what was compared
 * above it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/show.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "config.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "record/sink.h"
#include "tools/compare/between.h"
#include "tools/compare/differ.h"
#include "tools/compare/gate.h"
#include "tools/compare/merge_text.h"
#include "tools/compare/output.h"
#include "tools/compare/output_states.h"
#include "tools/compare/sittings.h"

static int is_written(char *cause)
{
    if (cause == NULL)
        return EXIT_DONE;
    print_error(cause);
    return EXIT_FAILED;
}

static int write_output(const struct options *o, json_t *records)
{
    char *cause = NULL;

    if (o->output != NULL)
        records_write(o->output, o->csv, records, &cause);
    json_decref(records);
    return is_written(cause);
}

static int write_text(const struct options *o, const char *text)
{
    char *cause = NULL;

    sink_text(o->output, SINK_OVERWRITE, text, &cause);
    return is_written(cause);
}

/* ---- heads ------------------------------------------------------------- */

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

/* How many runs, and of what: the first one's command line. */
static void print_side(const char *name, const struct runs *r)
{
    printf("# %s: %s: %zu run%s: ", name, SHOWN_FILE(r->file), r->n,
           plural(r->n));
    run_print_words(stdout, &r->v[0]);
    putchar('\n');
}

static void print_empty(const char *side, const json_t *record, size_t empty,
                        size_t wrong)
{
    char *name = case_name(record);

    if (empty > 0)
        printf("# warning: %s: no figures in %zu run%s of %s\n", name, empty,
               plural(empty), side);
    if (wrong > 0)
        printf("# warning: %s: wrong results in %zu run%s of %s\n", name, wrong,
               plural(wrong), side);
    free(name);
}

/* ---- spread ------------------------------------------------------------ */

/* One command line, and its cases into *b. */
static void show_command(struct betweens *b, const struct runs *all,
                         long command)
{
    char *name = b->several ? xasprintf("command %ld", command) : NULL;
    size_t first = b->n;
    struct runs r;

    runs_of_command(&r, all, command);
    print_side(name != NULL ? name : "all", &r);
    differ_print(stdout, &r, NULL);
    betweens_add(b, &r, command);
    for (size_t i = first; i < b->n; i++)
        print_empty("these", b->v[i].record, b->v[i].empty, b->v[i].wrong);
    runs_free(&r);
    free(name);
}

int show_spread(const struct options *o, const struct runs *r)
{
    struct betweens b = {
        .confidence = 1 - o->compare.judge.alpha,
        .several = runs_commands(r) > 1,
    };
    size_t n;
    long *command = runs_command_list(r, &n);
    int status;

    puts("# mpiperf-compare " PACKAGE_VERSION);
    for (size_t k = 0; k < n; k++)
        show_command(&b, r, command[k]);
    printf("# times in us, of the runs' medians; ci: of their mean, %g %% "
           "interval\n"
           "# spread: standard deviation / mean between runs; single: half "
           "width of the\n"
           "# interval that one run gives; covered: how many of these "
           "intervals cover\n"
           "# median_us\n",
           100 * b.confidence);
    betweens_print(stdout, &b);
    status = write_output(o, betweens_records(&b));
    free(b.v);
    free(command);
    return status;
}

/* ---- all runs in one table ----------------------------------------------- */

int show_merged(const struct options *o, const struct runs *r)
{
    char *text, *cause;
    json_t *records =
        merged_show(stdout, r, &o->compare.judge, &o->view, &cause);
    int status;

    if (records == NULL) {
        print_error(xprefix("--state", cause));
        return EXIT_CANNOT_TELL;
    }
    if (o->output == NULL || !o->csv)
        return write_output(o, records);
    text = merged_csv(records);
    status = write_text(o, text);
    json_decref(records);
    free(text);
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

/* ---- what is compared, and how ------------------------------------------- */

static void print_method(const struct options *o, const struct comparisons *c)
{
    const struct compare_options *how = &o->compare;

    printf("# A_us, B_us: median of the runs' times; B/A: shift of their "
           "logarithms\n"
           "# (Hodges, Lehmann), %g %% interval of each case by itself; p: %s\n"
           "# p_%s: of %zu cases: %s\n"
           "# verdict: at %g; the same: within %g %%; detect: smallest change "
           "found "
           "with\n"
           "# a probability of %g %%; n_for: runs a side to find that change\n",
           100 * (1 - how->judge.alpha), c->test, c->correction, c->tested,
           how->judge.correction->help, how->judge.alpha, 100 * how->judge.same,
           100 * how->power);
}

static void print_words(const struct runs *r)
{
    fputs(" -- ", stdout);
    run_print_words(stdout, &r->v[0]);
}

/* What was not interleaved, what is made of it, and what would do it better. */
static void print_apart(const struct comparisons *c, const struct runs *a,
                        const struct runs *b)
{
    const char *doubt = NULL;
    bool related = false;

    if (c->design != DESIGN_APART || (a->n == 1 && b->n == 1))
        return;
    for (size_t i = 0; i < c->n; i++) {
        doubt = c->v[i].doubt != NULL ? c->v[i].doubt : doubt;
        related |= c->v[i].rival != NULL;
    }
    puts("# warning: A's and B's runs were not interleaved: the machine may "
         "have "
         "changed");
    if (doubt == NULL)
        puts("# times are compared by how much sittings, 5 minutes apart, "
             "differ");
    else
        puts("# times cannot be compared");
    if (related)
        puts("# ratios to a rival of the same run are compared");
    fputs("# interleaved: mpiperf-repeat", stdout);
    print_words(a);
    print_words(b);
    putchar('\n');
}

static void print_cautions(const struct runs *a, const struct runs *b)
{
    const char *which = a->n == 1 && b->n == 1 ? "A and B are one run each"
                        : a->n == 1            ? "A is one run"
                        : b->n == 1            ? "B is one run"
                                               : NULL;

    if (which != NULL)
        printf("# warning: %s: the comparison does not cover the spread "
               "between runs\n"
               "# (mpiperf-repeat makes more)\n",
               which);
    if (a->n == 1 && b->n == 1)
        puts("# B/A: of the two medians, its interval from theirs");
}

/* The exit status; where a gate is asked for, its answer is the last line
 * whatever happened. */
static int answer(const struct options *o, const struct compared *c,
                  const struct runs *a, const struct runs *b, int written)
{
    const struct gate_options how = {
        .limit = o->fail_above,
        .of = o->gate,
        .block_seconds = runs_block_seconds(a) + runs_block_seconds(b),
    };

    fflush(stdout);
    if (isnan(o->fail_above) && c->all.n == 0)
        print_error(xstrdup("no case is in both"));
    if (isnan(o->fail_above))
        return c->all.n == 0 ? EXIT_FAILED : written;
    if (written != EXIT_DONE)
        return gate_answer(written, xstrdup("the output cannot be written"));
    return gate(&compare_tool, c, &how);
}

static int no_state(const struct options *o, char *cause)
{
    cause = xprefix("--state", cause);
    if (!isnan(o->fail_above))
        return gate_answer(EXIT_CANNOT_TELL, cause);
    print_error(cause);
    return EXIT_CANNOT_TELL;
}

int show_comparison(const struct options *o, const struct runs *a,
                    const struct runs *b, bool one_file)
{
    struct compared c;
    char *cause;
    int status;

    if (compared_make(&c, a, b, one_file, &o->compare, o->view.state, &cause) !=
        0)
        return no_state(o, cause);
    puts("# mpiperf-compare " PACKAGE_VERSION);
    print_side("A", a);
    print_side("B", b);
    differ_print(stdout, a, b);
    print_cautions(a, b);
    print_apart(&c.all, a, b);
    states_print(stdout, &c);
    for (size_t i = 0; i < c.all.n; i++) {
        const struct comparison *v = &c.all.v[i];

        print_empty("A", v->record, v->side[0].empty, v->side[0].wrong);
        print_empty("B", v->record, v->side[1].empty, v->side[1].wrong);
    }
    print_method(o, &c.all);
    tables_print(stdout, &c, &o->compare);
    print_only(c.all.only[0], "A");
    print_only(c.all.only[1], "B");
    status = write_output(o, tables_records(&c, &o->compare));
    status = answer(o, &c, a, b, status);
    compared_free(&c);
    return status;
}
