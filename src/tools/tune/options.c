/* options.c: the command line of mpiperf-tune. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/xmalloc.h"
#include "tools/tune/tune.h"
#include "tools/common.h"

/* ---- options ------------------------------------------------------------- */

static int word_set(struct options *o, const char *arg, char **cause)
{
    (void)cause;
    o->word = xreallocarray(o->word, o->words + 2, sizeof(*o->word));
    o->word[o->words++] = arg;
    o->word[o->words] = NULL;
    return 0;
}

static int try_set(struct options *o, const char *arg, char **cause)
{
    (void)cause;
    XAPPEND(o->try, o->tries, arg);
    return 0;
}

static const struct option_row rows[] = {
    {.title = "Files:",
     .key = 'o',
     VALUE_ROW("output", "FILE", PARAM_TEXT, output),
     .p.help = "write the settings to FILE: rules for Open MPI, variables "
               "for MPICH; with --try, write the records (.jsonl) or the "
               "table (.csv)"},
    {VALUE_ROW("profile", "FILE", PARAM_TEXT, profile),
     .p.help = "write a profile for libmpiperf-tuned.so to FILE: where "
               "shared memory or other MPI calls are faster than all "
               "algorithms of the library"},
    {VALUE_ROW("program", "FILE", PARAM_TEXT, program),
     .p.help = "choose only settings that save at least 0.1 % of the time of a "
               "program. FILE is its profile by libmpiperf-profile. Without "
               "FILE.jsonl, print the most that settings can save"},
    {FLAG_ROW("overwrite", overwrite), .p.help = "replace existing files"},
    {.title = "Trial:",
     .p.name = "try",
     .p.arg = "FILE",
     .p.help = "run COMMAND alternately without and with FILE, and compare; "
               "may be given twice, to try a profile too",
     .set = try_set},
    {VALUE_ROW("search", "FILE", PARAM_TEXT, search),
     .p.help = "try the settings in FILE on COMMAND, one by one, and prove the "
               "fastest. A line is mca, cvar or env, a name, and values"},
    {.key = 'r',
     VALUE_ROW("repeat", "N", PARAM_TEXT, repeat),
     .p.help = "with --try, make N runs without FILE and N runs with it"},
    {VALUE_ROW("budget", "TIME", PARAM_TEXT, budget),
     .p.shown = "60 without -r; 5m with --search",
     .p.help = "make as many runs as fit into this time: 90, 10m, 8h"},
    {FLAG_ROW("time", time),
     .p.help = "with --try: COMMAND may be any program; compare the "
               "durations of whole commands"},
    {FLAG_ROW("same-output", same_output),
     .p.help = "with --time, end the trial if a run prints something else "
               "than the first"},
    TOOL_ROWS,
};

static char *check(const struct options *o)
{
    bool runs = o->tries > 0 || o->search != NULL; /* COMMAND */

    if (o->words == 0 && runs)
        return xasprintf("no command (usage: mpiperf-tune --%s=FILE -- mpiexec "
                         "-n 4 mpiperf bcast)",
                         o->tries > 0 ? "try" : "search");
    if (o->words == 0 && o->program == NULL)
        return xstrdup(
            "no FILE (usage: mpiperf-tune runs.jsonl -o tuned.conf)");
    if (o->words == 0 && (o->output != NULL || o->profile != NULL))
        return xasprintf("--%s: needs runs, FILE.jsonl",
                         o->output != NULL ? "output" : "profile");
    if (o->same_output && !o->time)
        return xstrdup("--same-output: needs --time");
    if (o->tries == 0 && o->repeat != NULL)
        return xstrdup("--repeat: needs --try");
    if (o->search != NULL && (o->tries > 0 || o->same_output))
        return xasprintf("--search and --%s cannot be combined",
                         o->tries > 0 ? "try" : "same-output");
    if (!runs && (o->budget != NULL || o->time))
        return xasprintf("--%s: needs --try or --search",
                         o->budget != NULL ? "budget" : "time");
    if (runs && o->program != NULL)
        return xasprintf("--program chooses from runs, --%s=FILE tries a file",
                         o->tries > 0 ? "try" : "search");
    if (runs && o->profile != NULL)
        return xasprintf("--profile writes a file, --%s=FILE tries one",
                         o->tries > 0 ? "try" : "search");
    for (size_t i = 0; runs && i < o->words; i++)
        if (strcmp(o->word[i], "--") == 0)
            return xasprintf("--%s: one command line",
                             o->tries > 0 ? "try" : "search");
    return NULL;
}

const struct tool tune_tool = {
    .name = "mpiperf-tune",
    .operands = "FILE.jsonl... [-o FILE]\n--program=FILE [FILE.jsonl... [-o "
                "FILE]]\n--try=FILE -- mpiexec ... mpiperf ...\n"
                "--search=FILE -- mpiexec ... mpiperf ...\n--time "
                "--try=FILE|--search=FILE -- COMMAND",
    .doc = "Finds out from the runs in FILE which algorithm the MPI library "
           "should use for which size, and writes a file of settings that "
           "select it.\vAn algorithm is selected only if the table calls it "
           "faster than native. The first comment of the file and the last "
           "line of output say how to activate the file and how to undo "
           "that.\nExit status: 0: done; 1: failed; 2: usage; with --try, "
           "that of mpiperf-repeat.",
    .rows = rows,
    .operand = word_set,
    .check = check,
};

/* ---- files --------------------------------------------------------------- */

char *absolute(const char *file)
{
    char folder[PATH_MAX];

    if (*file == '/' || getcwd(folder, sizeof(folder)) == NULL)
        return xstrdup(file);
    return xasprintf("%s/%s", folder, file);
}

int front_needed(enum file_kind kind, char **front)
{
    char *cause = NULL;

    *front = kind == FILE_PROFILE ? front_path(&cause) : NULL;
    if (cause != NULL)
        tool_error(&tune_tool, cause);
    return cause != NULL ? -1 : 0;
}
