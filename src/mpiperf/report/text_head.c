/* text_head.c: the comment lines before the table: what, where, which clocks.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/text_head.h"

#include <math.h>
#include <string.h>
#include "config.h"
#include "lib/words.h"
#include "mpiperf/machine/mapping.h"
#include "lib/digits.h"

enum { MAX_SHOWN = 4 }; /* hosts or bindings, before "..." */

static void put_command(FILE *f, const struct runinfo *ri)
{
    fputs("# command: ", f);
    words_print(f, (const char *const *)ri->argv, (size_t)ri->argc);
    putc('\n', f);
}

/* "node1 x16, node2 x16": ranks of a host that follow each other. */
static void put_hosts(FILE *f, const struct runinfo *ri)
{
    int shown = 0, same;

    for (int i = 0; i < ri->nranks; i += same) {
        for (same = 1; i + same < ri->nranks; same++)
            if (strcmp(ri->ranks[i].host, ri->ranks[i + same].host) != 0)
                break;
        if (shown++ == MAX_SHOWN) {
            fputs(", ...", f);
            return;
        }
        fprintf(f, "%s%s x%d", i == 0 ? "" : ", ", ri->ranks[i].host, same);
    }
}

/* "CPUs 0 | 1 | 2 | 3 ...": what each rank may run on; nothing in a simulator.
 */
static void put_binding(FILE *f, const struct runinfo *ri)
{
    if (ri->ranks[0].cpus[0] == '\0')
        return;
    fprintf(f, "; %s, CPUs ", ri->unpinned ? "not bound" : "bound");
    for (int i = 0; i < ri->nranks; i++) {
        if (i == 2 * MAX_SHOWN) {
            fputs(" ...", f);
            return;
        }
        fprintf(f, "%s%s", i == 0 ? "" : " | ", ri->ranks[i].cpus);
    }
}

static void put_ranks(FILE *f, const struct runinfo *ri)
{
    fprintf(f, "# ranks: %d on %d %s", ri->nranks, ri->nnodes,
            ri->nnodes == 1 ? "node" : "nodes");
    if (ri->ranks != NULL) {
        if (ri->nnodes > 1)
            fprintf(f, ", %s", mapping_name(ri->ranks, ri->nranks, ri->nnodes));
        fputs(" (", f);
        put_hosts(f, ri);
        fputs(")", f);
        put_binding(f, ri);
    }
    fprintf(f, "%s\n", ri->oversubscribed ? "; OVERSUBSCRIBED" : "");
}

/* The value of a key as text, or NULL; numbers go through buf. */
static const char *machine_text(const struct runinfo *ri, const char *key,
                                char *buf, size_t size)
{
    const json_t *v = json_object_get(ri->machine, key);

    if (json_is_string(v))
        return json_string_value(v);
    if (!json_is_integer(v))
        return NULL;
    snprintf(buf, size, "%" JSON_INTEGER_FORMAT, json_integer_value(v));
    return buf;
}

static void put_machine(FILE *f, const struct runinfo *ri)
{
    static const struct {
        const char *key, *before, *unit;
    } parts[] = {
        {"cpu", "", NULL},
        {"cores", "", "core"},
        {"numa_nodes", "", "NUMA node"},
        {"kernel", "kernel ", NULL},
        {"clocksource", "clock source ", NULL},
    };
    const char *comma = "", *text;
    char buf[32];

    fputs("# machine: ", f);
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        text = machine_text(ri, parts[i].key, buf, sizeof(buf));
        if (text == NULL)
            continue;
        fprintf(f, "%s%s%s", comma, parts[i].before, text);
        if (parts[i].unit != NULL)
            fprintf(f, " %s%s", parts[i].unit,
                    strcmp(text, "1") == 0 ? "" : "s");
        comma = ", ";
    }
    fprintf(f, "%s\n", *comma == '\0' ? "not known" : "");
}

/* "Open MPI v4.1.4": what follows a comma is about its package. */
static void put_library(FILE *f, const char *mpi)
{
    for (const char *c = mpi; *c != '\0' && *c != ','; c++)
        if (*c != ' ' || c[1] != ' ')
            putc(*c, f);
}

static void put_title(FILE *f, const struct runinfo *ri)
{
    char buf[32];
    const char *mpi = machine_text(ri, "mpi", buf, sizeof(buf));
    const char *standard = machine_text(ri, "mpi_standard", buf, sizeof(buf));

    fprintf(f, "# mpiperf %s, ", PACKAGE_VERSION);
    put_library(f, mpi == NULL ? "MPI library not known" : mpi);
    if (standard != NULL)
        fprintf(f, " (MPI %s)", standard);
    putc('\n', f);
}

static void put_timer(FILE *f, const struct runinfo *ri)
{
    const struct timer_quality *q = &ri->quality;
    char resolution[DIGITS_SIZE], cost[DIGITS_SIZE], rate[DIGITS_SIZE];

    fprintf(f, "# timer: %s, resolution %s, read cost %s, rate %s%s ppm",
            ri->clock.timer == NULL ? "n/a" : ri->clock.timer->name,
            digits_time(resolution, q->resolution),
            digits_time(cost, q->read_cost), q->rate_ppm > 0.0 ? "+" : "",
            digits_plain(rate, q->rate_ppm));
    if (ri->timer_why != NULL)
        fprintf(f, " (%s)", ri->timer_why);
    putc('\n', f);
}

/* Largest over the ranks but rank 0, whose clock is the global one. */
static double models_worst(const struct runinfo *ri, size_t offset)
{
    double worst = NAN;

    for (int i = 1; ri->models != NULL && i < ri->nranks; i++) {
        const char *at = (const char *)&ri->models[i] + offset;
        double x = fabs(*(const double *)at);

        if (!(x <= worst) && !isnan(x))
            worst = x;
    }
    return worst;
}

static void put_clocksync(FILE *f, const struct runinfo *ri)
{
    const struct clocksync_info *info = &ri->sync_info;
    char uncertainty[DIGITS_SIZE], residual[DIGITS_SIZE], closure[DIGITS_SIZE];

    digits_time(uncertainty,
                models_worst(ri, offsetof(struct clock_model, uncertainty)));
    digits_time(residual,
                models_worst(ri, offsetof(struct clock_model, residual)));
    fprintf(f, "# clock sync: %s",
            info->chosen != NULL    ? info->chosen
            : ri->clocksync != NULL ? ri->clocksync->name
                                    : "n/a");
    if (info->why != NULL)
        fprintf(f, " (%s)", info->why);
    fprintf(f, ", largest uncertainty %s, largest residual %s", uncertainty,
            residual);
    if (isfinite(info->closure))
        fprintf(f, ", closure %s", digits_time(closure, info->closure));
    putc('\n', f);
}

static void put_harness(FILE *f, const struct runinfo *ri)
{
    char a[DIGITS_SIZE], b[DIGITS_SIZE];

    fprintf(f, "# harness: empty operation %s; one-way latency %s",
            digits_time(a, ri->null_overhead),
            digits_time(b, ri->oneway_median));
    if (ri->oneway_min < ri->oneway_max)
        fprintf(f, " (%s to %s)", digits_time(a, ri->oneway_min),
                digits_time(b, ri->oneway_max));
    fprintf(f, "; start broadcast %s\n", digits_time(a, ri->t_bcast));
}

/* Left out where there is none. */
static void put_gauges(FILE *f, const struct runinfo *ri)
{
    const char *before = "# gauges: ";
    char buf[DIGITS_SIZE];

    for (int i = 0; i < GAUGES; i++) {
        if (isnan(ri->gauge_start[i]))
            continue;
        fprintf(f, "%s%s %s", before, gauges[i]->name,
                digits_time(buf, ri->gauge_start[i]));
        before = ", ";
    }
    if (*before == ',')
        putc('\n', f);
}

static void put_warnings(FILE *f, const struct runinfo *ri)
{
    for (size_t i = 0; i < json_array_size(ri->warnings); i++) {
        const json_t *warning = json_array_get(ri->warnings, i);

        if (json_is_string(warning))
            fprintf(f, "# warning: %s\n", json_string_value(warning));
    }
}

void text_head(FILE *f, const struct report *r)
{
    put_title(f, r->ri);
    put_command(f, r->ri);
    put_ranks(f, r->ri);
    put_machine(f, r->ri);
    put_timer(f, r->ri);
    put_clocksync(f, r->ri);
    put_harness(f, r->ri);
    put_gauges(f, r->ri);
    text_settings(f, r->o);
    put_warnings(f, r->ri);
}
