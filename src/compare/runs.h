/* runs.h: what files of records hold: runs, the cases that they measured, and
 * the states of the machine around their passes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_RUNS_H
#define COMPARE_RUNS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* One start of mpiexec. */
struct run {
    json_t *record; /* its own `run` record */
    long side;      /* command line of mpiperf-repeat, or file; from 1 */
    size_t block;   /* runs of several sides in one block were interleaved */
    double began;   /* seconds since 1970; NAN: unknown */
    double seconds; /* that it took */
    double step;    /* of its clock, seconds; 0: unknown */
    bool complete;  /* its `end` says so */
};

/* What is watched of the machine, the first before the second. */
enum { GAUGE_ONEWAY, GAUGE_SPIN, GAUGES_WATCHED };
extern const char *const gauge_names[GAUGES_WATCHED];

/* Once through a case. */
struct pass {
    double time;                     /* logarithm of seconds; NAN: none */
    double gauge[GAUGES_WATCHED][2]; /* logarithms before and after; NAN */
    const json_t *figures;           /* others, by name; NULL: none */
};

/* A case in a run. */
struct observation {
    json_t *record; /* its `case`, without samples */
    bool fell_back; /* measured by another method than was asked for */
    struct pass *pass;
    size_t n;
};

/* A case, in all runs that have it. */
struct runs_case {
    json_t *which; /* the fields that tell it from others */
    size_t
        rivals; /* the same number for cases that differ in algorithm alone */
    size_t
        family;   /* ... or in algorithm and bytes; ascending as they are met */
    size_t pairs; /* ... or in these and the pair of ranks; likewise */
    struct observation **of; /* of each run; NULL: it has none */
    size_t room;
    bool fell_back; /* most runs' did: figures by two methods are of two kinds,
                       and the others do not count */
};

/* A run that was started and left no records. */
struct lost_run {
    long side;
    size_t block;
};

/* Where readings of a gauge divide the machine's states. */
struct state_cut {
    int gauge;        /* -1: the machine showed one state */
    double at;        /* logarithm */
    double low, high; /* logarithms of the groups' means */
};

struct runs {
    struct run *v;
    size_t n;
    struct lost_run *lost;
    size_t nlost;
    struct runs_case *cases; /* as they are met */
    size_t ncases;
    size_t observed; /* `case` records that were met */
    json_t *index;   /* key -> position in cases */
    json_t *groups;  /* what cases have in common -> its number */
    json_t *seen;    /* run -> its side */
    bool on_both;    /* a run was refused since another side has it */
    size_t twice;    /* runs that were met again, and left out */
    size_t blocks;
    long sides;           /* the highest number */
    struct state_cut cut; /* of a table that was read, gauge -1: of none */
    /* While a file is read: */
    size_t first_block, current; /* run that cases belong to */
    bool passed_over;            /* it was met before, or is of no side */
    long side;                   /* of all its runs; 0: as they say */
    long chosen[2]; /* sides that become 1 and 2; the others are left out. Set
                       before the first file is read; 0: all sides are taken */
};

/*
 * Adds the runs of a file; their blocks come behind those that are there. side:
 * number for all its runs; 0: those of mpiperf-repeat keep the numbers of their
 * command lines. 0, or -1 with *cause malloced: unreadable, not records, of a
 * version before 1.0, no case among them, a run that another side has. A last
 * line that is not whole is passed over. The runs are then as they were, but
 * for use with runs_free() alone.
 */
int runs_read(struct runs *r, const char *file, long side, char **cause);

/* Begins with records of another source, as runs_read() does. */
void runs_begin(struct runs *r, long side);
/* Adds a record: NULL, or why it cannot stand here, malloced. The types that a
 * table has no use for are passed over. */
char *runs_add(struct runs *r, const json_t *record);
/* Adds the records of a stream, one a line. NULL, or why the line of that
 * number cannot stand there, malloced. */
char *runs_add_lines(struct runs *r, FILE *f, size_t *number);

/*
 * Puts runs and blocks in the order of time; after the last was added. Two
 * sides of different sources share blocks where their runs took turns: then
 * true is returned, and always where mpiperf-repeat made them.
 */
bool runs_order(struct runs *r);

void runs_free(struct runs *r);

/* The first run of a side; NULL: it has none. */
const struct run *runs_side(const struct runs *r, long side);
size_t runs_count(const struct runs *r, long side);
size_t runs_lost(const struct runs *r, long side);

/* What the run has of the case; NULL: nothing that counts. */
const struct observation *runs_observed(const struct runs_case *c, size_t run);

/* A number, NAN where there is none; a record's text of that name, or "". */
double number_of(const json_t *value);
const char *text_of(const json_t *record, const char *field);

/* ---- states of the machine ----------------------------------------------- */

enum { STATE_LOW, STATE_HIGH, STATES, STATE_MIXED = -1 };

/* A state of the machine. */
struct state {
    const char *name; /* "near", "far"; "fast", "slow"; NULL: there is one */
    double level;     /* seconds: of the gauge, the mean of its readings */
    double share;     /* of the passes that are known to be in either */
};

struct states {
    size_t n;  /* 1: the machine showed one, or too little of another */
    int gauge; /* that tells them; -1: none was read */
    struct state v[STATES];
    struct state_cut cut; /* gauge -1: none */
};

/* One cut for all runs: the one that their table was made with before, else
 * what cut_find() makes of the readings of the first gauge that has one; each
 * state has a tenth of the passes, and passes of 4 runs. */
void states_find(struct states *s, const struct runs *r);

/* The state of a pass; with one state STATE_LOW. */
int states_of(const struct states *s, const struct pass *p);

#endif /* COMPARE_RUNS_H */
