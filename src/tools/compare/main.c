/* main.c: files -> launches -> comparison -> table, records, exit status. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "tools/compare/between.h"
#include "tools/compare/compare.h"
#include "tools/compare/differ.h"
#include "tools/compare/options.h"
#include "tools/compare/output.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

/* Says what is wrong, and frees it. */
static void complain(char *cause)
{
    fprintf(stderr, "mpiperf-compare: %s\n", cause);
    free(cause);
}

static int write_output(const struct tool_options *o, json_t *records)
{
    int rc = o->output == NULL ? 0 : records_write(o->output, o->csv, records);

    json_decref(records);
    if (rc == 0)
        return EXIT_DONE;
    complain(
        xasprintf("--output: cannot write %s: %s", o->output, strerror(-rc)));
    return EXIT_FAILED;
}

/* ---- heads ------------------------------------------------------------- */

static void print_warnings(json_t *warnings)
{
    const json_t *text;
    size_t i;

    json_array_foreach(warnings, i, text)
        printf("# warning: %s\n", json_string_value(text));
    json_decref(warnings);
}

/* How many launches, and of what: the first one's command line. */
static void print_side(const char *name, const struct launches *l)
{
    const json_t *word, *words = json_object_get(l->v[0].run, "command");
    size_t i;

    printf("# %s: %s: %zu launch%s:", name, l->file, l->n,
           l->n == 1 ? "" : "es");
    json_array_foreach(words, i, word) printf(" %s", json_string_value(word));
    putchar('\n');
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

static int show_spread(const struct tool_options *o, const struct launches *l)
{
    long ncommands = launches_commands(l);
    double confidence = 1 - o->compare.alpha;
    size_t n = 0;
    struct between_table *t = xcalloc((size_t)ncommands, sizeof(*t));
    struct launches *of = xcalloc((size_t)ncommands, sizeof(*of));
    char *name;
    int status;

    puts("# mpiperf-compare " PACKAGE_VERSION);
    for (long c = 1; c <= ncommands; c++) {
        launches_of_command(&of[n], l, c);
        if (of[n].n == 0)
            continue;
        t[n].command = ncommands > 1 ? c : 0;
        t[n].v = between_launches(&of[n], confidence, &t[n].n);
        name = ncommands > 1 ? xasprintf("command %ld", c) : xstrdup("all");
        print_side(name, &of[n]);
        free(name);
        print_warnings(differ_warnings(&of[n], NULL));
        for (size_t i = 0; i < t[n].n; i++)
            print_empty("these", t[n].v[i].record, t[n].v[i].empty,
                        t[n].v[i].wrong);
        n++;
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

/* Is B slower by more than allowed? A ratio that does not exist is no excuse.
 */
static bool is_too_slow(const struct comparison *c, double fail_above)
{
    return c->verdict == VERDICT_SLOWER && !(c->ratio <= 1 + fail_above);
}

static size_t complain_of(const json_t *record, const char *why)
{
    char *name = case_name(record);

    complain(xasprintf("%s: %s", name, why));
    free(name);
    return 1;
}

/* Cases that B lost: no gate may call that as fast as before. */
static size_t gate_lost(const struct comparisons *c)
{
    size_t lost = 0;
    const char *key;
    json_t *record;

    json_object_foreach(c->only[0], key, record)
        lost += complain_of(record, "only A has it");
    for (size_t i = 0; i < c->n; i++) {
        const struct comparison *v = &c->v[i];

        if (v->side[0].n > 0 && v->side[1].n == 0)
            lost += complain_of(v->record, "B has no figures");
        if (v->side[1].wrong > v->side[0].wrong)
            lost += complain_of(v->record, "B has more wrong results");
    }
    return lost;
}

/* The exit status that --fail-above asks for. */
static int gate(const struct comparisons *c, double fail_above)
{
    size_t judged = 0, slow = 0, lost;

    for (size_t i = 0; i < c->n; i++) {
        char *name;

        judged += c->v[i].verdict >= VERDICT_NO_EVIDENCE;
        if (!is_too_slow(&c->v[i], fail_above))
            continue;
        slow++;
        name = case_name(c->v[i].record);
        complain(xasprintf("%s: slower by %.1f %%, more than %g %%", name,
                           100 * (c->v[i].ratio - 1), 100 * fail_above));
        free(name);
    }
    if (judged == 0)
        complain(xstrdup("--fail-above: no case has launches enough to tell"));
    lost = gate_lost(c);
    return judged == 0 || slow > 0 || lost > 0 ? EXIT_FAILED : EXIT_DONE;
}

static int show_comparison(const struct tool_options *o,
                           const struct launches *a, const struct launches *b)
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
            return xasprintf("--commands: %s has %ld", from->file, most);
        if (command[i] == 0 && o->nfiles == 2 && most > 1)
            return xasprintf("%s has %ld command lines: which one, say "
                             "--commands=I,J",
                             from->file, most);
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

int main(int argc, char **argv)
{
    struct tool_options o;
    struct launches l[2] = {0};
    char *cause;
    int status = EXIT_DONE;

    json_setup();
    switch (tool_options_parse(&o, argc, argv, &cause)) {
    case TOOL_RUN:
        break;
    case TOOL_DONE:
        return fflush(stdout) == 0 ? EXIT_DONE : EXIT_FAILED;
    case TOOL_BAD:
        if (cause != NULL)
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
