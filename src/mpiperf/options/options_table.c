/* options_table.c: the table of options, one row each (name, value, default,
 * help), and the text of --help. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/options.h"
#include "mpiperf/options/foreign.h"
#include "mpiperf/options/options_parts.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/xmalloc.h"
#include "ops/buffers.h"
#include "print/benchmarks.h"
#include "print/output.h"

/* Largest size of a block: no machine has more memory, and the sum of a few
 * such sizes fits in 63 bits. Highest number of a NUMA node in Linux. */
#define SIZE_MOST ((double)((int64_t)1 << 50))
enum { NODE_MOST = 1023 };

static const struct param_word root_words[] = {
    {"all", ROOT_ALL, NULL}, {"rotate", ROOT_ROTATE, NULL}, {0}};
static const struct param_word memory_words[] = {
    {"private", 0, NULL}, {"shared", 1, NULL}, {0}};
static const struct param_word rows_words[] = {
    {"all", 0, NULL}, {"group", 1, NULL}, {0}};
static const struct param_word numa_words[] = {
    {"local", BUFFERS_NUMA_LOCAL, NULL},
    {"interleave", BUFFERS_NUMA_INTERLEAVE, NULL},
    {0}};
static const struct param_word passes_words[] = {{"auto", 0, NULL}, {0}};
static const struct param_word buffer_words[] = {
    {"warm", BUFFER_WARM, NULL}, {"cold", BUFFER_COLD, NULL}, {0}};

static const struct param_word progress_words[] = {
    {"auto", PROGRESS_AUTO, NULL},
    {"always", PROGRESS_ALWAYS, NULL},
    {"never", PROGRESS_NEVER, NULL},
    {0},
};

/*
 * Kinds of rows. VALUE stores the option's value in a member of struct options.
 * FLAG has no value and sets the member to true. CALL passes the value to a
 * function. ANSWER makes the program print something instead of measuring.
 * `...` is the help, then other members of the row.
 */
#define VALUE(letter, option, value, member, ...)                              \
    {                                                                          \
        .key = letter, .p.name = option, .p.arg = value,                       \
        .p.offset = offsetof(struct options, member), .p.help = __VA_ARGS__    \
    }
#define FLAG(option, member, ...) VALUE(0, option, NULL, member, __VA_ARGS__)
#define CALL(letter, option, value, function, ...)                             \
    {                                                                          \
        .key = letter, .p.name = option, .p.arg = value, .set = function,      \
        .p.help = __VA_ARGS__                                                  \
    }
#define ANSWER(letter, option, what, text)                                     \
    {                                                                          \
        .key = letter, .p.name = option, .outcome = what, .p.help = text       \
    }

static const struct option_row what_rows[] = {
    VALUE('n', "procs", "SWEEP", procs, "numbers of ranks to measure with",
          .title = "What to measure:", .p.shown = "all ranks",
          .p.parse = sweep_value, .p.least = 1, .p.most = INT_MAX),
    VALUE(0, "groups", "K", how.called.groups,
          "run the operation in K groups of ranks at once, each with its "
          "own communicator; --procs counts the ranks of all groups, and a "
          "time is that of the slowest rank of any group",
          .p.def = "1", .p.type = PARAM_INTEGER, .p.least = 1,
          .p.most = INT_MAX),
    VALUE(0, "rows", "all|group", how.called.by_group,
          "group: each of the --groups has a row of its own, with the time of "
          "its slowest rank",
          .p.def = "all", .p.type = PARAM_WORD, .p.words = rows_words),
    VALUE(0, "load-ranks", "SHARE|LIST", load_ranks,
          "ranks that are not measured: in the turns of algorithm beside/NAME "
          "they run its load, in all others they sleep; a share of the ranks, "
          "the last ones, as 25%, or a list, as 8-11,15",
          .p.shown = "none", .p.type = PARAM_TEXT),
    VALUE(0, "threads", "N", how.threads,
          "run the operation in N threads of each rank at once, with "
          "MPI_THREAD_MULTIPLE: threads i of all ranks together, in their "
          "own communicator and with their own buffers; bandwidth and message "
          "rate cover all threads together",
          .p.shown = "one thread, without MPI_THREAD_MULTIPLE",
          .p.type = PARAM_INTEGER, .p.least = 1, .p.most = 1024),
    CALL(0, "as", "NAME", as_refuse,
         "run as this benchmark of OSU or IMB, with its options and output"),
    FLAG("allow-one-rank", how.few_ranks,
         "measure operations with one rank even if they need two"),
    VALUE('m', "size", "SWEEP", size,
          "bytes of a message, or of one block in operations that send "
          "several; rounded up to whole elements",
          .p.def = "1:1Mi", .p.parse = sweep_value, .p.most = SIZE_MOST),
    VALUE('r', "root", "RANK|all|rotate", root,
          "root rank; all: one case for each root; rotate: another root in "
          "each launch, only for comparison with IMB, because the mean then "
          "mixes all roots",
          .p.def = "0", .p.words = root_words, .p.most = INT_MAX),
    VALUE('d', "datatype", "NAME", dtype,
          "datatype of the elements (--list shows them)",
          .p.shown = "byte; double in reductions", .p.parse = row_value),
    VALUE(0, "op", "NAME", how.called.redop,
          "operation of a reduction, such as sum or max (--list shows them)",
          .p.def = "sum", .p.parse = redop_value),
    VALUE(0, "counts", "RULE", how.called.counts,
          "sizes of the blocks in gatherv, alltoallv and similar "
          "operations: equal, linear, spike or random:SEED; --size is "
          "their mean",
          .p.def = "equal", .p.parse = counts_value),
    FLAG("in-place", how.called.in_place,
         "use MPI_IN_PLACE in operations that allow it"),
    VALUE(0, "program", "FILE", program,
          "measure what a program calls: FILE is the profile that "
          "libmpiperf-profile.so wrote for it. Operations, sizes, numbers "
          "of ranks, roots, datatypes and reductions are taken from the "
          "calls that make up 95 % of its work; operands say which "
          "algorithms to compare, such as '*:native,tuned/*'",
          .p.shown = "none", .p.type = PARAM_FILE),
    VALUE(0, "switches", "FILE", switches,
          "file that says which nodes are connected to which switch, in the "
          "format of Slurm's topology.conf; --pairs=find needs it to name slow "
          "uplinks",
          .p.shown = "none", .p.type = PARAM_FILE),
    CALL('P', "param", "OWNER.NAME=VALUE", param_set,
         "set a parameter of an operation, of an algorithm, of a method "
         "or of clock synchronization (--list shows all parameters, as "
         "OWNER.NAME); repeatable"),
    CALL(0, "plugin", "FILE.so", plugin_set,
         "load operations and algorithms from a shared object; "
         "repeatable",
         .p.type = PARAM_FILE),
    {0},
};

static const struct option_row how_rows[] = {
    CALL('M', "method", "NAME[,NAME]...", method_set,
         "how the ranks start a launch together (--list describes the "
         "methods); several methods alternate, each with its own table",
         .title = "How to measure:", .p.def = "window"),
    VALUE('t', "timer", "NAME", clocks.timer,
          "clock that each rank reads; auto: the first in --list that "
          "passes a check",
          .p.def = "auto", .p.parse = timer_value),
    VALUE('s', "clocksync", "NAME", clocks.clocksync,
          "how the clocks of the ranks are synchronized (--list shows the "
          "methods)",
          .p.def = "auto", .p.parse = row_value),
    VALUE(0, "arrival", "PATTERN:T|program", how.called.arrival,
          "delay ranks on purpose after the common start, by up to T "
          "microseconds (--list shows the patterns); program: by as much as "
          "in the profile of --program",
          .p.shown = "none", .p.parse = arrival_value),
    VALUE('b', "buffer", "warm|cold", how.buffer,
          "warm: each launch uses the same buffer; cold: each launch uses "
          "another buffer, which is in no cache",
          .p.def = "warm", .p.type = PARAM_WORD, .p.words = buffer_words),
    FLAG("rewrite", how.rewrite,
         "write new data into each message before its launch, outside the "
         "timed region, so that the sender's caches are as in a program "
         "that has just computed the message"),
    VALUE(0, "align", "BYTES", how.align,
          "alignment of buffers, a power of two up to 1Gi",
          .p.shown = "the page size", .p.parse = align_value, .p.least = 1,
          .p.most = 1 << 30),
    FLAG("hugepages", how.hugepages,
         "ask the kernel for huge pages under the buffers"),
    VALUE(0, "memory", "private|shared", how.shared_memory,
          "where buffers are: in memory of the process, or in a window of "
          "MPI_Win_allocate_shared()",
          .p.def = "private", .p.type = PARAM_WORD, .p.words = memory_words),
    VALUE(0, "numa", "local|interleave|NODE", how.numa,
          "NUMA node of the buffers: local: the rank's own; interleave: all "
          "nodes, page by page; or the node with this number",
          .p.def = "local", .p.words = numa_words, .p.most = NODE_MOST),
    FLAG("no-watch", no_watch,
         "do not measure the speed of the machine before and after each "
         "pass; the table then has no separate blocks for its states (near "
         "and far, or fast and slow)"),
    FLAG("verify", how.verify,
         "check every result, bit by bit, outside the timed region; exit "
         "status 3 if one is wrong"),
    VALUE('e', "max-rse", "RATIO", how.max_rse,
          "a case is done when the standard error of its mean is at most "
          "this share of the mean, and it has --min-valid valid launches",
          .title = "When to stop, and statistics:", .p.def = "0.01",
          .p.type = PARAM_SHARE, .p.most = INFINITY),
    VALUE('c', "min-valid", "N", how.min_valid,
          "--max-rse does not end a case with fewer than N valid launches",
          .p.def = "30", .p.type = PARAM_LONG, .p.least = 1),
    VALUE('E', "max-valid", "N", how.max_valid,
          "a case is done with N valid launches, however precise its mean",
          .p.shown = "no limit", .p.type = PARAM_LONG, .p.least = 1),
    VALUE('R', "max-launches", "N", how.max_launches,
          "a case is done after N launches, valid or not", .p.def = "5000",
          .p.type = PARAM_LONG, .p.least = 1),
    VALUE(0, "max-time", "TIME", how.max_time,
          "time limit for one algorithm of one case, including "
          "its buffers and warm-up: 5, 5s, 2m",
          .p.def = "5", .p.type = PARAM_DURATION, .p.open = PARAM_ABOVE_LEAST),
    VALUE(0, "stuck-after", "TIME", stuck_after,
          "if a rank makes no progress for this long, say where the rank is "
          "and end the job; 0: wait forever",
          .p.shown = "10 times --max-time, at least 30",
          .p.type = PARAM_DURATION, .p.most = INFINITY,
          .p.open = PARAM_BELOW_MOST),
    VALUE(0, "passes", "N|auto", how.passes,
          "measure all cases N times, each time with buffers on other pages "
          "of memory; auto: up to 20 times, if there is time for 3 rounds "
          "of each case in a pass",
          .p.def = "auto", .p.type = PARAM_LONG, .p.words = passes_words,
          .p.least = 1),
    VALUE(0, "budget", "TIME", how.budget,
          "end the run after this time (90, 90s, 10m, 8h) and make as many "
          "passes as fit; cases that are furthest from --max-rse are "
          "measured first",
          .p.shown = "no limit", .p.type = PARAM_DURATION, .p.most = INFINITY,
          .p.open = PARAM_ABOVE_LEAST | PARAM_BELOW_MOST),
    CALL(0, "preset", "NAME", preset_set,
         "a set of values for these options (--list shows the presets); "
         "options on the command line override them",
         .p.shown = "none"),
    VALUE(0, "trim", "PERCENT", how.trim,
          "percent of the valid launches dropped at each end before the "
          "mean is computed, less than 50",
          .p.def = "25", .p.type = PARAM_PERCENT, .p.most = 0.5,
          .p.open = PARAM_BELOW_MOST),
    VALUE(0, "confidence", "P", how.confidence,
          "confidence level of the intervals, between 0 and 1", .p.def = "0.95",
          .p.type = PARAM_SHARE, .p.most = 1,
          .p.open = PARAM_ABOVE_LEAST | PARAM_BELOW_MOST),
    VALUE(0, "percentiles", "P[,P]...", how.percentiles,
          "also report these percentiles of the valid launches of each "
          "case, such as 50,90,99: in records, CSV and --format=full",
          .p.shown = "none", .p.parse = percentiles_value, .p.most = 100),
    CALL('o', "output", "FILE", output_set,
         "also write records to FILE: FILE.jsonl (JSON, one object a "
         "line) or FILE.csv; repeatable",
         .title = "Output:", .p.type = PARAM_FILE),
    FLAG("samples", how.samples,
         "also write the time of every launch on every rank to the output "
         "file"),
    FLAG("allow-na", allow_na, "exit status 0 even if no case has a result"),
    VALUE(
        0, "format", "FORMAT", format,
        "form of standard output: table, full (one line a case, with all "
        "figures), csv, md (Markdown), osu or imb (as those benchmarks print)",
        .p.def = "table", .p.type = PARAM_WORD, .p.words = output_words),
    FLAG("append", append, "add to output files that exist"),
    FLAG("overwrite", overwrite,
         "replace output files that exist, each when the new one is complete"),
    FLAG("resume", resume,
         "skip the cases that the .jsonl output file already has, and add "
         "the others to it"),
    VALUE(0, "progress", "auto|always|never", progress,
          "show on standard error how far the run is: a bar on a terminal, "
          "otherwise a line every 5 s; auto: from the third second on",
          .p.def = "auto", .p.type = PARAM_WORD, .p.words = progress_words),
    FLAG("check", check,
         "check whether this machine is fit to measure on: timers, "
         "placement of the ranks, interruptions by other programs; exit "
         "status 1 if it is not",
         .title = "Information:"),
    VALUE(0, "accept", "FILE|none", accept,
          "is this machine as fast as when it was accepted? Run --check and "
          "a short sweep, and compare its times with the bounds that "
          "mpiperf-repeat --accept-write wrote to FILE. The exit status is 0 "
          "if it is, 1 if not, 5 if this cannot be judged. none: run only the "
          "sweep",
          .p.shown = "not asked", .p.type = PARAM_FILE),
    ANSWER('l', "list", OPTIONS_LIST,
           "list all names that options and operands accept, one line each: "
           "KIND NAME DESCRIPTION. With operands, such as bcast 'i*' shmbcast, "
           "list only these names and what belongs to these operations; if no "
           "name matches an operand, list all names that contain it"),
    ANSWER(0, "settings", OPTIONS_SETTINGS,
           "list the settings of the MPI library (control variables of its "
           "tool interface), one line each: NAME DESCRIPTION. mpiperf-tune "
           "--search tries their values"),
    ANSWER('V', "version", OPTIONS_VERSION, "print the version"),
    ANSWER('h', "help", OPTIONS_HELP, "print this help"),
    {0},
};

/* ---- all options, including those of operations -------------------------- */

/* Adds the options in a table of parameters. An option of several operations is
 * added once. */
static void params_add_rows(struct option_row **all, size_t *n,
                            const struct registry *r,
                            const struct param_table *table)
{
    const struct param_table *first;

    for (const struct param *p = table->rows; p->name != NULL; p++)
        if (p->option && registry_option(r, p->name, &first) == p)
            XAPPEND(*all, *n,
                    (struct option_row){
                        .p = *p,
                        .table = table,
                        .kept = offsetof(struct options, params),
                    });
}

struct option_row *option_rows(const struct registry *r)
{
    const struct param_table **tables = registry_tables(r);
    const struct option_row *row;
    struct option_row *all = NULL;
    size_t n = 0;

    for (row = what_rows; row->p.name != NULL; row++)
        XAPPEND(all, n, *row);
    for (size_t i = 0; tables[i] != NULL; i++)
        params_add_rows(&all, &n, r, tables[i]);
    for (row = how_rows; row->p.name != NULL; row++)
        XAPPEND(all, n, *row);
    XAPPEND(all, n, *row); /* end of the table */
    free(tables);
    return all;
}

/* ---- the help ------------------------------------------------------------ */

static const char operands[] = "OPERATION[:VARIANT[,VARIANT]...]...";

static const char doc[] =
    "Measure how long MPI operations take, and compare algorithms for them "
    "side by side in one run. --list shows the operations and algorithms. "
    "Times are in microseconds on standard output, in seconds in records.\n\n"
    "A launch is one timed call of an operation; it is valid if all ranks "
    "began it at the agreed time. A case is an operation with one size, number "
    "of ranks and root. In a round, each algorithm of a case has a turn, which "
    "is a group of launches; in a pass, each case is measured once.\v"
    "OPERATION may be a shell pattern in quotes, such as 'i*' or '*'. It "
    "stands for all operations that match and have all algorithms named with "
    "it, except those that other options exclude.\n\n"
    "VARIANT is an algorithm, native by default, optionally with its own "
    "settings: ALGORITHM[@PARAMETER=VALUE]..., as in "
    "bcast:shmbcast@tree=flat,shmbcast@tree=binary@s=32.\n\n"
    "SWEEP is A; a list A,B,C; A:B, which doubles from A up to B; A:B:*F, "
    "which multiplies by F; or A:B:+S, which adds S. Values may have a suffix "
    "Ki, Mi or Gi.\n\n"
    "Examples:\n"
    "  mpiexec -n 16 mpiperf bcast:native,shmbcast -m 1:4Mi -o bcast.jsonl\n"
    "  mpiexec -n 16 mpiperf allreduce barrier -n 2:16 --preset=quick\n"
    "  mpiexec -n 4 mpiperf '*' --verify -m 0,1,64Ki --preset=quick\n"
    "  mpiexec -n 2 mpiperf --check\n\n"
    "Exit status: 0 done; 1 failed, no case has figures, --check found the "
    "machine unfit, or --accept found it slower; 2 the command line is wrong; "
    "3 --verify found wrong results; 5 --accept cannot judge.";

void options_help(FILE *f, const struct options *o)
{
    struct option_row *rows;

    if (o->as != NULL) {
        taken_help(f, benchmark_is_osu(o->as));
        return;
    }
    rows = option_rows(&o->registry);
    option_rows_help(f, rows, "mpiexec -n N mpiperf", operands, doc);
    free(rows);
}
