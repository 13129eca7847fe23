/* settings.h: what the environment says. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_SETTINGS_H
#define RECORD_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

struct record_settings {
    const char *prefix; /* MSGSCHED_RECORD; NULL: nothing is recorded */
    bool internode;     /* MSGSCHED_RECORD_SCOPE */
    size_t memory;      /* MSGSCHED_RECORD_MEMORY: bytes a process */
    size_t files;       /* MSGSCHED_RECORD_FILES: at most */
};

/* A variable that is wrong, whose default holds, and what it should be. */
struct record_wrong {
    const char *name, *why;
};
enum { RECORD_WRONG_MAX = 3 };

/* Read the environment; returns how many variables are wrong. */
size_t record_settings_read(struct record_settings *s,
                            struct record_wrong wrong[RECORD_WRONG_MAX]);

#endif /* RECORD_SETTINGS_H */
