/* neighbours.h: the ranks of a node in a ring, with memory that each two
 * neighbours share.
 *
 * Opened once, the memory serves any number of meetings, for which the ranks
 * need no message. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_NEIGHBOURS_H
#define MPIPERF_NEIGHBOURS_H

#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include "timers/timer.h"

/* ---- a cache line that two processes hand to and fro --------------------- */

/* 128 bytes: some processors fetch lines in pairs. */
struct line {
    _Alignas(128) _Atomic uint64_t number;
    _Atomic ticks_t stamp; /* see causality_test() */
};

/* What two processes share. Each writes its own line and reads the other. */
struct lines {
    struct line first, second;
};

/* One of the two processes during a meeting. */
struct line_side {
    struct line *mine, *other;
    uint64_t number;  /* of the last trip */
    uint64_t last;    /* what `number` becomes at the end of the meeting */
    int64_t deadline; /* raw_now() at which it gives up */
};

/* Waits until the other side has made trip `number`. False: it will not. */
bool line_await(const struct line_side *s, uint64_t number);
/* Makes trip `number`: what was written before is visible to who awaits it. */
void line_write(struct line_side *s, uint64_t number);

/* One trip there and back: the first side sends, the second returns. */
bool trip_send(struct line_side *s);
bool trip_return(struct line_side *s);

/* A line that is slower was held up by the scheduler: no two cores of a machine
 * are that far apart. Seconds. */
#define LINE_SLOWEST 2e-6

/* ---- the ranks of a node --------------------------------------------------
 */

enum { PAIR_BYTES = 64 * 1024 };

/* What two neighbours share. Pair i of n is rank i, its first side, and rank
 * i + 1 modulo n. */
struct pair {
    struct lines lines;
    _Alignas(4096) unsigned char block[PAIR_BYTES]; /* the first side's */
};

struct neighbours {
    int rank, size;      /* in the node */
    struct pair *pairs;  /* `size` of them; NULL: there is no neighbour */
    unsigned char *copy; /* this rank's own PAIR_BYTES */
    uint32_t meetings;   /* so far; the same on all ranks of the node */
    int64_t deadline;    /* raw_now() until which neighbours are waited for */
};

/* Collective over the ranks of a node. A rank that is alone there, or whose
 * node cannot share memory, has no neighbours: that is no error. MPI error
 * code. */
int neighbours_open(struct neighbours *n, MPI_Comm node);
/* Also of what is all zero. */
void neighbours_close(struct neighbours *n);

/* What a rank does as one side of a pair. Seconds; 0: this side times nothing;
 * NAN: the other side did not come. */
typedef double pair_fn(struct pair *p, struct line_side *s, void *context);

/*
 * All pairs meet, in two rounds in which no rank has two pairs. Called by all
 * ranks of the node, at about the same time, after setting the deadline.
 * Returns the larger value of this rank's sides; NAN if one is; 0 without
 * neighbours.
 */
double neighbours_meet(struct neighbours *n, pair_fn *first, pair_fn *second,
                       void *context);

/* The pair that a rank belongs to in round 0 or 1, and whether it is the first
 * side. -1: none, for both ranks of the pair that would close a ring of odd
 * size: two rounds have no room for it. Pure. */
int neighbours_pair(int rank, int size, int round, bool *first);

#endif /* MPIPERF_NEIGHBOURS_H */
