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

/* Read the environment. NULL, or the name of the variable that is wrong, whose
 * default holds; *why says what it should be. */
const char *record_settings_read(struct record_settings *s, const char **why);

#endif /* RECORD_SETTINGS_H */
