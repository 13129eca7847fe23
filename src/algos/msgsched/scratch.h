/* scratch.h: memory for messages to be tried in, which lie there as they do in
 * the caller's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_SCRATCH_H
#define MSGSCHED_SCRATCH_H

#include <stddef.h>
#include <stdint.h>

#include "algos/msgsched/msgsched.h"

/* The bytes of a message, from `first` to before `end`; and their new place. */
struct ms_stretch {
    int64_t first, end;
    int64_t to;
    int index; /* in the caller's list */
};

/*
 * Gives every stretch its new place: what is adjacent stays adjacent, what
 * overlaps overlaps, places on a page stay, and only long gaps become shorter.
 * Sorts them by where they begin. Returns how many bytes they take. Pure.
 */
size_t ms_lay(struct ms_stretch *stretches, size_t n);

struct ms_scratch {
    struct msgsched_message *messages; /* the caller's, at their new places */
    char *memory;
    size_t bytes;
};

/* False: no memory, or more than `most` bytes. To be closed in any case. */
bool ms_scratch_open(struct ms_scratch *s, int n,
                     const struct msgsched_message *messages, size_t most);
void ms_scratch_close(struct ms_scratch *s);

#endif /* MSGSCHED_SCRATCH_H */
