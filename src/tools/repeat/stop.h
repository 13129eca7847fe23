/* stop.h: how many blocks of runs: when is it enough? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPEAT_STOP_H
#define REPEAT_STOP_H

#include <stdbool.h>
#include "compare/gate.h"
#include "tools/repeat/session.h"

/* What is looked at of the runs, and when. */
struct stop {
    const struct options *o;
    double budget;  /* seconds; INFINITY: no limit */
    double since;   /* now() at the beginning */
    double noted;   /* seconds then since that the last line on progress came */
    size_t look;    /* blocks that there have to be for the next look */
    size_t suspect; /* blocks at the look that found suspects; 0: none did */
    double worst;   /* half of the widest interval; INFINITY: one has none */
    bool told;      /* the gate has its verdict */
    bool repeated;  /* -r blocks, and as many more for suspects, are there */
};

void stop_init(struct stop *stop, const struct options *o);

/* After a block: looks at the runs, says how far they are, and whether it is
 * enough. */
bool stop_now(struct stop *stop, struct session *s);

/* Waits until the next block is to begin, or this program is told to end. */
void stop_wait(const struct stop *stop, const struct session *s);

/* Seconds since the beginning. */
double stop_spent(const struct stop *stop);

/* The table of all runs. */
void stop_table(struct table *t, const struct stop *stop, struct session *s);

/* What the gate says of them. */
void stop_judge(struct gate *g, const struct stop *stop, const struct table *t);

#endif /* REPEAT_STOP_H */
