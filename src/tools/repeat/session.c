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
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "tools/repeat/order.h"
#include "tools/repeat/run_records.h"
#include "tools/repeat/start.h"

/* Words that are added to a command line: -o FILE. */
enum { ADDED = 2, MESSAGE_SIZE = 400 };

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

static json_t *words_of(const struct command *c)
{
    json_t *words = json_array();

    for (size_t i = 0; i < c->n; i++)
        json_array_append_new(words, json_text(c->word[i]));
    return words;
}

/* NULL, or why no runs of ours can go on with those, malloced. */
static char *runs_refuse(const struct session *s)
{
    for (size_t i = 0; i < s->runs.n; i++) {
        const struct run *run = &s->runs.v[i];
        json_t *words = run->command <= (long)s->o->ncommands
                            ? words_of(&s->o->command[run->command - 1])
                            : NULL;
        bool same = words != NULL && json_equal(words, run->words);

        json_decref(words);
        if (!run->complete)
            return xasprintf("its run %zu is not complete", i + 1);
        if (!same)
            return xasprintf("its run %zu is of another command line", i + 1);
    }
    return NULL;
}

/* Where the runs end in the text: behind the last line that ends one. What
 * follows is the table, which is made anew, or not whole. */
static size_t runs_end(const char *text, size_t length)
{
    size_t end = 0;

    for (size_t at = 0, next; at < length; at = next) {
        const char *newline = memchr(text + at, '\n', length - at);

        if (newline == NULL)
            break;
        next = (size_t)(newline - text) + 1;
        if (strncmp(text + at, "{\"type\":\"end\"", 13) == 0)
            end = next;
    }
    return end;
}

/* The runs that the file has come first, and stay. */
static int go_on(struct session *s, char **cause)
{
    char *text, *refusal;
    int rc = sink_read(&s->sink, &text);

    if (rc != 0) {
        *cause = xasprintf("--append: cannot read %s: %s",
                           SHOWN_FILE(s->sink.file), sink_error(rc));
        return -1;
    }
    s->sink.keep = runs_end(text, s->sink.size);
    free(text);
    if (s->sink.size > 0 && runs_read(&s->runs, s->sink.file, cause) != 0)
        return -1;
    refusal = s->sink.size > 0 && s->sink.keep == 0
                  ? xstrdup("no run in it is complete")
                  : runs_refuse(s);
    if (refusal != NULL) {
        *cause = xasprintf("--append: cannot go on with %s: %s",
                           SHOWN_FILE(s->sink.file), refusal);
        free(refusal);
        return -1;
    }
    s->block = runs_blocks(&s->runs);
    s->order = s->runs.n;
    return 0;
}

static int file_open(struct session *s, char **cause)
{
    int rc = sink_open(&s->sink);

    if (rc != 0) {
        *cause = xasprintf("--output: cannot write %s: %s",
                           SHOWN_FILE(s->sink.file), sink_error(rc));
        return -1;
    }
    if (!s->o->append || go_on(s, cause) == 0)
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
        .sink = {.file = o->output, .fd = -1},
        .seed = o->seed >= 0 ? o->seed : (long)(time(NULL) % 1000000000),
    };
    if (programs_check(o, cause) != 0 ||
        (o->output != NULL && file_open(s, cause) != 0))
        return -1;
    s->first = s->block;
    s->folder = folder_make(o->output, cause);
    if (s->folder == NULL) {
        sink_discard(&s->sink);
        runs_free(&s->runs);
        return -1;
    }
    s->cost = xcalloc(o->ncommands, sizeof(*s->cost));
    return 0;
}

void session_close(struct session *s)
{
    if (s->begun)
        sink_close(&s->sink);
    else
        sink_discard(&s->sink);
    rmdir(s->folder);
    free(s->folder);
    free(s->cost);
    runs_free(&s->runs);
}

/* ---- a run --------------------------------------------------------------- */

/* What a run that failed says itself: its own error, else its first words. */
static char *message_of(const char *file)
{
    char line[MESSAGE_SIZE], first[MESSAGE_SIZE] = "";
    FILE *f = fopen(file, "r");

    while (f != NULL && fgets(line, sizeof(line), f) != NULL) {
        bool letters = false;

        line[strcspn(line, "\n")] = '\0';
        for (char *c = line; *c != '\0'; c++)
            letters |= isalpha((unsigned char)*c) != 0;
        if (letters && *first == '\0')
            memcpy(first, line, sizeof(first));
        if (strncmp(line, "mpiperf: ", 9) == 0) {
            memcpy(first, line, sizeof(first));
            break;
        }
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
    json_t *repeat = json_pack(
        "{s:I, s:I, s:I, s:I}", "launch", (json_int_t)s->block + 1, "command",
        (json_int_t)command + 1, "order", (json_int_t)s->order + 1, "seed",
        (json_int_t)s->seed);

    if (s->o->repeat > 0)
        json_object_set_new(repeat, "of", json_integer(s->o->repeat));
    json_object_set_new(repeat, "words", words_of(&s->o->command[command]));
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
            cause = runs_add_record(&s->runs, record);
    }
    return cause;
}

int session_write(struct session *s, const json_t *records)
{
    char *text = run_records_text(records);
    int rc = s->begun ? 0 : sink_begin(&s->sink);

    s->begun = true;
    if (rc == 0)
        rc = sink_write(&s->sink, text, strlen(text));
    free(text);
    if (rc != 0)
        session_note(xasprintf("cannot write %s: %s", SHOWN_FILE(s->sink.file),
                               sink_error(rc)));
    return rc;
}

static enum session_end keep(struct session *s, json_t *records, size_t command)
{
    char *cause;

    run_records_note(records, repeat_of(s, command), ADDED);
    cause = add_to_table(s, records);
    if (cause != NULL) {
        s->lost++;
        session_note(xasprintf("run %zu of command line %zu: its records cannot "
                               "be used: %s",
                               s->block + 1, command + 1, cause));
        free(cause);
        return SESSION_GOES_ON;
    }
    s->kept++;
    if (s->sink.file != NULL && session_write(s, records) != 0)
        return SESSION_UNWRITABLE;
    return SESSION_GOES_ON;
}

static enum session_end run_failed(struct session *s, size_t command,
                                   const struct start *start,
                                   const char *messages)
{
    char *said = message_of(messages);
    char *cause = cause_of(start, s->o->timeout);

    s->lost++;
    session_note(xasprintf("run %zu of command line %zu failed: %s%s",
                           s->block + 1, command + 1, cause, said));
    free(said);
    free(cause);
    if (start->end == START_EXITED && start->status == EXIT_USAGE) {
        session_note(xasprintf("command line %zu is used wrongly: stopped",
                               command + 1));
        return SESSION_WRONG_USE;
    }
    return SESSION_GOES_ON;
}

static enum session_end run_once(struct session *s, size_t command)
{
    const struct command *c = &s->o->command[command];
    char *records_file = xasprintf("%s/run.jsonl", s->folder);
    char *messages = xasprintf("%s/messages", s->folder);
    char **argv = xcalloc(c->n + ADDED + 1, sizeof(*argv));
    enum session_end end = SESSION_GOES_ON;
    json_t *records = NULL;
    struct start start;

    memcpy(argv, c->word, c->n * sizeof(*argv));
    argv[c->n] = (char *)"-o";
    argv[c->n + 1] = records_file;
    start_run(&start, argv, messages, s->o->timeout);
    s->cost[command] = start.seconds;
    if (start.end == START_EXITED && start.status == 0)
        records = run_records_read(records_file);
    if (start.end == START_INTERRUPTED)
        end = SESSION_INTERRUPTED;
    else if (records == NULL)
        end = run_failed(s, command, &start, messages);
    else
        end = keep(s, records, command);
    s->order++;
    json_decref(records);
    unlink(records_file);
    unlink(messages);
    free(argv);
    free(messages);
    free(records_file);
    return end;
}

enum session_end session_block(struct session *s)
{
    size_t *turn = xcalloc(s->o->ncommands, sizeof(*turn));
    enum session_end end = SESSION_GOES_ON;

    order_of_block(turn, s->o->ncommands, (uint64_t)s->seed, s->block);
    for (size_t i = 0; i < s->o->ncommands && end == SESSION_GOES_ON; i++)
        end = start_interrupted() ? SESSION_INTERRUPTED : run_once(s, turn[i]);
    s->block++;
    free(turn);
    return end;
}
