/* gauges.h: the names of gauges (small probes of the machine), and of the
 * states of the machine that they show. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_GAUGES_H
#define RECORD_GAUGES_H

/* The watched gauges, which can show states, come first. The first one is
 * preferred. */
enum {
    GAUGE_ONEWAY,
    GAUGE_SPIN,
    GAUGES_WATCHED,
    GAUGE_COPY = GAUGES_WATCHED,
    GAUGE_KINDS
};

extern const struct gauge_kind {
    const char *name; /* also its key in the record */
    /* Only watched gauges: */
    double factor;           /* least ratio between the times of two states */
    const char *low, *high;  /* names of the states with short and long times */
    const char *what, *unit; /* words for a reading: "cores 66 ns apart" */
} gauge_kinds[GAUGE_KINDS];

#endif /* RECORD_GAUGES_H */
