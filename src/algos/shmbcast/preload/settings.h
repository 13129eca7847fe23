/* settings.h: what the environment says. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_SETTINGS_H
#define PRELOAD_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

struct settings {
    bool off;         /* SHMBCAST_OFF */
    bool host_only;   /* SHMBCAST_HOST_ONLY */
    int verbose;      /* SHMBCAST_VERBOSE: 1 rank 0 reports, 2 every rank */
    size_t memory;    /* SHMBCAST_MEMORY: bytes of shared memory a process */
    bool memory_ok;   /* false: not a number of bytes; the default holds */
    bool learn;       /* SHMBCAST_LEARN */
    bool learn_ok;    /* false: not 0 or 1; the default, 1, holds */
    bool crowded;     /* says the launcher: ranks here outnumber CPUs */
    char *learn_file; /* SHMBCAST_LEARN_FILE; malloced, or NULL */
};

/* Read the environment. */
struct settings settings_read(void);

void settings_free(struct settings *s);

#endif /* PRELOAD_SETTINGS_H */
