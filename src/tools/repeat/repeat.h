/* repeat.h: mpiperf-repeat: command lines, their runs in blocks, and when they
 * are enough. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPEAT_REPEAT_H
#define REPEAT_REPEAT_H

#include <jansson.h>
#include "record/sink.h"
#include "tools/view.h"

/* ---- the command line (options.c) ---------------------------------------- */

/* One command line: its words, the caller's, with a NULL behind them. */
struct command {
    const char **word;
    size_t n;
};

/* Until a gate can tell. */
enum { MIN_RUNS_AUTO = -1 };

struct options {
    long repeat;      /* runs of each command line; 0: as the budget allows */
    long min_runs;    /* of each, whatever the budget; 0: none; MIN_RUNS_AUTO */
    double every;     /* seconds from a block's start to the next; 0: none */
    double budget;    /* seconds; INFINITY: no limit */
    double precision; /* half width at which to stop early; NAN: not given */
    double timeout;   /* seconds */
    long seed;        /* -1: not given */
    const char *output; /* records of all runs; NULL: none */
    const char *csv;    /* the table; NULL: none */
    const char *accept; /* bounds for mpiperf --accept; NULL: none */
    struct table_view view;
    bool append, overwrite;
    struct command *command;
    size_t ncommands;
};

/* Seconds that all runs may take; INFINITY: no limit. */
double options_budget(const struct options *o);

/* Its words as records have them; a new reference. */
json_t *command_words(const struct command *c);

extern const struct tool repeat_tool;

void options_free(struct options *o);

/* ---- one start of mpiexec (start.c) -------------------------------------- */

enum start_end {
    START_EXITED,      /* by itself, with `status` */
    START_TIMED_OUT,   /* it was ended at the time limit */
    START_INTERRUPTED, /* this program was told to end, and ended it */
    START_FAILED,      /* there is no process: `status` is an errno */
};

struct start {
    enum start_end end;
    int status;     /* 128 + signal where one ended it, as in a shell */
    double seconds; /* that it took */
};

/*
 * From here on SIGHUP, SIGINT and SIGTERM wait until start_run() or
 * start_interrupted() look at them. Call once, before anything else.
 */
void start_prepare(void);

/* Was this program told to end? Once true, always true. */
bool start_interrupted(void);

/* Waits until now() is that late, or this program is told to end. */
void start_wait(double until);

/*
 * Runs argv, in a process group of its own, without input; what it prints goes
 * to the file `messages`, which it replaces. At the limit, in seconds, and when
 * this program is told to end, the group gets SIGTERM, and SIGKILL 5 s later.
 */
void start_run(struct start *s, char *const *argv, const char *messages,
               double limit);

/* ---- runs of command lines in blocks (session.c) ------------------------- */

/* A block is a run of every command line, in random order. */
struct session {
    const struct options *o;
    struct runs runs;   /* complete ones, those of the file before among them */
    struct sink sink;   /* the file; file == NULL: none is kept */
    struct sink csv;    /* the table; file == NULL: none is kept */
    struct sink accept; /* bounds; likewise */
    char *folder;       /* of the run that is on; malloced */
    long seed;
    size_t first;        /* block of ours, from 0 */
    size_t block, order; /* of the next run */
    size_t kept, lost;   /* runs of ours that were complete, that failed */
    size_t *failing;     /* of each command line, its last runs that failed */
    json_t *unwritten;   /* records of runs that were lost before the file had
                            a complete one */
    double *cost;        /* seconds that a run of each command line took last */
    double since;        /* now() at the beginning */
    /* What is looked at of the runs, and when (stop.c): */
    double noted;   /* seconds from then to the last line on progress */
    size_t look;    /* blocks that there have to be for the next look */
    size_t suspect; /* blocks at the look that found suspects; 0: none did */
    double worst;   /* half of the widest interval; INFINITY: one has none */
    bool told;      /* the gate has its verdict */
    bool repeated;  /* -r blocks, and as many more for suspects, are there */
};

enum session_end {
    SESSION_GOES_ON,
    SESSION_AGAIN, /* of a run: it failed, and is tried once more */
    SESSION_INTERRUPTED,
    SESSION_WRONG_USE, /* a command line was used wrongly: no use to go on */
    SESSION_UNWRITABLE,
};

/* Opens the file and reads what it has, if that stays. 0, or -1 with *cause
 * malloced and everything as it was. */
int session_open(struct session *s, const struct options *o, char **cause);

/* Runs every command line once. */
enum session_end session_block(struct session *s);

/* Writes the text, which it takes over, to one of the files, all or nothing;
 * not 0 where that failed, and was said. */
int session_write(struct sink *to, char *text);

/* Closes the files, which then have their names; not 0 where that failed, and
 * was said. */
int session_close_files(struct session *s);

/* Ends it: nothing is left but the files. */
void session_close(struct session *s);

/* ---- records of runs (records.c) ----------------------------------------- */

/* Of the file that a run wrote: an array, a new reference. NULL unless they are
 * those of one run that was complete. */
json_t *records_of_run(const char *file);

/*
 * Takes the runs of the open file into the session: they come first, and stay;
 * what follows them is written anew. 0, or -1 with *cause malloced.
 */
int records_append(struct session *s, char **cause);

/* ---- how many blocks (stop.c) -------------------------------------------- */

/* Before the first block. */
void stop_begin(struct session *s);

/* Waits until the next block is to begin, or this program is told to end. */
void stop_wait(const struct session *s);

/* After a block: looks at the runs, says how far they are, and whether it is
 * enough. */
bool stop_now(struct session *s);

/* What the gate says of the table of all runs; suspects are looked at in the
 * blocks alone that came after them. */
void stop_judge(struct gate *g, const struct session *s, const struct table *t);

#endif /* REPEAT_REPEAT_H */
