/* repeat.h: mpiperf-repeat: makes runs of command lines, in blocks, until there
 * are enough. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPEAT_REPEAT_H
#define REPEAT_REPEAT_H

#include <jansson.h>
#include "lib/xmalloc.h"
#include "record/sink.h"
#include "tools/common.h"
#include "verdict/rule.h"

/* ---- the command line (options.c) ---------------------------------------- */

/* A command line: its words, NULL-terminated; the texts belong to argv. */
struct command {
    const char **word;
    size_t n;
};

/* Value of min_runs: as many as the gate needs for a verdict. */
enum { MIN_RUNS_AUTO = -1 };

struct options {
    long repeat;        /* runs of each command line; 0: by budget */
    long min_runs;      /* minimum despite the budget; or MIN_RUNS_AUTO */
    double every;       /* seconds between starts of blocks; 0: no pause */
    double budget;      /* seconds; NAN: not given */
    double precision;   /* half width at which to stop early; or NAN */
    double timeout;     /* time limit of a run, seconds; NAN if not given */
    long seed;          /* -1 if not given */
    const char *output; /* file for all records; NULL if none */
    const char *csv;    /* file for the table; NULL if none */
    const char *accept; /* file of bounds (mpiperf --accept); NULL if none */
    struct table_view view;
    bool append, overwrite;
    bool time;               /* measure whole commands */
    bool same_output;        /* standard output of all runs must be equal */
    const char *keep_output; /* folder for the output of runs; NULL if none */
    struct command *command;
    size_t ncommands;
};

/* Returns the seconds that all runs may take; INFINITY if unlimited. */
double options_budget(const struct options *o);
/* Returns the seconds that a run may take; INFINITY if unlimited. */
double options_timeout(const struct options *o);

/* Returns the words as a JSON array, a new reference. */
json_t *command_words(const struct command *c);
/* True if a word of the command line contains the text. */
bool command_names(const struct command *c, const char *text);

extern const struct tool repeat_tool;
/* Prints a formatted line to stderr. */
#define SAY(...) tool_error(&repeat_tool, xasprintf(__VA_ARGS__))

void options_free(struct options *o);

/* ---- one start of mpiexec (start.c) -------------------------------------- */

enum start_end {
    START_EXITED,      /* it exited, or another process's signal ended it */
    START_TIMED_OUT,   /* killed at the time limit */
    START_INTERRUPTED, /* killed because this program got a signal to end */
    START_FAILED,      /* no process was started; `status` is an errno */
};

struct start {
    enum start_end end;
    int status;     /* exit status, or 128 + signal as in a shell */
    double seconds; /* how long it took */
};

/* Call this once, before anything else. Blocks SIGHUP, SIGINT and SIGTERM;
 * start_run() and start_wait() check for them. The program continues in
 * a child process, so that mpiexec is ended and the run's folder removed even
 * if the process that the user started gets SIGKILL. */
void start_prepare(void);

/* Waits until now() reaches `until`, or this program gets a signal to end. */
void start_wait(double until);

/* Runs argv in its own process group, without input. Standard output goes to
 * the file `output`, standard error to `errors` (if NULL, to the same file).
 * After `limit` seconds, or if this program gets a signal to end, the group
 * gets SIGTERM, and SIGKILL 5 s later. */
void start_run(struct start *s, char *const *argv, const char *output,
               const char *errors, double limit);

/* ---- runs of command lines in blocks (session.c) ------------------------- */

/* A complete run of a whole command. */
struct timed {
    size_t command;
    char *out, *err; /* files of its output */
    json_t *records;
};

/* Runs in blocks: a block runs each command line once, in random order. */
struct session {
    const struct options *o;
    struct runs runs;   /* complete runs, including those already in the file */
    struct sink sink;   /* file for records; .file is NULL if none */
    struct sink csv;    /* file for the table; .file is NULL if none */
    struct sink accept; /* file of bounds; .file is NULL if none */
    char *folder;       /* temporary folder of the current run, malloced */
    long seed;
    size_t first;        /* first block of this program: 0 unless --append */
    size_t block, order; /* block of the next run; its number among all runs */
    size_t kept, lost;   /* complete and failed runs of this program */
    /* For each command line: number of failed runs since its last complete one;
     * duration of its last run, seconds. */
    size_t *failing;
    double *cost;
    json_t *unwritten; /* `lost` records that wait for a complete run */
    double since;      /* now() when the program started */
    /* With --time (timed.c): */
    struct timed *waiting; /* complete runs that are not yet written */
    size_t nwaiting;
    char *reference; /* standard output of the first run of command line 1 */
    bool differs;    /* another run printed something else */
    /* State of the stopping rule (stop.c): */
    double noted;       /* time of the last progress line */
    size_t look;        /* number of blocks at the next look */
    struct looks looks; /* used with a gate */
    struct gate gate;   /* result of the last look */
    double worst; /* largest half width; INFINITY if some interval is unknown */
    bool decided; /* the gate's verdict is final, or -r and suspects are done */
};

enum session_end {
    SESSION_GOES_ON,
    SESSION_AGAIN, /* the run failed: repeat it once */
    SESSION_INTERRUPTED,
    SESSION_WRONG_USE, /* stopped: the usage of a command line is wrong */
    SESSION_FAILED,    /* stopped: with --time, a run failed */
    SESSION_DIFFERS,   /* stopped: with --same-output, outputs differ */
    SESSION_UNWRITABLE,
};

/* Opens the files; for --append, also reads the runs in the file. Returns 0, or
 * -1 with a malloced *cause and all files unchanged. */
int session_open(struct session *s, const struct options *o, char **cause);

/* Runs every command line once. */
enum session_end session_block(struct session *s);

/* Closes the files and gives them their final names. On failure, prints an
 * error and returns nonzero. */
int session_close_files(struct session *s);

/* Frees the session; the files remain. */
void session_close(struct session *s);

/* ---- records of complete and of lost runs (keep.c) ----------------------- */

/* Writes the text to a file and frees it. On failure, prints an error and
 * returns nonzero. */
int session_write(struct sink *to, char *text);

/* Adds `repeat` to the run's record. Removes the last `added` words, which this
 * program has added, from the command line in it. */
void session_note(const struct session *s, json_t *run, size_t command,
                  size_t added);
/* Keeps the records of a complete run. */
enum session_end session_keep(struct session *s, const json_t *records,
                              size_t command);
/* Reports a lost run and writes its record; frees the cause. */
enum session_end session_lose(struct session *s, size_t command, char *cause);

/* ---- whole commands (timed.c) -------------------------------------------- */

/* Runs the command line once, without adding options. */
enum session_end timed_run(struct session *s, size_t command);
/* Keeps complete runs. With --same-output, runs before the first run of command
 * line 1 wait for its output, unless `all` is true. */
enum session_end timed_settle(struct session *s, bool all);
/* Frees members that only --time uses; removes the reference output unless
 * another output differs. */
void timed_close(struct session *s);

/* ---- programs of command lines (programs.c) ------------------------------ */

/* Returns 0 if all commands can be started, or -1 with a malloced *cause. */
int programs_check(const struct options *o, char **cause);

/* Identifies the first word's program: {"build": null, "size": bytes, "time":
 * of its last change}; a new reference. Later words may be files that the
 * command writes. */
json_t *program_json(const struct command *c);

/* ---- why a run failed (cause.c) ------------------------------------------ */

/* Returns why a run failed, malloced. said: the program's message as ": TEXT",
 * or "". */
char *start_ended(const struct start *start, double limit, const char *said);
/* Returns why a run of mpiperf failed, malloced, from its output in the file
 * `messages`. `records_file` should have its records. */
char *start_cause(const struct start *start, double limit, const char *messages,
                  const char *records_file);

/* Returns the name of a library that the command line lists in LD_PRELOAD but
 * that ld.so did not find, malloced; else NULL. The program ran without it and
 * did not fail. */
char *preload_missing(const struct command *c, const char *messages);

/* ---- records of runs (records.c) ----------------------------------------- */

/* Returns the records that a run wrote to the file: an array, a new reference.
 * NULL unless the file has exactly one complete run. */
json_t *records_of_run(const char *file);

/* Returns the first case in which --verify found wrong results, malloced; NULL
 * if there is none or there are no records. */
char *records_wrong(const json_t *records);

/* Reads the runs in the open file into the session. They stay in the file; what
 * follows them will be replaced. Returns 0, or -1 with a malloced *cause. */
int records_append(struct session *s, char **cause);

/* ---- stopping rule (stop.c) ---------------------------------------------- */

/* Call this before the first block. */
void stop_begin(struct session *s);

/* Waits until the next block is due, or for a signal to end. */
void stop_wait(const struct session *s);

/* Call this after each block: analyses the runs and prints progress. Returns
 * true if there are enough runs. */
bool stop_now(struct session *s);

/* Judges the table of all runs; the last look's suspects may be confirmed. */
void stop_judge(struct gate *g, const struct session *s, const struct table *t);

#endif /* REPEAT_REPEAT_H */
