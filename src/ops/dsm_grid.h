/* dsm_grid.h: the grid of dsm-jacobi, as all its algorithms have it. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two grids of side x side doubles, row by row, whose rows are spread over the
 * ranks. A launch is a sweep, which makes the rank's rows of one of them of the
 * other one, and what then brings the rows that the next sweep needs: those
 * just above and below its own. An algorithm keeps a struct dsm_grid for each
 * pass: dsm_grid_open(), memory, dsm_grid_fill(), and then its exchange once.
 */
#ifndef OPS_DSM_GRID_H
#define OPS_DSM_GRID_H

#include "ops/op.h"
#include "timers/timer.h"

/* As struct dsm_account has them. */
struct dsm_grid_account {
    double memory, sent; /* bytes */
    double messages, pages;
};

struct dsm_grid {
    size_t side;
    int rank, ranks;
    size_t first, rows; /* its own */
    size_t top, tall;   /* those that it reads: its own and the neighbours' */
    const struct clock *clock;
    uint64_t sweeps;  /* done; the last one's result is in at[sweeps % 2] */
    ticks_t computed; /* when the last one was, before the exchange */

    /* The algorithm sets these. */
    double *at[2];                /* row `top` of each grid */
    void *state;                  /* of what follows */
    int (*exchange)(void *state); /* of at[sweeps % 2] */
    void (*account)(void *state, struct dsm_grid_account *account);
};

/* The rows of a rank; those without any are the last ones. Pure. */
void dsm_rows(size_t side, int ranks, int rank, size_t *first, size_t *rows);

/* Sets first, rows, top and tall to what they are on a rank. */
void dsm_grid_place(struct dsm_grid *g, int rank);

/* Sets all but what the algorithm sets, and a->memory to g. */
void dsm_grid_open(struct dsm_grid *g, struct op_args *a);

/* Writes this rank's rows of at[0], as they are before the first sweep. */
void dsm_grid_fill(struct dsm_grid *g);

static inline double *dsm_grid_row(const struct dsm_grid *g, int grid,
                                   size_t row)
{
    return g->at[grid] + (row - g->top) * g->side;
}

/* A launch. */
int dsm_grid_run(struct dsm_grid *g);
/* That of a->memory: an algorithm's run(). */
int dsm_grid_launch(void *state, const struct op_args *a);

/* How many of the elements of the rows top, ... are not what they have to be.
 */
long dsm_grid_wrong(const struct dsm_grid *g);

#endif /* OPS_DSM_GRID_H */
