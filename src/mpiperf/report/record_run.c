/* record_run.c: the `run` record, what was run on what, and the `end`. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/record.h"

#include <limits.h>
#include <stdlib.h>
#include "config.h"
#include "mpiperf/machine/placement.h"
#include "measure/passes.h"

/* A member of the models, as an array over the ranks. */
static json_t *models_array(const struct clock_model *models, int n,
                            size_t offset)
{
    json_t *a = json_array();

    for (int i = 0; i < n; i++) {
        const char *model = (const char *)&models[i];

        json_array_append_new(a,
                              record_real(*(const double *)(model + offset)));
    }
    return a;
}

#define MODELS(member)                                                         \
    models_array(models, n, offsetof(struct clock_model, member))

json_t *record_clocksync(const struct clocksync_info *info,
                         const struct clock_model *models, int n)
{
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name",
        json_text(info->chosen), "why", json_text(info->why), "cost",
        record_real(info->cost), "closure", record_real(info->closure), "epoch",
        MODELS(epoch), "offset", MODELS(offset), "slope", MODELS(slope),
        "slope_bound", MODELS(slope_bound), "uncertainty", MODELS(uncertainty),
        "residual", MODELS(residual));
}

static json_t *run_clocksync(const struct runinfo *ri)
{
    struct clocksync_info info = ri->sync_info;

    if (info.chosen == NULL && ri->clocksync != NULL)
        info.chosen = ri->clocksync->name;
    return record_clocksync(&info, ri->models,
                            ri->models == NULL ? 0 : ri->nranks);
}

static json_t *timer_record(const struct timer *timer,
                            const struct clock *clock,
                            const struct timer_quality *q)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:b}", "name",
                     json_text(timer == NULL ? NULL : timer->name),
                     "ticks_per_sec", record_real(clock->ticks_per_sec),
                     "resolution", record_real(q->resolution), "read_cost",
                     record_real(q->read_cost), "rate_ppm",
                     record_real(q->rate_ppm), "monotonic", q->monotonic);
}

/* The one that was used. */
static json_t *run_timer(const struct runinfo *ri)
{
    json_t *timer = timer_record(ri->clock.timer, &ri->clock, &ri->quality);

    json_object_set_new(timer, "why", json_text(ri->timer_why));
    return timer;
}

/* All that were tried, and why one cannot be used. */
static json_t *run_timers(const struct runinfo *ri)
{
    json_t *timers = json_array();

    for (size_t i = 0; i < ri->ntimers; i++) {
        const struct timer_entry *e = &ri->timers[i];
        json_t *timer;

        if (e->refused != NULL)
            timer = json_pack("{s:s, s:o}", "name", e->timer->name, "refused",
                              json_text(e->refused));
        else
            timer = timer_record(e->timer, &e->clock, &e->quality);
        json_array_append_new(timers, timer);
    }
    return timers;
}

/* Names of operations that fit a pattern but not the other options. */
static json_t *run_left_out(const struct options *o)
{
    json_t *names = json_array();

    for (size_t i = 0; i < o->skipped.n; i++)
        json_array_append_new(names, json_string(o->skipped.ops[i]->name));
    return names;
}

static json_t *run_settings(const struct options *o)
{
    long passes = passes_planned(&o->how);
    json_t *window =
        json_pack("{s:i, s:i, s:f, s:f, s:b}", "init_launches",
                  o->how.window.init_launches, "launches",
                  o->how.window.launches, "eps", o->how.window.eps, "gamma",
                  o->how.window.gamma, "paper", (int)o->how.window.paper);
    json_t *s = json_pack(
        "{s:o, s:f, s:I, s:I, s:I, s:o, s:f, s:f, s:b}", "preset",
        json_text(o->preset), "max_rse", o->how.max_rse, "min_valid",
        (json_int_t)o->how.min_valid, "max_valid", (json_int_t)o->how.max_valid,
        "max_launches", (json_int_t)o->how.max_launches, "max_time",
        record_real(o->how.max_time), "trim", o->how.trim, "confidence",
        o->how.confidence, "paper", (int)o->how.paper);

    json_object_set_new(s, "passes",
                        passes < LONG_MAX ? json_integer(passes) : json_null());
    json_object_set_new(s, "budget",
                        o->how.budget > 0 ? json_real(o->how.budget)
                                          : json_null());
    record_add_memory(s, o);
    json_object_set_new(s, "verify", json_boolean(o->how.verify));
    json_object_set_new(s, "window", window);
    json_object_set_new(s, "left_out", run_left_out(o));
    return s;
}

static json_t *run_oneway(const struct runinfo *ri)
{
    return json_pack("{s:o, s:o, s:o}", "min", record_real(ri->oneway_min),
                     "median", record_real(ri->oneway_median), "max",
                     record_real(ri->oneway_max));
}

/* By name; the `run` record is written before there is an end. */
static json_t *gauges_record(const struct runinfo *ri)
{
    json_t *all = json_object();

    for (int i = 0; i < GAUGES; i++)
        json_object_set_new(all, gauges[i]->name,
                            json_pack("{s:s, s:o, s:o}", "unit",
                                      gauges[i]->unit, "start",
                                      record_real(ri->gauge_start[i]), "end",
                                      record_real(ri->gauge_end[i])));
    return all;
}

/* What tells the states of the machine apart, by name; null: nothing does. */
static json_t *run_watch(const struct report *r)
{
    json_t *all;

    if (r->o->how.paper || r->o->no_watch || !runinfo_is_watched(r->ri))
        return json_null();
    all = json_object();
    for (int i = 0; i < GAUGES; i++)
        if (gauges[i]->glance != NULL)
            json_object_set_new(
                all, gauges[i]->name,
                json_pack("{s:f, s:s, s:s}", "factor", gauges[i]->factor, "low",
                          gauges[i]->low, "high", gauges[i]->high));
    return all;
}

/* How the ranks are dealt to the nodes; hosts need not have names of their
 * own, so nodes are numbered. */
static void run_add_mapping(json_t *record, const struct runinfo *ri)
{
    json_t *per_node = json_array(), *node = json_array();

    for (int k = 0; ri->ranks != NULL && k < ri->nnodes; k++)
        json_array_append_new(
            per_node, json_integer(mapping_count(ri->ranks, ri->nranks, k)));
    for (int i = 0; ri->ranks != NULL && i < ri->nranks; i++)
        json_array_append_new(node, json_integer(ri->ranks[i].node));
    json_object_set_new(record, "ranks_per_node", per_node);
    json_object_set_new(record, "node", node);
    json_object_set_new(
        record, "mapping",
        json_text(ri->ranks == NULL
                      ? NULL
                      : mapping_name(ri->ranks, ri->nranks, ri->nnodes)));
}

/* Arrays over the ranks: where they are, and what they may run on. */
static void run_add_ranks(json_t *record, const struct runinfo *ri)
{
    json_t *hosts = json_array(), *binding = json_array();

    for (int i = 0; ri->ranks != NULL && i < ri->nranks; i++) {
        json_array_append_new(hosts, json_text(ri->ranks[i].host));
        json_array_append_new(binding, json_text(ri->ranks[i].cpus));
    }
    json_object_set_new(record, "ranks", json_integer(ri->nranks));
    json_object_set_new(record, "nodes", json_integer(ri->nnodes));
    run_add_mapping(record, ri);
    json_object_set_new(record, "hosts", hosts);
    json_object_set_new(record, "binding", binding);
    json_object_set_new(record, "oversubscribed",
                        json_boolean(ri->oversubscribed));
    json_object_set_new(record, "shared_cpu", json_boolean(ri->shared_cpu));
    json_object_set_new(record, "unpinned", json_boolean(ri->unpinned));
}

static json_t *run_command(const struct runinfo *ri)
{
    json_t *command = json_array();

    for (int i = 0; i < ri->argc; i++)
        json_array_append_new(command, json_text(ri->argv[i]));
    return command;
}

/* UTC, as ISO 8601 has it. */
static json_t *time_text(time_t t)
{
    char text[32] = "";
    struct tm tm;

    if (gmtime_r(&t, &tm) != NULL)
        strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm);
    return json_string(text);
}

/* A key of the machine's description, or null. */
static json_t *machine_key(const struct runinfo *ri, const char *key)
{
    json_t *value = json_object_get(ri->machine, key);

    return value == NULL ? json_null() : json_incref(value);
}

json_t *record_run(const struct report *r)
{
    const struct runinfo *ri = r->ri;
    json_t *record =
        json_pack("{s:s, s:s, s:o, s:o, s:o}", "type", "run", "mpiperf",
                  PACKAGE_VERSION, "mpi", machine_key(ri, "mpi"), "time",
                  time_text(r->started), "command", run_command(ri));

    json_object_set_new(record, "program",
                        ri->program == NULL ? json_null()
                                            : json_incref(ri->program));
    run_add_ranks(record, ri);
    json_object_set_new(record, "machine",
                        ri->machine == NULL ? json_object()
                                            : json_incref(ri->machine));
    json_object_set_new(record, "clocksource", machine_key(ri, "clocksource"));
    json_object_set_new(record, "timer", run_timer(ri));
    json_object_set_new(record, "timers", run_timers(ri));
    json_object_set_new(record, "clocksync", run_clocksync(ri));
    json_object_set_new(record, "null_overhead",
                        record_real(ri->null_overhead));
    json_object_set_new(record, "oneway", run_oneway(ri));
    json_object_set_new(record, "gauges", gauges_record(ri));
    json_object_set_new(record, "watch", run_watch(r));
    json_object_set_new(record, "t_bcast", record_real(ri->t_bcast));
    json_object_set_new(record, "settings", run_settings(r->o));
    json_object_set_new(record, "environment",
                        ri->environment == NULL ? json_object()
                                                : json_incref(ri->environment));
    json_object_set_new(record, "warnings",
                        ri->warnings == NULL ? json_array()
                                             : json_incref(ri->warnings));
    return record;
}

json_t *record_end(const struct report *r, const char *status)
{
    bool checked = r->cases == 0 || r->uncheckable < r->cases;
    json_t *mismatches =
        r->o->how.verify && checked ? json_integer(r->mismatches) : json_null();

    return json_pack("{s:s, s:s, s:I, s:I, s:o, s:f, s:o}", "type", "end",
                     "status", status, "cases", (json_int_t)r->cases, "empty",
                     (json_int_t)r->empty, "mismatches", mismatches, "seconds",
                     r->seconds, "gauges", gauges_record(r->ri));
}
