/* options_value.h: values of options that are neither numbers nor words of a
 * list. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_VALUE_H
#define MPIPERF_OPTIONS_VALUE_H

#include "mpiperf/options/options.h"

param_parse_fn sweep_value, row_value, redop_value, timer_value, arrival_value;
param_parse_fn counts_value, align_value, percentiles_value;
option_set_fn as_refuse, preset_set, plugin_set, method_set, output_set,
    param_set;

/* Adds the setting OWNER.NAME=VALUE to *to. Returns NULL; or a malloced error
 * text if there is no such parameter, or the value is empty, too long or not
 * printable. `text` is the setting as the user wrote it, for the message. */
char *param_keep(struct params *to, const struct registry *r, const char *owner,
                 const char *name, const char *value, const char *text);

#endif /* MPIPERF_OPTIONS_VALUE_H */
