/* marks.c: what a reader of a row's figures must not overlook: one table for
 * the notes and the record. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/record.h"

/* Relative standard error above which a mean is imprecise. */
static const double imprecise = 0.1;
/* Share of launches that lost a core above which a case is disturbed. */
static const double disturbed = 0.05;
/* Factor that the cores' distance changes by, above which ranks were moved or
 * the machine changed its state. */
static const double moved = 1.5;
/* Share of a limit of time above which it was exceeded. */
static const double overtime = 1.25;
/* Seconds that a clock may be off at a common start. */
static const double clocks_off = 1e-6;

static const char *plural(long n)
{
    return n == 1 ? "" : "es";
}

static char *few_launches(const struct row *w)
{
    long valid = w->res->all.valid;

    if (!result_has_figures(w->res) || valid >= w->r->o->how.min_valid)
        return NULL;
    return xasprintf("only %ld valid launch%s: %s", valid, plural(valid),
                     stop_name(w->res->stop));
}

static char *late(const struct row *w)
{
    const struct pass *all = &w->res->all;

    if (!result_has_figures(w->res) || 2 * all->late <= all->launches)
        return NULL;
    return xstrdup("disturbed: most launches started late");
}

static char *imprecise_mean(const struct row *w)
{
    if (!result_has_figures(w->res) || !(w->res->time.summary.rse > imprecise))
        return NULL;
    return xasprintf("imprecise: %s", stop_name(w->res->stop));
}

/* As far as it was asked for: the paper's first rule does not. */
static char *missed_precision(const struct row *w)
{
    const struct measuring *how = &w->r->o->how;
    const char *stop = stop_name(w->res->stop);

    if (!result_has_figures(w->res) || !how->stop_on_rse ||
        !(how->max_rse > 0) || w->res->stop == STOP_CONVERGED ||
        w->res->rse <= how->max_rse)
        return NULL;
    if (isnan(w->res->rse))
        return xasprintf("rse not known well enough: %s", stop);
    return xasprintf("rse %.1f %%, above %g %%: %s", 100 * w->res->rse,
                     100 * how->max_rse, stop);
}

static char *over_time(const struct row *w)
{
    const struct pass *all = &w->res->all;
    double most = w->r->o->how.max_time;

    if (!result_has_figures(w->res) || w->res->stop != STOP_MAX_TIME ||
        !(all->seconds > overtime * most))
        return NULL;
    return xasprintf("took %.3g s, above --max-time %g: so long take its "
                     "buffers, its warm-up and %ld launch%s",
                     all->seconds, most, all->launches, plural(all->launches));
}

static char *few_passes(const struct row *w)
{
    size_t n = w->res->measured;

    if (!result_has_figures(w->res) || !w->res->several || n >= PASSES_MIN)
        return NULL;
    return xasprintf("%zu pass%s: no interval", n, plural((long)n));
}

static char *failed_pass(const struct row *w)
{
    return w->res->failure == NULL
               ? NULL
               : xasprintf("a later pass failed: %s", w->res->failure);
}

static char *disturbed_launches(const struct row *w)
{
    long lost = w->res->disturbed, launches = w->res->all.launches;

    if (!((double)lost > disturbed * (double)launches))
        return NULL;
    return xasprintf("disturbed: ranks lost their core in %ld of %ld launches",
                     lost, launches);
}

static char *distance_changed(const struct row *w)
{
    struct oneway oneway = result_oneway(w->res);

    if (!(oneway.change > moved))
        return NULL;
    return xasprintf("the cores' distance changed: one-way %.0f to %.0f ns",
                     1e9 * oneway.start, 1e9 * oneway.end);
}

static char *clocks(const struct row *w)
{
    if (!(w->res->residual > clocks_off))
        return NULL;
    return xasprintf("clocks: a second look found one %.2f us off",
                     1e6 * w->res->residual);
}

static char *clock_was_set_back(const struct row *w)
{
    if (!(w->res->set_back > 0))
        return NULL;
    return xasprintf("the clock was set back by %.3g s: launches of that "
                     "moment do not count",
                     w->res->set_back);
}

static char *wrong_results(const struct row *w)
{
    return w->res->mismatches > 0
               ? xasprintf("%ld WRONG RESULTS", w->res->mismatches)
               : NULL;
}

static char *unchecked(const struct row *w)
{
    return w->r->o->how.verify &&
                   !variant_is_checkable(w->res->c->choice, w->res->variant)
               ? xstrdup("no result that --verify could check")
               : NULL;
}

static char *oversubscribed(const struct row *w)
{
    return w->r->ri->oversubscribed ? xstrdup("oversubscribed") : NULL;
}

static char *shared_cpu(const struct row *w)
{
    const struct runinfo *ri = w->r->ri;

    return ri->shared_cpu && !ri->oversubscribed ? xstrdup("ranks share a CPU")
                                                 : NULL;
}

static char *fell_back(const struct row *w)
{
    if (w->res->fell_back == NULL)
        return NULL;
    return xasprintf("no launch was on time by method %s: measured by %s",
                     w->res->fell_back->name, w->res->method->name);
}

const struct mark marks[] = {
    {"few-launches", true, few_launches},
    {"late", true, late},
    {"imprecise", true, imprecise_mean},
    {"missed-precision", true, missed_precision},
    {"over-time", false, over_time},
    {"few-passes", false, few_passes},
    {"failed-pass", true, failed_pass},
    {"disturbed", false, disturbed_launches},
    {"distance-changed", false, distance_changed},
    {"clocks", false, clocks},
    {"clock-set-back", false, clock_was_set_back},
    {"wrong-results", false, wrong_results},
    {"unchecked", false, unchecked},
    {"oversubscribed", false, oversubscribed},
    {"shared-cpu", false, shared_cpu},
    {"fell-back", false, fell_back},
    {.name = NULL},
};

json_t *marks_text(const struct row *w)
{
    const struct result *res = w->res;
    const char *cause = result_cause(res), *before = ": ";
    bool cautioned = false;
    size_t length;
    char *text;
    json_t *note = NULL;
    FILE *f = text_open(&text, &length);

    fprintf(f, "%s:%s at %lld B", res->c->choice->op->name, res->variant->label,
            (long long)res->c->bytes);
    if (cause != NULL) {
        fprintf(f, "%s%s", before, cause);
        before = "; ";
    }
    for (const struct mark *m = marks; m->name != NULL; m++) {
        char *more = m->caution && cautioned ? NULL : m->note(w);

        if (more == NULL)
            continue;
        fprintf(f, "%s%s", before, more);
        free(more);
        before = "; ";
        cautioned |= m->caution;
    }
    text_close(f);
    if (*before == ';')
        note = json_text(text);
    free(text);
    return note;
}
