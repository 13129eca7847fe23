/* columns.c: what is told of a result, a row each. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/columns.h"

#include <stddef.h>
#include "mpiperf/report/record_get.h"
#include "mpiperf/report/text_cells.h"
#include "mpiperf/report/text_columns.h"

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
#define INTERVAL .pair = true
#define EXTRA .optional = true
/* ... and of its place in the table for people. */
#define TEXT(at, name, ...) .text = {.place = at, .title = name, __VA_ARGS__}
#define TIME(at, name, ...)                                                    \
    TEXT(at, name, .width = 7, .cell = cell_time, __VA_ARGS__)
#define GLOBAL spans[SPAN_GLOBAL].summary

const struct column columns[] = {
    {FIELD(op), TEXT(10, "op", .left = true, .fit = op_fit)},
    {FIELD(algo), TEXT(20, "algo", .left = true, .fit = algo_fit)},
    {OF_CASE(procs, AS_INT), TEXT(40, "procs")},
    {OF_CASE(bytes, AS_INT64), TEXT(50, "bytes", .width = 7)},
    {OF_CASE(count, AS_INT64)},
    {OF_CASE(root, AS_INT),
     TEXT(60, "root", .width = 6, .shown = root_shown, .cell = cell_root)},
    {OF_CASE(rotate, AS_BOOL)},
    {FIELD(datatype), TEXT(70, "datatype", .shown = datatype_shown)},
    {FIELD(reduction)},
    {FIELD(counts)},
    {FIELD(in_place)},
    {FIELD(pairs)},
    {FIELD(topology)},
    {FIELD(buffer)},
    {FIELD(method),
     TEXT(30, "method", .width = 9, .left = true, .shown = method_shown)},
    {FIELD(timer)},
    {FIELD(preset)},
    {COUNT("launches", launches), TEXT(80, "launches")},
    {COUNT("valid", valid), TEXT(90, "valid")},
    {COUNT("late", late)},
    {COUNT("overrun", overrun)},
    {SIZE("used", summary.used), FIGURES, TEXT(100, "used")},
    {REAL("mean", summary.mean), FIGURES,
     TIME(110, "mean_us", .explain = mean_explain)},
    {REAL("se", summary.se), FIGURES,
     TEXT(130, "se_us", .width = 7, .shown = paper_shown, .cell = cell_error,
          .legend = "se, e: standard error of the mean, a * se")},
    {REAL("rse", summary.rse), FIGURES, TEXT(180, "rse_%", .cell = cell_rse)},
    {REAL("error", summary.error), FIGURES,
     TEXT(140, "e_us", .width = 7, .shown = paper_shown, .cell = cell_error)},
    {FIELD(confidence)},
    {PAIR("ci", summary, ci_lo, ci_hi), INTERVAL, FIGURES, TIME(120, "ci")},
    {REAL("min", summary.min), FIGURES,
     TIME(150, "min_us", .explain = min_explain)},
    {REAL("median", summary.median), FIGURES, TIME(160, "median_us")},
    {PAIR("median_ci", summary, median_lo, median_hi), INTERVAL, FIGURES},
    {REAL("max", summary.max), FIGURES, TIME(170, "max_us")},
    {REAL("estimate", estimate), FIGURES},
    {REAL("rank_mean", rank_mean), FIGURES},
    {REAL("rank_min", rank_min), FIGURES},
    {REAL("rank_max", rank_max), FIGURES},
    {FIELD(traffic_bytes), LAUNCHED},
    {FIELD(traffic_messages), LAUNCHED},
    {FIELD(bandwidth), FIGURES,
     TEXT(220, "MB/s", .width = 8, .shown = rates_shown, .cell = cell_bandwidth,
          .legend = "MB/s, msg/s: 10^6 bytes and messages a second, all pairs "
                    "together, of the median")},
    {FIELD(bandwidth_ci), INTERVAL, FIGURES},
    {FIELD(message_rate), FIGURES,
     TEXT(230, "msg/s", .width = 8, .shown = rates_shown,
          .cell = cell_message_rate)},
    {FIELD(message_rate_ci), INTERVAL, FIGURES},
    {FIELD(main)},
    {FIELD(compute), FIGURES},
    {FIELD(pure), FIGURES},
    {FIELD(total), FIGURES},
    {FIELD(hidden), FIGURES,
     TEXT(250, "hidden_%", .width = 17, .left = true, .shown = hidden_shown,
          .cell = cell_hidden,
          .legend =
              "hidden: share of native's time that the computation beside "
              "it hid, with its interval")},
    {REAL("global_mean", GLOBAL.mean), FIGURES},
    {REAL("global_median", GLOBAL.median), FIGURES,
     TIME(190, "global_us", .shown = global_shown,
          .legend = "by the global clock, medians: global_us: first start "
                    "to last end; after_us: last start to last end; "
                    "skew_us: first start to last start")},
    {PAIR("global_median_ci", GLOBAL, median_lo, median_hi), INTERVAL, FIGURES},
    {REAL("after_last", spans[SPAN_AFTER_LAST].summary.median), FIGURES,
     TIME(200, "after_us", .shown = global_shown)},
    {REAL("skew", spans[SPAN_SKEW].summary.median), FIGURES,
     TIME(210, "skew_us", .shown = global_shown)},
    {REAL("autocorr", summary.autocorr), FIGURES},
    {SIZE("batches", summary.batches), FIGURES},
    {COUNT("rounds", stages)},
    {REAL("window", window), LAUNCHED},
    {REAL("t_bcast", t_bcast), LAUNCHED},
    {REAL("first_call", first_call), LAUNCHED},
    {REAL("seconds", seconds)},
    {FIELD(stop)},
    {FIELD(reason)},
    {COUNT("page_faults", faults)},
    {COUNT("switches", switches)},
    {COUNT("migrations", migrations)},
    {COUNT("disturbed", disturbed)},
    {REAL("oneway_start", oneway_start)},
    {REAL("oneway_end", oneway_end)},
    {REAL("oneway_change", oneway_change)},
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
    {REAL("open", open), EXTRA, LAUNCHED},
    {FIELD(before), EXTRA, FIGURES},
    {FIELD(passes), LAUNCHED},
    {FIELD(samples), EXTRA},
    {.name = NULL},
};

static bool is_there(enum column_need need, const struct result *res)
{
    switch (need) {
    case NEED_LAUNCHED:
        return res->launches > 0;
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
