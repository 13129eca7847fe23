/* settings.h: settings from environment variables. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_SETTINGS_H
#define RECORD_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

struct record_settings {
    const char *prefix; /* MSGSCHED_RECORD: prefix of files; NULL if unset */
    bool internode;     /* MSGSCHED_RECORD_SCOPE: omit messages within a node */
    size_t memory;      /* MSGSCHED_RECORD_MEMORY: limit, bytes per process */
    size_t files;       /* MSGSCHED_RECORD_FILES: maximum number of files */
};

/* Reads the environment. Replaces invalid values, with a message if [say]. */
void record_settings_read(struct record_settings *s, bool say);

#endif /* RECORD_SETTINGS_H */
