/* auto_row.h: a root that learns, on a machine whose times are known. After
 * <cmocka.h>. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_ROW_SIM_H
#define SHMBCAST_AUTO_ROW_SIM_H

#include "../auto/row.h"
#include "auto_sim.h"

/* Calls between looks, at least; calls in which what is new has to be learned.
 */
enum { APART = 64, BOUND = 2000, SEEDS = 20 };

struct machine {
    uint32_t ns[SB_WAYS]; /* what ways take; 0: it has no such way */
};

struct sim {
    struct machine m;
    struct sim_noise noise;
    struct sb_row row;
    double first; /* a way's first time is so many times longer; 0: it is not */
    double after_others; /* the same of a time after a call of another way */
    double
        cold; /* the same before a way had the calls in a row that it needs */
    enum sb_way last; /* of the last call */
    int in_row;       /* calls by it without another */
    int delay;        /* a time is known so many calls later */

    enum sb_way looked; /* SB_WAY_NONE: no time is to come */
    uint32_t ns;
    int wait;

    uint64_t calls, looks, others; /* others: not by the fastest way */
    uint64_t turns;                /* of the best into another */
    double time, excess;           /* of the fastest way; beyond it */
};

unsigned mask_of(const struct machine *m);
enum sb_way fastest(const struct machine *m);

/* Nothing is learned yet. */
struct sim sim_of(const struct machine *m, uint64_t seed);

/* Some machines, each with many seeds. */
enum { MACHINES = 9 };
struct sim sim_number(int i);

/* A broadcast, by one of the machine's ways. */
enum sb_way sim_call(struct sim *s);
void sim_calls(struct sim *s, int n);
void sim_count_from_now(struct sim *s);

/* After BOUND calls it goes as fast as it can, but for looks. */
void assert_learned(struct sim *s);

#endif /* SHMBCAST_AUTO_ROW_SIM_H */
