/* record_get.c: values of the fields of a `case`: what was found. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/record_get.h"

#include "mpiperf/report/marks.h"

json_t *record_preset(const struct row *w)
{
    return w->r->o->preset == NULL ? NULL : json_string(w->r->o->preset);
}

json_t *record_confidence(const struct row *w)
{
    return json_real(w->r->o->how.confidence);
}

json_t *record_bandwidth(const struct row *w)
{
    return record_real(result_bandwidth(w->res).value);
}

json_t *record_bandwidth_ci(const struct row *w)
{
    struct rate rate = result_bandwidth(w->res);

    return record_interval(rate.lo, rate.hi);
}

json_t *record_message_rate(const struct row *w)
{
    return record_real(result_message_rate(w->res).value);
}

json_t *record_message_rate_ci(const struct row *w)
{
    struct rate rate = result_message_rate(w->res);

    return record_interval(rate.lo, rate.hi);
}

/* An empty message has no bytes, but travels. */
json_t *record_traffic_bytes(const struct row *w)
{
    return w->res->traffic.messages > 0 ? json_real(w->res->traffic.bytes)
                                        : NULL;
}

json_t *record_traffic_messages(const struct row *w)
{
    return w->res->traffic.messages > 0 ? json_real(w->res->traffic.messages)
                                        : NULL;
}

/* What people want in place of the time. */
json_t *record_main(const struct row *w)
{
    return json_text(w->res->pure != NULL ? "hidden"
                                          : w->res->c->choice->op->main);
}

/* Only where an operation or algorithm has it. */
json_t *record_before(const struct row *w)
{
    if (w->res->c->choice->op->life.before == NULL &&
        w->res->variant->algo->life.before == NULL)
        return NULL;
    return record_real(w->res->before.summary.median);
}

json_t *record_stop(const struct row *w)
{
    return w->res->stop == STOP_NOT ? NULL
                                    : json_string(stop_name(w->res->stop));
}

json_t *record_reason(const struct row *w)
{
    return json_text(result_cause(w->res));
}

json_t *record_mismatches(const struct row *w)
{
    return w->r->o->how.verify &&
                   variant_is_checkable(w->res->c->choice, w->res->variant)
               ? json_integer(w->res->mismatches)
               : NULL;
}

json_t *record_oversubscribed(const struct row *w)
{
    return json_boolean(w->r->ri != NULL && w->r->ri->oversubscribed);
}

json_t *record_marks(const struct row *w)
{
    json_t *names = json_array();

    for (const struct mark *m = marks; m->name != NULL; m++)
        if (m->holds(w))
            json_array_append_new(names, json_string(m->name));
    return names;
}

json_t *record_oneway_start(const struct row *w)
{
    return record_real(result_oneway(w->res, 0));
}

json_t *record_oneway_end(const struct row *w)
{
    return record_real(result_oneway(w->res, 1));
}

json_t *record_oneway_change(const struct row *w)
{
    double before = result_oneway(w->res, 0), after = result_oneway(w->res, 1);

    return record_real(fmax(before / after, after / before));
}

json_t *record_renewal(const struct row *w)
{
    if (w->res->renewal.models == NULL)
        return NULL;
    return record_clocksync(&w->res->renewal.info, w->res->renewal.models,
                            w->res->renewal.n);
}

json_t *record_params(const struct row *w)
{
    return json_incref(w->res->params);
}

static json_t *sample_json(const struct sample_launch *launch, int procs)
{
    json_t *times = json_array();

    for (int rank = 0; rank < procs; rank++)
        json_array_append_new(times, json_real(launch->times[rank]));
    return json_pack("{s:I, s:s, s:o}", "round", (json_int_t)launch->round,
                     "status", launch->status, "times", times);
}

json_t *record_samples(const struct row *w)
{
    json_t *samples;

    if (!w->r->o->how.samples)
        return NULL;
    samples = json_array();
    for (size_t i = 0; i < w->res->nsamples; i++)
        json_array_append_new(
            samples, sample_json(&w->res->samples[i], w->res->c->procs));
    return samples;
}
