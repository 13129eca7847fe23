/* record.h: the fields of a record, one table for JSON Lines and CSV. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RECORD_H
#define MPIPERF_RECORD_H

#include <jansson.h>
#include <stdbool.h>
#include "lib/json.h"
#include "mpiperf/report/report.h"

/* How a field becomes CSV columns. */
enum record_shape {
    RECORD_PLAIN,    /* one column of its name */
    RECORD_INTERVAL, /* [lo, hi]: NAME_lo and NAME_hi */
    RECORD_VS,       /* vs_algo, vs_ratio, vs_ci_lo, vs_ci_hi */
    RECORD_EXTRA,    /* part of the one column `extras`; left out when null */
};

/* What has to be there for the field to mean anything; else it is null. */
enum record_need {
    RECORD_ALWAYS,
    RECORD_LAUNCHED, /* some launch took place */
    RECORD_FIGURES,  /* some launch was valid */
};

/* Clock readings are large: nothing of them may be lost. Times of launches
 * have no more than ten digits that mean something. */
enum { RECORD_RUN_DIGITS = 16, RECORD_CASE_DIGITS = 10 };

/* A new reference; NULL is null. */
typedef json_t *record_get_fn(const struct report *r, const struct result *res);

struct record_field {
    const char *name;
    enum record_shape shape;
    enum record_need need;
    record_get_fn *get;
    /* Without get: a member of struct result, and where. */
    enum record_type { RECORD_REAL, RECORD_LONG, RECORD_SIZE } type;
    size_t offset;
};

/* Those of a `case`, in order, after "type"; the last one has no name. */
extern const struct record_field record_fields[];

/* The value of a field, never NULL; a new reference. */
json_t *record_get(const struct record_field *f, const struct report *r,
                   const struct result *res);

/* The three records; new references. */
json_t *record_run(const struct report *r);
json_t *record_case(const struct report *r, const struct result *res);
json_t *record_end(const struct report *r, const char *status);

/* Is it a record of that type? */
bool record_is(const json_t *record, const char *type);

/* A number, or null where the figure does not exist. */
json_t *record_real(double x);
/* [lo, hi], or null. */
json_t *record_interval(double lo, double hi);
/* What was given with --param for this owner: {"f": "8Ki"}. */
json_t *record_given(const struct params *p, const char *owner);
/* What a clock synchronization found, with the models of so many ranks. */
json_t *record_clocksync(const struct clocksync_info *info,
                         const struct clock_model *models, int n);
/* Adds what --align, --hugepages and --numa came to. */
void record_add_memory(json_t *to, const struct options *o);

/* Figures of the launches, those of the visit, and what of the operation was
 * hidden; NULL where there is no such thing. */
record_get_fn record_parts, record_figures, record_overlap;

/* Is there a mean, a median, ...? */
bool result_has_figures(const struct result *res);
/* Why not; NULL when there are figures. */
const char *result_reason(const struct result *res);

/* What goes by in a second, of the median and its interval; NAN where there is
 * no such figure. */
struct rate {
    double value, lo, hi;
};

/* Bytes, and messages, of all ranks together. */
struct rate result_bandwidth(const struct result *res);
struct rate result_message_rate(const struct result *res);

#endif /* MPIPERF_RECORD_H */
