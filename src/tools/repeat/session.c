/* session.c: makes runs of command lines in blocks, and keeps their records. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/repeat.h"

#include <errno.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "lib/json.h"
#include "lib/names.h"
#include "lib/now.h"
#include "lib/quote.h"
#include "record/fields.h"
#include "verdict/judged.h"

/* Maximum words added to a command: --budget=SECONDS --accept=none -o FILE. */
enum { ADDED = 4 };

/* A block's measurements take at most this fraction of the budget, since many
 * short runs are better than a few long ones. */
#define BLOCK_SHARE 0.01

/* ---- opening and closing ------------------------------------------------- */

/* Makes a temporary folder next to the output file, where rank 0 can write even
 * from another node. Returns its absolute path, because ranks may have another
 * current folder. */
static char *folder_make(const char *file, char **cause)
{
    const char *slash = file != NULL ? strrchr(file, '/') : NULL;
    char *folder = xasprintf("%.*s.mpiperf-repeat.XXXXXX",
                             slash != NULL ? (int)(slash - file + 1) : 0,
                             file != NULL ? file : "");
    char *path = mkdtemp(folder) != NULL ? realpath(folder, NULL) : NULL;

    if (path == NULL) {
        *cause = xasprintf("cannot make a folder beside the output: %s",
                           strerror(errno));
        rmdir(folder);
    }
    free(folder);
    return path;
}

static int file_open(struct sink *s, const char *file, enum sink_mode mode,
                     char **cause)
{
    return file != NULL ? sink_open(s, file, mode, cause) : 0;
}

/* Opens the files. --append keeps their runs but rewrites the table. */
static int files_open(struct session *s, char **cause)
{
    const struct options *o = s->o;
    enum sink_mode fresh = o->overwrite ? SINK_OVERWRITE : SINK_NEW;
    enum sink_mode table = o->append ? SINK_OVERWRITE : fresh;
    enum sink_mode runs = o->append ? SINK_APPEND : fresh;
    enum sink_mode bounds = o->overwrite ? SINK_OVERWRITE : SINK_ONCE;

    if (file_open(&s->csv, o->csv, table, cause) != 0 ||
        file_open(&s->accept, o->accept, bounds, cause) != 0 ||
        file_open(&s->sink, o->output, runs, cause) != 0)
        return -1;
    return o->append ? records_append(s, cause) : 0;
}

/* Makes the folder of --keep-output. */
static int output_open(const struct options *o, char **cause)
{
    const char *folder = o->keep_output;
    bool more = o->append || o->overwrite;

    if (folder == NULL || mkdir(folder, 0777) == 0 || (more && errno == EEXIST))
        return 0;
    *cause = xasprintf("--keep-output: cannot make %s: %s", SHOWN_FILE(folder),
                       strerror(errno));
    return -1;
}

int session_open(struct session *s, const struct options *o, char **cause)
{
    *cause = NULL;
    *s = (struct session){
        .o = o,
        .sink.fd = -1,
        .csv.fd = -1,
        .accept.fd = -1,
        .seed = o->seed >= 0 ? o->seed : (long)(time(NULL) % 1000000000),
        .since = now(),
    };
    runs_begin(&s->runs, 0);
    if (programs_check(o, cause) == 0 && files_open(s, cause) == 0 &&
        output_open(o, cause) == 0)
        s->folder = folder_make(o->output, cause);
    if (s->folder == NULL) {
        sink_discard(&s->sink);
        sink_discard(&s->csv);
        sink_discard(&s->accept);
        runs_free(&s->runs);
        return -1;
    }
    s->first = s->block;
    s->cost = xcalloc(o->ncommands, sizeof(*s->cost));
    s->failing = xcalloc(o->ncommands, sizeof(*s->failing));
    s->unwritten = json_array();
    return 0;
}

int session_close_files(struct session *s)
{
    char *cause = NULL;
    int rc = sink_close(&s->sink, &cause);

    rc |= sink_close(&s->csv, &cause);
    rc |= sink_close(&s->accept, &cause);
    if (cause != NULL)
        tool_error(&repeat_tool, cause);
    return rc;
}

void session_close(struct session *s)
{
    timed_close(s);
    rmdir(s->folder);
    free(s->folder);
    gate_free(&s->gate);
    free(s->cost);
    free(s->failing);
    json_decref(s->unwritten);
    runs_free(&s->runs);
}

/* ---- one run ------------------------------------------------------------- */

static void report_wrong(const struct session *s, size_t command,
                         const json_t *records)
{
    char *first = records_wrong(records);

    if (first != NULL)
        SAY("run %zu of command line %zu: wrong results: %s", s->block + 1,
            command + 1, first);
    free(first);
}

/* Handles a failed run; frees the cause. patient: repeat the run once unless
 * its usage is wrong. */
static enum session_end run_failed(struct session *s, size_t command,
                                   const struct start *start, char *cause,
                                   bool patient)
{
    bool wrong_use = start->end == START_EXITED && start->status == EXIT_USAGE;
    enum session_end end;

    if (patient && !wrong_use) {
        SAY("run %zu of command line %zu failed: %s: once more", s->block + 1,
            command + 1, cause);
        free(cause);
        return SESSION_AGAIN;
    }
    end = session_lose(s, command, cause);
    if (!wrong_use)
        return end;
    SAY("command line %zu has a usage error: stopped", command + 1);
    return SESSION_WRONG_USE;
}

static bool has_budget(const struct command *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (names_option(c->word[i], "--budget", 5))
            return true;
    return false;
}

/* Returns the option that limits a run's measurements, malloced, or NULL if
 * there is no limit. Starting the run may take as long again. */
static char *run_budget(const struct session *s, const struct command *c)
{
    double block = BLOCK_SHARE * options_budget(s->o), run;

    if (!isfinite(block) || has_budget(c) || s->o->accept != NULL)
        return NULL;
    if (s->o->every > 0)
        block = fmin(block, s->o->every / 2);
    run = fmin(block / (double)s->o->ncommands, options_timeout(s->o) / 2);
    return xasprintf("--budget=%.3g", run);
}

static enum session_end run_once(struct session *s, size_t command,
                                 bool patient)
{
    const struct command *c = &s->o->command[command];
    char *records_file = xasprintf("%s/run.jsonl", s->folder);
    char *messages = xasprintf("%s/messages", s->folder);
    char *budget = run_budget(s, c), *cause = NULL;
    const char **argv = xcalloc(c->n + ADDED + 1, sizeof(*argv));
    size_t n = c->n;
    enum session_end end = SESSION_INTERRUPTED;
    json_t *records = NULL;
    struct start start;

    memcpy(argv, c->word, n * sizeof(*argv));
    if (budget != NULL)
        argv[n++] = budget;
    if (s->o->accept != NULL)
        argv[n++] = "--accept=none";
    argv[n++] = "-o";
    argv[n++] = records_file;
    start_run(&start, (char *const *)argv, messages, NULL,
              options_timeout(s->o));
    s->cost[command] = start.seconds;
    if (start.end == START_EXITED && start.status == 0)
        cause = preload_missing(c, messages);
    if (start.end == START_EXITED && cause == NULL &&
        (start.status == EXIT_DONE || start.status == EXIT_WRONG))
        records = records_of_run(records_file);
    report_wrong(s, command, records);
    if (records != NULL) {
        session_note(s, json_array_get(records, 0), command, n - c->n);
        end = session_keep(s, records, command);
    } else if (start.end != START_INTERRUPTED) {
        end = run_failed(s, command, &start,
                         cause
                             ?: start_cause(&start, options_timeout(s->o),
                                            messages, records_file),
                         patient);
    }
    s->order++;
    json_decref(records);
    unlink(records_file);
    unlink(messages);
    free(argv);
    free(budget);
    free(messages);
    free(records_file);
    return end;
}

/* Returns the order of the block's runs: a permutation that depends only on
 * seed and block, so that --append continues the sequence. */
static size_t *order_of_block(const struct session *s)
{
    size_t n = s->o->ncommands, *order = xcalloc(n, sizeof(*order));
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    if (rng == NULL)
        out_of_memory();
    /* adjacent seeds give mt19937 unrelated sequences */
    gsl_rng_set(rng,
                ((unsigned long)s->seed * 1000003 + s->block + 1) & 0xffffffff);
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    gsl_ran_shuffle(rng, order, n, sizeof(*order));
    gsl_rng_free(rng);
    return order;
}

/* With a gate or bounds, a failed run of mpiperf is repeated once before it
 * counts as lost. */
enum session_end session_block(struct session *s)
{
    size_t *turn = order_of_block(s);
    enum session_end end = SESSION_GOES_ON, settled;
    bool patient = table_view_gated(&s->o->view) || s->o->accept != NULL;

    for (size_t i = 0; i < s->o->ncommands && end == SESSION_GOES_ON; i++) {
        end = signals_pending() ? SESSION_INTERRUPTED
              : s->o->time        ? timed_run(s, turn[i])
                                  : run_once(s, turn[i], patient);
        if (end == SESSION_AGAIN)
            end = signals_pending() ? SESSION_GOES_ON
                                      : run_once(s, turn[i], false);
    }
    settled = timed_settle(s, true);
    s->block++;
    free(turn);
    return end == SESSION_GOES_ON ? settled : end;
}
