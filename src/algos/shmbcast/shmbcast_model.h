/* shmbcast_model.h: how long a broadcast takes by the model, and best sizes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_MODEL_H
#define SHMBCAST_MODEL_H

/*
 * Section 5 of the paper named in shmbcast.h. Pure functions of numbers:
 * seconds and bytes throughout, sizes as doubles because optima are not whole.
 * Arguments are positive.
 */

#ifdef __cplusplus
extern "C" {
#endif

/* What a machine needs, in seconds. */
struct shmbcast_model {
    double t;   /* to copy a byte */
    double tw;  /* to wait for a notification, tW */
    double two; /* to wait for a set to open, tWO */
    double ta;  /* for an atomic decrement, tA */
};

/* The values of the paper's figures: t = 1 ns, tW = 50t, tWO = 100t,
 * tA = 10t. */
struct shmbcast_model shmbcast_model_paper(void);

/*
 * Time of a message of [m] bytes through a queue of [s] buffers of [f] bytes
 * in [q] sets (section 5.2; b = f s):
 *   s = 1           ceil(m/f) (tWO + tA + tW) + 2 m t
 *   m <= f          tWO + tW + tA + 2 m t
 *   f < m <= b      tWO + tA + f t + ceil(m/f) tW + m t
 *   m > b, q = 1    ceil(m/b) (tWO + tA + f t) + ceil(m/f) tW + m t
 *   m > b, q >= 2   q ceil(m/b) (tWO + tA) + f t + ceil(m/f) tW + m t
 * The last is as printed: sets are really opened ceil(q m / b) times, and for
 * q = 1 it does not become the line above.
 */
double shmbcast_model_time(const struct shmbcast_model *model, double f,
                           double s, double q, double m);

/*
 * Section 5.3: the best buffer size f* = sqrt(m / ceil(m/b) tW / t) for
 * messages of [m] bytes through a queue of [b] bytes with one set, not
 * rounded. The best length is s* = b / f*. For m <= b f* is sqrt(m tW / t) and
 * ceil(m / f*) buffers are enough.
 */
double shmbcast_model_best_f(const struct shmbcast_model *model, double b,
                             double m);

/* Table 1: queues b = f^2 / k of s = f / k buffers, for tW / t = k. */
enum {
    SHMBCAST_TABLE1_ROWS = 16, /* f = 4096 * (row + 1) */
    SHMBCAST_TABLE1_COLS = 9   /* k = 2^(col + 1) */
};

enum shmbcast_table1_class {
    SHMBCAST_SMALL,  /* b < 10 MiB: 0.1 to 1 % of a core's memory */
    SHMBCAST_MEDIUM, /* b < 100 MiB */
    SHMBCAST_LARGE
};

struct shmbcast_table1_cell {
    double f, k, s, b; /* b without the control pages, s * page */
    enum shmbcast_table1_class size_class;
};

/* Rows and columns count from 0. */
struct shmbcast_table1_cell shmbcast_model_table1(int row, int col);

#ifdef __cplusplus
}
#endif

#endif /* SHMBCAST_MODEL_H */
