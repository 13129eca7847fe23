/* presets.c: names for sets of options. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/presets.h"

#include <stddef.h>

/* The method of the MPIPerf paper of 2012: stop after more than 30 valid
 * launches, or after more than 100 launches. */
const struct preset preset_paper = {
    .name = "paper",
    .help = "the method of the paper of 2012: its window rule and "
            "statistics, -s linear before each case, --trim 25, more than "
            "30 valid launches or 100 launches in all (-c 30 -R 100), no "
            "--max-time; with -e its other stop rule, -c 10",
    .sets = {{"clocksync", "linear"},
             {"trim", "25"},
             {"min-valid", "30"},
             {"max-launches", "100"}},
};

static const struct preset quick = {
    .name = "quick",
    .help = "a quick first result: -c 10 -E 30 --max-time 0.2",
    .sets = {{"min-valid", "10"}, {"max-valid", "30"}, {"max-time", "0.2"}},
};

/* Half the error needs four times as many launches. The limits are higher
 * still, because this preset is for noisy machines. */
static const struct preset thorough = {
    .name = "thorough",
    .help = "half the standard error, with up to ten times the launches: -e "
            "0.005 -c 100 -R 50000 --max-time 30",
    .sets = {{"max-rse", "0.005"},
             {"min-valid", "100"},
             {"max-launches", "50000"},
             {"max-time", "30"}},
};

/* The sweep of --accept. It has no gauges: launches in a slow state of the
 * machine must count, because --accept must detect that state. */
const struct preset preset_accept = {
    .name = "accept",
    .sets = {{"size", "8,64Ki"},
             {"pairs", "halves"},
             {"budget", "10"},
             {"no-watch", NULL},
             {"allow-na", NULL},
             {"allow-one-rank", NULL},
             {"progress", "never"}},
    .operands = {"barrier", "bcast", "allreduce", "alltoall", "pingpong"},
};

const struct preset *const preset_table[] = {&preset_paper, &quick, &thorough,
                                             NULL};
