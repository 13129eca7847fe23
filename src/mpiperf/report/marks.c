/* marks.c: finds the marks of a row: reasons to distrust its figures. They are
 * in the record and in a note below the table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/record.h"

/* Relative standard error above which a mean is imprecise. */
static const double imprecise = 0.1;
/* A case is disturbed if ranks lost their core in more than this share of its
 * launches. */
static const double disturbed = 0.05;
/* Factor by which the latency between cores changes, above which ranks were
 * moved or the machine changed its state. */
static const double moved = 1.5;
/* Multiple of a time limit above which a row is marked as over time. */
static const double overtime = 1.25;
/* Largest error of a clock at a common start without a mark, seconds. */
static const double clocks_off = 1e-6;

/* The marks of a row, and their note, during marks_find(). */
struct marks {
    json_t *names;
    FILE *note;
    const char *before; /* separator before the next text */
    bool cautioned;     /* the note has the text of a caution */
};

/* Adds a mark, and its text to the note. The texts of cautions are alike: the
 * note gets the first of them only. */
static void __attribute__((format(printf, 4, 5)))
mark_add(struct marks *m, bool is_caution, const char *name, const char *format,
         ...)
{
    va_list ap;

    json_array_append_new(m->names, json_string(name));
    if (is_caution && m->cautioned)
        return;
    m->cautioned |= is_caution;
    fputs(m->before, m->note);
    m->before = "; ";
    va_start(ap, format);
    vfprintf(m->note, format, ap);
    va_end(ap);
}

/* A caution is a mark for imprecise figures. */
#define mark(m, ...) mark_add(m, false, __VA_ARGS__)
#define caution(m, ...) mark_add(m, true, __VA_ARGS__)

static const char *plural(long n)
{
    return n == 1 ? "" : "es";
}

/* Marks a row that misses the requested precision. The first stop rule of the
 * paper has no precision. */
static void mark_missed_precision(struct marks *m, const struct row *w)
{
    const struct measuring *how = &w->r->o->how;
    const struct result *res = w->res;

    if (!how->stop_on_rse || !(how->max_rse > 0) ||
        res->stop == STOP_CONVERGED || res->rse <= how->max_rse)
        return;
    if (isnan(res->rse))
        caution(m, "missed-precision", "rse not known well enough: %s",
                stop_name(res->stop));
    else
        caution(m, "missed-precision", "rse %.1f %%, above %g %%: %s",
                100 * res->rse, 100 * how->max_rse, stop_name(res->stop));
}

/* Marks a row with figures from too few launches or passes. */
static void mark_precision(struct marks *m, const struct row *w)
{
    const struct measuring *how = &w->r->o->how;
    const struct result *res = w->res;
    const struct pass *all = &res->all;
    const char *stop = stop_name(res->stop);
    size_t n = res->measured;

    if (all->valid < how->min_valid)
        caution(m, "few-launches", "only %ld valid launch%s: %s", all->valid,
                plural(all->valid), stop);
    if (2 * all->late > all->launches)
        caution(m, "late", "disturbed: most launches started late");
    if (res->time.summary.rse > imprecise)
        caution(m, "imprecise", "imprecise: %s", stop);
    mark_missed_precision(m, w);
    if (res->stop == STOP_MAX_TIME && all->seconds > overtime * how->max_time)
        mark(m, "over-time",
             "took %.3g s, above --max-time %g: its buffers, its warm-up and "
             "%ld launch%s need that long",
             all->seconds, how->max_time, all->launches, plural(all->launches));
    if (res->several && n < PASSES_MIN)
        caution(m, "few-passes", "%zu pass%s: no interval", n, plural((long)n));
}

/* Marks disturbances of the machine and its clocks during the launches. */
static void mark_disturbances(struct marks *m, const struct result *res)
{
    const struct oneway oneway = result_oneway(res);
    long launches = res->all.launches;

    if ((double)res->disturbed > disturbed * (double)launches)
        mark(m, "disturbed",
             "disturbed: ranks lost their core in %ld of %ld "
             "launches",
             res->disturbed, launches);
    if (oneway.change > moved)
        mark(m, "distance-changed",
             "the cores' distance changed: one-way %.0f to %.0f ns",
             1e9 * oneway.start, 1e9 * oneway.end);
    if (res->residual > clocks_off)
        mark(m, "clocks", "clocks: a second comparison found one %.2f us off",
             1e6 * res->residual);
    if (res->set_back > 0)
        mark(m, "clock-set-back",
             "the clock was set back by %.3g s: launches "
             "of that moment do not count",
             res->set_back);
}

static void mark_results(struct marks *m, const struct row *w)
{
    const struct result *res = w->res;
    const struct runinfo *ri = w->r->ri;

    if (res->mismatches > 0)
        mark(m, "wrong-results", "%ld WRONG RESULTS", res->mismatches);
    if (w->r->o->how.verify &&
        !variant_is_checkable(res->c->choice, res->variant))
        mark(m, "unchecked", "no result that --verify could check");
    if (ri->oversubscribed)
        mark(m, "oversubscribed", "oversubscribed");
    else if (ri->shared_cpu)
        mark(m, "shared-cpu", "ranks share a CPU");
    if (res->fell_back != NULL)
        mark(m, "fell-back",
             "too few launches were on time by method %s: measured by %s",
             res->fell_back->name, res->method->name);
}

json_t *marks_find(const struct row *w, json_t **note)
{
    const struct result *res = w->res;
    const char *cause = result_cause(res);
    struct marks m = {.names = json_array(), .before = ": "};
    size_t length;
    char *text;

    m.note = text_open(&text, &length);
    fprintf(m.note, "%s:%s at %lld B", res->c->choice->op->name,
            res->variant->label, (long long)res->c->bytes);
    if (cause != NULL) {
        fprintf(m.note, "%s%s", m.before, cause);
        m.before = "; ";
    } else {
        mark_precision(&m, w);
    }
    if (res->failure != NULL)
        caution(&m, "failed-pass", "a later pass failed: %s", res->failure);
    mark_disturbances(&m, res);
    mark_results(&m, w);
    text_close(m.note);
    if (note != NULL)
        *note = *m.before == ';' ? json_text(text) : NULL;
    free(text);
    return m.names;
}
