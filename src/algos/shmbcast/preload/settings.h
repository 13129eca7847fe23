/* settings.h: what the environment says. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_SETTINGS_H
#define PRELOAD_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "../shmbcast_auto.h"

struct settings {
    bool off;       /* SHMBCAST_OFF */
    bool host_only; /* SHMBCAST_HOST_ONLY */
    int verbose;    /* SHMBCAST_VERBOSE: 1 rank 0 reports, 2 every rank */
    size_t memory;  /* SHMBCAST_MEMORY: bytes of shared memory a process */
    bool memory_ok; /* false: not a number of bytes; the default holds */
    enum shmbcast_auto_calibrate calibrate; /* SHMBCAST_CALIBRATE */
    bool calibrate_ok; /* false: no such word; the default, on, holds */
    bool crowded;      /* says the launcher: ranks here outnumber CPUs */
};

/* Read the environment. */
struct settings settings_read(void);

/* The shared memory that this process may account for. */

/* Take [nbytes] if with them no more than [limit] are taken. Any thread. */
bool budget_take(size_t nbytes, size_t limit);

void budget_give_back(size_t nbytes);

/* The most that were taken at a time. */
size_t budget_most(void);

#endif /* PRELOAD_SETTINGS_H */
