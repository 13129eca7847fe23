/* shmbcast_model.h: cost model of the broadcast, and the best f and s in it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_MODEL_H
#define SHMBCAST_MODEL_H

/*
 * Section 5 of the paper named in shmbcast.h. Pure functions: times are in
 * seconds, sizes in bytes. Sizes are doubles because the best sizes are not
 * whole numbers. Arguments are positive.
 */

#ifdef __cplusplus
extern "C" {
#endif

/* Costs of elementary steps on a machine, in seconds. */
struct shmbcast_model {
    double t;   /* seconds to copy a byte */
    double tw;  /* seconds of waiting for a notification, tW */
    double two; /* seconds of waiting for a set to open, tWO */
    double ta;  /* seconds of an atomic decrement, tA */
};

/* Returns the paper's values: t = 1 ns, tW = 50t, tWO = 100t, tA = 10t. */
struct shmbcast_model shmbcast_model_paper(void);

/*
 * Returns the time of a message of [m] bytes through a queue of [s] buffers of
 * [f] bytes in [q] sets (section 5.2; b = f s):
 *   s = 1           ceil(m/f) (tWO + tA + tW) + 2 m t
 *   m <= f          tWO + tW + tA + 2 m t
 *   f < m <= b      tWO + tA + f t + ceil(m/f) tW + m t
 *   m > b, q = 1    ceil(m/b) (tWO + tA + f t) + ceil(m/f) tW + m t
 *   m > b, q >= 2   q ceil(m/b) (tWO + tA) + f t + ceil(m/f) tW + m t
 * The last formula is the paper's, although sets are really opened
 * ceil(q m / b) times; with q = 1 it differs from the formula above it.
 */
double shmbcast_model_time(const struct shmbcast_model *model, double f,
                           double s, double q, double m);

/*
 * Section 5.3: returns the best buffer size f* = sqrt(m / ceil(m/b) tW / t),
 * not rounded, for messages of [m] bytes through a queue of [b] bytes with one
 * set. The best number of buffers is s* = b / f*. For m <= b, f* is
 * sqrt(m tW / t) and ceil(m / f*) buffers are enough.
 */
double shmbcast_model_best_f(const struct shmbcast_model *model, double b,
                             double m);

/* Size of the paper's table 1: queues of b = f^2 / k bytes in s = f / k
 * buffers, the optimum for tW / t = k. */
enum {
    SHMBCAST_TABLE1_ROWS = 16, /* f = 4096 * (row + 1) */
    SHMBCAST_TABLE1_COLS = 9   /* k = 2^(col + 1) */
};

enum shmbcast_table1_class {
    SHMBCAST_SMALL,  /* b < 10 MiB; 0.1 to 1 % of a core's share of memory */
    SHMBCAST_MEDIUM, /* queues of b < 100 MiB; larger ones are LARGE */
    SHMBCAST_LARGE
};

struct shmbcast_table1_cell {
    double f, k, s, b; /* b excludes the control pages, s * page */
    enum shmbcast_table1_class size_class;
};

/* Returns one cell of table 1; [row] and [col] count from 0. */
struct shmbcast_table1_cell shmbcast_model_table1(int row, int col);

#ifdef __cplusplus
}
#endif

#endif /* SHMBCAST_MODEL_H */
