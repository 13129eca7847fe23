/* preset.c: named sets of options. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/preset.h"

#include <math.h>

/* The paper of 2012: more than 30 valid launches, or than 100 of any kind; with
 * --max-rse, its second rule: that error and 10 valid launches. No limit of
 * time. Clocks are taken to run alike for as long as a case lasts. */
static void paper_apply(struct options *o, bool with_rse)
{
    o->how.paper = true;
    o->how.stop_on_rse = with_rse;
    o->how.min_valid = with_rse ? 10 : 30;
    o->how.max_launches = 100;
    o->how.max_time = INFINITY;
    o->how.trim = 0.25;
    o->clocks.clocksync = clocksync_find("linear");
}

static const struct preset preset_paper = {
    .name = "paper",
    .help = "the paper of 2012 to the letter: its window rule and statistics, "
            "-s linear before each case, --trim 25, more than 30 valid "
            "launches or 100 of any kind (-c 30 -R 100), no --max-time; with "
            "-e its other stop rule, -c 10",
    .apply = paper_apply,
};

static void quick_apply(struct options *o, bool with_rse)
{
    (void)with_rse;
    o->how.min_valid = 10;
    o->how.max_valid = 30;
    o->how.max_time = 0.2;
}

static const struct preset preset_quick = {
    .name = "quick",
    .help = "a first look: -c 10 -E 30 --max-time 0.2",
    .apply = quick_apply,
};

/* Half the error takes four times the launches: so do the limits, and more,
 * since it is noise that makes one ask for it. */
static void thorough_apply(struct options *o, bool with_rse)
{
    (void)with_rse;
    o->how.max_rse = 0.005;
    o->how.min_valid = 100;
    o->how.max_launches = 50000;
    o->how.max_time = 30;
}

static const struct preset preset_thorough = {
    .name = "thorough",
    .help = "half the error for up to ten times the launches: -e 0.005 -c 100 "
            "-R 50000 --max-time 30",
    .apply = thorough_apply,
};

const struct preset *const preset_table[] = {
    &preset_paper,
    &preset_quick,
    &preset_thorough,
    NULL,
};
