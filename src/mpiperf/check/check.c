/* check.c: --check: a verdict on every timer, and on the machine. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/check/check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "measure/probe.h"
#include "ops/registry.h"
#include "mpiperf/machine/noise.h"
#include "mpiperf/check/observe.h"
#include "timers/timer.h"

/* Three ways for a check to end. */
enum verdict { CHECK_OK, CHECK_WARN, CHECK_UNFIT };

/* A pattern's time may be so far from the truth (spec, step 6). */
static const double pattern_tolerance = 0.05e-6;
enum { PATTERN_LAUNCHES = 200 };
static const double pattern_seconds = 0.5;

static const double states_seconds = 2;
static const double noise_seconds = 0.5;
/* Shares of the time that something else had. */
static const double noise_warn = 0.01, noise_unfit = 0.05;

static const struct pattern {
    const char *op, *label;
    bool waits; /* as many microseconds as there are ranks, else none */
} patterns[] = {
    {"waitpattern-null", "null", false},
    {"waitpattern-up", "up", true},
    {"waitpattern-down", "down", true},
};
enum { NPATTERNS = sizeof(patterns) / sizeof(patterns[0]) };

struct check {
    const struct harness *h;
    struct runinfo *info;
    const struct measuring *o;
    bool unfit;
};

/* A line on rank 0. */
static void __attribute__((format(printf, 4, 5)))
verdict_print(struct check *c, enum verdict v, const char *what,
              const char *format, ...)
{
    static const char *const words[] = {"ok", "warning", "UNFIT"};
    va_list ap;

    if (c->h->rank != 0)
        return;
    printf("%-8s %-20s ", words[v], what);
    va_start(ap, format);
    vprintf(format, ap);
    va_end(ap);
    putchar('\n');
    fflush(stdout);
}

/* ---- timers ------------------------------------------------------------ */

/* The three patterns by this timer, each with a clock sync of its own. */
static int patterns_measure(const struct check *c, const struct timer_entry *e,
                            struct summary *out)
{
    const struct clocksync *sync = clocksync_find("auto");
    struct clocksync_info info;
    struct clock_model model;
    struct clocks clocks;
    struct summary rounds;
    struct harness h;
    int rc = clocksync_run(sync, c->h->comm, &e->clock, &c->h->clocks->config,
                           &model, &info);

    if (rc != MPI_SUCCESS)
        return rc;
    clocks_open(&clocks, &e->clock, &model, sync, &c->h->clocks->config, &info);
    rc = harness_open(&h, c->h->comm, &e->clock, &clocks, e->quality.read_cost,
                      e->quality.resolution);
    if (rc != MPI_SUCCESS)
        return rc;
    h.oversubscribed = c->h->oversubscribed;
    harness_calibrate(&h);
    for (int i = 0; i < NPATTERNS && rc == MPI_SUCCESS; i++)
        rc = harness_measure(&h, op_find(patterns[i].op), PATTERN_LAUNCHES,
                             pattern_seconds, &out[i], &rounds);
    clocks_close(&clocks);
    return rc;
}

/* What stands in the way of trusting it, or NULL. */
static const char *timer_fault(const struct check *c,
                               const struct timer_entry *e,
                               const struct summary *s)
{
    if (timer_unfit(&e->quality) != NULL)
        return timer_unfit(&e->quality);
    if (e->cores_agree == 0)
        return "cores disagree";
    if (e->quality.resolution > pattern_tolerance)
        return "moves in steps too large for microseconds";
    for (int i = 0; i < NPATTERNS; i++) {
        double truth = patterns[i].waits ? c->h->size * 1e-6 : 0;

        if (isnan(s[i].mean))
            return "a wait pattern had no valid launch";
        if (fabs(s[i].mean - truth) > pattern_tolerance)
            return "a wait pattern is more than 0.05 us off";
    }
    return NULL;
}

static void us(char *text, size_t size, double seconds)
{
    if (isnan(seconds))
        snprintf(text, size, "n/a");
    else
        snprintf(text, size, "%.3f", seconds * 1e6);
}

static bool timer_check(struct check *c, const struct timer_entry *e)
{
    struct summary s[NPATTERNS];
    char what[32], mean[NPATTERNS][16];
    const char *fault;

    snprintf(what, sizeof(what), "timer %s", e->timer->name);
    if (e->refused != NULL) {
        verdict_print(c, CHECK_WARN, what, "not usable here: %s", e->refused);
        return false;
    }
    if (patterns_measure(c, e, s) != MPI_SUCCESS) {
        verdict_print(c, CHECK_WARN, what,
                      "the wait patterns could not be measured");
        return false;
    }
    fault = timer_fault(c, e, s);
    for (int i = 0; i < NPATTERNS; i++)
        us(mean[i], sizeof(mean[i]), s[i].mean);
    verdict_print(
        c, fault == NULL ? CHECK_OK : CHECK_WARN, what,
        "step %.0f ns, read %.0f ns, rate %+.2f ppm%s; wait patterns null %s "
        "(0), up %s, down %s (%d) us%s%s",
        e->quality.resolution * 1e9, e->quality.read_cost * 1e9,
        e->quality.rate_ppm, e->cores_agree > 0 ? ", cores agree" : "", mean[0],
        mean[1], mean[2], c->h->size, fault != NULL ? ": " : "",
        fault != NULL ? fault : "");
    return fault == NULL;
}

static void timers_check(struct check *c)
{
    const char *best = NULL;

    for (size_t i = 0; i < c->info->ntimers; i++)
        if (timer_check(c, &c->info->timers[i]) && best == NULL)
            best = c->info->timers[i].timer->name;
    if (best == NULL)
        c->unfit = true;
    verdict_print(c, best == NULL ? CHECK_UNFIT : CHECK_OK, "timers", "%s%s",
                  best == NULL ? "none can be trusted" : "best: ",
                  best == NULL ? "" : best);
}

/* ---- the machine ------------------------------------------------------- */

static void sync_check(struct check *c)
{
    double largest = 0;

    if (c->h->rank != 0)
        return;
    for (int i = 0; i < c->info->nranks; i++)
        largest = fmax(largest, c->info->models[i].uncertainty);
    verdict_print(c, largest > 1e-6 ? CHECK_WARN : CHECK_OK, "clock sync",
                  "%s, offsets known within %.3f us%s%s",
                  c->info->sync_info.chosen, largest * 1e6,
                  c->info->sync_info.why != NULL ? ": " : "",
                  c->info->sync_info.why != NULL ? c->info->sync_info.why : "");
}

static void source_check(struct check *c)
{
    const char *source;
    bool slow;

    if (c->h->rank != 0)
        return;
    source =
        json_string_value(json_object_get(c->info->machine, "clocksource"));
    slow = source != NULL &&
           (strcmp(source, "hpet") == 0 || strcmp(source, "acpi_pm") == 0 ||
            strcmp(source, "jiffies") == 0);
    verdict_print(c, slow ? CHECK_WARN : CHECK_OK, "clock source", "%s%s",
                  source != NULL ? source : "not known",
                  slow ? ": reading it costs a microsecond" : "");
}

static void placement_check(struct check *c)
{
    const struct runinfo *info = c->info;

    if (info->oversubscribed || info->shared_cpu)
        c->unfit = true;
    verdict_print(c, info->oversubscribed ? CHECK_UNFIT : CHECK_OK,
                  "oversubscription", "%d ranks on %d node%s%s", info->nranks,
                  info->nnodes, info->nnodes == 1 ? "" : "s",
                  info->oversubscribed ? ", more than CPUs: start fewer ranks"
                                       : ", a CPU for each");
    if (info->shared_cpu)
        verdict_print(
            c, CHECK_UNFIT, "pinning",
            "two ranks are bound to the same CPU: bind each to its own");
    else if (info->unpinned)
        verdict_print(
            c, CHECK_WARN, "pinning",
            "ranks may move between CPUs: start with --bind-to core (Open MPI) "
            "or -bind-to core (MPICH)");
    else
        verdict_print(c, CHECK_OK, "pinning",
                      "every rank has a CPU of its own");
}

static void oneway_check(struct check *c)
{
    const struct runinfo *info = c->info;

    if (isnan(info->oneway_median)) {
        verdict_print(
            c, CHECK_OK, "core to core",
            "not measured: one rank a node, no common memory, or ranks without "
            "a core of their own");
        return;
    }
    verdict_print(c, info->oneway_max > 1e-6 ? CHECK_WARN : CHECK_OK,
                  "core to core",
                  "one-way cache-line latency %.0f to %.0f ns, median %.0f",
                  info->oneway_min * 1e9, info->oneway_max * 1e9,
                  info->oneway_median * 1e9);
}

/* A line for each state, if there are two. */
static void states_print(struct check *c, const struct observed *o)
{
    char *text = observed_text(o);

    if (text == NULL || o->gauge < 0) {
        verdict_print(c, CHECK_OK, "states", "%s%s",
                      text != NULL ? "one: " : "no gauge had a reading",
                      text != NULL ? text : "");
        free(text);
        return;
    }
    free(text);
    verdict_print(c, CHECK_WARN, "states",
                  "2 in %.1f s: times depend on the state that the machine is "
                  "in, and tables have a part for each",
                  o->seconds);
    for (int slow = 0; slow <= 1; slow++) {
        const struct gauge *g = gauges[o->gauge];
        char what[32];

        snprintf(what, sizeof(what), "state %s", slow ? g->high : g->low);
        text = observed_state_text(o, slow);
        verdict_print(c, CHECK_WARN, what, "%s", text);
        free(text);
    }
}

static void states_check(struct check *c)
{
    struct observed o;

    if (c->info->neighbours.size == 0) {
        verdict_print(c, CHECK_OK, "states",
                      time_is_simulated()
                          ? "not watched: time is simulated"
                          : "not watched: ranks without a core of their own");
        return;
    }
    if (observe(&o, &c->info->neighbours, c->h->comm, &c->h->clock,
                states_seconds) == MPI_SUCCESS)
        states_print(c, &o);
    observed_free(&o);
}

static void noise_check(struct check *c)
{
    struct noise mine;
    double in[3], out[3]; /* share, longest, rate */
    enum verdict v;

    MPI_Barrier(c->h->comm);
    noise_measure(&c->h->clock, c->info->quality.read_cost, noise_seconds,
                  &mine);
    in[0] = mine.share;
    in[1] = mine.longest;
    in[2] = mine.rate;
    MPI_Allreduce(in, out, 3, MPI_DOUBLE, MPI_MAX, c->h->comm);
    v = out[0] > noise_unfit  ? CHECK_UNFIT
        : out[0] > noise_warn ? CHECK_WARN
                              : CHECK_OK;
    if (v == CHECK_UNFIT)
        c->unfit = true;
    verdict_print(
        c, v, "noise",
        "the worst rank lost %.3g %% of its time in %.0f detours a second, the "
        "longest %.1f us",
        out[0] * 100, out[2], out[1] * 1e6);
}

int check_run(const struct harness *h, struct runinfo *info,
              const struct measuring *o)
{
    struct check c = {h, info, o, false};

    timers_check(&c);
    sync_check(&c);
    source_check(&c);
    placement_check(&c);
    oneway_check(&c);
    states_check(&c);
    noise_check(&c);
    if (h->rank == 0)
        printf("%s\n", c.unfit ? "This machine is not fit to measure on."
                               : "This machine is fit to measure on.");
    return c.unfit ? 1 : 0;
}
