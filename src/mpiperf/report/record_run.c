/* record_run.c: makes the records `run` (machine, ranks, clocks, settings) and
 * `end`. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/rows.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "config.h"
#include "lib/json.h"
#include "machine/placement.h"
#include "measure/passes.h"
#include "record/fields.h"

/* ---- clocks -------------------------------------------------------------- */

/* Returns an array with one member of each rank's clock model. */
static json_t *models_array(const struct clock_model *models, int n,
                            size_t offset)
{
    json_t *a = json_array();

    for (int i = 0; i < n; i++) {
        const char *model = (const char *)&models[i];

        json_array_append_new(a, value_real(*(const double *)(model + offset)));
    }
    return a;
}

#define MODELS(member)                                                         \
#member, models_array(models, n, offsetof(struct clock_model, member))

json_t *record_clocksync(const struct clocksync_info *info,
                         const struct clock_model *models, int n)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
                     "name", json_text(info->chosen), "why",
                     json_text(info->why), "cost", value_real(info->cost),
                     "closure", value_real(info->closure), MODELS(epoch),
                     MODELS(offset), MODELS(slope), MODELS(slope_bound),
                     MODELS(uncertainty), MODELS(residual));
}

static json_t *clocksync_json(const struct runinfo *ri)
{
    struct clocksync_info info = ri->sync_info;

    if (info.chosen == NULL && ri->clocksync != NULL)
        info.chosen = ri->clocksync->name;
    return record_clocksync(&info, ri->models,
                            ri->models == NULL ? 0 : ri->nranks);
}

static json_t *timer_json(const struct timer *timer, const struct clock *clock,
                          const struct timer_quality *q)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:b}", "name",
                     json_text(timer == NULL ? NULL : timer->name),
                     "ticks_per_sec", value_real(clock->ticks_per_sec),
                     "resolution", value_real(q->resolution), "read_cost",
                     value_real(q->read_cost), "rate_ppm",
                     value_real(q->rate_ppm), "monotonic", q->monotonic);
}

static json_t *timers_json(const struct runinfo *ri)
{
    json_t *timers = json_array();

    for (size_t i = 0; i < ri->ntimers; i++) {
        const struct timer_entry *e = &ri->timers[i];

        json_array_append_new(
            timers, e->refused != NULL
                        ? json_pack("{s:s, s:o}", "name", e->timer->name,
                                    "refused", json_text(e->refused))
                        : timer_json(e->timer, &e->clock, &e->quality));
    }
    return timers;
}

static void add_clocks(json_t *record, const struct report *r)
{
    const struct runinfo *ri = r->ri;
    json_t *timer = timer_json(ri->clock.timer, &ri->clock, &ri->quality);

    put_value(timer, "why", json_text(ri->timer_why));
    put_value(timer, "dithered", json_boolean(!r->o->how.paper));
    put_value(record, "timer", timer);
    put_value(record, "timers", timers_json(ri));
    put_value(record, "clocksync", clocksync_json(ri));
    put_value(record, "null_overhead", value_real(ri->null_overhead));
}

/* ---- ranks --------------------------------------------------------------- */

/* Adds the placement of the ranks: hosts, nodes, CPUs. Nodes are numbered,
 * because two of them may have the same host name. */
static void add_ranks(json_t *record, const struct runinfo *ri)
{
    json_t *hosts = json_array(), *binding = json_array();
    json_t *node = json_array(), *per_node = json_array();

    for (int i = 0; i < ri->nranks; i++) {
        json_array_append_new(hosts, json_text(ri->ranks[i].host));
        json_array_append_new(binding, json_text(ri->ranks[i].cpus));
        json_array_append_new(node, json_integer(ri->ranks[i].node));
    }
    for (int k = 0; k < ri->nnodes; k++)
        json_array_append_new(
            per_node, json_integer(mapping_count(ri->ranks, ri->nranks, k)));
    put_value(record, "ranks", json_integer(ri->nranks));
    put_value(record, "nodes", json_integer(ri->nnodes));
    put_value(record, "ranks_per_node", per_node);
    put_value(record, "node", node);
    put_value(record, "mapping",
              json_string(mapping_name(ri->ranks, ri->nranks, ri->nnodes)));
    put_value(record, "hosts", hosts);
    put_some(record, "switch", json_incref(ri->switches));
    put_value(record, "binding", binding);
    put_value(record, "oversubscribed", json_boolean(ri->oversubscribed));
    put_value(record, "shared_cpu", json_boolean(ri->shared_cpu));
    put_value(record, "shared_core", json_boolean(ri->shared_core));
    put_value(record, "unpinned", json_boolean(ri->unpinned));
}

static json_t *init_json(const struct runinfo *ri)
{
    double least = INFINITY, slowest = 0;
    json_t *ranks;

    if (isnan(ri->ranks[0].init))
        return NULL;
    ranks = json_array();
    for (int i = 0; i < ri->nranks; i++) {
        least = fmin(least, ri->ranks[i].init);
        slowest = fmax(slowest, ri->ranks[i].init);
        json_array_append_new(ranks, value_real(ri->ranks[i].init));
    }
    return json_pack("{s:f, s:f, s:o}", "slowest", slowest, "least", least,
                     "ranks", ranks);
}

/* ---- gauges -------------------------------------------------------------- */

/* Returns the gauges' readings at the start and the end of the run. In the
 * `run` record, those at the end are null. */
static json_t *gauges_json(const struct runinfo *ri)
{
    json_t *all = json_object();

    for (int i = 0; i < GAUGE_KINDS; i++)
        put_value(all, gauges[i]->kind->name,
                  json_pack("{s:s, s:o, s:o}", "unit", "s", "start",
                            value_real(ri->gauge_start[i]), "end",
                            value_real(ri->gauge_end[i])));
    return all;
}

/* Returns the gauges that are read around passes, by name; NULL if none are
 * read. */
static json_t *watch_json(const struct report *r)
{
    json_t *all;

    if (r->o->how.paper || r->o->no_watch || isnan(r->ri->oneway.median))
        return NULL;
    all = json_object();
    for (int i = 0; i < GAUGE_KINDS; i++)
        if (gauges[i]->read_short != NULL)
            put_value(all, gauges[i]->kind->name,
                      json_pack("{s:f, s:s, s:s}", "factor",
                                gauges[i]->kind->factor, "low",
                                gauges[i]->kind->low, "high",
                                gauges[i]->kind->high));
    return all;
}

static void add_gauges(json_t *record, const struct report *r)
{
    const struct runinfo *ri = r->ri;

    put_value(record, "oneway",
              json_pack("{s:o, s:o, s:o}", "min", value_real(ri->oneway.min),
                        "median", value_real(ri->oneway.median), "max",
                        value_real(ri->oneway.max)));
    put_value(record, "gauges", gauges_json(ri));
    put_value(record, "watch", watch_json(r));
    put_value(record, "t_bcast", value_real(ri->t_bcast));
}

/* ---- settings ------------------------------------------------------------ */

static json_t *settings_json(const struct options *o)
{
    const struct measuring *how = &o->how;
    long passes = passes_planned(how);
    json_t *left_out = json_array();
    json_t *s = json_pack(
        "{s:o, s:f, s:I, s:I, s:I, s:o, s:f, s:f, s:b}", "preset",
        json_text(o->preset), "max_rse", how->max_rse, "min_valid",
        (json_int_t)how->min_valid, "max_valid", (json_int_t)how->max_valid,
        "max_launches", (json_int_t)how->max_launches, "max_time",
        value_real(how->max_time), "trim", how->trim, "confidence",
        how->confidence, "paper", (int)how->paper);

    put_value(s, "passes", passes < LONG_MAX ? json_integer(passes) : NULL);
    put_value(s, "budget", how->budget > 0 ? json_real(how->budget) : NULL);
    record_add_memory(s, o);
    put_value(s, "verify", json_boolean(how->verify));
    put_value(s, "window",
              json_pack("{s:i, s:i, s:f, s:f, s:b}", "init_launches",
                        how->window.init_launches, "launches",
                        how->window.launches, "eps", how->window.eps, "gamma",
                        how->window.gamma, "paper", (int)how->window.paper));
    /* operations that a pattern matches but that do not support all options */
    for (size_t i = 0; i < o->skipped.n; i++)
        json_array_append_new(left_out, json_string(o->skipped.ops[i]->name));
    put_value(s, "left_out", left_out);
    return s;
}

/* ---- records ------------------------------------------------------------- */

static json_t *command_json(const struct runinfo *ri)
{
    json_t *command = json_array();

    for (int i = 0; i < ri->argc; i++)
        json_array_append_new(command, json_text(ri->argv[i]));
    return command;
}

json_t *record_run(const struct report *r)
{
    const struct runinfo *ri = r->ri;
    json_t *record = json_pack("{s:s, s:s, s:i}", "type", "run", "mpiperf",
                               PACKAGE_VERSION, "format", RECORD_FORMAT);
    char id[sizeof("0123456789abcdef")];

    snprintf(id, sizeof(id), "%016" PRIx64, r->id);
    put_value(record, "mpi", json_incref(json_object_get(ri->machine, "mpi")));
    put_value(record, "time", value_time(r->started));
    put_value(record, "id", json_string(id));
    put_value(record, "command", command_json(ri));
    put_value(record, "program", json_incref(ri->program));
    add_ranks(record, ri);
    put_some(record, "mpi_init", init_json(ri));
    put_value(record, "machine", json_incref(ri->machine));
    if (ri->transport != NULL)
        put_value(record, "transport", json_incref(ri->transport));
    put_value(record, "clocksource",
              json_incref(json_object_get(ri->machine, "clocksource")));
    add_clocks(record, r);
    add_gauges(record, r);
    put_value(record, "settings", settings_json(r->o));
    put_value(record, "environment", json_incref(ri->environment));
    put_value(record, "parameters", json_incref(ri->parameters));
    put_value(record, "warnings", json_incref(ri->warnings));
    return record;
}

json_t *record_end(const struct report *r, const char *status)
{
    bool checked =
        r->o->how.verify && (r->cases == 0 || r->uncheckable < r->cases);
    json_t *record =
        json_pack("{s:s, s:s, s:I, s:I}", "type", "end", "status", status,
                  "cases", (json_int_t)r->cases, "empty", (json_int_t)r->empty);

    put_value(record, "mismatches",
              checked ? json_integer(r->mismatches) : NULL);
    put_value(record, "seconds", value_real(r->seconds));
    put_value(record, "gauges", gauges_json(r->ri));
    if (json_array_size(r->slow) > 0)
        put_value(record, "slow", json_incref(r->slow));
    return record;
}
