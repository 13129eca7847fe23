/* start.h: one start of mpiexec, within a time limit. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPEAT_START_H
#define REPEAT_START_H

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
int start_interrupted(void);

/* Waits until now() is that late, or this program is told to end. */
void start_wait(double until);

/*
 * Runs argv, in a process group of its own, without input; what it prints goes
 * to the file `messages`, which it replaces. At the limit, in seconds, and when
 * this program is told to end, the group gets SIGTERM, and SIGKILL 5 s later.
 */
void start_run(struct start *s, char *const *argv, const char *messages,
               double limit);

#endif /* REPEAT_START_H */
