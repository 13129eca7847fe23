/* warn.c: finds facts about this run that may distort its results. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/warn.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "machine/placement.h"
#include "mpi/simulated.h"
#include "record/fields.h"

/* A run, and the function that is called with each fact about it. */
struct facts {
    const struct runinfo *ri;
    fact_fn *tell;
    void *user;
};

static void __attribute__((format(printf, 4, 5)))
say(const struct facts *f, enum finding v, const char *what, const char *format,
    ...)
{
    va_list ap;
    char *text;

    va_start(ap, format);
    if (vasprintf(&text, format, ap) < 0)
        out_of_memory();
    va_end(ap);
    f->tell(f->user, v, what, text);
    free(text);
}

/* ---- clocks of the ranks ------------------------------------------------- */

/* Larger clock errors are reported. Limits in seconds: for the error's upper
 * bound, which is pessimistic, and for the residual of a second measurement. */
static const double uncertainty_limit = 3e-6;
static const double residual_limit = 1e-6;

/* No warning if ranks must wait for a core, which disturbs more than bad
 * clocks. */
static void clocks_say(const struct facts *f)
{
    static const char what[] = "clocks of ranks";
    const struct runinfo *ri = f->ri;
    const struct clock_model *m = ri->models;
    int unknown = 0, off = 0; /* ranks with the largest values */
    double u, residual;
    bool vague;

    for (int i = 1; i < ri->nranks; i++) { /* skips NAN */
        if (m[i].uncertainty > m[unknown].uncertainty)
            unknown = i;
        if (fabs(m[i].residual) > fabs(m[off].residual))
            off = i;
    }
    u = m[unknown].uncertainty;
    residual = m[off].residual;
    vague = u > uncertainty_limit && !ri->oversubscribed;
    if (vague)
        say(f, FINDING_WARN, what,
            "rank %d's clock may differ from rank 0's by %.3g us: differences "
            "of that size between ranks may come from the clocks; see "
            "--clocksync",
            unknown, u * 1e6);
    if (fabs(residual) > residual_limit && !ri->oversubscribed)
        say(f, FINDING_WARN, what,
            "a second comparison found rank %d's clock %+.3g us away from "
            "where --clocksync=%s put it: start times are that far off; close "
            "other programs or use another method",
            off, residual * 1e6, ri->sync_info.chosen);
    else if (ri->nranks > 1 && !vague)
        say(f, FINDING_OK, what,
            "known within %.3f us of each other (--clocksync=%s)", u * 1e6,
            ri->sync_info.chosen);
}

/* ---- reports of the kernel ----------------------------------------------- */

static void source_say(const struct facts *f)
{
    /* clock sources that clock_gettime() can read without a system call */
    static const char *const fast[] = {
        "tsc",
        "kvm-clock",
        "hyperv_clocksource_tsc_page",
        "arch_sys_counter",
        "timebase",
        "riscv_clocksource",
    };
    static const char what[] = "clock source";
    const char *name =
        json_string_value(json_object_get(f->ri->machine, "clocksource"));
    bool is_fast = false;

    for (size_t i = 0; name != NULL && i < sizeof(fast) / sizeof(fast[0]); i++)
        is_fast |= strcmp(name, fast[i]) == 0;
    if (name == NULL)
        say(f, FINDING_SKIPPED, what, "unknown: the kernel does not report it");
    else if (is_fast)
        say(f, FINDING_OK, what, "%s, read without a system call", name);
    else
        say(f, FINDING_WARN, what,
            "the kernel's clock source is %s: MPI_Wtime() and clock_gettime() "
            "are system calls and slow; use the tsc timer, or find out why the "
            "kernel gave up tsc (dmesg)",
            name);
}

/* Compares the CPU quota with the number of ranks. */
static void quota_say(const struct facts *f)
{
    const struct runinfo *ri = f->ri;

    if (ri->quota < ri->quota_ranks)
        say(f, FINDING_WARN, "CPU limit",
            "control groups give %d ranks of a node the time of %.3g CPUs and "
            "stop them when it is used up: start fewer ranks, or raise the "
            "quota (cpu.max; in version 1 cpu.cfs_quota_us)",
            ri->quota_ranks, ri->quota);
}

/* ---- placement of the ranks ---------------------------------------------- */

static void ranks_say(const struct facts *f)
{
    static const char what[] = "ranks";
    const struct runinfo *ri = f->ri;

    if (ri->shared_cpu)
        say(f, FINDING_UNFIT, what,
            "some ranks are bound to the same CPU and take turns: times are "
            "those of the scheduler; give each rank a core (Open MPI: --map-by "
            "core --bind-to core, MPICH: --bind-to core)");
    else if (ri->oversubscribed)
        say(f, FINDING_UNFIT, what,
            "there are more ranks than CPUs for them: times include waiting "
            "for the scheduler; run at most one rank a core");
    else
        say(f, FINDING_OK, what, "%d on %d node%s, a CPU for each", ri->nranks,
            ri->nnodes, ri->nnodes == 1 ? "" : "s");
}

static void binding_say(const struct facts *f)
{
    static const char what[] = "binding";

    if (f->ri->oversubscribed || f->ri->shared_cpu)
        return;
    if (f->ri->shared_core)
        say(f, FINDING_WARN, what,
            "some ranks are on hardware threads of the same core and share a "
            "core's speed: start at most one rank a core, each bound to its "
            "own "
            "(Open MPI: --map-by core --bind-to core, MPICH: --bind-to core)");
    else if (f->ri->unpinned)
        say(f, FINDING_WARN, what,
            "ranks are not bound to one core each and may move while they are "
            "timed: bind them (Open MPI and MPICH: --bind-to core)");
    else
        say(f, FINDING_OK, what, "each rank is bound to a core of its own");
}

#define COPY_ALLOW                                                             \
    "allow ranks to read each other's memory (containers: "                    \
    "--cap-add=SYS_PTRACE and one PID namespace; else "                        \
    "kernel.yama.ptrace_scope=0)"

/* Open MPI 4 tries again after the first failure; MPICH's libraries do not. */
static void copy_say(const struct facts *f)
{
    static const char what[] = "single copy";
    const json_t *transport = f->ri->transport;
    const char *why =
        json_string_value(json_object_get(transport, "copy_denied"));
    const char *copy =
        json_string_value(json_object_get(transport, "single_copy"));

    if (why == NULL)
        return;
    if (copy != NULL && strcmp(copy, "cma") == 0)
        say(f, FINDING_WARN, what,
            "reading another rank's memory is denied (process_vm_readv: %s): "
            "each large message within a node "
            "fails once before it is sent, and Open MPI prints "
            "that; " COPY_ALLOW
            ", or set --mca btl_vader_single_copy_mechanism none (Open MPI 5: "
            "--mca smsc ^cma)",
            why);
    else if (json_object_get(transport, "device") != NULL)
        say(f, FINDING_WARN, what,
            "reading another rank's memory is denied (process_vm_readv: %s): "
            "large messages within a node are "
            "copied twice; " COPY_ALLOW,
            why);
}

static void transport_say(const struct facts *f)
{
    static const char what[] = "transport";
    const struct runinfo *ri = f->ri;
    const char *within =
        json_string_value(json_object_get(ri->transport, "within_node"));
    char *text = transport_text(ri->transport, ri->nranks, ri->nnodes);

    if (text == NULL)
        return;
    if (within != NULL && strcmp(within, "tcp") == 0)
        say(f, FINDING_WARN, what,
            "messages within a node go by tcp, not through shared memory: "
            "with Open MPI, add vader (Open MPI 5: sm) to --mca btl");
    else
        say(f,
            json_object_size(ri->transport) > 0 ? FINDING_OK : FINDING_SKIPPED,
            what, "%s", text);
    free(text);
}

static const double resolution_limit = 0.5e-6;
static const double read_cost_limit = 0.2e-6;

static void timer_say(const struct facts *f)
{
    const char *name = f->ri->clock.timer->name;
    const struct timer_quality *q = &f->ri->quality;
    const char *unfit = timer_unfit(q);

    if (unfit != NULL)
        say(f, FINDING_WARN, NULL,
            "timer %s is not fit to measure with: %s (here %+.0f ppm); use "
            "--timer=auto",
            name, unfit, q->rate_ppm);
    if (q->resolution > resolution_limit)
        say(f, FINDING_WARN, NULL,
            "timer %s moves in steps of %.2g us: times near that are not to be "
            "trusted; use --timer=auto",
            name, q->resolution * 1e6);
    if (q->read_cost > read_cost_limit)
        say(f, FINDING_WARN, NULL,
            "reading timer %s takes %.2g us, which is part of every time; use "
            "--timer=auto",
            name, q->read_cost * 1e6);
}

void facts_each(const struct runinfo *ri, fact_fn *tell, void *user)
{
    const struct facts f = {ri, tell, user};

    ranks_say(&f);
    binding_say(&f);
    if (!time_is_simulated()) {
        transport_say(&f);
        copy_say(&f);
        quota_say(&f);
    }
    timer_say(&f);
    if (!time_is_simulated())
        source_say(&f);
    clocks_say(&f);
}

static void warning_add(void *warnings, enum finding v, const char *what,
                        const char *text)
{
    (void)what;
    if (v == FINDING_WARN || v == FINDING_UNFIT)
        json_array_append_new(warnings, json_text(text));
}

json_t *warn_about(const struct runinfo *ri)
{
    json_t *warnings = json_array();

    facts_each(ri, warning_add, warnings);
    return warnings;
}
