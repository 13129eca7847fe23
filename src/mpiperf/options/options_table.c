/* options_table.c: the table of options, with a row (name, value, default,
 * help) for each, and the text of --help. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/options_table.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/output.h"
#include "lib/xmalloc.h"
#include "ops/buffers.h"

/* The member of struct options that an option sets. */
#define AT(member) .p.offset = offsetof(struct options, member)

/* Largest size of a block: no machine has more memory, and the sum of a few
 * such sizes fits in 63 bits. Highest number of a NUMA node under Linux. */
#define SIZE_MOST ((double)((int64_t)1 << 50))
enum { NODE_MOST = 1023 };

static const struct param_word root_words[] = {
    {"all", ROOT_ALL, NULL}, {"rotate", ROOT_ROTATE, NULL}, {0}};
static const struct param_word memory_words[] = {
    {"private", 0, NULL}, {"shared", 1, NULL}, {0}};
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

static const struct option_row what_rows[] = {
    {.title = "What to measure:",
     .key = 'n',
     .p.name = "procs",
     .p.arg = "SWEEP",
     .p.shown = "all ranks",
     .p.help = "numbers of ranks to measure with",
     .p.parse = sweep_value,
     .p.least = 1,
     .p.most = INT_MAX,
     AT(procs)},
    {.p.name = "groups",
     .p.arg = "K",
     .p.def = "1",
     .p.help = "run the operation in K groups of ranks at once, each with a "
               "communicator of its own: --procs are the ranks of all groups, "
               "and a time is that of the slowest rank of any group",
     .p.type = PARAM_INTEGER,
     .p.least = 1,
     .p.most = INT_MAX,
     AT(how.groups)},
    {.p.name = "threads",
     .p.arg = "N",
     .p.shown = "one thread, without MPI_THREAD_MULTIPLE",
     .p.help =
         "run an operation between two ranks in N threads of each rank at "
         "once, under MPI_THREAD_MULTIPLE: thread i with thread i of the "
         "other rank, in a communicator and with buffers of their own; "
         "bandwidth and message rate are of all threads together",
     .p.type = PARAM_INTEGER,
     .p.least = 1,
     .p.most = 1024,
     AT(how.threads)},
    {.p.name = "allow-one-rank",
     .p.help = "measure operations that need two ranks with one rank, too",
     AT(how.few_ranks)},
    {.key = 'm',
     .p.name = "size",
     .p.arg = "SWEEP",
     .p.def = "1:1Mi",
     .p.help = "bytes of a message, or of one block in operations that send "
               "several; rounded up to whole elements",
     .p.parse = sweep_value,
     .p.most = SIZE_MOST,
     AT(size)},
    {.key = 'r',
     .p.name = "root",
     .p.arg = "RANK|all|rotate",
     .p.def = "0",
     .p.help = "root rank; all: one case for each root; rotate: another root "
               "in each launch, as IMB has it, for comparison with IMB: such a "
               "mean is not the time of any one root",
     .p.words = root_words,
     .p.most = INT_MAX,
     AT(root)},
    {.key = 'd',
     .p.name = "datatype",
     .p.arg = "NAME",
     .p.shown = "byte; double in reductions",
     .p.help = "datatype of the elements (--list shows them)",
     .p.parse = row_value,
     AT(dtype)},
    {.p.name = "op",
     .p.arg = "NAME",
     .p.def = "sum",
     .p.help =
         "operation of a reduction, such as sum or max (--list shows them)",
     .p.parse = redop_value,
     AT(how.redop)},
    {.p.name = "counts",
     .p.arg = "RULE",
     .p.def = "equal",
     .p.help = "sizes of the blocks in gatherv, alltoallv and similar "
               "operations: equal, linear, spike or random:SEED; --size is "
               "their mean",
     .p.parse = counts_value,
     AT(how.counts)},
    {.p.name = "in-place",
     .p.help = "use MPI_IN_PLACE in operations that allow it",
     AT(how.in_place)},
    {.key = 'P',
     .p.name = "param",
     .p.arg = "OWNER.NAME=VALUE",
     .p.help = "set a parameter of an operation, of an algorithm, of a method "
               "or of clock synchronization (--list shows all parameters, as "
               "OWNER.NAME); repeatable",
     .set = param_set},
    {.p.name = "plugin",
     .p.arg = "FILE.so",
     .p.help = "load operations and algorithms from a shared object; "
               "repeatable",
     .set = plugin_set},
    {0},
};

static const struct option_row how_rows[] = {
    {.title = "How to measure:",
     .key = 'M',
     .p.name = "method",
     .p.arg = "NAME[,NAME]...",
     .p.def = "window",
     .p.help = "how the ranks are made to start a launch together (--list "
               "describes the methods); several are measured in turn, "
               "each in a table of its own",
     .set = method_set},
    {.key = 't',
     .p.name = "timer",
     .p.arg = "NAME",
     .p.def = "auto",
     .p.help = "clock that each rank reads; auto: the first in --list that "
               "passes a check",
     .p.parse = timer_value,
     AT(clocks.timer)},
    {.key = 's',
     .p.name = "clocksync",
     .p.arg = "NAME",
     .p.def = "auto",
     .p.help = "how the clocks of the ranks are synchronized (--list shows the "
               "methods)",
     .p.parse = row_value,
     AT(clocks.clocksync)},
    {.p.name = "arrival",
     .p.arg = "PATTERN:T",
     .p.shown = "none",
     .p.help = "delay ranks on purpose after the common start, by up to T "
               "microseconds (--list shows the patterns)",
     .p.parse = arrival_value,
     AT(how.arrival)},
    {.key = 'b',
     .p.name = "buffer",
     .p.arg = "warm|cold",
     .p.def = "warm",
     .p.help = "warm: the same buffer in each launch; cold: another buffer in "
               "each launch, which is in no cache",
     .p.type = PARAM_WORD,
     .p.words = buffer_words,
     AT(how.buffer)},
    {.p.name = "rewrite",
     .p.help = "write other data into each message before its launch, outside "
               "the timed region: the sender's caches have what a program that "
               "has just computed its message would have there",
     AT(how.rewrite)},
    {.p.name = "align",
     .p.arg = "BYTES",
     .p.shown = "the page size",
     .p.help = "alignment of buffers, a power of two up to 1Gi",
     .p.parse = align_value,
     .p.least = 1,
     .p.most = 1 << 30,
     AT(how.align)},
    {.p.name = "hugepages",
     .p.help = "ask the kernel for huge pages under the buffers",
     AT(how.hugepages)},
    {.p.name = "memory",
     .p.arg = "private|shared",
     .p.def = "private",
     .p.help = "where buffers are: in memory of the process, or in a window of "
               "MPI_Win_allocate_shared()",
     .p.type = PARAM_WORD,
     .p.words = memory_words,
     AT(how.shared_memory)},
    {.p.name = "numa",
     .p.arg = "local|interleave|NODE",
     .p.def = "local",
     .p.help = "NUMA node of the buffers: the rank's own, all in turn, or the "
               "node with this number",
     .p.words = numa_words,
     .p.most = NODE_MOST,
     AT(how.numa_node)},
    {.p.name = "no-watch",
     .p.help = "do not measure the speed of the machine before and after each "
               "pass; the table then has no blocks for its states, near and "
               "far or fast and slow",
     AT(no_watch)},
    {.p.name = "verify",
     .p.help = "check every result, bit by bit, outside the timed region; "
               "exit status 3 when one is wrong",
     AT(how.verify)},
    {.title = "When to stop, and statistics:",
     .key = 'e',
     .p.name = "max-rse",
     .p.arg = "RATIO",
     .p.def = "0.01",
     .p.help = "a case is done when the standard error of its mean is at most "
               "this share of the mean, and it has --min-valid valid launches",
     .p.type = PARAM_SHARE,
     .p.most = INFINITY,
     AT(how.max_rse)},
    {.key = 'c',
     .p.name = "min-valid",
     .p.arg = "N",
     .p.def = "30",
     .p.help =
         "least number of valid launches with which --max-rse ends a case",
     .p.type = PARAM_LONG,
     .p.least = 1,
     AT(how.min_valid)},
    {.key = 'E',
     .p.name = "max-valid",
     .p.arg = "N",
     .p.shown = "no limit",
     .p.help = "a case is done with N valid launches, however precise its mean",
     .p.type = PARAM_LONG,
     .p.least = 1,
     AT(how.max_valid)},
    {.key = 'R',
     .p.name = "max-launches",
     .p.arg = "N",
     .p.def = "5000",
     .p.help = "a case is done after N launches, valid or not",
     .p.type = PARAM_LONG,
     .p.least = 1,
     AT(how.max_launches)},
    {.p.name = "max-time",
     .p.arg = "SECONDS",
     .p.def = "5",
     .p.help = "time limit for one algorithm of one case, with making its "
               "buffers and warming up",
     .p.type = PARAM_REAL,
     .p.open = PARAM_ABOVE_LEAST,
     AT(how.max_time)},
    {.p.name = "stuck-after",
     .p.arg = "SECONDS",
     .p.shown = "10 times --max-time, at least 30",
     .p.help = "if a rank makes no progress for this long, end the job and say "
               "where that rank is; 0: wait for ever",
     .p.type = PARAM_REAL,
     .p.most = INFINITY,
     .p.open = PARAM_BELOW_MOST,
     AT(stuck_after)},
    {.p.name = "passes",
     .p.arg = "N|auto",
     .p.def = "auto",
     .p.help = "measure all cases N times, each time with buffers in other "
               "pages of memory; auto: up to 20 times, as long as each pass "
               "has time for 3 rounds of a case",
     .p.type = PARAM_LONG,
     .p.words = passes_words,
     .p.least = 1,
     AT(how.passes)},
    {.p.name = "budget",
     .p.arg = "SECONDS",
     .p.shown = "no limit",
     .p.help = "end the run after this time, with as many passes as it takes; "
               "cases that are the furthest from --max-rse get theirs first",
     .p.type = PARAM_REAL,
     .p.most = INFINITY,
     .p.open = PARAM_ABOVE_LEAST | PARAM_BELOW_MOST,
     AT(how.budget)},
    {.p.name = "preset",
     .p.arg = "NAME",
     .p.shown = "none",
     .p.help = "a set of values for these options (--list shows the presets); "
               "options on the command line override them",
     .set = preset_set},
    {.p.name = "trim",
     .p.arg = "PERCENT",
     .p.def = "25",
     .p.help = "percent of the valid launches dropped at each end before the "
               "mean is computed, less than 50",
     .p.type = PARAM_PERCENT,
     .p.most = 0.5,
     .p.open = PARAM_BELOW_MOST,
     AT(how.trim)},
    {.p.name = "confidence",
     .p.arg = "P",
     .p.def = "0.95",
     .p.help = "confidence level of the intervals, between 0 and 1",
     .p.type = PARAM_SHARE,
     .p.most = 1,
     .p.open = PARAM_ABOVE_LEAST | PARAM_BELOW_MOST,
     AT(how.confidence)},
    {.p.name = "percentiles",
     .p.arg = "P[,P]...",
     .p.shown = "none",
     .p.help = "also report these percentiles of the valid launches of each "
               "case, such as 50,90,99: in records, CSV and --format=full",
     .p.parse = percentiles_value,
     .p.most = 100,
     AT(how.percentiles)},
    {.title = "Output:",
     .key = 'o',
     .p.name = "output",
     .p.arg = "FILE",
     .p.help = "also write records to FILE: FILE.jsonl (JSON, one object a "
               "line) or FILE.csv; repeatable",
     .set = output_set},
    {.p.name = "samples",
     .p.help =
         "also write the time of every launch on every rank to the output",
     AT(how.samples)},
    {.p.name = "allow-na",
     .p.help = "exit status 0 even if no case has a result",
     AT(allow_na)},
    {.p.name = "format",
     .p.arg = "FORMAT",
     .p.def = "table",
     .p.help =
         "form of standard output: table, full (one line a case, with all "
         "figures), csv, md (Markdown), osu or imb (as those benchmarks print)",
     .p.type = PARAM_WORD,
     .p.words = output_words,
     AT(format)},
    {.p.name = "append",
     .p.help = "add to output files that exist",
     AT(append)},
    {.p.name = "overwrite",
     .p.help =
         "replace output files that exist, each when the new one is complete",
     AT(overwrite)},
    {.p.name = "resume",
     .p.help = "skip the cases that the .jsonl output has already, and add the "
               "others to it",
     AT(resume)},
    {.p.name = "progress",
     .p.arg = "auto|always|never",
     .p.def = "auto",
     .p.help =
         "show on standard error how far the run is: a bar on a terminal, "
         "else a line every 5 s; auto: from the third second on",
     .p.type = PARAM_WORD,
     .p.words = progress_words,
     AT(progress)},
    {.title = "Information:",
     .p.name = "check",
     .p.help = "check whether this machine is fit to measure on: timers, "
               "placement of the ranks, interruptions by other programs; exit "
               "status 1 if it is not",
     AT(check)},
    {.p.name = "accept",
     .p.arg = "FILE|none",
     .p.shown = "not asked",
     .p.help =
         "is this machine as it was when it was accepted? Do --check and "
         "a short sweep, and judge the times by the bounds in FILE, which "
         "mpiperf-repeat --accept-write makes; exit status 0 yes, 1 no, 5 "
         "it cannot be judged; none: the sweep alone",
     .p.type = PARAM_FILE,
     AT(accept)},
    {.key = 'l',
     .p.name = "list",
     .p.help = "list what can be chosen, one line each: KIND NAME "
               "DESCRIPTION; with operands, such as bcast 'i*' shmbcast, "
               "only what has such a name",
     .outcome = OPTIONS_LIST},
    {.key = 'V',
     .p.name = "version",
     .p.help = "print the version",
     .outcome = OPTIONS_VERSION},
    {.key = 'h',
     .p.name = "help",
     .p.help = "print this help",
     .outcome = OPTIONS_HELP},
    {0},
};

/* ---- all options, including those of operations -------------------------- */

static void row_add(struct option_row **all, size_t *n,
                    const struct option_row *row)
{
    *all = xreallocarray(*all, *n + 1, sizeof(**all));
    (*all)[(*n)++] = *row;
}

/* Adds the options of a table of parameters. An option of several operations is
 * added once. */
static void params_add_rows(struct option_row **all, size_t *n,
                            const struct registry *r,
                            const struct param_table *table)
{
    const struct param_table *first;

    for (const struct param *p = table->rows; p->name != NULL; p++)
        if (p->option && registry_option(r, p->name, &first) == p)
            row_add(all, n,
                    &(struct option_row){
                        .p = *p,
                        .table = table,
                        .kept = offsetof(struct options, params),
                    });
}

struct option_row *option_rows(const struct registry *r)
{
    const struct param_table **tables =
        xcalloc(r->nops + r->nalgos + 1, sizeof(*tables));
    size_t ntables = registry_tables(r, tables), n = 0;
    const struct option_row *row;
    struct option_row *all = NULL;

    for (row = what_rows; row->p.name != NULL; row++)
        row_add(&all, &n, row);
    for (size_t i = 0; i < ntables; i++)
        params_add_rows(&all, &n, r, tables[i]);
    for (row = how_rows; row->p.name != NULL; row++)
        row_add(&all, &n, row);
    row_add(&all, &n, row); /* the end */
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
    "began it at the time that was agreed on. A case is an operation with one "
    "size, number of ranks and root. In a round each algorithm of a case has "
    "its turn of launches; in a pass each case is measured once.\v"
    "OPERATION may be a shell pattern in quotes, such as 'i*' or '*'. It "
    "stands for all operations that match and that have all algorithms named "
    "with it; those that cannot do what other options ask for are left "
    "out.\n\n"
    "VARIANT is an algorithm, native by default, with or without settings of "
    "its own: ALGORITHM[@PARAMETER=VALUE]..., as in "
    "bcast:shmbcast@tree=flat,shmbcast@tree=binary@s=32.\n\n"
    "SWEEP is A; a list A,B,C; A:B, which doubles from A up to B; A:B:*F, "
    "which multiplies by F; or A:B:+S, which adds S. Values may have a suffix "
    "Ki, Mi or Gi.\n\n"
    "Examples:\n"
    "  mpiexec -n 16 mpiperf bcast:native,shmbcast -m 1:4Mi -o bcast.jsonl\n"
    "  mpiexec -n 16 mpiperf allreduce barrier -n 2:16 --preset=quick\n"
    "  mpiexec -n 4 mpiperf '*' --verify -m 0,1,64Ki --preset=quick\n"
    "  mpiexec -n 2 mpiperf --check\n\n"
    "Exit status: 0 done; 1 failed, no case has figures, --check says unfit, "
    "or --accept no; 2 the command line is wrong; 3 wrong results under "
    "--verify; 5 --accept cannot judge.";

void options_help(FILE *f, const struct options *o)
{
    struct option_row *rows = option_rows(&o->registry);

    option_rows_help(f, rows, "mpiexec -n N mpiperf", operands, doc);
    free(rows);
}
