/* check.c: --check: decides whether this machine is fit for measurements.
 *
 * Prints one line about each subject: a verdict, the subject, the finding and,
 * if it is a problem, advice. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/check/check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "lib/now.h"
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "machine/sysfile.h"
#include "measure/memory.h"
#include "mpi/simulated.h"

/* No warning if other programs use at most this fraction of the time of all
 * CPUs. */
static const double others_warn = 0.05;

static const double gib = 1 << 30;

static void fact_print(void *check, enum finding v, const char *what,
                       const char *text)
{
    if (what != NULL)
        check_print(check, v, what, "%s", text);
}

static void governor_check(struct check *c)
{
    static const char what[] = "CPU frequency";
    const char *name =
        json_string_value(json_object_get(c->info->machine, "governor"));

    if (name == NULL)
        check_print(c, FINDING_SKIPPED, what,
                    "not known: no governor, as in most virtual machines");
    else if (strcmp(name, "performance") == 0)
        check_print(c, FINDING_OK, what, "governor performance");
    else
        check_print(c, FINDING_WARN, what,
                    "governor %s lets it follow the load: set performance "
                    "(cpupower frequency-set -g performance)",
                    name);
}

/* ---- the machine's other activity ---------------------------------------- */

struct cpu_time {
    double at;        /* seconds since an arbitrary moment */
    double busy, own; /* CPU seconds of all programs, and of this process */
};

static struct cpu_time cpu_time_now(void)
{
    return (struct cpu_time){
        .at = now(),
        .busy = sysfile_busy("/proc/stat"),
        .own = (double)clock() / CLOCKS_PER_SEC,
    };
}

/* Returns the fraction of all CPUs' time that programs other than the ranks
 * used: the maximum over the nodes, on all ranks; negative if unknown. */
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
    /* The kernel counts in ticks, so its total may be slightly below the ranks'
     * own. */
    share = isnan(share) || share < -0.1 ? -1 : fmax(share, 0);
    MPI_Allreduce(&share, &worst, 1, MPI_DOUBLE, MPI_MAX, c->h->comm);
    return worst;
}

static void others_check(struct check *c, const struct cpu_time *begin)
{
    double share = others_share(c, begin);

    if (share < 0)
        check_print(c, FINDING_SKIPPED, "other programs",
                    "unknown: the kernel does not report it");
    else if (share > others_warn)
        check_print(c, FINDING_WARN, "other programs",
                    "had %.2g %% of the time of all CPUs, more than %.0f %%: "
                    "stop them (top shows them)",
                    share * 100, others_warn * 100);
    else
        check_print(c, FINDING_OK, "other programs",
                    "had %.2g %% of the time of all CPUs", share * 100);
}

static void memory_check(struct check *c)
{
    double room = (double)memory_room(c->h->ranks_per_node), least = 0;
    double cold = 2 * (double)c->h->cache_bytes, sweep = 2 * gib;
    char has[DIGITS_SIZE], takes[DIGITS_SIZE];

    MPI_Reduce(&room, &least, 1, MPI_DOUBLE, MPI_MIN, 0, c->h->comm);
    check_print(c, least < fmax(cold, sweep) ? FINDING_WARN : FINDING_OK,
                "free memory",
                "%s GiB for each rank; -b cold takes %s GiB, a message of 1 "
                "GiB (-m 1Gi) 2 GiB%s",
                digits_plain(has, least / gib), digits_plain(takes, cold / gib),
                least < cold    ? ": start fewer ranks, or free some"
                : least < sweep ? ": larger cases have no figures"
                                : "");
}

/* ---- all checks ---------------------------------------------------------- */

static void conclude(const struct check *c)
{
    int warnings = c->count[FINDING_WARN];

    if (c->count[FINDING_UNFIT] > 0)
        puts("This machine is not fit to measure on: see UNFIT above.");
    else if (c->open != NULL)
        printf("This machine is fit to measure on as far as checked; not "
               "checked: %s.\n",
               c->open);
    else if (warnings > 0)
        printf("This machine is fit to measure on, with %d warning%s.\n",
               warnings, warnings == 1 ? "" : "s");
    else
        puts("This machine is fit to measure on.");
}

int check_run(const struct harness *h, struct runinfo *info, char **unfit)
{
    const struct cpu_time begin = cpu_time_now();
    struct check c = {.h = h, .info = info, .quiet = unfit != NULL};
    int found;

    watchdog_enter(h->watchdog, "checking the timers");
    check_timers(&c);
    if (h->rank == 0)
        facts_each(info, fact_print, &c);
    if (time_is_simulated()) {
        check_print(&c, FINDING_SKIPPED, "machine",
                    "not checked: time is simulated");
    } else {
        governor_check(&c);
        watchdog_enter(h->watchdog, "checking the machine's states");
        check_states(&c);
        watchdog_enter(h->watchdog, "checking for noise");
        check_noise(&c);
        others_check(&c, &begin);
        memory_check(&c);
    }
    if (h->rank == 0 && !c.quiet)
        conclude(&c);
    free(c.open);
    if (unfit != NULL)
        *unfit = c.unfit;
    else
        free(c.unfit);
    found = c.count[FINDING_UNFIT] > 0;
    MPI_Bcast(&found, 1, MPI_INT, 0, h->comm);
    return found;
}
