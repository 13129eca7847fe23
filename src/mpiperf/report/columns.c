/* columns.c: what is told of a result, a row each. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/columns.h"

#include <stddef.h>
#include "mpiperf/report/record_get.h"

/* What a row says of its value: a function's, or a member of the result or of
 * its case. */
#define FIELD(field) .name = #field, .get = record_##field
#define OF_CASE(field, as)                                                     \
    .name = #field, .type = as, .of_case = true,                               \
    .offset = offsetof(struct bench_case, field)
#define AT(member) .offset = offsetof(struct result, member)
#define REAL(field, member) .name = field, .type = AS_REAL, AT(member)
#define COUNT(field, member) .name = field, .type = AS_LONG, AT(member)
#define SIZE(field, member) .name = field, .type = AS_SIZE, AT(member)
#define PAIR(field, of, lo, hi)                                                \
    .name = field, .type = AS_PAIR, AT(of.lo),                                 \
    .offset_hi = offsetof(struct result, of.hi)
#define LAUNCHED .need = NEED_LAUNCHED
#define FIGURES .need = NEED_FIGURES
#define EXTRA .optional = true
#define GLOBAL spans[SPAN_GLOBAL].summary

const struct column columns[] = {
    {FIELD(op)},
    {FIELD(algo)},
    {OF_CASE(procs, AS_INT)},
    {OF_CASE(bytes, AS_INT64)},
    {OF_CASE(count, AS_INT64)},
    {OF_CASE(root, AS_INT)},
    {OF_CASE(rotate, AS_BOOL)},
    {FIELD(datatype)},
    {FIELD(reduction)},
    {FIELD(counts)},
    {FIELD(in_place)},
    {FIELD(pairs)},
    {FIELD(topology)},
    {FIELD(buffer)},
    {FIELD(method)},
    {FIELD(timer)},
    {FIELD(preset)},
    {COUNT("launches", all.launches)},
    {COUNT("valid", all.valid)},
    {COUNT("late", all.late)},
    {COUNT("overrun", all.overrun)},
    {SIZE("used", time.summary.used), FIGURES},
    {REAL("mean", time.summary.mean), FIGURES},
    {REAL("se", time.summary.se), FIGURES},
    {REAL("rse", time.summary.rse), FIGURES},
    {REAL("error", time.summary.error), FIGURES},
    {FIELD(confidence)},
    {PAIR("ci", time.summary, ci_lo, ci_hi), FIGURES},
    {REAL("min", time.summary.min), FIGURES},
    {REAL("median", time.summary.median), FIGURES},
    {PAIR("median_ci", time.summary, median_lo, median_hi), FIGURES},
    {REAL("max", time.summary.max), FIGURES},
    {REAL("estimate", all.estimate), FIGURES},
    {REAL("rank_mean", all.rank_mean), FIGURES},
    {REAL("rank_min", all.rank_min), FIGURES},
    {REAL("rank_max", all.rank_max), FIGURES},
    {FIELD(traffic_bytes), LAUNCHED},
    {FIELD(traffic_messages), LAUNCHED},
    {FIELD(bandwidth), FIGURES},
    {FIELD(bandwidth_ci), FIGURES},
    {FIELD(message_rate), FIGURES},
    {FIELD(message_rate_ci), FIGURES},
    {FIELD(main)},
    {FIELD(compute), FIGURES},
    {FIELD(pure), FIGURES},
    {FIELD(total), FIGURES},
    {FIELD(hidden), FIGURES},
    {REAL("global_mean", GLOBAL.mean), FIGURES},
    {REAL("global_median", GLOBAL.median), FIGURES},
    {PAIR("global_median_ci", GLOBAL, median_lo, median_hi), FIGURES},
    {REAL("after_last", spans[SPAN_AFTER_LAST].summary.median), FIGURES},
    {REAL("skew", spans[SPAN_SKEW].summary.median), FIGURES},
    {REAL("autocorr", time.summary.autocorr), FIGURES},
    {SIZE("batches", time.summary.batches), FIGURES},
    {COUNT("rounds", all.rounds)},
    {REAL("window", window), LAUNCHED},
    {REAL("t_bcast", t_bcast), LAUNCHED},
    {REAL("first_call", first_call), LAUNCHED},
    {REAL("seconds", all.seconds)},
    {FIELD(stop)},
    {FIELD(reason)},
    {COUNT("page_faults", faults)},
    {COUNT("switches", switches)},
    {COUNT("migrations", migrations)},
    {COUNT("disturbed", disturbed)},
    {FIELD(oneway_start)},
    {FIELD(oneway_end)},
    {FIELD(oneway_change)},
    {COUNT("renewals", renewals)},
    {FIELD(marks)},
    {FIELD(mismatches)},
    {FIELD(oversubscribed)},
    {FIELD(param), EXTRA},
    {FIELD(given), EXTRA},
    {FIELD(memory), EXTRA},
    {FIELD(arrival), EXTRA},
    {FIELD(harness), EXTRA},
    {.name = "clocksync", .get = record_renewal, EXTRA},
    {FIELD(params), EXTRA},
    {FIELD(parts), EXTRA, FIGURES},
    {FIELD(figures), EXTRA, FIGURES},
    {REAL("open", all.open), EXTRA, LAUNCHED},
    {FIELD(before), EXTRA, FIGURES},
    {FIELD(passes), LAUNCHED},
    {FIELD(samples), EXTRA},
    {.name = NULL},
};

static bool is_there(enum column_need need, const struct result *res)
{
    switch (need) {
    case NEED_LAUNCHED:
        return res->all.launches > 0;
    case NEED_FIGURES:
        return result_has_figures(res);
    case NEED_NOTHING:
        break;
    }
    return true;
}

static json_t *member(const struct column *c, const struct result *res)
{
    const char *from = c->of_case ? (const char *)res->c : (const char *)res;
    const char *at = from + c->offset;

    switch (c->type) {
    case AS_LONG:
        return json_integer(*(const long *)at);
    case AS_SIZE:
        return json_integer((json_int_t) * (const size_t *)at);
    case AS_INT:
        return json_integer(*(const int *)at);
    case AS_INT64:
        return json_integer(*(const int64_t *)at);
    case AS_BOOL:
        return json_boolean(*(const bool *)at);
    case AS_PAIR:
        return record_interval(*(const double *)at,
                               *(const double *)(from + c->offset_hi));
    case AS_REAL:
        break;
    }
    return record_real(*(const double *)at);
}

json_t *column_value(const struct column *c, const struct row *w)
{
    json_t *value = NULL;

    if (is_there(c->need, w->res))
        value = c->get != NULL ? c->get(w) : member(c, w->res);
    return value == NULL ? json_null() : value;
}

void column_add(json_t *record, const struct column *c, const struct row *w)
{
    json_t *value = column_value(c, w);

    if (c->optional && json_is_null(value))
        json_decref(value);
    else
        json_object_set_new(record, c->name, value);
}

json_t *record_case(const struct row *w)
{
    json_t *record = json_pack("{s:s}", "type", "case");

    for (const struct column *c = columns; c->name != NULL; c++)
        column_add(record, c, w);
    return record;
}
