/* common.h: functions shared by the tools: files of runs, options of the table
 * and the gate, and the verdict. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TOOLS_COMMON_H
#define TOOLS_COMMON_H

#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include "lib/option_rows.h"
#include "print/output.h"
#include "verdict/gate.h"

/* ---- files --------------------------------------------------------------- */

struct input {
    const char **file;
    size_t n;
    bool merge;
    long command[2]; /* numbers of the compared command lines; 0 if none */
};

/* Adds the name of a file. Returns 0, or -1 with a malloced *cause. */
int input_add(struct input *in, const char *file, char **cause);

/* Checks combinations of options. output: file to write, or NULL. Returns a
 * malloced error text, or NULL. */
char *input_check(const struct input *in, const char *program,
                  const char *output);

/* Returns the largest number of sides that the files can have. */
size_t input_sides(const struct input *in);
/* Returns the file that more runs could be appended to; NULL if none. */
const char *input_kept(const struct input *in);

/* Reads all files. Returns the exit status; unless EXIT_DONE, *cause is
 * malloced. */
int input_read(const struct input *in, struct runs *r, char **cause);

param_parse_fn input_commands;

/* Option rows for programs whose struct options has a member `struct input
 * in`. */
#define INPUT_ROWS                                                             \
    {.title = "Runs:",                                                         \
     FLAG_ROW("merge", in.merge),                                              \
     .p.help = "make one table from the runs of all FILEs (any number of "     \
               "them)"},                                                       \
    {                                                                          \
        VALUE_ROW("commands", "I,J", PARAM_TEXT, in.command),                  \
            .p.shown = "1,2 if there is one FILE",                             \
            .p.help =                                                          \
                "if mpiperf-repeat ran several command lines: compare number " \
                "J with number I",                                             \
            .p.parse = input_commands                                          \
    }

/* Returns the exit status for the result of a sink's function. */
int sink_status(int rc);
/* Writes the text to the file and frees it. Returns the exit status; unless
 * EXIT_DONE, *cause is malloced. */
int output_write(const char *file, bool overwrite, char *text, char **cause);

/* ---- signals to end ------------------------------------------------------ */

/* Blocks SIGHUP, SIGINT and SIGTERM, unless they are ignored, and SIGCHLD; sets
 * *set to them. */
void signals_block(sigset_t *set);
/* True after a signal to end, which stays pending. */
bool signals_pending(void);

/* ---- table and gate ------------------------------------------------------ */

struct table_view {
    struct table_options table;
    int format;      /* enum output_format of stdout */
    double limit;    /* limit of the gate; NAN if there is no gate */
    bool guidelines; /* the gate judges performance guidelines */
    int gate;        /* what the gate judges (enum gate_of) */
    const char *junit;
    bool github;
    size_t names; /* number of table.names, which are malloced */
};

bool table_view_gated(const struct table_view *v);
/* Checks combinations of options. Returns a malloced error text, or NULL. */
char *table_view_check(const struct table_view *v, size_t sides);

/* Parses the command line. Returns true if the program must continue; else
 * *status is its exit status. */
bool table_view_begin(const struct tool *tool, struct options *o, int argc,
                      char **argv, int *status);

/* Orders the runs and makes their table. */
void table_view_make(const struct table_view *v, struct table *t,
                     struct runs *r);

/* Prints the verdict as the last line of stdout (before it, if the gate cannot
 * tell, advice on how to continue), writes the outputs for CI systems, and
 * frees the gate. Returns the exit status. `t` is NULL if there is no table;
 * `file` has the runs, or is NULL. */
int table_view_verdict(const struct table_view *v, const struct tool *tool,
                       struct gate *g, const struct table *t, const char *file);

/* Used by the rows below. */
param_parse_fn table_view_name;
extern const struct param_word gate_words[], baseline_words[];

/* Bounds of an option whose value must be above 0. */
#define ABOVE_ZERO .p.most = INFINITY, .p.open = PARAM_ABOVE_LEAST

/* Option rows for programs whose struct options has a member `struct table_view
 * view`: RATIO_ROWS for the ratios, TABLE_ROWS for the table and the gate. */
#define RATIO_ROWS                                                             \
    {VALUE_ROW("same", "SHARE", PARAM_SHARE, view.table.same), .p.def = "3%",  \
     .p.help = "ratios that differ from 1 by less than this are called the "   \
               "same",                                                         \
     .p.most = 1, .p.open = PARAM_ABOVE_LEAST | PARAM_BELOW_MOST},             \
        {VALUE_ROW("name", "NAME", PARAM_TEXT, view),                          \
         .p.help = "name of a command line or file in the table; give it "     \
                   "once for each, in order",                                  \
         .p.parse = table_view_name},                                          \
        {VALUE_ROW("sitting", "TIME", PARAM_DURATION, view.table.sitting),     \
         .p.def = "1h",                                                        \
         .p.help = "a pause of at least this length between runs begins a "    \
                   "new sitting",                                              \
         ABOVE_ZERO},                                                          \
        {VALUE_ROW("baseline", "WHICH", PARAM_WORD, view.table.baseline),      \
         .p.def = "first",                                                     \
         .p.help = "baseline of the ratio x of a row. first: the same case "   \
                   "in the first file or command line; own: algorithm native " \
                   "in the row's own file or command line",                    \
         .p.words = baseline_words},                                           \
    {                                                                          \
        VALUE_ROW("reference", "ALGO", PARAM_TEXT, view.table.reference),      \
            .p.help =                                                          \
                "before comparing, divide the times of both sides by the "     \
                "time of ALGO in the same run"                                 \
    }

#define TABLE_ROWS                                                             \
    {.title = "Table:",                                                        \
     VALUE_ROW("format", "FORMAT", PARAM_WORD, view.format),                   \
     .p.def = "table",                                                         \
     .p.help = "format of standard output: table, full (a line for each "      \
               "row), csv, md (Markdown), osu or imb (the layout of these "    \
               "benchmarks)",                                                  \
     .p.words = output_words},                                                 \
        RATIO_ROWS,                                                            \
        {.title = "Gate:",                                                     \
         VALUE_ROW("fail-above", "LIMIT", PARAM_TEXT, view.limit),             \
         .p.help = "test whether the second side is slower than the first "    \
                   "by more than LIMIT, such as 5% or 1.05; the exit "         \
                   "status has the answer",                                    \
         .p.parse = gate_limit},                                               \
        {VALUE_ROW("gate", "WHAT", PARAM_WORD, view.gate), .p.def = "case",    \
         .p.help = "what the gate judges: case: each case; geomean: the "      \
                   "geometric mean over the cases of each operation",          \
         .p.words = gate_words},                                               \
        {VALUE_ROW("junit", "FILE", PARAM_TEXT, view.junit),                   \
         .p.help = "write the verdict of the gate to FILE as JUnit XML"},      \
    {                                                                          \
        FLAG_ROW("github", view.github),                                       \
            .p.help =                                                          \
                "print the verdict of the gate as a GitHub annotation, and "   \
                "add the table to the job summary"                             \
    }

#endif /* TOOLS_COMMON_H */
