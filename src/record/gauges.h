/* gauges.h: names of gauges (small probes of the machine) and of the machine
 * states that they detect. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_GAUGES_H
#define RECORD_GAUGES_H

/* Watched gauges can detect machine states; they come first, and the first of
 * them is preferred. */
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
