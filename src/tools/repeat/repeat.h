/* repeat.h: mpiperf-repeat: runs command lines in blocks until there are enough
 * runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPEAT_REPEAT_H
#define REPEAT_REPEAT_H

#include <jansson.h>
#include "lib/xmalloc.h"
#include "record/sink.h"
#include "tools/view.h"

/* ---- the command line (options.c) ---------------------------------------- */

/* A command line: its words, NULL-terminated; the texts belong to argv. */
struct command {
    const char **word;
    size_t n;
};

/* Value of min_runs: until the gate has a verdict. */
enum { MIN_RUNS_AUTO = -1 };

struct options {
    long repeat;        /* runs of each command line; 0: as the budget allows */
    long min_runs;      /* of each, whatever the budget; or MIN_RUNS_AUTO */
    double every;       /* seconds between starts of blocks; 0: no pause */
    double budget;      /* seconds; NAN: not given */
    double precision;   /* half width at which to stop early; NAN: not given */
    double timeout;     /* seconds that a run may take */
    long seed;          /* -1: not given */
    const char *output; /* file of all records; NULL: none */
    const char *csv;    /* file of the table; NULL: none */
    const char *accept; /* file of bounds for mpiperf --accept; NULL: none */
    struct table_view view;
    bool append, overwrite;
    struct command *command;
    size_t ncommands;
};

/* Seconds that all runs may take; INFINITY: no limit. */
double options_budget(const struct options *o);

/* The words as a JSON array; a new reference. */
json_t *command_words(const struct command *c);

extern const struct tool repeat_tool;
/* Prints a formatted line on standard error. */
#define SAY(...) tool_error(&repeat_tool, xasprintf(__VA_ARGS__))

void options_free(struct options *o);

/* ---- one start of mpiexec (start.c) -------------------------------------- */

enum start_end {
    START_EXITED,      /* it ended by itself, with `status` */
    START_TIMED_OUT,   /* it was killed at the time limit */
    START_INTERRUPTED, /* this program got a signal to end, and killed it */
    START_FAILED,      /* no process was started: `status` is an errno */
};

struct start {
    enum start_end end;
    int status;     /* 128 + signal if killed by one, as in a shell */
    double seconds; /* its duration */
};

/* Called once, before anything else. Blocks SIGHUP, SIGINT and SIGTERM, which
 * start_run() and start_interrupted() check. Goes on in a child process, which
 * ends mpiexec and removes the run's folder even if the process that the user
 * knows gets SIGKILL. */
void start_prepare(void);

/* True if this program got a signal to end; stays true. */
bool start_interrupted(void);

/* Waits until now() reaches `until`, or this program gets a signal to end. */
void start_wait(double until);

/* Runs argv in its own process group without input, with output into the file
 * `messages`. At the limit (seconds) or when this program gets a signal to end,
 * the group gets SIGTERM, and SIGKILL 5 s later. */
void start_run(struct start *s, char *const *argv, const char *messages,
               double limit);

/* ---- runs of command lines in blocks (session.c) ------------------------- */

/* A block is one run of every command line, in random order. */
struct session {
    const struct options *o;
    struct runs runs;   /* complete runs, including those already in the file */
    struct sink sink;   /* file of records; file == NULL: none */
    struct sink csv;    /* file of the table; file == NULL: none */
    struct sink accept; /* file of bounds; file == NULL: none */
    char *folder;       /* temporary folder of the current run; malloced */
    long seed;
    size_t first;        /* number of our first block, from 0 */
    size_t block, order; /* of the next run: its block, its number */
    size_t kept, lost;   /* our complete runs; our failed runs */
    /* For each command line: failed runs since its last complete one, and
     * seconds of its last run. */
    size_t *failing;
    double *cost;
    json_t *unwritten; /* lost runs, until the file has a complete one */
    double since;      /* now() at the start */
    /* State of the stopping rule (stop.c): */
    double noted;       /* time of the last progress line */
    size_t look;        /* number of blocks at the next look at the runs */
    struct looks looks; /* with a gate */
    struct gate gate;   /* the last look's */
    double worst; /* largest half width; INFINITY: some interval is unknown */
    bool
        decided; /* the gate has its verdict, or -r and its suspects are done */
};

enum session_end {
    SESSION_GOES_ON,
    SESSION_AGAIN, /* the run failed and is tried once more */
    SESSION_INTERRUPTED,
    SESSION_WRONG_USE, /* a command line has wrong usage: stopped */
    SESSION_UNWRITABLE,
};

/* Opens the files and, for --append, reads the runs of the file. Returns 0, or
 * -1 with a malloced *cause and all files unchanged. */
int session_open(struct session *s, const struct options *o, char **cause);

/* Runs every command line once. */
enum session_end session_block(struct session *s);

/* Writes the text to one of the files, and frees it. On failure prints an error
 * and returns nonzero. */
int session_write(struct sink *to, char *text);

/* Closes the files and gives them their final names. On failure prints an error
 * and returns nonzero. */
int session_close_files(struct session *s);

/* Frees the session; only the files remain. */
void session_close(struct session *s);

/* ---- why a run failed (cause.c) ------------------------------------------ */

/* The reason for a failure, malloced, from what the run printed into the file
 * `messages`. `records_file`: where its records should be. */
char *start_cause(const struct start *start, double limit, const char *messages,
                  const char *records_file);

/* Names the library that the command line puts into LD_PRELOAD and that ld.so
 * has not found, malloced: the program runs without it and does not fail. NULL
 * if there is none. */
char *preload_missing(const struct command *c, const char *messages);

/* ---- records of runs (records.c) ----------------------------------------- */

/* The records that a run wrote to the file: an array, a new reference. NULL
 * unless they are those of one complete run. */
json_t *records_of_run(const char *file);

/* Names the first case in which --verify found wrong results, malloced; NULL if
 * there is none, or no records. */
char *records_wrong(const json_t *records);

/* Reads the runs of the open file into the session. They stay in the file; what
 * follows them will be rewritten. Returns 0, or -1 with a malloced *cause. */
int records_append(struct session *s, char **cause);

/* ---- stopping rule (stop.c) ---------------------------------------------- */

/* Called before the first block. */
void stop_begin(struct session *s);

/* Waits for the start of the next block, or a signal to end. */
void stop_wait(const struct session *s);

/* Called after a block: analyses the runs, prints progress, and returns true if
 * there are enough runs. */
bool stop_now(struct session *s);

/* Judges the table of all runs, with the suspects of the last look. */
void stop_judge(struct gate *g, const struct session *s, const struct table *t);

#endif /* REPEAT_REPEAT_H */
