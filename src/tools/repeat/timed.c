/* timed.c: --time: measures whole commands, and compares their output. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/repeat.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
#include "config.h"
#include "lib/json.h"
#include "lib/quote.h"
#include "print/program.h"
#include "record/fields.h"

/* Maximum lines and bytes shown from the end of a failed run's output. */
enum { LINES_SHOWN = 10, BYTES_SHOWN = 4000 };

/* ---- records ------------------------------------------------------------- */

/* Returns {"cpu": NAME}; {} if the name is unknown. */
static json_t *machine_json(void)
{
    FILE *f = fopen("/proc/cpuinfo", "re");
    char line[256], name[256] = "";

    while (f != NULL && *name == '\0' && fgets(line, sizeof(line), f) != NULL)
        sscanf(line, "model name : %255[^\n]", name);
    if (f != NULL)
        fclose(f);
    return *name != '\0' ? json_pack("{s:o}", "cpu", json_text(name))
                         : json_object();
}

static json_t *run_record(const struct command *c, time_t began)
{
    char host[HOST_NAME_MAX + 1] = "", text[sizeof("0123456789abcdef")];
    uint64_t id = 0;

    gethostname(host, sizeof(host) - 1);
    if (getrandom(&id, sizeof(id), 0) != sizeof(id))
        fatal("the system has no random numbers");
    snprintf(text, sizeof(text), "%016" PRIx64, id);
    return json_pack("{s:s, s:s, s:i, s:o, s:s, s:o, s:o, s:[o], s:o}", "type",
                     "run", "mpiperf", PACKAGE_VERSION, "format", RECORD_FORMAT,
                     "time", value_time(began), "id", text, "command",
                     command_words(c), "program", program_json(c), "hosts",
                     json_text(host), "machine", machine_json());
}

static json_t *time_record(const char *value, double seconds)
{
    return json_pack("{s:s, s:s, s:s, s:f, s:n}", "type", "time", "op", value,
                     "algo", "command", "estimate", seconds, "mismatches");
}

/* If libmpiperf-profile has written a profile of the command, adds its seconds
 * in MPI, and its seconds in MPI without waiting for late ranks. */
static void profile_add(json_t *records, const char *file)
{
    FILE *f = fopen(file, "r");
    struct program p = {0};
    char *where, *cause;

    if (f == NULL)
        return;
    where = xasprintf("%s:", SHOWN_FILE(file));
    cause = program_read(&p, f, where);
    if (cause == NULL) {
        const json_t *in_mpi = json_object_get(p.head, "in_mpi");

        json_array_append_new(records,
                              time_record("mpi", number_of(in_mpi, "mean")));
        json_array_append_new(records, time_record("work", p.work + p.other));
    } else {
        tool_error(&repeat_tool, cause);
    }
    program_free(&p);
    free(where);
    fclose(f);
}

/* Reports once that the preloaded library has written no profile. */
static void profile_check(const struct session *s, size_t command,
                          const char *file)
{
    static const char library[] = "libmpiperf-profile";

    if (s->block == s->first && access(file, F_OK) != 0 &&
        command_names(&s->o->command[command], library))
        SAY("run %zu of command line %zu: %s has written no profile, so there "
            "are no rows mpi and work",
            s->block + 1, command + 1, library);
}

/* Returns the records of a run, a new reference: `run`; `time` for its seconds
 * and for other values; `end`. */
static json_t *records_make(const struct command *c, time_t began,
                            double seconds, const char *profile)
{
    json_t *records = json_pack("[o, o]", run_record(c, began),
                                time_record("seconds", seconds));

    profile_add(records, profile);
    json_array_append_new(records,
                          json_pack("{s:s, s:s, s:f}", "type", "end", "status",
                                    "complete", "seconds", seconds));
    return records;
}

/* ---- output of the command ----------------------------------------------- */

static char *output_name(const struct session *s, size_t command,
                         const char *suffix)
{
    return xasprintf("%s/%zu-%zu.%s", s->o->keep_output ?: s->folder,
                     command + 1, s->block + 1, suffix);
}

/* Removes a file of output, unless --keep-output keeps it. */
static void output_drop(const struct session *s, const char *file)
{
    if (s->o->keep_output == NULL)
        unlink(file);
}

/* Reads the end of the file as text; returns its length. */
static size_t end_read(char text[BYTES_SHOWN + 1], const char *file)
{
    FILE *f = fopen(file, "r");
    size_t n = 0;

    if (f != NULL) {
        fseek(f, -BYTES_SHOWN, SEEK_END); /* fails if it is shorter */
        n = fread(text, 1, BYTES_SHOWN, f);
        fclose(f);
    }
    for (size_t i = 0; i < n; i++)
        if (text[i] == '\0')
            text[i] = ' ';
    text[n] = '\0';
    return n;
}

/* Prints the last lines of an output file; removes it if it is empty. */
static void output_show(const struct session *s, const char *file)
{
    char text[BYTES_SHOWN + 1], *line;
    size_t n = end_read(text, file), lines = 0;

    if (n == 0) {
        output_drop(s, file);
        return;
    }
    line = text + n - 1;
    while (line > text && (line[-1] != '\n' || ++lines < LINES_SHOWN))
        line--;
    SAY("the end of %s:", SHOWN_FILE(file));
    for (char *shown; (shown = strsep(&line, "\n")) != NULL;)
        if (*shown != '\0')
            fprintf(stderr, "  %s\n", SHOWN_LINE(shown));
}

/* Returns the first line in which the files differ, from 1; 0 if they are the
 * same. */
static size_t line_apart(const char *file, const char *other)
{
    FILE *a = fopen(file, "r"), *b = fopen(other, "r");
    bool both = a != NULL && b != NULL;
    size_t line = 1;
    int c, d = 0;

    do {
        c = both ? getc(a) : EOF;
        d = both ? getc(b) : 0;
        line += c == '\n' && d == '\n';
    } while (c == d && c != EOF);
    if (a != NULL)
        fclose(a);
    if (b != NULL)
        fclose(b);
    return c == d ? 0 : line;
}

/* True if the run's output equals that of command line 1's first run; else
 * reports where they differ. */
static bool is_same(const struct session *s, const struct timed *t)
{
    size_t line = line_apart(s->reference, t->out);

    if (line > 0)
        SAY("run %zu of command line %zu prints something else than the first "
            "run of command line 1: %s and %s differ in line %zu",
            s->block + 1, t->command + 1, SHOWN_FILE(s->reference),
            SHOWN_FILE(t->out), line);
    return line == 0;
}

/* ---- runs ---------------------------------------------------------------- */

static void timed_free(struct timed *t)
{
    json_decref(t->records);
    free(t->out);
    free(t->err);
}

/* Reports a failed run and the end of its output, which is kept. Frees the
 * cause. */
static enum session_end timed_failed(struct session *s, const struct timed *t,
                                     char *cause)
{
    enum session_end end = session_lose(s, t->command, cause);

    output_show(s, t->out);
    output_show(s, t->err);
    return end == SESSION_GOES_ON ? SESSION_FAILED : end;
}

/* Keeps a complete run; if its output differs, keeps both outputs. */
static enum session_end timed_keep(struct session *s, const struct timed *t)
{
    bool first = s->reference != NULL && strcmp(t->out, s->reference) == 0;
    bool differs = s->reference != NULL && !first && !is_same(s, t);
    enum session_end end;

    if (s->reference != NULL)
        put_value(json_array_get(t->records, 1), "mismatches",
                  json_integer(differs));
    end = session_keep(s, t->records, t->command);
    s->differs |= differs;
    output_drop(s, t->err);
    if (!first && !differs)
        output_drop(s, t->out);
    return end == SESSION_GOES_ON && differs ? SESSION_DIFFERS : end;
}

enum session_end timed_settle(struct session *s, bool all)
{
    enum session_end end = SESSION_GOES_ON;

    if (!all && s->o->same_output && s->reference == NULL)
        return SESSION_GOES_ON;
    for (size_t i = 0; i < s->nwaiting; i++) {
        enum session_end one = timed_keep(s, &s->waiting[i]);

        end = end == SESSION_GOES_ON ? one : end;
        timed_free(&s->waiting[i]);
    }
    free(s->waiting);
    s->waiting = NULL;
    s->nwaiting = 0;
    return end;
}

/* Returns why the run is incomplete, malloced; NULL if it is complete. */
static char *timed_cause(const struct session *s, const struct timed *t,
                         const struct start *start)
{
    return start->end == START_EXITED && start->status == 0
               ? preload_missing(&s->o->command[t->command], t->err)
               : start_ended(start, options_timeout(s->o), "");
}

enum session_end timed_run(struct session *s, size_t command)
{
    const struct command *c = &s->o->command[command];
    struct timed t = {.command = command,
                      .out = output_name(s, command, "out"),
                      .err = output_name(s, command, "err")};
    time_t began = time(NULL);
    enum session_end end;
    struct start start;
    char *cause, *profile = output_name(s, command, "profile.jsonl");

    unlink(profile); /* of an earlier session */
    setenv("MPIPERF_PROFILE", profile, 1);
    start_run(&start, (char *const *)c->word, t.out, t.err,
              options_timeout(s->o));
    s->cost[command] = start.seconds;
    cause = timed_cause(s, &t, &start);
    if (cause == NULL) {
        profile_check(s, command, profile);
        t.records = records_make(c, began, start.seconds, profile);
    }
    output_drop(s, profile);
    free(profile);
    if (t.records != NULL) {
        session_note(s, json_array_get(t.records, 0), command, 0);
        s->order++;
        if (s->o->same_output && s->reference == NULL && command == 0)
            s->reference = xstrdup(t.out);
        XAPPEND(s->waiting, s->nwaiting, t);
        return timed_settle(s, false);
    }
    if (start.end == START_INTERRUPTED) {
        output_drop(s, t.out);
        output_drop(s, t.err);
        free(cause);
        end = SESSION_INTERRUPTED;
    } else {
        end = timed_failed(s, &t, cause);
    }
    s->order++;
    timed_free(&t);
    return end;
}

void timed_close(struct session *s)
{
    if (s->reference != NULL && !s->differs)
        output_drop(s, s->reference);
    free(s->reference);
}
