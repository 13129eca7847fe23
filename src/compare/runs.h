/* runs.h: the content of files of records: runs, the measured cases, and the
 * machine's states during the passes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_RUNS_H
#define COMPARE_RUNS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A run: one start of mpiexec. */
struct run {
    json_t *record; /* its `run` record */
    long side;      /* command line of mpiperf-repeat, or file; from 1 */
    size_t block;   /* runs of several sides in a block were interleaved */
    double began;   /* start, in seconds since 1970; NAN: unknown */
    double seconds; /* duration */
    double step;    /* resolution of its clock, seconds; 0: unknown */
    bool dithered;  /* launches began at any point between two steps */
    bool complete;  /* its `end` record says `complete` */
};

/* Most command lines of mpiperf-repeat, and most runs of each: tables have an
 * entry for each number, even if a file has the last one only. */
enum { RUNS_COMMANDS_MAX = 1000, RUNS_LAUNCHES_MAX = 1000000 };

/* The gauges (probes of the machine) used to find states; the first is
 * preferred. */
enum { GAUGE_ONEWAY, GAUGE_SPIN, GAUGES_WATCHED };
extern const struct gauge_kind {
    const char *name;
    double factor;           /* least ratio between states */
    const char *low, *high;  /* the names of the states */
    const char *what, *unit; /* words for a reading: "cores 66 ns apart" */
} gauge_kinds[GAUGES_WATCHED];

/* One measurement of a case within a run; a run makes several passes. */
struct pass {
    double time; /* logarithm of seconds; NAN: none */
    /* Logarithms of readings before and after the pass; NAN: none. */
    double gauge[GAUGES_WATCHED][2];
    json_t *figures; /* other figures, by name; NULL: none */
};

/* Why ranks lost their core: the marks of a case. */
enum lost {
    LOST_NONE,
    LOST_DISTURBED,
    LOST_THROTTLED,
    LOST_OWN_THREADS,
    LOSTS
};

/* What a run measured of a case. */
struct observation {
    json_t *record; /* `case` record: fields that tables use, without null */
    bool fell_back; /* measured by another method than the requested one */
    enum lost lost; /* why ranks lost their core in too many launches */
    struct pass *pass;
    size_t n;
};

/* A case, with its observations in all runs. */
struct runs_case {
    json_t *which; /* the fields that identify the case */
    /* Numbers of the groups of cases that differ only in the algorithm; in this
     * and bytes; in these and the pair of ranks. Ascending in order of
     * appearance. */
    size_t rivals, family, pairs;
    struct observation **of; /* indexed by run; NULL: the run lacks the case */
    size_t room;
    /* Most runs fell back to another method. Only observations with the same
     * value count, as the methods give different figures. */
    bool fell_back;
};

/* A run that was started but left no records. */
struct lost_run {
    long side;
    size_t block;
};

/* The threshold between two machine states in the readings of a gauge. */
struct state_cut {
    int gauge;        /* -1: the machine showed one state */
    double at;        /* threshold, a logarithm */
    double low, high; /* logarithms of the means of both groups */
};

struct runs {
    struct run *v;
    size_t n;
    struct lost_run *lost;
    size_t nlost;
    struct runs_case *cases; /* in order of appearance */
    size_t ncases;
    size_t observed; /* number of `case` records read */
    json_t *index;   /* key -> position in cases */
    json_t *groups;  /* key without algorithm (and bytes) -> group number */
    json_t *seen;    /* run -> its side */
    unsigned char *measured; /* a bit for each family and run */
    bool on_both; /* a run was refused because another side has it too */
    size_t twice; /* number of runs read again, and ignored */
    size_t blocks;
    long sides;           /* highest side number */
    struct state_cut cut; /* from a `table` record; gauge -1: none */
    /* Set before reading: sides that become 1 and 2, others are ignored; 0: all
     * sides count. */
    long chosen[2];
    /* State of reading a file: */
    long side;          /* side of all its runs; 0: as the records say */
    size_t first_block; /* of the file */
    size_t current;     /* index of the run to which cases belong */
    bool passed_over;   /* that run is ignored: read before, or without side */
};

/*
 * Adds the runs of a file; their blocks follow those already present. side:
 * side of all its runs; 0: as the records say. An incomplete last line is
 * ignored; FILE.xz and FILE.gz are unpacked by xz and gzip. Returns 0, or -1
 * with a malloced *cause; then only runs_free() may be called.
 */
int runs_read(struct runs *r, const char *file, long side, char **cause);

/* Starts reading records of another source. */
void runs_begin(struct runs *r, long side);
/* Add a record; the records of a stream, one in each line. Return NULL, or a
 * malloced error text: "WHERE3: cause" of line 3. Types of records that tables
 * do not use are ignored. */
char *runs_add(struct runs *r, const json_t *record);
char *runs_add_lines(struct runs *r, FILE *f, const char *where);

/* Called after the last run was added: numbers the blocks in order of time, and
 * puts runs of two files that alternated in time into common blocks. Returns
 * true if the sides are interleaved, or if there is one side. */
bool runs_order(struct runs *r);

void runs_free(struct runs *r);

/* The first run of a side; NULL: it has none. */
const struct run *runs_side(const struct runs *r, long side);
size_t runs_count(const struct runs *r, long side);
size_t runs_lost(const struct runs *r, long side);
/* Duration of all runs. */
double runs_seconds(const struct runs *r);

/* The run's observation of the case; NULL: none that counts. */
const struct observation *runs_observed(const struct runs_case *c, size_t run);

/* True if the run measured the case, or one that differs from it in size or
 * algorithm: other runs say nothing about its rows. After runs_order(). */
bool runs_measured(const struct runs *r, const struct runs_case *c, size_t run);

/* Return the value of a record's field; NAN, 0 or "" if it has no number, no
 * integer, no text. */
double number_of(const json_t *record, const char *field);
long integer_of(const json_t *record, const char *field);
const char *text_of(const json_t *record, const char *field);

/* ---- states of the machine ----------------------------------------------- */

enum { STATE_LOW, STATE_HIGH, STATES, STATE_MIXED = -1 };

/* A state of the machine. */
struct state {
    const char *name; /* "near", "far"; "fast", "slow"; NULL: it is the only
                         one */
    double level;     /* mean of the gauge's readings, seconds */
    double share;     /* of the passes with a known state */
};

struct states {
    size_t n;  /* number of states; 1 also if the second one is too rare */
    int gauge; /* gauge that distinguishes them; -1: no readings */
    struct state v[STATES];
    struct state_cut cut; /* between the states; gauge -1: none */
};

/* Finds the states of all runs: from a `table` record's threshold if there is
 * one, else from cut_find() on the readings of the first gauge that has two
 * groups. Each state must have a tenth of the passes, in at least 4 runs. */
void states_find(struct states *s, const struct runs *r);

/* The state of a pass; STATE_LOW if there is one state; STATE_MIXED if it
 * changed during the pass or is unknown. */
int states_of(const struct states *s, const struct pass *p);

#endif /* COMPARE_RUNS_H */
