/* runs.h: the runs of mpiexec that a file of records holds. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_RUNS_H
#define COMPARE_RUNS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Of the machine's own speed: gauges of mpiperf, by name. The first one is what
 * times are related to. */
enum { RUN_GAUGES = 3 };
extern const char *const run_gauges[RUN_GAUGES];

/* A `run` and what follows it. Times are seconds, NAN where unknown. */
struct run {
    json_t *traits;  /* what of the run should be as in others: differ.h */
    json_t *words;   /* its command line, with the launcher's where
                        mpiperf-repeat wrote it; NULL: unknown */
    double step;     /* of its clock; 0: unknown */
    double latency;  /* one way, between ranks */
    double began;    /* since 1970 */
    double seconds;  /* that the run took, its launcher's start with them where
                        mpiperf-repeat wrote it */
    double measured; /* of these, in which cases were measured */
    double gauge[RUN_GAUGES];       /* at its start and end, geometric mean */
    double gauge_at[RUN_GAUGES][2]; /* at its start, at its end */
    json_t *watch; /* by what states of the machine are told apart: gauge ->
                      factor, names of low and high; NULL: unknown */
    long command;  /* which command line of mpiperf-repeat's; 1 without */
    long planned;  /* runs of that command line; 0 without */
    size_t block;  /* which run of that command line, from 0: those of equal
                      number are one block of mpiperf-repeat's */
    bool complete; /* its `end` says so */
};

/* The stretches of a case in which the machine did not change, in the order of
 * time; shared by those who hold it. */
struct figures_stays {
    size_t holders, n;
    size_t gauges;  /* those of the run's `watch`, in that order */
    double value[]; /* of each stretch: STAYS_*, then the gauges' readings;
                       NAN: none */
};
enum { STAYS_AT, STAYS_ROUNDS, STAYS_ESTIMATE, STAYS_GAUGES };

/* What a run found in one case, in seconds; NAN: it has no such figure. */
struct figures {
    size_t run;          /* index */
    double time;         /* the estimate; of older records the median */
    double within;       /* standard error of its logarithm, by the run's own
                          passes, or by the rounds of one pass */
    long rounds, passes; /* of them; 0: unknown */
    json_t *more; /* other figures by name, such as "bandwidth" or "parts.wait";
                     NULL: none */
    struct figures_stays *stays; /* NULL: the machine was not watched */
    double mixed;                /* rounds that are of none of them */
    double median, lo, hi;
    bool wrong; /* --verify found results that are */
};

/* One case, in all runs that have it. */
struct runs_case {
    char *key;
    json_t *record; /* fields that tell it from others */
    json_t *rival;  /* those of them by which the case differs that mpiperf
                       compared it with, as they are there; NULL: none */
    struct figures *v;
    size_t n, room;
};

/* A run that mpiperf-repeat started, and that left no records. */
struct lost_run {
    long command;
    size_t block; /* as of a run */
};

/* Runs in the order they ran; cases by operation, as they are met, ranks and
 * bytes: in what order a run ends its cases is chance. */
struct runs {
    const char *file; /* the caller's; the last that was read */
    size_t before;    /* runs of the files before that one */
    size_t first;     /* run that begins a range of blocks of its own */
    size_t base;      /* number of the first block of that range */
    size_t met;       /* records of cases, of all files */
    struct run *v;
    size_t n, room;
    struct lost_run *lost;
    size_t nlost, lost_room;
    struct runs_case *cases;
    size_t ncases, cases_room;
    json_t *index; /* key -> position in cases */
    bool of_stays; /* its runs are stays in a state that are independent of each
                      other (runs_states.h) */
};

/*
 * Adds the runs of a file to those that are there; their blocks come after
 * those of other files.
 * 0, or -1 with *cause malloced: unreadable, not records, no case among them.
 * A last line that is not whole is passed over. Of a case that a run
 * measured twice the later record counts.
 */
int runs_read(struct runs *r, const char *file, char **cause);
/* Puts the cases in their order; after the last was added. */
void runs_order(struct runs *r);
/* Its command line, in one line. */
void run_print_words(FILE *f, const struct run *run);
/* The number of the block after the last one, lost runs' among them. */
size_t runs_blocks(const struct runs *r);
/* Adds what a record says; what the runs cannot use is left out. NULL, or the
 * cause why it cannot stand here, malloced. */
char *runs_add_record(struct runs *r, const json_t *record);
void runs_free(struct runs *r);

/* NULL: no run has that case. */
const struct runs_case *runs_find(const struct runs *r, const char *key);

/* Runs and cases of the runs that `keep` has as true, no lost ones; a copy that
 * is freed by itself. */
void runs_subset(struct runs *out, const struct runs *r, const bool *keep);

/* The highest of the commands' numbers. */
long runs_commands(const struct runs *r);
/* All of these numbers, each once, ascending; malloced. */
long *runs_command_list(const struct runs *r, size_t *n);
/* Runs, lost ones too, and cases of one command alone; a copy that is freed by
 * itself. */
void runs_of_command(struct runs *out, const struct runs *r, long command);

/* One case in those runs that have figures of it. */
struct case_runs {
    const struct figures **of; /* the runs that have figures */
    double *median;            /* ... and their medians */
    size_t n;
    size_t empty; /* runs that have the case, without figures */
    size_t wrong; /* runs with results that --verify found wrong */
};

void case_runs_init(struct case_runs *c, const struct runs_case *from);
void case_runs_fini(struct case_runs *c);

/* The middle of n values; NAN of none. */
double median_of(const double *x, size_t n);

#endif /* COMPARE_RUNS_H */
