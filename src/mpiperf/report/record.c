/* record.c: the fields of a `case`, one table for JSON Lines and CSV. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/record.h"

#include <stddef.h>
#include "mpiperf/report/marks.h"
#include "mpiperf/report/record_key.h"

static json_t *get_preset(const struct report *r, const struct result *res)
{
    (void)res;
    return r->o->preset == NULL ? NULL : json_string(r->o->preset);
}

static json_t *get_confidence(const struct report *r, const struct result *res)
{
    (void)res;
    return json_real(r->o->how.confidence);
}

static json_t *get_ci(const struct report *r, const struct result *res)
{
    (void)r;
    return record_interval(res->summary.ci_lo, res->summary.ci_hi);
}

static json_t *get_median_ci(const struct report *r, const struct result *res)
{
    (void)r;
    return record_interval(res->summary.median_lo, res->summary.median_hi);
}

static json_t *get_bandwidth(const struct report *r, const struct result *res)
{
    (void)r;
    return record_real(result_bandwidth(res).value);
}

static json_t *get_bandwidth_ci(const struct report *r,
                                const struct result *res)
{
    struct rate rate = result_bandwidth(res);

    (void)r;
    return record_interval(rate.lo, rate.hi);
}

static json_t *get_message_rate(const struct report *r,
                                const struct result *res)
{
    (void)r;
    return record_real(result_message_rate(res).value);
}

static json_t *get_message_rate_ci(const struct report *r,
                                   const struct result *res)
{
    struct rate rate = result_message_rate(res);

    (void)r;
    return record_interval(rate.lo, rate.hi);
}

static json_t *get_vs(const struct report *r, const struct result *res)
{
    (void)r;
    if (res->baseline == NULL)
        return NULL;
    return json_pack(
        "{s:s, s:s, s:o, s:o}", "algo", res->baseline->variant->label, "method",
        res->baseline->method->name, "ratio", record_real(res->vs.ratio), "ci",
        record_interval(res->vs.lo, res->vs.hi));
}

/* Only where an operation or algorithm has it. */
static json_t *get_before(const struct report *r, const struct result *res)
{
    (void)r;
    if (res->c->choice->op->life.before == NULL &&
        res->variant->algo->life.before == NULL)
        return NULL;
    return record_real(res->before.summary.median);
}

static json_t *get_stop(const struct report *r, const struct result *res)
{
    (void)r;
    return res->stop == STOP_NOT ? NULL : json_string(stop_name(res->stop));
}

static json_t *get_reason(const struct report *r, const struct result *res)
{
    const char *reason = result_reason(res);

    (void)r;
    return json_text(reason);
}

static json_t *get_mismatches(const struct report *r, const struct result *res)
{
    return r->o->how.verify ? json_integer(res->mismatches) : NULL;
}

static json_t *get_oversubscribed(const struct report *r,
                                  const struct result *res)
{
    (void)res;
    return json_boolean(r->ri != NULL && r->ri->oversubscribed);
}

static json_t *get_global_ci(const struct report *r, const struct result *res)
{
    const struct summary *s = &res->views[VIEW_GLOBAL].summary;

    (void)r;
    return record_interval(s->median_lo, s->median_hi);
}

static json_t *get_marks(const struct report *r, const struct result *res)
{
    json_t *names = json_array();

    for (const struct mark *m = marks; m->name != NULL; m++)
        if (m->holds(r, res))
            json_array_append_new(names, json_string(m->name));
    return names;
}

static json_t *get_clocksync(const struct report *r, const struct result *res)
{
    (void)r;
    if (res->renewal.models == NULL)
        return NULL;
    return record_clocksync(&res->renewal.info, res->renewal.models,
                            res->renewal.n);
}

static json_t *get_params(const struct report *r, const struct result *res)
{
    (void)r;
    return json_incref(res->params);
}

static json_t *sample_json(const struct sample_launch *launch, int procs)
{
    json_t *times = json_array();

    for (int rank = 0; rank < procs; rank++)
        json_array_append_new(times, json_real(launch->times[rank]));
    return json_pack("{s:I, s:s, s:o}", "round", (json_int_t)launch->round,
                     "status", launch->status, "times", times);
}

static json_t *get_samples(const struct report *r, const struct result *res)
{
    json_t *samples;

    if (!r->o->how.samples)
        return NULL;
    samples = json_array();
    for (size_t i = 0; i < res->nsamples; i++)
        json_array_append_new(samples, sample_json(&res->samples[i],
                                                   res->c->procs));
    return samples;
}

#define AT(member) .offset = offsetof(struct result, member)
#define FIGURE(member) .need = RECORD_FIGURES, .type = RECORD_REAL, AT(member)

const struct record_field record_fields[] = {
    {.name = "op", .get = record_op},
    {.name = "algo", .get = record_algo},
    {.name = "procs", .get = record_procs},
    {.name = "bytes", .get = record_bytes},
    {.name = "count", .get = record_count},
    {.name = "root", .get = record_root},
    {.name = "rotate", .get = record_rotate},
    {.name = "datatype", .get = record_datatype},
    {.name = "reduction", .get = record_reduction},
    {.name = "counts", .get = record_counts},
    {.name = "in_place", .get = record_in_place},
    {.name = "pairs", .get = record_pairs},
    {.name = "topology", .get = record_topology},
    {.name = "buffer", .get = record_buffer},
    {.name = "method", .get = record_method},
    {.name = "timer", .get = record_timer},
    {.name = "preset", .get = get_preset},
    {.name = "launches", .type = RECORD_LONG, AT(launches)},
    {.name = "valid", .type = RECORD_SIZE, AT(times.n)},
    {.name = "late", .type = RECORD_LONG, AT(late)},
    {.name = "overrun", .type = RECORD_LONG, AT(overrun)},
    {.name = "used",
     .need = RECORD_FIGURES,
     .type = RECORD_SIZE,
     AT(summary.used)},
    {.name = "mean", FIGURE(summary.mean)},
    {.name = "se", FIGURE(summary.se)},
    {.name = "rse", FIGURE(summary.rse)},
    {.name = "error", FIGURE(summary.error)},
    {.name = "confidence", .get = get_confidence},
    {.name = "ci",
     .shape = RECORD_INTERVAL,
     .need = RECORD_FIGURES,
     .get = get_ci},
    {.name = "min", FIGURE(summary.min)},
    {.name = "median", FIGURE(summary.median)},
    {.name = "median_ci",
     .shape = RECORD_INTERVAL,
     .need = RECORD_FIGURES,
     .get = get_median_ci},
    {.name = "max", FIGURE(summary.max)},
    {.name = "bandwidth", .need = RECORD_FIGURES, .get = get_bandwidth},
    {.name = "bandwidth_ci",
     .shape = RECORD_INTERVAL,
     .need = RECORD_FIGURES,
     .get = get_bandwidth_ci},
    {.name = "message_rate", .need = RECORD_FIGURES, .get = get_message_rate},
    {.name = "message_rate_ci",
     .shape = RECORD_INTERVAL,
     .need = RECORD_FIGURES,
     .get = get_message_rate_ci},
    {.name = "vs", .shape = RECORD_VS, .need = RECORD_FIGURES, .get = get_vs},
    {.name = "global_mean", FIGURE(views[VIEW_GLOBAL].summary.mean)},
    {.name = "global_median", FIGURE(views[VIEW_GLOBAL].summary.median)},
    {.name = "global_median_ci",
     .shape = RECORD_INTERVAL,
     .need = RECORD_FIGURES,
     .get = get_global_ci},
    {.name = "after_last", FIGURE(views[VIEW_AFTER_LAST].summary.median)},
    {.name = "skew", FIGURE(views[VIEW_SKEW].summary.median)},
    {.name = "autocorr", FIGURE(summary.autocorr)},
    {.name = "batches",
     .need = RECORD_FIGURES,
     .type = RECORD_SIZE,
     AT(summary.batches)},
    {.name = "stages", .type = RECORD_LONG, AT(stages)},
    {.name = "window", .need = RECORD_LAUNCHED, AT(window)},
    {.name = "t_bcast", .need = RECORD_LAUNCHED, AT(t_bcast)},
    {.name = "first_call", .need = RECORD_LAUNCHED, AT(first_call)},
    {.name = "seconds", AT(seconds)},
    {.name = "stop", .get = get_stop},
    {.name = "reason", .get = get_reason},
    {.name = "page_faults", .type = RECORD_LONG, AT(faults)},
    {.name = "switches", .type = RECORD_LONG, AT(switches)},
    {.name = "migrations", .type = RECORD_LONG, AT(migrations)},
    {.name = "disturbed", .type = RECORD_LONG, AT(disturbed)},
    {.name = "oneway_start", AT(oneway_start)},
    {.name = "oneway_end", AT(oneway_end)},
    {.name = "oneway_change", AT(oneway_change)},
    {.name = "renewals", .type = RECORD_LONG, AT(renewals)},
    {.name = "marks", .get = get_marks},
    {.name = "mismatches", .get = get_mismatches},
    {.name = "oversubscribed", .get = get_oversubscribed},
    {.name = "param", .shape = RECORD_EXTRA, .get = record_param},
    {.name = "given", .shape = RECORD_EXTRA, .get = record_given_algo},
    {.name = "memory", .shape = RECORD_EXTRA, .get = record_memory},
    {.name = "arrival", .shape = RECORD_EXTRA, .get = record_arrival},
    {.name = "harness", .shape = RECORD_EXTRA, .get = record_harness},
    {.name = "clocksync", .shape = RECORD_EXTRA, .get = get_clocksync},
    {.name = "params", .shape = RECORD_EXTRA, .get = get_params},
    {.name = "parts",
     .shape = RECORD_EXTRA,
     .need = RECORD_FIGURES,
     .get = record_parts},
    {.name = "figures",
     .shape = RECORD_EXTRA,
     .need = RECORD_FIGURES,
     .get = record_figures},
    {.name = "open", .shape = RECORD_EXTRA, .need = RECORD_LAUNCHED, AT(open)},
    {.name = "before",
     .shape = RECORD_EXTRA,
     .need = RECORD_FIGURES,
     .get = get_before},
    {.name = "overlap",
     .shape = RECORD_EXTRA,
     .need = RECORD_FIGURES,
     .get = record_overlap},
    {.name = "samples", .shape = RECORD_EXTRA, .get = get_samples},
    {.name = NULL},
};

static bool is_there(enum record_need need, const struct result *res)
{
    switch (need) {
    case RECORD_LAUNCHED:
        return res->launches > 0;
    case RECORD_FIGURES:
        return result_has_figures(res);
    case RECORD_ALWAYS:
        break;
    }
    return true;
}

static json_t *get_member(const struct record_field *f,
                          const struct result *res)
{
    const char *at = (const char *)res + f->offset;

    switch (f->type) {
    case RECORD_LONG:
        return json_integer(*(const long *)at);
    case RECORD_SIZE:
        return json_integer((json_int_t) * (const size_t *)at);
    case RECORD_REAL:
        break;
    }
    return record_real(*(const double *)at);
}

json_t *record_get(const struct record_field *f, const struct report *r,
                   const struct result *res)
{
    json_t *value = NULL;

    if (is_there(f->need, res))
        value = f->get != NULL ? f->get(r, res) : get_member(f, res);
    return value == NULL ? json_null() : value;
}

json_t *record_case(const struct report *r, const struct result *res)
{
    json_t *record = json_pack("{s:s}", "type", "case");

    for (const struct record_field *f = record_fields; f->name != NULL; f++) {
        json_t *value = record_get(f, r, res);

        if (f->shape == RECORD_EXTRA && json_is_null(value))
            json_decref(value);
        else
            json_object_set_new(record, f->name, value);
    }
    return record;
}
