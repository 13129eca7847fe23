/* neighbours.h: the ranks of a node form a ring in which each two neighbours
 * share memory.
 *
 * The memory is set up once. Then the ranks can meet in it any number of times
 * without sending messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_NEIGHBOURS_H
#define MACHINE_NEIGHBOURS_H

#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include "timers/timer.h"

/* ---- a cache line that two processes pass back and forth ----------------- */

/* 128 bytes, because some processors fetch cache lines in pairs. */
struct line {
    _Alignas(128) _Atomic uint64_t number;
    _Atomic ticks_t stamp; /* reading of a clock; see causality_test() */
};

/* Memory that two processes share. Each writes one line and reads the other. */
struct lines {
    struct line first, second;
};

/* State of one of the two processes during a meeting. */
struct line_side {
    struct line *mine, *other;
    uint64_t number;  /* number of the last trip */
    uint64_t last;    /* value of `number` at the end of the meeting */
    int64_t deadline; /* raw_now() at which this side gives up */
};

/* Waits until the other side has made trip `number`. Returns false if it gave
 * up, or at the deadline. */
bool line_await(const struct line_side *s, uint64_t number);
/* Makes trip `number`. Once the other side has seen the number, it also sees
 * everything that this side wrote before. */
void line_write(struct line_side *s, uint64_t number);

/* Make a round trip: the first side calls trip_send(), the second
 * trip_return(). They return false if the other side did not answer. */
bool trip_send(struct line_side *s);
bool trip_return(struct line_side *s);

/* Longest plausible one-way time of a line, in seconds: no two cores are
 * farther apart. Longer times are caused by the scheduler. */
#define LINE_SLOWEST 2e-6

/* ---- the ranks of a node ------------------------------------------------- */

enum { PAIR_BYTES = 64 * 1024 };

/* Memory shared by two neighbours. Pair i of n consists of rank i, the first
 * side, and rank i + 1 modulo n. */
struct pair {
    struct lines lines;
    _Alignas(4096) unsigned char block[PAIR_BYTES]; /* the first side writes */
};

struct neighbours {
    int rank, size;      /* numbers on the node */
    struct pair *pairs;  /* `size` pairs; NULL if there are no neighbours */
    unsigned char *copy; /* this rank's private block of PAIR_BYTES */
    uint32_t meetings;   /* meetings so far, equal on the whole node */
    int64_t deadline;    /* raw_now() at which to stop waiting for neighbours */
    double step;         /* raw_step(), the longest on the node */
};

/* Sets up *n for the ranks of a node (collective). A rank that is alone on its
 * node, or whose node cannot share memory, has no neighbours; this is not an
 * error. Returns an MPI error code. */
int neighbours_open(struct neighbours *n, MPI_Comm node);
/* Frees the memory of *n, which may be all zero. */
void neighbours_close(struct neighbours *n);

/* What one side of a pair does in a meeting. Returns seconds; 0 if this side
 * times nothing; NAN if the other side did not arrive. */
typedef double pair_fn(struct pair *p, struct line_side *s, void *context);

/*
 * Lets all pairs meet, in two rounds because a rank belongs to two pairs. All
 * ranks of the node call this at about the same time, after setting
 * n->deadline. Returns the larger of the values of this rank's two sides; NAN
 * if either is NAN; 0 without neighbours.
 */
double neighbours_time(struct neighbours *n, pair_fn *first, pair_fn *second,
                       void *context);

/* Returns the index of the pair that a rank belongs to in round 0 or 1, and
 * sets *first if the rank is its first side. Returns -1 for the pair that
 * closes a ring of odd size, which fits into neither round. Pure. */
int neighbours_pair(int rank, int size, int round, bool *first);

#endif /* MACHINE_NEIGHBOURS_H */
