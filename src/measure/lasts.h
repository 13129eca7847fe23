/* lasts.h: which rank ends launches last, and how long after the others. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_LASTS_H
#define MEASURE_LASTS_H

#include <mpi.h>
#include <stddef.h>

/* The end of a launch: seconds on the global clock. Consists of doubles. */
struct last_end {
    double last, second; /* the latest end, and the latest of another rank;
                            -INFINITY with one rank */
    double rank;         /* that ended last */
};

/* Finds the last and second last of all ranks' ends of n launches, on rank 0.
 * mine[i].last: this rank's end. Collective; returns an MPI error code. */
int lasts_reduce(MPI_Comm comm, struct last_end *mine, struct last_end *all,
                 int n);

/* A rank, in the launches that it ended last. */
struct last_rank {
    long n;
    double lead; /* sum over these launches of the median lead in their pass */
};

/* The launches of a row. All zero at the start. */
struct lasts {
    struct last_end *v; /* of the current pass */
    size_t n;
    long launches;           /* of earlier passes */
    struct last_rank *ranks; /* of earlier passes; or NULL */
};

/* The rank that most launches of a row ended with. */
struct last {
    int rank;     /* -1 if unknown */
    double share; /* of the launches */
    double lead;  /* seconds until the last rank had ended, from the end of the
                     second last: mean over passes of the median */
};

void lasts_add(struct lasts *l, const struct last_end *end);
/* Called after a pass of `ranks` ranks: keeps only sums. */
void lasts_pass(struct lasts *l, int ranks);
struct last lasts_find(const struct lasts *l, int ranks);
void lasts_free(struct lasts *l);

#endif /* MEASURE_LASTS_H */
