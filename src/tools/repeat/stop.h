/* stop.h: how many blocks of runs: when is it enough? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPEAT_STOP_H
#define REPEAT_STOP_H

#include <stdbool.h>
#include "tools/compare/compare_states.h"
#include "tools/repeat/session.h"

/* What is looked at of the runs, and when. */
struct stop {
    const struct options *o;
    struct compare_options compare; /* of the gate */
    double budget;                  /* seconds; INFINITY: no limit */
    double since;                   /* now() at the beginning */
    double noted;  /* seconds then since that the last line on progress came */
    size_t look;   /* blocks there have to be for the next look */
    double worst;  /* half of the widest interval; INFINITY: one has none */
    char *wanting; /* what a state of the machine is short of, malloced; NULL:
                      nothing */
    size_t needed; /* runs of each command line until the gate can tell; 0:
                      unknown */
    bool can_tell; /* the gate can */
};

void stop_init(struct stop *stop, const struct options *o);
void stop_fini(struct stop *stop);

/* After a block: looks at the runs, says how far they are, and whether it is
 * enough. */
bool stop_now(struct stop *stop, const struct session *s);

/* Waits until the next block is to begin, or this program is told to end. */
void stop_wait(const struct stop *stop, const struct session *s);

/* Seconds since the beginning; that a block takes. */
double stop_spent(const struct stop *stop);
double stop_block_seconds(const struct session *s);

/* The two command lines, compared; plan: as in struct compare_options. 0, or -1
 * with *cause malloced: there is no such state as is asked for. */
int stop_compare(struct compared *c, const struct stop *stop,
                 const struct session *s, bool plan, char **cause);

#endif /* REPEAT_STOP_H */
