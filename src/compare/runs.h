/* runs.h: what files of records contain: runs and measured cases. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_RUNS_H
#define COMPARE_RUNS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include "record/gauges.h"

/* A run: one start of mpiexec. */
struct run {
    json_t *record; /* its `run` record */
    long side;      /* number of its command line or file, from 1 */
    size_t block;   /* sides with runs in the same block were interleaved */
    double began;   /* start, seconds since 1970; NAN if unknown */
    double seconds; /* duration */
    double step;    /* step of its clock, seconds; 0 if unknown */
    bool dithered;  /* starts of launches were dithered over a clock step */
    bool complete;  /* its `end` record says `complete` */
    bool timed;     /* times a whole command, which need not be mpiperf */
};

/* Maximum number of mpiperf-repeat's command lines, and of runs of each. They
 * limit memory: tables have an entry for each number up to the highest. */
enum { RUNS_COMMANDS_MAX = 1000, RUNS_LAUNCHES_MAX = 1000000 };

/* A pass: one of several measurements of a case in a run. */
struct pass {
    double time; /* logarithm of seconds; NAN if none */
    /* Logarithms of the readings before and after the pass; NAN if none. */
    double gauge[GAUGES_WATCHED][2];
    json_t *figures; /* other figures, by name; NULL if none */
};

/* Why ranks lost their cores, from the marks of a case. */
enum lost {
    LOST_NONE,
    LOST_DISTURBED,
    LOST_THROTTLED,
    LOST_OWN_THREADS,
    LOSTS
};

/* What one run measured of a case. */
struct observation {
    json_t *record; /* non-null fields of its `case` record that tables use */
    bool fell_back; /* not measured by the requested method */
    enum lost lost; /* why ranks lost their cores too often */
    struct pass *pass;
    size_t n;
};

/* A case, with an observation for each run that has it. */
struct runs_case {
    json_t *which; /* the fields that identify it */
    /* Numbers of the case's groups, in order of appearance. rivals: cases that
     * differ only in the algorithm; family: also in bytes; pairs: also in the
     * pair of ranks. */
    size_t rivals, family, pairs;
    struct observation **of; /* by run; NULL if the run lacks the case */
    size_t room;
    /* Most runs fell back to another method. Figures of two methods are not
     * comparable: only observations with this value of fell_back count. */
    bool fell_back;
};

/* A run that was started but left no records. */
struct lost_run {
    long side;
    size_t block;
};

/* The threshold that splits the readings of a gauge into two machine states. */
struct state_cut {
    int gauge;        /* -1 if the machine showed one state */
    double at;        /* threshold, a logarithm */
    double low, high; /* logarithms of both states' mean readings */
};

struct runs {
    struct run *v;
    size_t n;
    struct lost_run *lost;
    size_t nlost;
    struct runs_case *cases; /* in order of appearance */
    size_t ncases;
    size_t observed; /* number of `case` and `time` records read */
    json_t *index;   /* key -> index in cases */
    json_t *groups;  /* key without algorithm (and bytes) -> group number */
    json_t *seen;    /* run record -> index in v */
    unsigned char *measured; /* one bit for each family and run */
    bool on_both; /* a run was refused because another side has it too */
    size_t twice; /* number of repeated runs, which are ignored */
    size_t blocks;
    long sides;           /* highest side number */
    struct state_cut cut; /* from a `table` record; gauge is -1 if none */
    /* Set before reading: sides to keep, as sides 1 and 2; 0 to keep all
     * sides. */
    long chosen[2];
    /* Set before reading: ignore lines that are not records, with the rest of
     * their run, and files without cases. */
    bool lenient;
    size_t damaged; /* number of these lines */
    char *damage;   /* the first error message, malloced; NULL if none */
    /* While a file is read: */
    long side;          /* side of all its runs; 0: taken from the records */
    size_t first_block; /* first block of the file */
    size_t current;     /* index of the run that cases belong to */
    bool passed_over;   /* ignore that run: read before, or without a side */
    size_t torn; /* number of the last line if it is incomplete, else 0 */
};

/* Starts reading records from another source. */
void runs_begin(struct runs *r, long side);
/* Adds one record. Returns NULL or a malloced error text. Records of types that
 * tables do not use are ignored. */
char *runs_add(struct runs *r, const json_t *record);

void runs_free(struct runs *r);

/* Returns the first run of a side, or NULL if it has none. */
const struct run *runs_side(const struct runs *r, long side);
size_t runs_count(const struct runs *r, long side);
size_t runs_lost(const struct runs *r, long side);
/* Returns the sum of all runs' durations, in seconds. */
double runs_seconds(const struct runs *r);

/* Returns the run's observation of the case; NULL if none counts. */
const struct observation *runs_observed(const struct runs_case *c, size_t run);

/* True if the run measured this case, or another one of its family. Rows ignore
 * the other runs. Valid after runs_order(). */
bool runs_measured(const struct runs *r, const struct runs_case *c, size_t run);

/* Return the value of a record's field; NAN, 0 or "" if it has another type. */
double number_of(const json_t *record, const char *field);
long integer_of(const json_t *record, const char *field);
const char *text_of(const json_t *record, const char *field);

#endif /* COMPARE_RUNS_H */
