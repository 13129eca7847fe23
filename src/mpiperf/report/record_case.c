/* record_case.c: makes the records of a case and of a pass. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/rows.h"

#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdlib.h>
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "ops/pairs.h"
#include "record/fields.h"

/* Adds a field; null if the value is unknown. */
static void put(json_t *to, const char *name, bool known, json_t *value)
{
    put_value(to, name, known ? value : NULL);
    if (!known)
        json_decref(value);
}

static void put_real(json_t *to, const char *name, bool known, double x)
{
    put(to, name, known, value_real(x));
}

static void put_count(json_t *to, const char *name, long n)
{
    put(to, name, true, json_integer(n));
}

static json_t *part_json(const struct summary *s)
{
    return json_pack("{s:o, s:o}", "median", value_real(s->median), "ci",
                     value_range(s->median_lo, s->median_hi));
}

/* Returns the figures that have a value for each launch (or, without `launch`,
 * for each pass), by name. */
static json_t *figures_json(const struct result *res, bool launch)
{
    json_t *named = json_object();

    for (size_t i = 0; i < res->nfigures; i++) {
        const struct figure *f = res->figures[i];

        if (f->launch == launch)
            json_object_set_new(named, f->name,
                                launch
                                    ? part_json(&res->figure_parts[i].summary)
                                    : value_real(res->all.figures[i]));
    }
    return named;
}

json_t *percentiles_json(const struct percentiles *p, const double *values)
{
    json_t *named = json_object();

    for (size_t i = 0; i < p->n; i++) {
        char *name = xasprintf("p%.10g", p->percent[i]);

        put_value(named, name, values != NULL ? value_real(values[i]) : NULL);
        free(name);
    }
    return named;
}

/* ---- figures ------------------------------------------------------------- */

static void add_times(json_t *to, const struct result_row *w, bool has)
{
    const struct summary *s = &w->res->time.summary;
    const struct pass *all = &w->res->all;

    put(to, "used", has, json_integer((json_int_t)s->used));
    put_real(to, "mean", has, s->mean);
    put_real(to, "se", has, s->se);
    put_real(to, "rse", has, s->rse);
    put_real(to, "error", has, s->error);
    put_real(to, "confidence", true, w->r->o->how.confidence);
    put(to, "ci", has, value_range(s->ci_lo, s->ci_hi));
    put_real(to, "min", has, s->min);
    put_real(to, "median", has, s->median);
    put(to, "median_ci", has, value_range(s->median_lo, s->median_hi));
    put_real(to, "max", has, s->max);
    put_real(to, "estimate", has, all->estimate);
    put_real(to, "rank_mean", has, all->rank_mean);
    put_real(to, "rank_min", has, all->rank_min);
    put_real(to, "rank_max", has, all->rank_max);
}

static void add_last(json_t *to, const struct result_row *w, bool has)
{
    const struct result *res = w->res;
    const struct last last = lasts_find(&res->lasts, res->c->procs);

    if (!has || last.rank < 0 || row_is_part(w))
        return;
    put_count(to, "last_rank", measured_rank(&w->r->o->how.load, last.rank));
    put_value(to, "last_share", value_real(last.share));
    put_value(to, "last_by", value_real(last.lead));
}

/* Adds a rate, amount / time, and its interval: the longest time gives the
 * lowest rate. */
static void add_rate(json_t *to, const struct result_row *w, bool has,
                     double amount, const char *name, const char *ci)
{
    const struct summary *s = &w->res->time.summary;

    has = has && amount > 0;
    put_real(to, name, has, amount / s->median);
    put(to, ci, has, value_range(amount / s->median_hi, amount / s->median_lo));
}

/* Adds the traffic and its rates. Empty messages count as messages. */
static void add_traffic(json_t *to, const struct result_row *w, bool has)
{
    const struct traffic *t = &w->res->traffic;
    bool travels = w->res->all.launches > 0 && t->messages > 0;

    put_real(to, "traffic_bytes", travels, t->bytes);
    put_real(to, "traffic_messages", travels, t->messages);
    add_rate(to, w, has, t->bytes, "bandwidth", "bandwidth_ci");
    add_rate(to, w, has, t->messages, "message_rate", "message_rate_ci");
}

/* Adds the bus bandwidth of a collective that only communicates. */
static void add_bus(json_t *to, const struct result_row *w, bool has)
{
    const struct bench_case *c = w->res->c;
    const struct op *op = c->choice->op;
    int groups = w->res->c->called.groups;
    int n = groups > 1 ? c->procs / groups : c->procs;

    if (has && op->bus != NULL && !w->res->has_compute && n > 1 && c->bytes > 0)
        put_some(to, "busbw",
                 value_real(op->bus(n) * (double)c->bytes /
                            w->res->time.summary.median));
}

/* Adds the name of the main figure, which tables show. If the row computes too,
 * adds its times, and hidden = 1 - (total - compute) / pure. */
static void add_overlap(json_t *to, const struct result_row *w, bool has)
{
    const struct result *res = w->res;
    bool hides = has && res->pure != NULL;

    put(to, "main", true,
        json_text(res->pure != NULL ? "hidden" : res->c->choice->op->main));
    put_real(to, "compute", hides, res->compute.summary.median);
    put_real(to, "pure", hides, hides ? res->pure->time.summary.median : NAN);
    put_real(to, "total", hides, res->time.summary.median);
    put_real(to, "hidden", hides, res->all.hidden);
}

static void add_spans(json_t *to, const struct result_row *w, bool has)
{
    const struct part *spans = w->res->spans;
    const struct summary *global = &spans[SPAN_GLOBAL].summary;

    put_real(to, "global_mean", has, global->mean);
    put_real(to, "global_median", has, global->median);
    put(to, "global_median_ci", has,
        value_range(global->median_lo, global->median_hi));
    put_real(to, "after_last", has, spans[SPAN_AFTER_LAST].summary.median);
    put_real(to, "skew", has, spans[SPAN_SKEW].summary.median);
}

/* Adds facts about the measurement: rounds, limits, disturbances, marks. */
static void add_course(json_t *to, const struct result_row *w, bool has,
                       bool launched)
{
    const struct result *res = w->res;
    const struct oneway oneway = result_oneway(res);
    bool checked = w->r->o->how.verify &&
                   variant_is_checkable(res->c->choice, res->variant);

    put_real(to, "autocorr", has, res->time.summary.autocorr);
    put(to, "batches", has,
        json_integer((json_int_t)res->time.summary.batches));
    put_count(to, "rounds", res->all.rounds);
    put_real(to, "window", launched, res->window);
    put_real(to, "t_bcast", launched, res->t_bcast);
    put_real(to, "first_call", launched, res->first_call);
    put_real(to, "seconds", true, res->all.seconds);
    put_value(to, "stop",
              res->stop != STOP_NOT ? json_string(stop_name(res->stop)) : NULL);
    put(to, "reason", true, json_text(result_cause(res)));
    put_count(to, "page_faults", res->faults);
    put_count(to, "switches", res->switches);
    put_count(to, "migrations", res->migrations);
    put_count(to, "disturbed", res->disturbed);
    put_real(to, "oneway_start", true, oneway.start);
    put_real(to, "oneway_end", true, oneway.end);
    put_real(to, "oneway_change", true, oneway.change);
    put_count(to, "renewals", res->renewals);
    put(to, "marks", true, marks_find(w, NULL));
    put(to, "mismatches", checked, json_integer(res->mismatches));
    put(to, "oversubscribed", true, json_boolean(w->r->ri->oversubscribed));
}

/* ---- passes and launches ------------------------------------------------- */

static json_t *gauge_json(const struct pass *p)
{
    json_t *all = json_object();

    for (int i = 0; i < GAUGE_KINDS; i++)
        if (gauges[i]->read_short != NULL)
            json_object_set_new(all, gauges[i]->kind->name,
                                json_pack("[oo]", value_real(p->gauge[i][0]),
                                          value_real(p->gauge[i][1])));
    return all;
}

static json_t *pass_json(const struct result *res, const struct pass *p)
{
    json_t *figures = json_object();

    for (size_t i = 0; i < res->nfigures; i++)
        put_some(figures, res->figures[i]->name, value_real(p->figures[i]));
    if (res->pure != NULL)
        put_some(figures, "hidden", value_real(p->hidden));
    return json_pack("{s:I, s:o, s:I, s:o, s:o, s:o}", "pass",
                     (json_int_t)p->number, "time", value_real(p->at), "rounds",
                     (json_int_t)p->rounds, "estimate", value_real(p->estimate),
                     "gauge", res->watched ? gauge_json(p) : json_null(),
                     "figures", figures);
}

static json_t *passes_json(const struct result *res)
{
    json_t *all = json_array();

    for (size_t i = 0; i < res->npasses; i++)
        json_array_append_new(all, pass_json(res, &res->passes[i]));
    return all;
}

/* Returns the median over passes of the time of a pair. */
static double pair_median(const struct result *res, int lower)
{
    double *time = xcalloc(res->npasses + 1, sizeof(*time)), median;
    size_t n = 0;

    for (size_t i = 0; i < res->npasses; i++) {
        const struct pair_time *of = res->passes[i].pairs;

        if (of != NULL && !isnan(of[lower].median))
            time[n++] = of[lower].median;
    }
    median = n > 0 ? gsl_stats_median(time, 1, n) : NAN;
    free(time);
    return median;
}

/* Returns the pairs of a round: [[origin, target, seconds], ...]. */
static json_t *pair_times_json(const struct result_row *w)
{
    const struct runinfo *ri = w->r->ri;
    const struct bench_case *c = w->res->c;
    const struct op_places places = {ri->node_of, ri->switch_of};
    int *peer = xcalloc((size_t)c->procs, sizeof(*peer));
    bool *reversed = xcalloc((size_t)c->procs, sizeof(*reversed));
    json_t *times = json_array();

    pairs_match(c->choice->values, c->procs, &places, c->round, peer, reversed);
    for (int i = 0; i < c->procs; i++) {
        double time = peer[i] > i ? pair_median(w->res, i) : NAN;

        if (!isnan(time))
            json_array_append_new(
                times, json_pack("[i, i, f]", reversed[i] ? peer[i] : i,
                                 reversed[i] ? i : peer[i], time));
    }
    free(reversed);
    free(peer);
    return times;
}

static json_t *samples_json(const struct result_row *w)
{
    const struct result *res = w->res;
    json_t *samples = json_array();

    for (size_t i = 0; i < res->nsamples; i++) {
        const struct sample_launch *launch = &res->samples[i];
        json_t *times = json_array();

        for (int rank = 0; rank < res->c->procs; rank++)
            if (!row_is_part(w) || rank == w->origin || rank == w->target ||
                (w->group > 0 && rank > w->origin && rank < w->target))
                json_array_append_new(times, json_real(launch->times[rank]));
        json_array_append_new(samples,
                              json_pack("{s:I, s:s, s:o}", "round",
                                        (json_int_t)launch->round, "status",
                                        launch->status, "times", times));
    }
    return samples;
}

/* Adds fields that not all records have. */
static void add_options(json_t *to, const struct result_row *w, bool has,
                        bool launched)
{
    const struct result *res = w->res;
    const struct renewal *renewal = &res->renewal;
    const struct spent *spent = &res->c->spent;

    if (renewal->models != NULL)
        put_some(to, "clocksync",
                 record_clocksync(&renewal->info, renewal->models, renewal->n));
    put_some(to, "params", json_incref(res->params));
    if (has) {
        put_some(to, "parts", figures_json(res, true));
        put_some(to, "figures", figures_json(res, false));
        put_some(to, "percentiles",
                 percentiles_json(&w->r->o->how.percentiles, res->percentiles));
    }
    if (launched)
        put_some(to, "open", value_real(res->all.open));
    if (has && (res->c->choice->op->life.before != NULL ||
                res->variant->algo->life.before != NULL))
        put_some(to, "before", value_real(res->before.summary.median));
    put(to, "passes", launched, passes_json(res));
    if (has && res->c->rounds > 0 && !case_has_pairs(res->c)) {
        put_some(to, "pair_times", pair_times_json(w));
        put_value(to, "one_way",
                  json_boolean(res->c->choice->op->send.at == AT_ORIGIN &&
                               res->c->choice->op->recv.at == AT_TARGET));
    }
    if (spent->calls > 0)
        put_some(to, "program",
                 json_pack("{s:O?, s:f, s:f, s:f}", "name",
                           json_object_get(w->r->o->calls, "name"), "seconds",
                           spent->seconds, "calls", spent->calls, "work",
                           spent->work));
    if (w->r->o->how.samples)
        put_some(to, "samples", samples_json(w));
}

json_t *record_case(const struct result_row *w)
{
    const struct pass *all = &w->res->all;
    bool has = result_cause(w->res) == NULL, launched = all->launches > 0;
    json_t *record = json_pack("{s:s}", "type", "case");

    record_add_case(record, w);
    put(record, "preset", true, json_text(w->r->o->preset));
    put_count(record, "launches", all->launches);
    put_count(record, "valid", all->valid);
    put_count(record, "late", all->late);
    put_count(record, "overrun", all->overrun);
    add_times(record, w, has);
    add_last(record, w, has);
    add_traffic(record, w, has);
    add_bus(record, w, has);
    add_overlap(record, w, has);
    add_spans(record, w, has);
    add_course(record, w, has, launched);
    record_add_settings(record, w);
    add_options(record, w, has, launched);
    return record;
}

json_t *record_pass(const struct result_row *w)
{
    const struct pass *p = &w->res->pass;
    json_t *record = json_pack("{s:s}", "type", "pass");

    record_add_case(record, w);
    record_add_settings(record, w);
    put_count(record, "launches", p->launches);
    put_count(record, "valid", p->valid);
    put_count(record, "late", p->late);
    put_count(record, "overrun", p->overrun);
    put_real(record, "median", true, p->parts[PART_TIME].median);
    put_real(record, "min", true, p->min);
    put_real(record, "max", true, p->max);
    json_object_update_new(record, pass_json(w->res, p));
    return record;
}
