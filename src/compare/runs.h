/* runs.h: what files of records hold: runs, and the cases that they measured.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_RUNS_H
#define COMPARE_RUNS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

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
    char *key;
    char *rivals;  /* the same text for cases that differ in algorithm alone */
    char *family;  /* ... or in algorithm and bytes */
    json_t *which; /* the fields that tell it from others */
    struct observation **of; /* of each run; NULL: it has none */
    bool fell_back; /* most runs' did: figures by two methods are of two kinds,
                       and the others do not count */
    size_t room;
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
    size_t n, room;
    struct lost_run *lost;
    size_t nlost, lost_room;
    struct runs_case *cases; /* as they are met */
    size_t ncases, cases_room;
    json_t *index; /* key -> position in cases */
    json_t *seen;  /* run -> its side */
    bool on_both;  /* a run was refused since another side has it */
    size_t twice;  /* runs that were met again, and left out */
    size_t blocks;
    long sides;           /* the highest number */
    struct state_cut cut; /* of a table that was read, gauge -1: of none */
    /* While a file is read: */
    size_t first_block, current; /* run that cases belong to */
    bool passed_over;            /* it is one that was met before */
    long side;                   /* of all its runs; 0: as they say */
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

/*
 * Puts runs and blocks in the order of time; after the last was added. Two
 * sides of different sources share blocks where their runs took turns: then
 * true is returned, and always where mpiperf-repeat made them.
 */
bool runs_order(struct runs *r);

/* Those of two sides become 1 and 2; all others are left out. */
void runs_choose(struct runs *r, long first, long second);

void runs_free(struct runs *r);

/* The first run of a side; NULL: it has none. */
const struct run *runs_side(const struct runs *r, long side);
size_t runs_count(const struct runs *r, long side);
size_t runs_lost(const struct runs *r, long side);

/* What the run has of the case; NULL: nothing that counts. */
const struct observation *runs_observed(const struct runs_case *c, size_t run);

/* A number of a record; NAN where there is none. */
double number_of(const json_t *value);

#endif /* COMPARE_RUNS_H */
