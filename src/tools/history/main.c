/* main.c: mpiperf-history: shows nights of runs, and since when a case takes
 * longer or less. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "compare/read.h"
#include "lib/json.h"
#include "lib/names.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "record/sink.h"
#include "tools/common.h"
#include "tools/history/history.h"
#include "tools/report/report.h"

struct options {
    struct input in;
    struct table_options table;
    const char *output, *title;
    bool overwrite;
    int export; /* enum export */
};

static const struct param_word export_words[] = {
    {.name = "bmf", .value = EXPORT_BMF, .help = "Bencher's Metric Format"},
    {.name = "github",
     .value = EXPORT_GITHUB,
     .help = "customSmallerIsBetter of github-action-benchmark"},
    {0},
};

static int file_set(struct options *o, const char *arg, char **cause)
{
    return input_add(&o->in, arg, cause);
}

static const struct option_row rows[] = {
    {.title = "Changes:",
     VALUE_ROW("reference", "ALGO", PARAM_TEXT, table.reference),
     .p.help = "an algorithm that does not use the MPI library's: a change "
               "that its time shows as well comes from the machine"},
    {VALUE_ROW("same", "SHARE", PARAM_SHARE, table.same), .p.def = "3%",
     .p.help = "ignore changes that are smaller than this", .p.most = 1,
     .p.open = PARAM_BELOW_MOST},
    {VALUE_ROW("sitting", "TIME", PARAM_DURATION, table.sitting), .p.def = "1h",
     .p.help = "a pause of at least this length between runs begins a new "
               "night",
     ABOVE_ZERO},
    {.title = "Output:",
     .key = 'o',
     VALUE_ROW("output", "FILE.html", PARAM_TEXT, output),
     .p.help = "write a page with a picture of each case"},
    {FLAG_ROW("overwrite", overwrite),
     .p.help = "replace the file of --output"},
    {VALUE_ROW("title", "TEXT", PARAM_TEXT, title),
     .p.help = "title of the page (default: the operations)"},
    {VALUE_ROW("export", "FORMAT", PARAM_WORD, export), .p.shown = "none",
     .p.help = "print the times of the last night for another program, instead "
               "of the changes: bmf (Bencher) or github "
               "(github-action-benchmark)",
     .p.words = export_words},
    TOOL_ROWS,
};

static char *check(const struct options *o)
{
    if (o->in.n == 0)
        return xstrdup("no FILE (usage: mpiperf-history FILE.jsonl...)");
    if (o->output != NULL && !has_suffix(o->output, ".html"))
        return xasprintf("--output: %s: must end in .html", QUOTED(o->output));
    return NULL;
}

static const struct tool tool = {
    .name = "mpiperf-history",
    .operands = "FILE.jsonl... [-o PAGE.html]",
    .doc = "Reads the records of many nights, from a file for each night or "
           "from one to which each night is appended, and finds since which "
           "night a case takes longer or less. It does not judge the last "
           "nights: mpiperf-compare --fail-above does that.\vExit status: 0: "
           "done, with or without changes; 1: failed; 2: usage.",
    .rows = rows,
    .operand = file_set,
    .check = check,
};

/* Returns the exit status; unless EXIT_DONE, *cause is malloced. */
static int show(const struct options *o, const struct history *h, char **cause)
{
    char *text;
    int rc = 0;

    if (o->output != NULL) {
        const struct page p = {.in = &o->in,
                               .t = h->t,
                               .title = o->title,
                               .bare = true,
                               .history = h};

        rc = sink_print(o->output, o->overwrite ? SINK_OVERWRITE : SINK_ONCE,
                        history_print_page, &p, cause);
    }
    if (rc != 0)
        return sink_status(rc);
    if (o->export == EXPORT_NONE) {
        history_print(stdout, h);
        return EXIT_DONE;
    }
    text = history_export(h, (enum export)o->export);
    puts(text);
    free(text);
    return EXIT_DONE;
}

static int show_runs(const struct options *o, struct runs *r, char **cause)
{
    struct table_options how = o->table;
    struct history h = {.reference = how.reference, .least = how.same};
    struct table t;
    int status = EXIT_FAILED;

    how.stateless = true;
    how.baseline = BASELINE_OWN;
    table_make(&t, r, runs_order(r), &how);
    history_make(&h, &t);
    if (h.n == 0) {
        *cause = xstrdup(r->damage != NULL  ? r->damage
                         : r->observed == 0 ? "no case records of mpiperf"
                         : h.nights == 0    ? "no run has a date"
                                            : "no case has a time");
    } else {
        history_judge(&h);
        status = show(o, &h, cause);
    }
    history_free(&h);
    table_free_rows(&t);
    return status;
}

int main(int argc, char **argv)
{
    struct options o = {0};
    struct runs r = {.lenient = true};
    int status;
    char *cause = NULL;

    json_setup();
    if (tool_parse(&tool, &o, argc, argv, &status) == OPTIONS_RUN) {
        o.in.merge = true;
        status = input_read(&o.in, &r, &cause);
        if (status == EXIT_DONE)
            status = show_runs(&o, &r, &cause);
        if (status != EXIT_DONE)
            tool_error(&tool, cause);
        status = tool_finish(&tool, status);
        runs_free(&r);
    }
    free(o.in.file);
    return status;
}
