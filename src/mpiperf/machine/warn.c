/* warn.c: what about this run may spoil the figures, in plain sentences. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/warn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/xmalloc.h"

/* What a clock may be off before it is worth a word: a bound, pessimistic by
 * nature, and errors that were seen. */
static const double uncertainty_limit = 3e-6;
static const double residual_limit = 1e-6;
static const double resolution_limit = 0.5e-6;
static const double read_cost_limit = 0.2e-6;

char *warn_oversubscribed(const struct runinfo *ri)
{
    if (ri->shared_cpu)
        return xstrdup("some ranks are bound to the same CPU and take turns: "
                       "times are those of the scheduler; give each rank a "
                       "core (Open MPI: --map-by core --bind-to core, MPICH: "
                       "-bind-to core)");
    if (ri->oversubscribed)
        return xstrdup("there are more ranks than CPUs for them: times include "
                       "waiting for the scheduler; run at most one rank a "
                       "core");
    return NULL;
}

char *warn_unpinned(const struct runinfo *ri)
{
    if (!ri->unpinned || ri->oversubscribed)
        return NULL;
    return xstrdup("ranks are not bound to one core each and may move while "
                   "they are timed: bind them (Open MPI and MPICH: --bind-to "
                   "core)");
}

/* Kernel clocks that clock_gettime() reads without entering the kernel. */
char *warn_clocksource(const struct runinfo *ri)
{
    static const char *const fast[] = {
        "tsc",
        "kvm-clock",
        "hyperv_clocksource_tsc_page",
        "arch_sys_counter",
        "timebase",
        "riscv_clocksource",
    };
    const char *name =
        json_string_value(json_object_get(ri->machine, "clocksource"));

    for (size_t i = 0; i < sizeof(fast) / sizeof(fast[0]) && name != NULL; i++)
        if (strcmp(name, fast[i]) == 0)
            name = NULL;
    if (name == NULL)
        return NULL;
    return xasprintf("the kernel's clock source is %s: MPI_Wtime() and "
                     "clock_gettime() are system calls and slow; use the tsc "
                     "timer, or find out why the kernel gave up tsc (dmesg)",
                     name);
}

static char *warn_timer(const struct runinfo *ri)
{
    const char *unfit = timer_unfit(&ri->quality);

    if (unfit == NULL)
        return NULL;
    return xasprintf("timer %s is not fit to measure with: %s (here %+.0f "
                     "ppm); use --timer=auto",
                     ri->clock.timer->name, unfit, ri->quality.rate_ppm);
}

static char *warn_resolution(const struct runinfo *ri)
{
    if (!(ri->quality.resolution > resolution_limit))
        return NULL;
    return xasprintf("timer %s moves in steps of %.2g us: times near that are "
                     "not to be trusted; use --timer=auto",
                     ri->clock.timer->name, ri->quality.resolution * 1e6);
}

static char *warn_read_cost(const struct runinfo *ri)
{
    if (!(ri->quality.read_cost > read_cost_limit))
        return NULL;
    return xasprintf("reading timer %s takes %.2g us, which is part of every "
                     "time; use --timer=auto",
                     ri->clock.timer->name, ri->quality.read_cost * 1e6);
}

/* The rank of the largest |value|; NaN is never the largest. Where ranks have
 * to wait for a core, clocks are their least problem. */
static int worst_rank(const struct runinfo *ri,
                      double (*value)(const struct clock_model *))
{
    int worst = 0;

    for (int i = 1; i < ri->nranks; i++)
        if (fabs(value(&ri->models[i])) > fabs(value(&ri->models[worst])))
            worst = i;
    return worst;
}

static double model_uncertainty(const struct clock_model *m)
{
    return m->uncertainty;
}

static double model_residual(const struct clock_model *m)
{
    return m->residual;
}

char *warn_uncertainty(const struct runinfo *ri)
{
    int rank = worst_rank(ri, model_uncertainty);
    double u = ri->models[rank].uncertainty;

    if (!(u > uncertainty_limit) || ri->oversubscribed)
        return NULL;
    return xasprintf("rank %d's clock is known to within %.3g us of rank 0's "
                     "only: differences of that size between ranks may be the "
                     "clocks'; see --clocksync",
                     rank, u * 1e6);
}

/* A second exchange is bounded as the first one is: both may be off. */
char *warn_residual(const struct runinfo *ri)
{
    int rank = worst_rank(ri, model_residual);
    double residual = ri->models[rank].residual;

    if (!(fabs(residual) > residual_limit) || ri->oversubscribed)
        return NULL;
    return xasprintf("a second look found rank %d's clock %+.3g us away from "
                     "where --clocksync=%s put it: start times are that far "
                     "off; close other programs or use another method",
                     rank, residual * 1e6, ri->sync_info.chosen);
}

/* A container's share of CPU time, such as "150000 100000". */
char *warn_quota(const struct runinfo *ri)
{
    FILE *f;
    double quota, period;
    int found, ranks = 0;

    if (time_is_simulated())
        return NULL;
    f = fopen("/sys/fs/cgroup/cpu.max", "re");
    if (f == NULL)
        return NULL;
    found = fscanf(f, "%lf %lf", &quota, &period);
    fclose(f);
    for (int i = 0; i < ri->nranks; i++)
        ranks += ri->ranks[i].node == 0;
    if (found != 2 || !(period > 0) || quota / period >= ranks)
        return NULL;
    return xasprintf("this container gets the time of %.3g CPUs for %d ranks "
                     "and is stopped when it is used up: raise its limit "
                     "(cpu.max)",
                     quota / period, ranks);
}

json_t *warn_about(const struct runinfo *ri)
{
    static warn_fn *const checks[] = {
        warn_oversubscribed, warn_unpinned,    warn_quota,
        warn_timer,          warn_resolution,  warn_read_cost,
        warn_clocksource,    warn_uncertainty, warn_residual,
    };
    json_t *warnings = json_array();

    for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
        char *text = checks[i](ri);

        if (text != NULL)
            json_array_append_new(warnings, json_text(text));
        free(text);
    }
    return warnings;
}
