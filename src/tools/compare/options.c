/* options.c: the command line of mpiperf-compare, by argp. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "tools/compare/options.h"

#include <argp.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/diagnose.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

enum { KEY_ALPHA = 256, KEY_CORRECTION, KEY_FAIL, KEY_COMMANDS, KEY_SPREAD };

static const struct argp_option rows[] = {
    {"alpha", KEY_ALPHA, "P", 0,
     "call cases different that are so by chance P of the time (default: "
     "0.05)",
     0},
    {"correction", KEY_CORRECTION, "NAME", 0,
     "for many cases: holm, none (default: holm)", 0},
    {"fail-above", KEY_FAIL, "PERCENT", 0,
     "exit with 1 if a case is slower by more than that", 0},
    {"commands", KEY_COMMANDS, "I,J", 0,
     "of mpiperf-repeat's command lines A is I, B is J (default: 1,2 of one "
     "FILE)",
     0},
    {"spread", KEY_SPREAD, NULL, 0,
     "one FILE: compare nothing, show the spread between launches", 0},
    {"output", 'o', "FILE", 0, "the table as .jsonl or .csv", 0},
    {"help", 'h', NULL, 0, "print this help", -1},
    {"version", 'V', NULL, 0, "print the version", -1},
    {0},
};

static const char doc[] =
    "Compares the launches of mpiexec that two files of mpiperf's records hold "
    "(or two command lines of mpiperf-repeat's in one file), case by case."
    "\vExit status: 0: done; 1: failed, or --fail-above says so; 2: usage.";

static char name[] = "mpiperf-compare";

struct scan {
    struct tool_options *o;
    enum tool_outcome outcome;
    char *cause;
};

/* ---- values ------------------------------------------------------------ */

static int set_alpha(struct tool_options *o, const char *arg, char **cause)
{
    double x;

    if (number_share(&x, arg, 1, cause) != 0)
        return -1;
    if (!(x > 0 && x < 1)) {
        *cause = xasprintf("%s: not between 0 and 1", QUOTED(arg));
        return -1;
    }
    o->compare.alpha = x;
    return 0;
}

static int set_correction(struct tool_options *o, const char *arg, char **cause)
{
    const struct correction *c = correction_find(arg);

    if (c == NULL) {
        *cause =
            xasprintf("unknown correction %s (known: holm, none)", QUOTED(arg));
        return -1;
    }
    o->compare.correction = c;
    return 0;
}

/* "5%" and "5" are the same. */
static int set_fail_above(struct tool_options *o, const char *arg, char **cause)
{
    double x;

    if (number_share(&x, arg, 100, cause) != 0)
        return -1;
    if (x < 0) {
        *cause = xasprintf("%s: must not be negative", QUOTED(arg));
        return -1;
    }
    o->fail_above = x;
    return 0;
}

static int set_commands(struct tool_options *o, const char *arg, char **cause)
{
    const char *comma = strchr(arg, ',');
    char *first = comma != NULL ? strndup(arg, (size_t)(comma - arg)) : NULL;
    int rc;

    if (first == NULL) {
        *cause = xasprintf("%s: not two numbers", QUOTED(arg));
        return -1;
    }
    rc = number_long(&o->command[0], first, 1, INT_MAX, cause);
    if (rc == 0)
        rc = number_long(&o->command[1], comma + 1, 1, INT_MAX, cause);
    free(first);
    return rc;
}

static bool has_suffix(const char *s, const char *suffix)
{
    size_t length = strlen(s), n = strlen(suffix);

    return length > n && strcmp(s + length - n, suffix) == 0;
}

static int set_output(struct tool_options *o, const char *arg, char **cause)
{
    o->output = arg;
    o->csv = has_suffix(arg, ".csv");
    if (o->csv || has_suffix(arg, ".jsonl"))
        return 0;
    *cause = xasprintf("%s: neither .jsonl nor .csv", QUOTED(arg));
    return -1;
}

static int set_file(struct tool_options *o, const char *arg, char **cause)
{
    if (o->nfiles == 2) {
        *cause = xasprintf("%s: a third file", QUOTED(arg));
        return -1;
    }
    o->file[o->nfiles++] = arg;
    return 0;
}

/* ---- the line ---------------------------------------------------------- */

static int set_value(struct tool_options *o, int key, const char *arg,
                     char **cause)
{
    switch (key) {
    case KEY_ALPHA:
        return set_alpha(o, arg, cause);
    case KEY_CORRECTION:
        return set_correction(o, arg, cause);
    case KEY_FAIL:
        return set_fail_above(o, arg, cause);
    case KEY_COMMANDS:
        return set_commands(o, arg, cause);
    case 'o':
        return set_output(o, arg, cause);
    default:
        return set_file(o, arg, cause);
    }
}

/* The message with the option's name before it. */
static void name_cause(struct scan *s, int key)
{
    char *bare = s->cause;

    for (const struct argp_option *row = rows; row->name != NULL; row++)
        if (row->key == key) {
            s->cause = xasprintf("--%s: %s", row->name, bare);
            free(bare);
            return;
        }
}

static error_t parse_one(int key, char *arg, struct argp_state *state)
{
    struct scan *s = state->input;

    switch (key) {
    case 'h':
        argp_help(state->root_argp, stdout,
                  ARGP_HELP_STD_HELP & ~ARGP_HELP_EXIT_OK, name);
        s->outcome = TOOL_DONE;
        return ECANCELED;
    case 'V':
        printf("%s %s\n", name, PACKAGE_VERSION);
        s->outcome = TOOL_DONE;
        return ECANCELED;
    case KEY_SPREAD:
        s->o->spread = true;
        return 0;
    case KEY_ALPHA:
    case KEY_CORRECTION:
    case KEY_FAIL:
    case KEY_COMMANDS:
    case 'o':
    case ARGP_KEY_ARG:
        if (set_value(s->o, key, arg, &s->cause) == 0)
            return 0;
        name_cause(s, key);
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* What no single option can know. */
static const char *contradiction(const struct tool_options *o)
{
    if (o->nfiles == 0)
        return "no FILE (usage: mpiperf-compare A.jsonl [B.jsonl])";
    if (o->spread && o->nfiles > 1)
        return "--spread: of one FILE";
    if (o->spread && (!isnan(o->fail_above) || o->command[0] != 0))
        return "--spread compares nothing: it goes without --fail-above and "
               "--commands";
    return NULL;
}

enum tool_outcome tool_options_parse(struct tool_options *o, int argc,
                                     char **argv, char **cause)
{
    struct argp argp = {rows, parse_one, "A.jsonl [B.jsonl]", doc, NULL,
                        NULL, NULL};
    struct scan s = {.o = o, .outcome = TOOL_RUN};
    const char *wrong;

    *o = (struct tool_options){
        .fail_above = NAN,
        .compare = {.alpha = 0.05,
                    .power = 0.8,
                    .change = 0.05,
                    .correction = &corrections[0]},
    };
    *cause = NULL;
    if (argp_parse(&argp, argc, argv, ARGP_SILENT | ARGP_IN_ORDER, NULL, &s) !=
        0) {
        if (s.outcome == TOOL_DONE)
            return TOOL_DONE;
        *cause = s.cause != NULL ? s.cause : diagnose(rows, argc, argv);
        return TOOL_BAD;
    }
    wrong = contradiction(o);
    if (wrong != NULL) {
        *cause = xstrdup(wrong);
        return TOOL_BAD;
    }
    if (o->fail_above > 0)
        o->compare.change = o->fail_above;
    return TOOL_RUN;
}
