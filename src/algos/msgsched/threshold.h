/* threshold.h: up to which size a copy costs less than a message. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_THRESHOLD_H
#define MSGSCHED_THRESHOLD_H

#include <stdbool.h>
#include <stdint.h>

/* Begins as {0}. */
struct ms_threshold {
    int64_t bytes; /* from here on merging does not pay; 0: nothing is known */
    int row;       /* sizes in a row for which it did not */
};

/*
 * Takes the seconds of messages of so many bytes alone, and of the same ones
 * merged; 0: not measured. Sizes double from call to call. False: the threshold
 * is found, or there was no time to measure. It is found when merging saved
 * less than 10 % for two sizes in a row: one of them may be an accident.
 */
bool ms_threshold_next(struct ms_threshold *t, int64_t bytes, double alone,
                       double merged);

#endif /* MSGSCHED_THRESHOLD_H */
