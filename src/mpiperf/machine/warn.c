/* warn.c: what is known of this run and may spoil its figures. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/warn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "mpiperf/machine/placement.h"

/* ---- clocks of ranks ----------------------------------------------------- */

/* What a clock may be off before it is worth a word: a bound, pessimistic by
 * nature, and errors that were seen. */
static const double uncertainty_limit = 3e-6;
static const double residual_limit = 1e-6;

/* The rank of the largest |value|; NaN is never the largest. */
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

/* Where ranks have to wait for a core, clocks are their least problem. */
static enum verdict uncertainty_judge(const struct runinfo *ri, char **text)
{
    int rank = worst_rank(ri, model_uncertainty);
    double u = ri->models[rank].uncertainty;

    if (!(u > uncertainty_limit) || ri->oversubscribed)
        return VERDICT_NONE;
    *text = xasprintf("rank %d's clock is known to within %.3g us of rank 0's "
                      "only: differences of that size between ranks may be the "
                      "clocks'; see --clocksync",
                      rank, u * 1e6);
    return VERDICT_WARN;
}

/* A second exchange is bounded as the first one is: both may be off. */
static enum verdict residual_judge(const struct runinfo *ri, char **text)
{
    int rank = worst_rank(ri, model_residual);
    double residual = ri->models[rank].residual;
    double u = ri->models[worst_rank(ri, model_uncertainty)].uncertainty;

    if (fabs(residual) > residual_limit && !ri->oversubscribed) {
        *text = xasprintf("a second look found rank %d's clock %+.3g us away "
                          "from where --clocksync=%s put it: start times are "
                          "that far off; close other programs or use another "
                          "method",
                          rank, residual * 1e6, ri->sync_info.chosen);
        return VERDICT_WARN;
    }
    /* one rank's clock is the global one */
    if (ri->nranks == 1 || (u > uncertainty_limit && !ri->oversubscribed))
        return VERDICT_NONE;
    *text = xasprintf("known within %.3f us of each other (--clocksync=%s)",
                      u * 1e6, ri->sync_info.chosen);
    return VERDICT_OK;
}

/* ---- what the kernel says ------------------------------------------------ */

static const char *machine_text(const struct runinfo *ri, const char *key)
{
    return json_string_value(json_object_get(ri->machine, key));
}

static enum verdict source_judge(const struct runinfo *ri, char **text)
{
    /* that clock_gettime() reads without entering the kernel */
    static const char *const fast[] = {
        "tsc",
        "kvm-clock",
        "hyperv_clocksource_tsc_page",
        "arch_sys_counter",
        "timebase",
        "riscv_clocksource",
    };
    const char *name = machine_text(ri, "clocksource");

    if (time_is_simulated())
        return VERDICT_NONE;
    if (name == NULL) {
        *text = xstrdup("not known: the kernel does not say");
        return VERDICT_SKIPPED;
    }
    for (size_t i = 0; i < sizeof(fast) / sizeof(fast[0]); i++)
        if (strcmp(name, fast[i]) == 0) {
            *text = xasprintf("%s, read without a system call", name);
            return VERDICT_OK;
        }
    *text = xasprintf("the kernel's clock source is %s: MPI_Wtime() and "
                      "clock_gettime() are system calls and slow; use the tsc "
                      "timer, or find out why the kernel gave up tsc (dmesg)",
                      name);
    return VERDICT_WARN;
}

static enum verdict governor_judge(const struct runinfo *ri, char **text)
{
    const char *name = machine_text(ri, "governor");

    if (time_is_simulated())
        return VERDICT_NONE;
    if (name == NULL) {
        *text = xstrdup("not known: no governor, as in most virtual machines");
        return VERDICT_SKIPPED;
    }
    if (strcmp(name, "performance") == 0) {
        *text = xstrdup("governor performance");
        return VERDICT_OK;
    }
    *text = xasprintf("governor %s lets it follow the load: set performance "
                      "(cpupower frequency-set -g performance)",
                      name);
    return VERDICT_WARN;
}

/* A container's share of CPU time, such as "150000 100000". */
static enum verdict quota_judge(const struct runinfo *ri, char **text)
{
    FILE *f;
    double quota, period;
    int found, ranks = mapping_count(ri->ranks, ri->nranks, 0);

    if (time_is_simulated())
        return VERDICT_NONE;
    f = fopen("/sys/fs/cgroup/cpu.max", "re");
    if (f == NULL)
        return VERDICT_NONE;
    found = fscanf(f, "%lf %lf", &quota, &period);
    fclose(f);
    if (found != 2 || !(period > 0) || quota / period >= ranks)
        return VERDICT_NONE;
    *text = xasprintf("this container gets the time of %.3g CPUs for %d ranks "
                      "and is stopped when it is used up: raise its limit "
                      "(cpu.max)",
                      quota / period, ranks);
    return VERDICT_WARN;
}

/* ---- where ranks are ----------------------------------------------------- */

static enum verdict ranks_judge(const struct runinfo *ri, char **text)
{
    if (ri->shared_cpu)
        *text = xstrdup("some ranks are bound to the same CPU and take turns: "
                        "times are those of the scheduler; give each rank a "
                        "core (Open MPI: --map-by core --bind-to core, MPICH: "
                        "-bind-to core)");
    else if (ri->oversubscribed)
        *text = xstrdup("there are more ranks than CPUs for them: times "
                        "include waiting for the scheduler; run at most one "
                        "rank a core");
    else
        *text = xasprintf("%d on %d node%s, a CPU for each", ri->nranks,
                          ri->nnodes, ri->nnodes == 1 ? "" : "s");
    return ri->shared_cpu || ri->oversubscribed ? VERDICT_UNFIT : VERDICT_OK;
}

static enum verdict binding_judge(const struct runinfo *ri, char **text)
{
    if (ri->oversubscribed)
        return VERDICT_NONE;
    *text = xstrdup(ri->unpinned
                        ? "ranks are not bound to one core each and may move "
                          "while they are timed: bind them (Open MPI and "
                          "MPICH: --bind-to core)"
                        : "each rank is bound to a core of its own");
    return ri->unpinned ? VERDICT_WARN : VERDICT_OK;
}

/* ---- the timer ----------------------------------------------------------- */

static const double resolution_limit = 0.5e-6;
static const double read_cost_limit = 0.2e-6;

static enum verdict rate_judge(const struct runinfo *ri, char **text)
{
    const char *unfit = timer_unfit(&ri->quality);

    if (unfit == NULL)
        return VERDICT_NONE;
    *text = xasprintf("timer %s is not fit to measure with: %s (here %+.0f "
                      "ppm); use --timer=auto",
                      ri->clock.timer->name, unfit, ri->quality.rate_ppm);
    return VERDICT_WARN;
}

static enum verdict resolution_judge(const struct runinfo *ri, char **text)
{
    if (!(ri->quality.resolution > resolution_limit))
        return VERDICT_NONE;
    *text = xasprintf("timer %s moves in steps of %.2g us: times near that are "
                      "not to be trusted; use --timer=auto",
                      ri->clock.timer->name, ri->quality.resolution * 1e6);
    return VERDICT_WARN;
}

static enum verdict read_cost_judge(const struct runinfo *ri, char **text)
{
    if (!(ri->quality.read_cost > read_cost_limit))
        return VERDICT_NONE;
    *text = xasprintf("reading timer %s takes %.2g us, which is part of every "
                      "time; use --timer=auto",
                      ri->clock.timer->name, ri->quality.read_cost * 1e6);
    return VERDICT_WARN;
}

/* ---- all ----------------------------------------------------------------- */

/* Of timers --check has lines of its own. */
const struct fact facts[] = {
    {"ranks", true, ranks_judge},
    {"binding", true, binding_judge},
    {"CPU limit", true, quota_judge},
    {NULL, true, rate_judge},
    {NULL, true, resolution_judge},
    {NULL, true, read_cost_judge},
    {"clock source", true, source_judge},
    {"clocks of ranks", true, uncertainty_judge},
    {"clocks of ranks", true, residual_judge},
    {"CPU frequency", false, governor_judge},
    {0},
};

json_t *warn_about(const struct runinfo *ri)
{
    json_t *warnings = json_array();

    for (const struct fact *f = facts; f->judge != NULL; f++) {
        char *text = NULL;
        enum verdict v = f->recorded ? f->judge(ri, &text) : VERDICT_NONE;

        if (v == VERDICT_WARN || v == VERDICT_UNFIT)
            json_array_append_new(warnings, json_text(text));
        free(text);
    }
    return warnings;
}
