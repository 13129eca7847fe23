/* noise.c: --check: observes the machine without measuring: which states the
 * gauges show, and how much time a busy rank loses to interruptions. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "machine/sysfile.h"
#include "measure/gather.h"
#include "mpiperf/check/check.h"
#include "stats/cut.h"

/* ---- states -------------------------------------------------------------- */

static const double states_seconds = 2;
static const double interval = 1e-3; /* seconds from one reading to the next */
static const double rank_slow = 1.2; /* slowest rank / fastest rank */
static const double oneway_usual = 1e-6; /* longest usual latency, seconds */

enum { READINGS_MOST = 2001 }; /* maximum readings in states_seconds */

/* The observed readings; equal on all ranks. */
struct observed {
    double seconds;
    size_t n;                                 /* number of readings */
    double level[GAUGE_KINDS][READINGS_MOST]; /* logarithms; NAN if unknown */
    int gauge;      /* the first gauge with two states; GAUGE_KINDS if none */
    struct cut cut; /* the threshold between its two states */
};

/* Reads all watched gauges for states_seconds, at most a thousand times a
 * second. Collective; returns an MPI error code. */
static int observe(struct observed *o, const struct check *c)
{
    const struct clock *clock = &c->h->clock;
    ticks_t begin = clock_read(clock), next = begin;
    int rc = MPI_SUCCESS;

    while (rc == MPI_SUCCESS && o->seconds < states_seconds &&
           o->n < READINGS_MOST) {
        double level[GAUGE_KINDS];

        next = clock_wait(clock, next) + clock_ticks(clock, interval);
        rc = reading_take(&c->info->neighbours, c->h->comm, level);
        for (int i = 0; i < GAUGE_KINDS && rc == MPI_SUCCESS; i++)
            o->level[i][o->n] = log(level[i]);
        o->n++;
        o->seconds = clock_seconds(clock, clock_read(clock) - begin);
        if (rc == MPI_SUCCESS)
            rc = MPI_Bcast(&o->seconds, 1, MPI_DOUBLE, 0, c->h->comm);
    }
    while (o->gauge < GAUGE_KINDS &&
           (gauges[o->gauge]->read_short == NULL ||
            !cut_find(&o->cut, o->level[o->gauge], o->n,
                      gauges[o->gauge]->kind->factor)))
        o->gauge++;
    return rc;
}

/* Returns the geometric mean of all readings, in seconds; NAN if there are
 * none. */
static double level_mean(const struct observed *o, int gauge)
{
    const double *x = o->level[gauge];
    double sum = 0;
    size_t known = 0;

    for (size_t i = 0; i < o->n; i++)
        if (!isnan(x[i])) {
            sum += x[i];
            known++;
        }
    return known > 0 ? exp(sum / (double)known) : NAN;
}

/* Prints a line about the slowest rank. Returns false if it is as fast as the
 * others. */
static bool rank_check(struct check *c, const struct gauge *g, const char *what,
                       const struct gauge_range *range)
{
    const struct rank_info *ranks = c->info->ranks;
    double ratio = range->max / range->min;
    char times[DIGITS_SIZE];
    int kind;

    if (c->h->rank != 0 || !(ratio > rank_slow))
        return false;
    kind = ranks[range->slowest].kind;
    for (int i = 0; i < c->info->nranks && kind >= 0; i++)
        if (ranks[i].kind > kind) /* a faster kind */
            kind = -2;
    check_print(c, FINDING_WARN, what,
                "%s takes rank %d (CPUs %s) %s times as long as the fastest "
                "rank, and the others wait for it: %s",
                g->work, range->slowest, ranks[range->slowest].cpus,
                digits_plain(times, ratio),
                kind == -2 ? "its CPUs are of a slower kind; bind all ranks to "
                             "CPUs of one kind"
                           : "stop what else runs on these CPUs, or bind it to "
                             "others");
    return true;
}

static void gauge_check(struct check *c, const struct observed *o, int gauge,
                        const struct gauge_range *range)
{
    const struct gauge *g = gauges[gauge];
    const struct cut *cut = &o->cut;
    double level = level_mean(o, gauge);
    char *what = xasprintf("gauge %s", g->kind->name);
    char one[DIGITS_SIZE], other[DIGITS_SIZE];
    bool slow = g->alone && rank_check(c, g, what, range);

    digits_time(one, gauge == o->gauge ? exp(cut->low) : level);
    if (isnan(level))
        check_print(c, FINDING_SKIPPED, what, "not read: %s",
                    c->h->ranks_per_node == 1
                        ? "one rank on each node"
                        : "ranks have no memory in common, or were too busy");
    else if (gauge == o->gauge)
        check_print(c, FINDING_WARN, what,
                    "%s takes %s (%s) for %.0f %% of the time, %s (%s) for "
                    "%.0f %%: times differ between these two states, and "
                    "tables have a block for each",
                    g->work, one, g->kind->low, 100 * (1 - cut->share),
                    digits_time(other, exp(cut->high)), g->kind->high,
                    100 * cut->share);
    else if (g == &gauge_oneway && level > oneway_usual)
        check_print(c, FINDING_WARN, what,
                    "%s takes %s, more than 1 us: shared memory is slow "
                    "between these CPUs",
                    g->work, one);
    else if (!slow)
        check_print(c, FINDING_OK, what, "%s takes %s, steady over %.1f s",
                    g->work, one, o->seconds);
    free(what);
}

void check_states(struct check *c)
{
    struct observed *o;
    int rc;

    if (c->info->neighbours.size == 0) {
        check_print(c, FINDING_SKIPPED, "gauges",
                    "not read: ranks have no cores of their own");
        return;
    }
    o = xcalloc(1, sizeof(*o));
    rc = observe(o, c);
    for (int i = 0; i < GAUGE_KINDS && rc == MPI_SUCCESS; i++) {
        struct gauge_range range = {NAN, NAN, NAN, 0};

        if (gauges[i]->alone)
            rc = gauge_compare(gauges[i], &c->info->neighbours, c->h->comm,
                               &range);
        if (gauges[i]->read_short != NULL)
            gauge_check(c, o, i, &range);
    }
    free(o);
}

/* ---- noise --------------------------------------------------------------- */

static const double noise_seconds = 0.5;
/* Limits for the fraction of its time that a rank loses to interruptions. */
static const double noise_warn = 0.01, noise_unfit = 0.05;

/* The selfish-detour benchmark: a rank that only reads its clock sees every
 * interrupt, every other process and every pause of a virtual machine as a gap
 * between two readings: a "detour". */
enum { GAP_READS = 10 };
static const double gap_min = 1e-6;

struct noise {
    double share;   /* fraction of the time lost in detours */
    double longest; /* longest detour, seconds */
    double rate;    /* detours per second */
    double stops;   /* number of times that a CPU quota stopped ranks */
};
enum { NOISE_DOUBLES = sizeof(struct noise) / sizeof(double) };

/* A gap is a detour if it exceeds ten read costs and 1 us. */
static struct noise noise_measure(const struct clock *clock, double read_cost)
{
    ticks_t threshold =
        clock_ticks(clock, fmax(GAP_READS * read_cost, gap_min));
    ticks_t start = clock_read(clock), last = start, now = start;
    ticks_t end = start + clock_ticks(clock, noise_seconds);
    ticks_t lost = 0, longest = 0;
    long detours = 0, stops = cgroup_throttled("");

    while (now < end) {
        now = clock_read(clock);
        if (now - last > threshold) {
            detours++;
            lost += now - last;
            longest = now - last > longest ? now - last : longest;
        }
        last = now;
    }
    return (struct noise){
        .share = (double)lost / (double)(now - start),
        .longest = clock_seconds(clock, longest),
        .rate = (double)detours / clock_seconds(clock, now - start),
        .stops = (double)(cgroup_throttled("") - stops),
    };
}

/* Returns what to do about the noise, malloced; "" if nothing. */
static char *noise_advice(const struct check *c, const struct noise *most)
{
    if (most->stops > 0)
        return xasprintf(": a CPU quota of %.3g CPUs stopped ranks %.0f times: "
                         "raise it (cpu.max; in version 1 cpu.cfs_quota_us)",
                         c->info->quota, most->stops);
    return xstrdup(most->share > noise_unfit
                       ? ": more than 5 %, the limit: stop what else runs here "
                         "(top shows it), or take another machine"
                   : most->share > noise_warn
                       ? ": more than 1 %: stop what else runs here, or take "
                         "the table of many runs (mpiperf-repeat)"
                       : "");
}

void check_noise(struct check *c)
{
    struct noise mine, most;
    char longest[DIGITS_SIZE], *advice;

    if (c->h->oversubscribed) {
        check_print(c, FINDING_OPEN, "noise",
                    "not measured: ranks take turns on their CPUs");
        return;
    }
    MPI_Barrier(c->h->comm);
    mine = noise_measure(&c->h->clock, c->info->quality.read_cost);
    MPI_Allreduce(&mine, &most, NOISE_DOUBLES, MPI_DOUBLE, MPI_MAX, c->h->comm);
    advice = noise_advice(c, &most);
    check_print(c,
                most.share > noise_unfit                    ? FINDING_UNFIT
                : most.share > noise_warn || most.stops > 0 ? FINDING_WARN
                                                            : FINDING_OK,
                "noise",
                "%.2g %% of a rank's time was lost to %.0f interruptions a "
                "second, at most %s each%s",
                most.share * 100, most.rate, digits_time(longest, most.longest),
                advice);
    free(advice);
}
