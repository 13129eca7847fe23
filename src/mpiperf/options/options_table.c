/* options_table.c: one row an option: name, default, help. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/options_table.h"

#include <stdlib.h>
#include <string.h>

#include "lib/xmalloc.h"

static const struct option_row what_rows[] = {
    {.key = 'n',
     .name = "procs",
     .arg = "SWEEP",
     .shown = "all ranks",
     .help = "numbers of ranks to measure with",
     .set = procs_set},
    {.key = 'm',
     .name = "size",
     .arg = "SWEEP",
     .def = "1:1Mi",
     .help = "bytes of a message (of one block of it, in operations that send "
             "several), rounded up to whole elements",
     .set = size_set},
    {.key = 'r',
     .name = "root",
     .arg = "RANK|all|rotate",
     .def = "0",
     .help = "root rank; all: each rank in turn, as cases of their own; "
             "rotate: another one each launch (a known error of other tools, "
             "for comparison)",
     .set = root_set},
    {.key = 'd',
     .name = "datatype",
     .arg = "NAME",
     .shown = "byte; double in reductions",
     .help = "what a message is made of",
     .set = dtype_set},
    {.key = KEY_OP,
     .name = "op",
     .arg = "NAME",
     .def = "sum",
     .help = "what a reduction computes",
     .set = redop_set},
    {.key = KEY_COUNTS,
     .name = "counts",
     .arg = "RULE",
     .def = "equal",
     .help = "how the blocks of gatherv, alltoallv and their like differ in "
             "size: equal, linear, spike or random:SEED; --size is then their "
             "mean",
     .set = counts_set},
    {.key = KEY_IN_PLACE,
     .name = "in-place",
     .help = "MPI_IN_PLACE where the operation has that form",
     .set = in_place_set},
    {.key = 'P',
     .name = "param",
     .arg = "OWNER.NAME=VALUE",
     .help = "a parameter of an operation, of an algorithm, of the window "
             "method or of clock synchronization (--list shows them); "
             "repeatable",
     .set = param_set},
    {.key = KEY_PLUGIN,
     .name = "plugin",
     .arg = "FILE.so",
     .help = "operations and algorithms from a shared object; repeatable",
     .set = plugin_set,
     .early = true},
    {0},
};

static const struct option_row how_rows[] = {
    {.key = 'M',
     .name = "method",
     .arg = "NAME[,NAME]...",
     .def = "window",
     .help = "how the ranks are made to start together; several are "
             "interleaved, and compared with the first",
     .set = method_set},
    {.key = 't',
     .name = "timer",
     .arg = "NAME",
     .def = "auto",
     .help = "local clock; auto: the best that passes its check",
     .set = timer_set},
    {.key = 's',
     .name = "clocksync",
     .arg = "NAME",
     .def = "auto",
     .help = "how the ranks' clocks are compared",
     .set = clocksync_set},
    {.key = KEY_ARRIVAL,
     .name = "arrival",
     .arg = "PATTERN:T",
     .shown = "none",
     .help = "ranks begin late on purpose, by up to T microseconds (--list "
             "shows the patterns)",
     .set = arrival_set},
    {.key = 'b',
     .name = "buffer",
     .arg = "warm|cold",
     .def = "warm",
     .help = "warm: the same buffer each launch; cold: one that is in no cache",
     .set = buffer_set},
    {.key = KEY_ALIGN,
     .name = "align",
     .arg = "BYTES",
     .shown = "the page size",
     .help = "alignment of buffers, a power of two up to 1Gi",
     .set = align_set},
    {.key = KEY_HUGEPAGES,
     .name = "hugepages",
     .help = "ask the kernel for huge pages under the buffers",
     .set = hugepages_set},
    {.key = KEY_MEMORY,
     .name = "memory",
     .arg = "private|shared",
     .def = "private",
     .help = "what buffers are in: memory of the process, or of a window of "
             "MPI_Win_allocate_shared()",
     .set = memory_set},
    {.key = KEY_NUMA,
     .name = "numa",
     .arg = "local|interleave|NODE",
     .def = "local",
     .help = "NUMA node of the buffers: the rank's own, all in turn, or that "
             "number",
     .set = numa_set},
    {.key = KEY_VERIFY,
     .name = "verify",
     .help = "check every result, bit by bit, outside the timed region; exit "
             "status 3 when one is wrong",
     .set = verify_set},
    {0},
};

static const struct option_row stop_rows[] = {
    {.key = 'e',
     .name = "max-rse",
     .arg = "RATIO",
     .def = "0.01",
     .help = "stop when the standard error of the mean is at most this "
             "fraction of the mean, and --min-valid launches were valid",
     .set = max_rse_set},
    {.key = 'c',
     .name = "min-valid",
     .arg = "N",
     .def = "30",
     .help = "valid launches it takes before --max-rse may stop",
     .set = min_valid_set},
    {.key = 'E',
     .name = "max-valid",
     .arg = "N",
     .shown = "no limit",
     .help = "stop at N valid launches in any case",
     .set = max_valid_set},
    {.key = 'R',
     .name = "max-launches",
     .arg = "N",
     .def = "5000",
     .help = "give up after N launches, valid or not",
     .set = max_launches_set},
    {.key = KEY_MAX_TIME,
     .name = "max-time",
     .arg = "SECONDS",
     .def = "5",
     .help = "give up after so long on one algorithm of one case, warm-up "
             "included",
     .set = max_time_set},
    {.key = KEY_PRESET,
     .name = "preset",
     .arg = "NAME",
     .shown = "none",
     .help = "a set of these options (--list shows them); an option given "
             "beside it wins, wherever it stands",
     .set = preset_set},
    {.key = KEY_TRIM,
     .name = "trim",
     .arg = "PERCENT",
     .def = "25",
     .help = "percent of the launches dropped at each end before the mean, "
             "less than 50",
     .set = trim_set},
    {.key = KEY_CONFIDENCE,
     .name = "confidence",
     .arg = "P",
     .def = "0.95",
     .help = "probability that goes with the intervals, between 0 and 1",
     .set = confidence_set},
    {0},
};

static const struct option_row output_rows[] = {
    {.key = 'o',
     .name = "output",
     .arg = "FILE",
     .help = "write records to FILE too: FILE.jsonl (JSON, one object a line) "
             "or FILE.csv; repeatable",
     .set = output_set},
    {.key = KEY_SAMPLES,
     .name = "samples",
     .help = "every launch's time on every rank in the records",
     .set = samples_set},
    {.key = KEY_RESUME,
     .name = "resume",
     .help = "skip the cases that the .jsonl output holds already, and append "
             "to it",
     .set = resume_set},
    {.key = KEY_PROGRESS,
     .name = "progress",
     .arg = "auto|always|never",
     .def = "auto",
     .help = "bar on standard error; auto: when that is a terminal",
     .set = progress_set},
    {0},
};

static const struct option_row info_rows[] = {
    {.key = KEY_CHECK,
     .name = "check",
     .help = "is this machine fit to measure on? timers, pinning, more ranks "
             "than cores, noise; exit status 1 if not",
     .set = check_set},
    {.key = 'l',
     .name = "list",
     .help = "what there is to choose from: KIND NAME DESCRIPTION a line",
     .outcome = OPTIONS_LIST},
    {.key = 'V',
     .name = "version",
     .help = "print the version",
     .outcome = OPTIONS_VERSION},
    {.key = 'h',
     .name = "help",
     .help = "print this help",
     .outcome = OPTIONS_HELP},
    {0},
};

const struct option_group option_groups[] = {
    {.title = "What to measure:", .rows = what_rows},
    {.title = "How to measure:", .rows = how_rows},
    {.title = "When to stop, and statistics:", .rows = stop_rows},
    {.title = "Output:", .rows = output_rows},
    {.title = "Information:", .rows = info_rows},
    {0},
};

/* ---- with those of operations -------------------------------------------- */

struct list {
    struct option_row *v;
    size_t n;
};

static void row_add(struct list *l, struct option_row row, const char *title)
{
    row.title = title;
    l->v = xreallocarray(l->v, l->n + 2, sizeof(*l->v));
    l->v[l->n++] = row;
    l->v[l->n] = (struct option_row){0};
}

static bool is_there(const struct list *l, const char *name)
{
    for (size_t i = 0; i < l->n; i++)
        if (strcmp(l->v[i].name, name) == 0)
            return true;
    return false;
}

/* Each name once, whichever operations have it. */
static void params_add_rows(struct list *l, const struct param_table *table)
{
    for (const struct param *p = table->rows; p->name != NULL; p++)
        if (p->option && !is_there(l, p->name))
            row_add(l,
                    (struct option_row){.key = KEY_PARAMS + (int)l->n,
                                        .name = p->name,
                                        .arg = p->arg,
                                        .shown = param_default(p),
                                        .help = p->help,
                                        .param = p,
                                        .table = table},
                    NULL);
}

struct option_row *option_rows(const struct registry *r)
{
    const struct param_table **tables =
        xcalloc(r->nops + r->nalgos + 1, sizeof(*tables));
    size_t ntables = registry_tables(r, tables);
    struct list l = {0};

    for (const struct option_group *g = option_groups; g->title; g++) {
        for (const struct option_row *row = g->rows; row->name; row++)
            row_add(&l, *row, row == g->rows ? g->title : NULL);
        for (size_t i = 0; g == option_groups && i < ntables; i++)
            params_add_rows(&l, tables[i]);
    }
    free(tables);
    return l.v;
}

const struct option_row *option_find(const struct option_row *rows, int key)
{
    for (; rows->name != NULL; rows++)
        if (rows->key == key)
            return rows;
    return NULL;
}
