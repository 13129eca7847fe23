/* bcast_shmbcast_auto.h: what -P shmbcast-auto.NAME sets. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_BCAST_SHMBCAST_AUTO_H
#define ADAPTERS_BCAST_SHMBCAST_AUTO_H

#include "algos/shmbcast/shmbcast_auto.h"
#include "lib/params.h"

struct auto_settings {
    struct shmbcast_auto_params library; /* first: see LIBRARY_ROW */
    const char *file;                    /* or NULL */
    bool file_read;
    const char *learn_file; /* as given, or NULL */
    int report;
};

extern const struct param_table shmbcast_auto_param_table;

#endif /* ADAPTERS_BCAST_SHMBCAST_AUTO_H */
