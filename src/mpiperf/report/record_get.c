/* record_get.c: values of the fields of a `case`: what was found. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/record_get.h"

#include "mpiperf/report/marks.h"

json_t *record_preset(const struct report *r, const struct result *res)
{
    (void)res;
    return r->o->preset == NULL ? NULL : json_string(r->o->preset);
}

json_t *record_confidence(const struct report *r, const struct result *res)
{
    (void)res;
    return json_real(r->o->how.confidence);
}

json_t *record_bandwidth(const struct report *r, const struct result *res)
{
    (void)r;
    return record_real(result_bandwidth(res).value);
}

json_t *record_bandwidth_ci(const struct report *r, const struct result *res)
{
    struct rate rate = result_bandwidth(res);

    (void)r;
    return record_interval(rate.lo, rate.hi);
}

json_t *record_message_rate(const struct report *r, const struct result *res)
{
    (void)r;
    return record_real(result_message_rate(res).value);
}

json_t *record_message_rate_ci(const struct report *r, const struct result *res)
{
    struct rate rate = result_message_rate(res);

    (void)r;
    return record_interval(rate.lo, rate.hi);
}

json_t *record_vs(const struct report *r, const struct result *res)
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
json_t *record_before(const struct report *r, const struct result *res)
{
    (void)r;
    if (res->c->choice->op->life.before == NULL &&
        res->variant->algo->life.before == NULL)
        return NULL;
    return record_real(res->before.summary.median);
}

json_t *record_stop(const struct report *r, const struct result *res)
{
    (void)r;
    return res->stop == STOP_NOT ? NULL : json_string(stop_name(res->stop));
}

json_t *record_reason(const struct report *r, const struct result *res)
{
    (void)r;
    return json_text(result_cause(res));
}

json_t *record_mismatches(const struct report *r, const struct result *res)
{
    return r->o->how.verify ? json_integer(res->mismatches) : NULL;
}

json_t *record_oversubscribed(const struct report *r, const struct result *res)
{
    (void)res;
    return json_boolean(r->ri != NULL && r->ri->oversubscribed);
}

json_t *record_marks(const struct report *r, const struct result *res)
{
    json_t *names = json_array();

    for (const struct mark *m = marks; m->name != NULL; m++)
        if (m->holds(r, res))
            json_array_append_new(names, json_string(m->name));
    return names;
}

json_t *record_renewal(const struct report *r, const struct result *res)
{
    (void)r;
    if (res->renewal.models == NULL)
        return NULL;
    return record_clocksync(&res->renewal.info, res->renewal.models,
                            res->renewal.n);
}

json_t *record_params(const struct report *r, const struct result *res)
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

json_t *record_samples(const struct report *r, const struct result *res)
{
    json_t *samples;

    if (!r->o->how.samples)
        return NULL;
    samples = json_array();
    for (size_t i = 0; i < res->nsamples; i++)
        json_array_append_new(samples,
                              sample_json(&res->samples[i], res->c->procs));
    return samples;
}
