/* marks.c: finds the marks of a row: reasons to distrust its figures. They
 * appear in the record and in the notes below the table (formats.c). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/rows.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* A mean with a larger relative standard error is imprecise. */
static const double imprecise = 0.1;
/* A case is disturbed if ranks lost their cores in more than this fraction of
 * its launches. */
static const double disturbed = 0.05;
/* If the latency between cores changes by a larger factor, ranks were moved or
 * the machine has changed its state. */
static const double moved = 1.5;
/* A row that takes longer than this multiple of its time limit is over time. */
static const double overtime = 1.25;
/* Larger errors of clocks at a common start get a mark; in seconds. */
static const double clocks_off = 1e-6;

/* The marks of a row and their texts, while marks_find() collects them. */
struct marks {
    json_t *names, *texts;
    bool cautioned; /* a caution has already added its text */
};

/* Adds a text. kind: the name of a mark, or NO_FIGURES. extent: severity
 * compared with others of this kind; 0 if unknown. */
static void text_add(struct marks *m, const char *kind, double extent,
                     const char *text)
{
    json_array_append_new(m->texts,
                          json_pack("{s:s, s:f, s:o}", "kind", kind, "extent",
                                    isfinite(extent) ? extent : 0, "text",
                                    json_text(text)));
}

/* Adds a mark and its text. Cautions have similar texts, so only the first
 * caution of a row adds its text. */
static void __attribute__((format(printf, 5, 6)))
mark_add(struct marks *m, bool is_caution, const char *name, double extent,
         const char *format, ...)
{
    va_list ap;
    char *text;
    size_t length;
    FILE *f;

    json_array_append_new(m->names, json_string(name));
    if (is_caution && m->cautioned)
        return;
    m->cautioned |= is_caution;
    f = text_open(&text, &length);
    va_start(ap, format);
    vfprintf(f, format, ap);
    va_end(ap);
    text_close(f);
    text_add(m, name, extent, text);
    free(text);
}

/* A caution is a mark of imprecise figures. */
#define mark(m, ...) mark_add(m, false, __VA_ARGS__)
#define caution(m, ...) mark_add(m, true, __VA_ARGS__)

static const char *plural(long n)
{
    return n == 1 ? "" : "es";
}

static const char *ended(enum stop stop)
{
    static const char *const texts[] = {
        [STOP_NOT] = "it has not ended",
        [STOP_CONVERGED] = "its stop rule was met",
        [STOP_MAX_VALID] = "--max-valid ended it",
        [STOP_MAX_LAUNCHES] = "--max-launches ended it",
        [STOP_MAX_TIME] = "--max-time ended it",
        [STOP_MAX_PASSES] = "--passes ended it",
        [STOP_BUDGET] = "--budget ended it",
        [STOP_NONE_VALID] = "no launch was valid",
        [STOP_FAILED] = "a pass failed",
    };

    return texts[stop];
}

/* Returns a fraction in percent, rounded up: if it is above a limit, the result
 * is above the limit as well. */
static double percent_up(double share)
{
    return ceil(1000 * share) / 10;
}

/* Marks a row that has not reached the requested precision. (The paper's first
 * stop rule requests no precision.) */
static void mark_missed_precision(struct marks *m, const struct result_row *w)
{
    const struct measuring *how = &w->r->o->how;
    const struct result *res = w->res;

    if (!how->stop_on_rse || !(how->max_rse > 0) ||
        res->stop == STOP_CONVERGED || res->rse <= how->max_rse)
        return;
    if (isnan(res->rse))
        caution(m, "missed-precision", 0, "standard error not known: %s",
                ended(res->stop));
    else
        caution(m, "missed-precision", res->rse,
                "standard error %.3g %%, above --max-rse %g %%: %s",
                percent_up(res->rse), 100 * how->max_rse, ended(res->stop));
}

static void mark_precision(struct marks *m, const struct result_row *w)
{
    const struct measuring *how = &w->r->o->how;
    const struct result *res = w->res;
    const struct pass *all = &res->all;
    const char *stop = ended(res->stop);
    size_t n = res->measured;

    if (all->valid < how->min_valid)
        caution(m, "few-launches", -all->valid, "only %ld valid launch%s: %s",
                all->valid, plural(all->valid), stop);
    if (2 * all->late > all->launches)
        caution(m, "late", all->late, "disturbed: most launches started late");
    if (res->time.summary.rse > imprecise)
        caution(m, "imprecise", res->time.summary.rse,
                "imprecise: standard error of its launches %.3g %%: %s",
                percent_up(res->time.summary.rse), stop);
    mark_missed_precision(m, w);
    if (res->stop == STOP_MAX_TIME && all->seconds > overtime * how->max_time)
        mark(m, "over-time", all->seconds,
             "took %.3g s, above --max-time %g: its buffers, its warm-up and "
             "%ld launch%s need that long",
             all->seconds, how->max_time, all->launches, plural(all->launches));
    if (res->several && n < PASSES_MIN)
        caution(m, "few-passes", 0, "%zu pass%s: no interval", n,
                plural((long)n));
}

/* Returns "rank 3 (node2)", malloced; without the host on a single node. */
static char *rank_text(const struct result_row *w, int rank)
{
    const struct runinfo *ri = w->r->ri;

    return ri->nnodes > 1 ? xasprintf("rank %d (%s)", rank,
                                      SHOWN_LINE(ri->ranks[rank].host))
                          : xasprintf("rank %d", rank);
}

/* Returns how much CPU the rank had, and how often launches end with it,
 * malloced. */
static char *starved_text(const struct result_row *w, const struct starved *s)
{
    const struct last last = lasts_find(&w->res->lasts, w->res->c->procs);
    char *also = s->also == 0 ? xstrdup("")
                              : xasprintf(", and %zu other rank%s", s->also,
                                          s->also == 1 ? "" : "s");
    char *text;

    if ((size_t)last.rank == s->rank && last.share > 0.5)
        text = xasprintf("%s: it had its CPU %.0f %% of the time, the others "
                         "%.0f %%; it ends last in %.0f %% of the launches, "
                         "by %.3g us",
                         also, 100 * s->share, 100 * s->others,
                         100 * last.share, 1e6 * last.lead);
    else if (!isnan(s->others))
        text = xasprintf("%s: it had its CPU %.0f %% of the time, the others "
                         "%.0f %%",
                         also, 100 * s->share, 100 * s->others);
    else
        text =
            xasprintf(": it had its CPU %.0f %% of the time", 100 * s->share);
    free(also);
    return text;
}

static void mark_throttled(struct marks *m, const struct result_row *w,
                           const struct starved *s)
{
    double stops = w->res->cpus[s->rank].stops;
    int number = measured_rank(&w->r->o->how.load, (int)s->rank);
    char *rank = rank_text(w, number), *text = starved_text(w, s);

    mark(m, "throttled", stops,
         "throttled: the CPU quota of its cgroup (%.3g CPUs) stopped %s "
         "%.0f time%s%s",
         w->r->ri->ranks[number].quota, rank, stops, stops == 1 ? "" : "s",
         text);
    free(rank);
    free(text);
}

/* Marks a row whose ranks lost their cores, by reason: a quota, other threads
 * of the same process, or another program. */
static void mark_lost_cores(struct marks *m, const struct result_row *w)
{
    const struct result *res = w->res;
    size_t ranks = res->cpus != NULL ? (size_t)res->c->procs : 0;
    long n = res->disturbed, launches = res->all.launches;
    double share = (double)n / (double)launches;
    char *rank = NULL, *text = NULL;
    struct starved s;

    if (throttled_find(&s, res->cpus, ranks)) {
        mark_throttled(m, w, &s);
        return;
    }
    if (!(share > disturbed))
        return;
    if (2 * res->by_threads > n) {
        mark(m, "own-threads", share,
             "in %ld of %ld launches ranks lost their core while other threads "
             "of their own process ran, such as the MPI library's, or the one "
             "that passes on what the library prints",
             n, launches);
        return;
    }
    if (crowded_find(&s, res->cpus, ranks)) {
        rank = rank_text(w, measured_rank(&w->r->o->how.load, (int)s.rank));
        text = starved_text(w, &s);
    }
    mark(m, "disturbed", share,
         "disturbed: ranks lost their core in %ld of %ld launches%s%s%s", n,
         launches, rank != NULL ? ", mostly " : "", rank != NULL ? rank : "",
         text != NULL ? text : "");
    free(rank);
    free(text);
}

static void mark_disturbances(struct marks *m, const struct result_row *w)
{
    const struct result *res = w->res;
    const struct oneway oneway = result_oneway(res);

    mark_lost_cores(m, w);
    if (oneway.change > moved)
        mark(m, "distance-changed", oneway.change,
             "the cores' distance changed: one-way %.0f to %.0f ns",
             1e9 * oneway.start, 1e9 * oneway.end);
    if (res->residual > clocks_off)
        mark(m, "clocks", res->residual,
             "clocks: a second comparison found one %.2f us off",
             1e6 * res->residual);
    if (res->set_back > 0)
        mark(m, "clock-set-back", res->set_back,
             "the clock was set back by %.3g s: launches "
             "of that moment do not count",
             res->set_back);
}

static void mark_results(struct marks *m, const struct result_row *w)
{
    const struct result *res = w->res;
    const struct runinfo *ri = w->r->ri;

    if (res->mismatches > 0)
        mark(m, "wrong-results", res->mismatches, "%ld WRONG RESULTS%s%s",
             res->mismatches, res->wrong != NULL ? ", first: " : "",
             res->wrong != NULL ? res->wrong : "");
    if (w->r->o->how.verify &&
        !variant_is_checkable(res->c->choice, res->variant))
        mark(m, "unchecked", 0, "no result that --verify could check");
    if (ri->oversubscribed)
        mark(m, "oversubscribed", 0, "oversubscribed");
    else if (ri->shared_cpu)
        mark(m, "shared-cpu", 0, "ranks share a CPU");
    else if (ri->shared_core)
        mark(m, "shared-core", 0, "ranks share a core");
    if (res->fell_back != NULL)
        mark(m, "fell-back", 0,
             "too few launches were on time by method %s: measured by %s",
             res->fell_back->name, res->method->name);
}

/* Returns operation, algorithm and size of the row, and whatever else
 * distinguishes it from the run's other rows, malloced: "bcast:native at 8 B,
 * barrier". */
static char *row_text(const struct result_row *w)
{
    const struct bench_case *c = w->res->c;
    char *text;
    size_t length;
    FILE *f = text_open(&text, &length);

    fprintf(f, "%s:%s at %s", c->choice->op->name, w->res->variant->label,
            SIZE_TEXT((long)c->bytes));
    if (w->r->o->how.nmethods > 1)
        fprintf(f, ", %s", w->res->method->name);
    if (w->r->o->procs.n > 1)
        fprintf(f, ", %d rank%s", c->procs, c->procs == 1 ? "" : "s");
    if (row_is_part(w))
        fprintf(f, ", ranks %d-%d", w->origin, w->target);
    text_close(f);
    return text;
}

json_t *marks_find(const struct result_row *w, json_t **note)
{
    const struct result *res = w->res;
    const char *cause = result_cause(res);
    struct marks m = {.names = json_array(), .texts = json_array()};
    char *row;

    if (cause != NULL)
        text_add(&m, NO_FIGURES, 0, cause);
    else
        mark_precision(&m, w);
    if (res->failure != NULL)
        caution(&m, "failed-pass", 0, "a later pass failed: %s", res->failure);
    mark_disturbances(&m, w);
    mark_results(&m, w);
    if (note != NULL) {
        row = row_text(w);
        *note = json_array_size(m.texts) == 0
                    ? NULL
                    : json_pack("{s:o, s:O}", "row", json_text(row), "texts",
                                m.texts);
        free(row);
    }
    json_decref(m.texts);
    return m.names;
}

const char *result_cause(const struct result *res)
{
    if (res->reason != NULL)
        return res->reason;
    return res->all.valid == 0 ? "no valid launch" : NULL;
}

struct oneway result_oneway(const struct result *res)
{
    struct oneway o = {NAN, NAN, NAN};

    if (res->npasses > 0) {
        o.start = res->passes[0].gauge[GAUGE_ONEWAY][0];
        o.end = res->passes[res->npasses - 1].gauge[GAUGE_ONEWAY][1];
        o.change = fmax(o.start / o.end, o.end / o.start);
    }
    return o;
}
