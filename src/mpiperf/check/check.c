/* check.c: --check: is this machine fit to measure on?
 *
 * A line on each thing: a word, what it is about, what was found, and, where it
 * is not as it should be, what to do. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/check/check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
#include "lib/number.h"
#include "lib/now.h"
#include "lib/xmalloc.h"
#include "measure/session.h"
#include "mpiperf/machine/sysfile.h"

static const double states_seconds = 2;
static const double noise_seconds = 0.5;
/* Shares of the time that something else had: of a rank's CPU, of all. */
static const double noise_warn = 0.01, noise_unfit = 0.05, others_warn = 0.05;
static const double oneway_usual = 1e-6; /* seconds, at most */

static const double gib = 1 << 30;

/* ---- lines --------------------------------------------------------------- */

void check_print(struct check *c, enum verdict v, const char *what,
                 const char *format, ...)
{
    static const char *const words[] = {"", "ok", "warning", "UNFIT", "-", "-"};
    char *before = c->open;
    va_list ap;

    if (c->h->rank != 0)
        return;
    printf("%-8s %-20s ", words[v], what);
    va_start(ap, format);
    vprintf(format, ap);
    va_end(ap);
    putchar('\n');
    fflush(stdout);
    c->count[v]++;
    if (v != VERDICT_OPEN)
        return;
    c->open = xasprintf("%s%s%s", before != NULL ? before : "",
                        before != NULL ? ", " : "", what);
    free(before);
}

/* What is known since the run began. */
static void facts_check(struct check *c)
{
    for (const struct fact *f = facts; f->judge != NULL; f++) {
        char *text = NULL;
        enum verdict v =
            f->what != NULL ? f->judge(c->info, &text) : VERDICT_NONE;

        if (v != VERDICT_NONE)
            check_print(c, v, f->what, "%s", text);
        free(text);
    }
}

/* ---- states -------------------------------------------------------------- */

static void gauge_check(struct check *c, const struct observed *o, int gauge)
{
    const struct gauge *g = gauges[gauge];
    double level = observed_level(o, gauge);
    char *what = xasprintf("gauge %s", g->name);
    char *text = observed_text(o, gauge);

    if (isnan(level))
        check_print(c, VERDICT_SKIPPED, what, "not read: %s",
                    c->h->ranks_per_node == 1
                        ? "one rank on each node"
                        : "ranks have no memory in common, or were too busy");
    else if (gauge == o->gauge)
        check_print(c, VERDICT_WARN, what,
                    "%s: times depend on it; tables have a block for each",
                    text);
    else if (g == &gauge_oneway && level > oneway_usual)
        check_print(c, VERDICT_WARN, what,
                    "%s, more than 1 us: shared memory is slow between these "
                    "CPUs",
                    text);
    else
        check_print(c, VERDICT_OK, what, "%s, all of %.1f s", text, o->seconds);
    free(text);
    free(what);
}

static void states_check(struct check *c)
{
    struct observed o;

    if (c->info->neighbours.size == 0) {
        check_print(c, VERDICT_SKIPPED, "gauges",
                    "not read: ranks have no cores of their own");
        return;
    }
    if (observe(&o, &c->info->neighbours, c->h->comm, &c->h->clock,
                states_seconds) == MPI_SUCCESS &&
        c->h->rank == 0)
        for (int i = 0; i < GAUGES; i++)
            if (gauges[i]->glance != NULL)
                gauge_check(c, &o, i);
    observed_free(&o);
}

/* ---- what else the machine does -------------------------------------------
 */

struct cpu_time {
    double at;        /* seconds since some time in the past */
    double busy, own; /* CPU seconds: of all programs, of this process */
};

static struct cpu_time cpu_time_now(void)
{
    struct rusage u = {0};

    getrusage(RUSAGE_SELF, &u);
    return (struct cpu_time){
        .at = now(),
        .busy = sysfile_busy("/proc/stat"),
        .own = (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
               1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec),
    };
}

/* Share of the time of all CPUs that others than the ranks had, most of all
 * nodes; negative: not known. On all ranks. */
static double others_share(const struct check *c, const struct cpu_time *begin)
{
    const struct cpu_time end = cpu_time_now();
    double own = end.own - begin->own, ours = 0, share, worst = -1;
    double cpus = (double)sysconf(_SC_NPROCESSORS_ONLN);
    MPI_Comm node;

    if (MPI_Comm_split_type(c->h->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                            &node) != MPI_SUCCESS)
        return -1;
    MPI_Allreduce(&own, &ours, 1, MPI_DOUBLE, MPI_SUM, node);
    MPI_Comm_free(&node);
    share = (end.busy - begin->busy - ours) / (end.at - begin->at) / cpus;
    /* The kernel counts in ticks: all may seem a little less than ours. */
    share = isnan(share) || share < -0.1 ? -1 : fmax(share, 0);
    MPI_Allreduce(&share, &worst, 1, MPI_DOUBLE, MPI_MAX, c->h->comm);
    return worst;
}

static void others_check(struct check *c, const struct cpu_time *begin)
{
    double share = others_share(c, begin);

    if (share < 0)
        check_print(c, VERDICT_SKIPPED, "other programs",
                    "not known: the kernel does not say");
    else if (share > others_warn)
        check_print(c, VERDICT_WARN, "other programs",
                    "had %.2g %% of the time of all CPUs, more than %.0f %%: "
                    "stop them (top shows them)",
                    share * 100, others_warn * 100);
    else
        check_print(c, VERDICT_OK, "other programs",
                    "had %.2g %% of the time of all CPUs", share * 100);
}

static void memory_check(struct check *c)
{
    double room = (double)memory_room(c->h->ranks_per_node), least = 0;
    double cold = 2 * (double)c->h->cache_bytes, sweep = 2 * gib;
    char has[DIGITS_SIZE], takes[DIGITS_SIZE];

    MPI_Reduce(&room, &least, 1, MPI_DOUBLE, MPI_MIN, 0, c->h->comm);
    check_print(c, least < fmax(cold, sweep) ? VERDICT_WARN : VERDICT_OK,
                "free memory",
                "%s GiB for each rank; -b cold takes %s GiB, a message of 1 "
                "GiB (-m 1Gi) 2 GiB%s",
                digits_plain(has, least / gib), digits_plain(takes, cold / gib),
                least < cold    ? ": start fewer ranks, or free some"
                : least < sweep ? ": larger cases have no figures"
                                : "");
}

static void noise_check(struct check *c)
{
    struct noise mine, most;
    char longest[DIGITS_SIZE];

    if (c->h->oversubscribed) {
        check_print(c, VERDICT_OPEN, "noise",
                    "not measured: ranks take turns on their CPUs");
        return;
    }
    MPI_Barrier(c->h->comm);
    noise_measure(&c->h->clock, c->info->quality.read_cost, noise_seconds,
                  &mine);
    MPI_Allreduce(&mine, &most, NOISE_DOUBLES, MPI_DOUBLE, MPI_MAX, c->h->comm);
    check_print(c,
                most.share > noise_unfit  ? VERDICT_UNFIT
                : most.share > noise_warn ? VERDICT_WARN
                                          : VERDICT_OK,
                "noise",
                "%.2g %% of a rank's time was lost to %.0f interruptions a "
                "second, at most %s each%s",
                most.share * 100, most.rate, digits_time(longest, most.longest),
                most.share > noise_unfit
                    ? ": more than 5 %, the limit: stop what else runs here "
                      "(top shows it), or take another machine"
                : most.share > noise_warn
                    ? ": more than 1 %: stop what else runs here, or take the "
                      "table of many runs (mpiperf-repeat)"
                    : "");
}

/* ---- all ----------------------------------------------------------------- */

static void conclude(const struct check *c)
{
    int warnings = c->count[VERDICT_WARN];

    if (c->count[VERDICT_UNFIT] > 0)
        puts("This machine is not fit to measure on: see UNFIT above.");
    else if (c->open != NULL)
        printf("This machine is fit to measure on as far as could be seen; not "
               "looked at: %s.\n",
               c->open);
    else if (warnings > 0)
        printf("This machine is fit to measure on, with %d warning%s.\n",
               warnings, warnings == 1 ? "" : "s");
    else
        puts("This machine is fit to measure on.");
}

int check_run(const struct harness *h, struct runinfo *info)
{
    const struct cpu_time begin = cpu_time_now();
    struct check c = {.h = h, .info = info};
    int unfit;

    check_timers(&c);
    if (h->rank == 0)
        facts_check(&c);
    if (time_is_simulated()) {
        check_print(&c, VERDICT_SKIPPED, "machine",
                    "not looked at: time is simulated");
    } else {
        states_check(&c);
        noise_check(&c);
        others_check(&c, &begin);
        memory_check(&c);
    }
    if (h->rank == 0)
        conclude(&c);
    free(c.open);
    unfit = c.count[VERDICT_UNFIT] > 0;
    MPI_Bcast(&unfit, 1, MPI_INT, 0, h->comm);
    return unfit;
}
