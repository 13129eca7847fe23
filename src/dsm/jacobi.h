/* jacobi.h: dsm-jacobi: two grids. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef DSM_JACOBI_H
#define DSM_JACOBI_H

#include "dsm/pass.h"
#include "ops/op.h"

/* Two grids of side x side doubles in row-major order, whose rows are
 * distributed over the ranks. A launch is a sweep, in which each rank computes
 * its rows of one grid from the other grid, followed by an exchange that
 * fetches the rows that the next sweep needs: those just above and below the
 * rank's own. An algorithm has a struct dsm_grid for each pass: it calls
 * dsm_grid_open(), allocates memory, calls dsm_grid_fill(), and runs the
 * exchange once. */

struct dsm_grid {
    struct dsm_pass pass; /* its barrier() is the exchange */
    size_t side;
    int rank, ranks;
    size_t first, rows; /* rows of this rank */
    size_t top, tall;   /* rows that it reads: its own, one above and one
                         * below */

    /* The algorithm sets this. */
    double *at[2]; /* row `top` of each grid; the latest result is in grid
                      launch % 2 */
};

/* Sets *first and *rows to the rows of a rank. Only the last ranks may have
 * none. Pure. */
void dsm_rows(size_t side, int ranks, int rank, size_t *first, size_t *rows);

/* Sets the members first, rows, top and tall of a rank. */
void dsm_grid_place(struct dsm_grid *g, int rank);

/* Sets all members except the algorithm's, and a->memory to g. */
void dsm_grid_open(struct dsm_grid *g, struct op_args *a, void *state,
                   int (*exchange)(void *state));

/* Writes the initial values to this rank's rows of at[0]. */
void dsm_grid_fill(struct dsm_grid *g);

static inline double *dsm_grid_row(const struct dsm_grid *g, int grid,
                                   size_t row)
{
    return g->at[grid] + (row - g->top) * g->side;
}

/* Runs a launch on a->memory. Used as run(). */
int dsm_grid_launch(void *state, const struct op_args *a);

/* Returns how many elements are wrong in the rows that this rank reads. */
long dsm_grid_wrong(const struct dsm_grid *g);

#endif /* DSM_JACOBI_H */
