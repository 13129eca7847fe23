/* session.c: runs of command lines in blocks, and what they wrote. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/session.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "compare/view.h"
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "record/fields.h"
#include "tools/repeat/append.h"
#include "tools/repeat/order.h"
#include "tools/repeat/run_records.h"
#include "tools/repeat/start.h"

/* Most words that are added to a command line: --budget=SECONDS -o FILE. */
enum { ADDED = 3, MESSAGE_SIZE = 400 };

/* A table is of many short runs rather than of a few long ones: the sweeps of a
 * block take this share of the budget at most. */
#define BLOCK_SHARE 0.01

void session_note(char *text)
{
    fprintf(stderr, "%s: %s\n", repeat_tool.name, text);
    free(text);
}

/* ---- opening and closing ------------------------------------------------- */

/* A folder beside the file: rank 0 may be on another node, and what it writes
 * has to come back. */
static char *folder_make(const char *file, char **cause)
{
    const char *slash = file != NULL ? strrchr(file, '/') : NULL;
    char *folder = xasprintf("%.*s.mpiperf-repeat.XXXXXX",
                             slash != NULL ? (int)(slash - file + 1) : 0,
                             file != NULL ? file : "");

    if (mkdtemp(folder) != NULL) {
        char *path = realpath(folder, NULL); /* ranks may be elsewhere */

        if (path == NULL)
            return folder;
        free(folder);
        return path;
    }
    *cause = xasprintf("cannot make a folder beside the output: %s",
                       strerror(errno));
    free(folder);
    return NULL;
}

/* Would a shell find it? */
static bool is_runnable(const char *program)
{
    const char *path = getenv("PATH");
    bool found = false;

    if (strchr(program, '/') != NULL)
        return access(program, X_OK) == 0;
    while (path != NULL && *path != '\0' && !found) {
        size_t n = strcspn(path, ":");
        char *file = xasprintf("%.*s/%s", (int)n, path, program);

        found = access(file, X_OK) == 0;
        free(file);
        path += n + (path[n] == ':');
    }
    return found;
}

static int programs_check(const struct options *o, char **cause)
{
    for (size_t i = 0; i < o->ncommands; i++)
        if (!is_runnable(o->command[i].word[0])) {
            *cause = xasprintf("command line %zu: cannot run %s", i + 1,
                               QUOTED(o->command[i].word[0]));
            return -1;
        }
    return 0;
}

/* The table of a file that is gone on with is made anew. */
static int csv_open(struct session *s, char **cause)
{
    bool replace = s->o->overwrite || s->o->append;

    return s->o->csv == NULL
               ? 0
               : sink_open(&s->csv, s->o->csv,
                           replace ? SINK_OVERWRITE : SINK_NEW, cause);
}

static int file_open(struct session *s, char **cause)
{
    if (sink_open(&s->sink, s->o->output,
                  s->o->append      ? SINK_APPEND
                  : s->o->overwrite ? SINK_OVERWRITE
                                    : SINK_NEW,
                  cause) != 0)
        return -1;
    if (!s->o->append || append_to(s, cause) == 0)
        return 0;
    sink_discard(&s->sink);
    runs_free(&s->runs);
    return -1;
}

int session_open(struct session *s, const struct options *o, char **cause)
{
    *cause = NULL;
    *s = (struct session){
        .o = o,
        .sink.fd = -1,
        .csv.fd = -1,
        .seed = o->seed >= 0 ? o->seed : (long)(time(NULL) % 1000000000),
    };
    runs_begin(&s->runs, 0);
    if (programs_check(o, cause) != 0 || csv_open(s, cause) != 0)
        return -1;
    if (o->output != NULL && file_open(s, cause) != 0) {
        sink_discard(&s->csv);
        return -1;
    }
    s->first = s->block;
    s->folder = folder_make(o->output, cause);
    if (s->folder == NULL) {
        sink_discard(&s->sink);
        sink_discard(&s->csv);
        runs_free(&s->runs);
        return -1;
    }
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
    if (cause != NULL)
        session_note(cause);
    return rc;
}

void session_close(struct session *s)
{
    rmdir(s->folder);
    free(s->folder);
    free(s->cost);
    free(s->failing);
    json_decref(s->unwritten);
    runs_free(&s->runs);
}

/* ---- a run --------------------------------------------------------------- */

/* Is it what a run says first? Comments are the table's head, or tell how far
 * the run is. */
static bool has_words(const char *line)
{
    bool letters = false;

    for (const char *c = line; *c != '\0'; c++)
        letters |= isalpha((unsigned char)*c) != 0;
    return letters && *line != '#';
}

/* What a run that failed says itself: its own error, else its first words; but
 * the launcher's may be about the end that we made of it. */
static char *message_of(const char *file, bool by_itself)
{
    char line[MESSAGE_SIZE], first[MESSAGE_SIZE] = "";
    FILE *f = fopen(file, "r");
    bool begins = true; /* a line, and not the rest of a long one */

    while (f != NULL && fgets(line, sizeof(line), f) != NULL) {
        size_t n = strcspn(line, "\n");
        bool own = begins && strncmp(line, "mpiperf: ", 9) == 0;
        bool words = by_itself && begins && *first == '\0' && has_words(line);

        begins = line[n] == '\n';
        line[n] = '\0';
        if (own || words)
            memcpy(first, line, sizeof(first));
        if (own)
            break;
    }
    if (f != NULL)
        fclose(f);
    return xasprintf("%s%s", *first != '\0' ? ": " : "", SHOWN_FILE(first));
}

static char *cause_of(const struct start *start, double limit)
{
    if (start->end == START_FAILED)
        return xasprintf("cannot start it: %s", strerror(start->status));
    if (start->end == START_TIMED_OUT)
        return xasprintf("not done within %g s", limit);
    if (start->status == 0)
        return xstrdup("no complete records");
    return xasprintf("exit status %d", start->status);
}

/* What is written of the session in the run's record. */
static json_t *repeat_of(const struct session *s, size_t command)
{
    json_t *repeat =
        json_pack("{s:I, s:I, s:I, s:I}", "launch", (json_int_t)s->block + 1,
                  "command", (json_int_t)command + 1, "order",
                  (json_int_t)s->order + 1, "seed", (json_int_t)s->seed);

    if (s->o->repeat > 0)
        json_object_set_new(repeat, "of", json_integer(s->o->repeat));
    json_object_set_new(repeat, "seconds", json_real(s->cost[command]));
    json_object_set_new(repeat, "words",
                        command_words(&s->o->command[command]));
    return repeat;
}

/* The cause why the table cannot have the run, malloced, or NULL. */
static char *add_to_table(struct session *s, const json_t *records)
{
    const json_t *record;
    char *cause = NULL;
    size_t i;

    json_array_foreach(records, i, record)
    {
        if (cause == NULL)
            cause = runs_add(&s->runs, record);
    }
    return cause;
}

int session_write(struct session *s, const json_t *records)
{
    char *text = records_lines(records);
    char *cause = NULL;
    int rc = s->begun ? 0 : sink_begin(&s->sink, &cause);

    if (rc == 0)
        rc = sink_write(&s->sink, text, strlen(text), &cause);
    s->begun |= rc == 0;
    free(text);
    if (rc != 0)
        session_note(cause);
    return rc;
}

int session_write_csv(struct session *s, const char *text)
{
    char *cause = NULL;
    int rc = sink_begin(&s->csv, &cause);

    if (rc == 0)
        rc = sink_write(&s->csv, text, strlen(text), &cause);
    if (rc != 0) {
        session_note(cause);
        sink_discard(&s->csv);
    }
    return rc;
}

/* Runs that were lost are in a file that has complete ones: it stays as it was
 * until then. */
static enum session_end write_lost(struct session *s)
{
    int rc = 0;

    if (s->sink.file == NULL || json_array_size(s->unwritten) == 0 ||
        (s->kept == 0 && s->sink.keep == 0))
        return SESSION_GOES_ON;
    rc = session_write(s, s->unwritten);
    json_array_clear(s->unwritten);
    return rc != 0 ? SESSION_UNWRITABLE : SESSION_GOES_ON;
}

/* Takes the cause. */
static enum session_end lose(struct session *s, size_t command, char *cause)
{
    json_t *record =
        json_pack("{s:s, s:I, s:I, s:o}", "type", "lost", "command",
                  (json_int_t)command + 1, "block", (json_int_t)s->block + 1,
                  "cause", json_text(cause));

    session_note(xasprintf("run %zu of command line %zu failed: %s",
                           s->block + 1, command + 1, cause));
    free(cause);
    s->lost++;
    s->failing[command]++;
    free(runs_add(&s->runs, record));
    json_array_append_new(s->unwritten, record);
    return write_lost(s);
}

/* Why the run cannot go on with those that its command line has, malloced, or
 * NULL. */
static char *refuse(const struct session *s, const json_t *run, size_t command)
{
    const struct run *first = runs_side(&s->runs, (long)command + 1);

    return first == NULL
               ? NULL
               : describe_refuse(first, NULL, json_object_get(run, "program"));
}

static enum session_end keep(struct session *s, json_t *records, size_t command,
                             size_t added)
{
    char *cause;
    enum session_end end;

    run_records_note(records, repeat_of(s, command), added);
    cause = refuse(s, json_array_get(records, 0), command);
    if (cause != NULL) {
        session_note(xasprintf("the run of command line %zu %s: --overwrite "
                               "begins anew",
                               command + 1, cause));
        free(cause);
        return SESSION_WRONG_USE;
    }
    cause = add_to_table(s, records);
    if (cause != NULL)
        return lose(s, command, xprefix("its records cannot be used", cause));
    s->kept++;
    s->failing[command] = 0;
    end = write_lost(s);
    if (end == SESSION_GOES_ON && s->sink.file != NULL &&
        session_write(s, records) != 0)
        end = SESSION_UNWRITABLE;
    return end;
}

static enum session_end run_failed(struct session *s, size_t command,
                                   const struct start *start,
                                   const char *messages)
{
    char *said = message_of(messages, start->end != START_TIMED_OUT);
    char *cause = cause_of(start, s->o->timeout);
    bool wrong_use = start->end == START_EXITED && start->status == EXIT_USAGE;
    enum session_end end = SESSION_GOES_ON;

    s->again = s->patient && !wrong_use;
    if (s->again)
        session_note(xasprintf("run %zu of command line %zu failed: %s%s: once "
                               "more",
                               s->block + 1, command + 1, cause, said));
    else
        end = lose(s, command, xasprintf("%s%s", cause, said));
    free(said);
    free(cause);
    if (wrong_use) {
        session_note(xasprintf("command line %zu is used wrongly: stopped",
                               command + 1));
        return SESSION_WRONG_USE;
    }
    return end;
}

/* Does the command line say itself how long the sweep may take? */
static bool has_budget(const struct command *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (strncmp(c->word[i], "--bud", 5) == 0) /* or what is short for it */
            return true;
    return false;
}

/* How long the sweep of a run may take, as an option, malloced; NULL: as long
 * as it likes. What a block may take, a start may need as much again. */
static char *run_budget(const struct session *s, const struct command *c)
{
    double block = BLOCK_SHARE * options_budget(s->o), run;

    if (!isfinite(block) || has_budget(c))
        return NULL;
    if (s->o->every > 0)
        block = fmin(block, s->o->every / 2);
    run = fmin(block / (double)s->o->ncommands, s->o->timeout / 2);
    return xasprintf("--budget=%.3g", run);
}

static enum session_end run_once(struct session *s, size_t command)
{
    const struct command *c = &s->o->command[command];
    char *records_file = xasprintf("%s/run.jsonl", s->folder);
    char *messages = xasprintf("%s/messages", s->folder);
    char *budget = run_budget(s, c);
    char **argv = xcalloc(c->n + ADDED + 1, sizeof(*argv));
    size_t added = budget != NULL ? ADDED : ADDED - 1;
    char **end_of_line;
    enum session_end end = SESSION_GOES_ON;
    json_t *records = NULL;
    struct start start;

    memcpy(argv, c->word, c->n * sizeof(*argv));
    end_of_line = &argv[c->n];
    if (budget != NULL)
        *end_of_line++ = budget;
    *end_of_line++ = (char *)"-o";
    *end_of_line++ = records_file;
    start_run(&start, argv, messages, s->o->timeout);
    s->cost[command] = start.seconds;
    if (start.end == START_EXITED && start.status == 0)
        records = run_records_read(records_file);
    if (start.end == START_INTERRUPTED)
        end = SESSION_INTERRUPTED;
    else if (records == NULL)
        end = run_failed(s, command, &start, messages);
    else
        end = keep(s, records, command, added);
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

/* A gate has a run that fails tried once more before it is lost. */
static enum session_end run_twice(struct session *s, size_t command)
{
    enum session_end end;

    s->patient = table_view_gated(&s->o->view);
    s->again = false;
    end = run_once(s, command);
    if (!s->again || start_interrupted())
        return end;
    s->patient = false;
    return run_once(s, command);
}

enum session_end session_block(struct session *s)
{
    size_t *turn = xcalloc(s->o->ncommands, sizeof(*turn));
    enum session_end end = SESSION_GOES_ON;

    order_of_block(turn, s->o->ncommands, (uint64_t)s->seed, s->block);
    for (size_t i = 0; i < s->o->ncommands && end == SESSION_GOES_ON; i++)
        end = start_interrupted() ? SESSION_INTERRUPTED : run_twice(s, turn[i]);
    s->block++;
    free(turn);
    return end;
}
