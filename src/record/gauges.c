/* gauges.c: the table of the gauges' names and states. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "record/gauges.h"

const struct gauge_kind gauge_kinds[GAUGE_KINDS] = {
    [GAUGE_ONEWAY] = {"oneway", 1.5, "near", "far", "cores", "apart"},
    [GAUGE_SPIN] = {"spin", 1.05, "fast", "slow", "processor", "for its work"},
    [GAUGE_COPY] = {.name = "copy"},
};
