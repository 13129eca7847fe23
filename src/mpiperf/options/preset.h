/* preset.h: named sets of options. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PRESET_H
#define MPIPERF_PRESET_H

#include <stdbool.h>
#include "lib/names.h"
#include "mpiperf/options/options.h"

/* apply() works on the defaults; what the user gave is set after it. with_rse:
 * --max-rse is among that. */
struct preset {
    const char *name;
    const char *help;
    void (*apply)(struct options *o, bool with_rse);
};

extern const struct preset *const preset_table[]; /* NULL-terminated */

/* NULL: there is none of that name. */
static inline const struct preset *preset_find(const char *name)
{
    return names_row(preset_table, name);
}

#endif /* MPIPERF_PRESET_H */
