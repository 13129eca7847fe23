/* check_timers.c: --check: tests which timers measure known waits correctly. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "measure/harness.h"
#include "mpiperf/check/check.h"
#include "ops/registry.h"

/* Maximum error of measured waits, in seconds, for a timer to be trusted. */
static const double pattern_tolerance = 0.05e-6;
enum { PATTERN_LAUNCHES = 200 };
static const double pattern_seconds = 0.5;

/* The first pattern does not wait; the others wait for 1 us times the number of
 * ranks. */
static const char *const patterns[] = {"waitpattern-null", "waitpattern-up",
                                       "waitpattern-down"};
enum { NPATTERNS = sizeof(patterns) / sizeof(patterns[0]) };

static int patterns_measure(const struct check *c, const struct timer_entry *e,
                            struct measured *out)
{
    const struct clocksync *sync = clocksync_find("auto");
    struct clocksync_info info;
    struct clock_model model;
    struct clocks clocks;
    struct harness h;
    int rc = clocksync_run(sync, c->h->comm, &e->clock, &c->h->clocks->config,
                           &model, &info);

    if (rc != MPI_SUCCESS)
        return rc;
    clocks_open(&clocks, &e->clock, &model, sync, &c->h->clocks->config, &info);
    rc = harness_open(&h, c->h->comm, &e->clock, &clocks, &e->quality,
                      c->h->oversubscribed);
    if (rc == MPI_SUCCESS)
        harness_calibrate(&h);
    for (int i = 0; i < NPATTERNS && rc == MPI_SUCCESS; i++)
        rc = harness_measure(&h, op_find(patterns[i]), PATTERN_LAUNCHES,
                             pattern_seconds, &out[i]);
    clocks_close(&clocks);
    return rc;
}

static const char *timer_fault(const struct check *c,
                               const struct timer_entry *e,
                               const struct measured *s)
{
    if (timer_unfit(&e->quality) != NULL)
        return timer_unfit(&e->quality);
    if (e->cores_agree == CAUSALITY_BROKEN)
        return "cores disagree on the time";
    if (e->quality.resolution > pattern_tolerance)
        return "its steps are above 0.05 us";
    for (int i = 0; i < NPATTERNS; i++) {
        double truth = i > 0 ? c->h->size * 1e-6 : 0;

        if (isnan(s[i].mean))
            return "no wait began in time on all ranks";
        if (fabs(s[i].mean - truth) > pattern_tolerance)
            return "a wait is more than 0.05 us off";
    }
    return NULL;
}

/* Returns "waits of 0, 2, 2 us measured as 0.020, 2.02, 2.02 us; ...",
 * malloced. */
static char *timer_text(const struct check *c, const struct timer_entry *e,
                        const struct measured *s)
{
    char took[NPATTERNS][DIGITS_SIZE], step[DIGITS_SIZE], read[DIGITS_SIZE];

    for (int i = 0; i < NPATTERNS; i++)
        digits_print(took[i], s[i].mean * 1e6, 3);
    return xasprintf(
        "waits of 0, %d, %d us measured as %s, %s, %s us; steps of %s; a "
        "reading takes %s",
        c->h->size, c->h->size, took[0], took[1], took[2],
        digits_time(step, e->quality.resolution),
        digits_time(read, e->quality.read_cost));
}

static bool timer_check(struct check *c, const struct timer_entry *e)
{
    /* each core has its own counter, so two ranks' counters may disagree */
    bool uncompared = e->timer->percore &&
                      e->cores_agree == CAUSALITY_UNTESTED &&
                      c->h->ranks_per_node > 1;
    struct measured s[NPATTERNS];
    char what[32], *text;
    const char *fault;

    snprintf(what, sizeof(what), "timer %s", e->timer->name);
    if (e->refused != NULL || patterns_measure(c, e, s) != MPI_SUCCESS) {
        check_print(c, FINDING_SKIPPED, what, "cannot be used here: %s",
                    e->refused != NULL ? e->refused : "MPI failed");
        return false;
    }
    fault = timer_fault(c, e, s);
    text = timer_text(c, e, s);
    if (fault != NULL)
        check_print(c, FINDING_SKIPPED, what, "%s: not fit: %s", text, fault);
    else
        check_print(c, uncompared ? FINDING_OPEN : FINDING_OK, what, "%s%s",
                    text, uncompared ? ": cores were not compared" : "");
    free(text);
    return fault == NULL;
}

/* Compares `best`, the first timer that can be trusted (NULL if there is none),
 * with the timer in use, which was chosen at the start. */
static void choice_check(struct check *c, const struct timer *best)
{
    const char *chosen = c->info->clock.timer->name;

    if (best == NULL)
        check_print(c, FINDING_UNFIT, "timer used",
                    "%s, but no timer is accurate enough for these waits "
                    "(required: within 0.05 us): %s",
                    chosen,
                    c->info->oversubscribed || c->info->shared_cpu
                        ? "give each rank a CPU of its own"
                        : "stop other programs; try --timer=auto; see what the "
                          "kernel says of its clocks (dmesg)");
    else if (best != c->info->clock.timer)
        check_print(c, FINDING_WARN, "timer used",
                    "%s, which is not fit: write --timer=%s", chosen,
                    best->name);
    else
        check_print(c, FINDING_OK, "timer used", "%s", chosen);
}

void check_timers(struct check *c)
{
    const struct timer *best = NULL;

    for (size_t i = 0; i < c->info->ntimers; i++) {
        const struct timer_entry *e = &c->info->timers[i];

        if (!e->absent && timer_check(c, e) && best == NULL)
            best = e->timer;
    }
    choice_check(c, best);
}
