/* marks.c: what a reader of a row's figures must not overlook: one table for
 * the text and the record. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/marks.h"

#include <math.h>
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

static bool few_holds(const struct row *w)
{
    return result_has_figures(w->res) &&
           w->res->all.valid < w->r->o->how.min_valid;
}

static void few_explain(FILE *f, const struct row *w)
{
    fprintf(f, "only %ld valid launch%s: %s", w->res->all.valid,
            w->res->all.valid == 1 ? "" : "es", stop_name(w->res->stop));
}

static bool late_holds(const struct row *w)
{
    return result_has_figures(w->res) &&
           2 * w->res->all.late > w->res->all.launches;
}

static bool imprecise_holds(const struct row *w)
{
    return result_has_figures(w->res) && w->res->time.summary.rse > imprecise;
}

static void imprecise_explain(FILE *f, const struct row *w)
{
    fprintf(f, "imprecise: %s", stop_name(w->res->stop));
}

/* As far as it was asked for: the paper's first rule does not. */
static bool missed_holds(const struct row *w)
{
    const struct measuring *o = &w->r->o->how;

    return result_has_figures(w->res) && o->stop_on_rse && o->max_rse > 0 &&
           w->res->stop != STOP_CONVERGED && !(w->res->rse <= o->max_rse);
}

static void missed_explain(FILE *f, const struct row *w)
{
    double most = 100 * w->r->o->how.max_rse, rse = 100 * w->res->rse;

    if (isnan(rse))
        fprintf(f, "rse not known well enough: %s", stop_name(w->res->stop));
    else
        fprintf(f, "rse %.1f %%, above %g %%: %s", rse, most,
                stop_name(w->res->stop));
}

static bool time_holds(const struct row *w)
{
    return result_has_figures(w->res) && w->res->stop == STOP_MAX_TIME &&
           w->res->all.seconds > overtime * w->r->o->how.max_time;
}

static void time_explain(FILE *f, const struct row *w)
{
    fprintf(f,
            "took %.3g s, above --max-time %g: so long take its buffers, its "
            "warm-up and %ld launch%s",
            w->res->all.seconds, w->r->o->how.max_time, w->res->all.launches,
            w->res->all.launches == 1 ? "" : "es");
}

static bool passes_holds(const struct row *w)
{
    return result_has_figures(w->res) && w->res->several &&
           w->res->measured < PASSES_MIN;
}

static void passes_explain(FILE *f, const struct row *w)
{
    fprintf(f, "%zu pass%s: no interval", w->res->measured,
            w->res->measured == 1 ? "" : "es");
}

static bool failed_holds(const struct row *w)
{
    return w->res->failure != NULL;
}

static void failed_explain(FILE *f, const struct row *w)
{
    fprintf(f, "a later pass failed: %s", w->res->failure);
}

static bool disturbed_holds(const struct row *w)
{
    return (double)w->res->disturbed > disturbed * (double)w->res->all.launches;
}

static void disturbed_explain(FILE *f, const struct row *w)
{
    fprintf(f, "disturbed: ranks lost their core in %ld of %ld launches",
            w->res->disturbed, w->res->all.launches);
}

static bool moved_holds(const struct row *w)
{
    double before = result_oneway(w->res, 0), after = result_oneway(w->res, 1);

    return fmax(before / after, after / before) > moved; /* false for NAN */
}

static void moved_explain(FILE *f, const struct row *w)
{
    fprintf(f, "the cores' distance changed: one-way %.0f to %.0f ns",
            1e9 * result_oneway(w->res, 0), 1e9 * result_oneway(w->res, 1));
}

static bool clocks_holds(const struct row *w)
{
    return w->res->residual > clocks_off; /* false for NAN */
}

static void clocks_explain(FILE *f, const struct row *w)
{
    fprintf(f, "clocks: a second look found one %.2f us off",
            1e6 * w->res->residual);
}

static bool set_back_holds(const struct row *w)
{
    return w->res->set_back > 0;
}

static void set_back_explain(FILE *f, const struct row *w)
{
    fprintf(f,
            "the clock was set back by %.3g s: launches of that moment do not "
            "count",
            w->res->set_back);
}

static bool wrong_holds(const struct row *w)
{
    return w->res->mismatches > 0;
}

static void wrong_explain(FILE *f, const struct row *w)
{
    fprintf(f, "%ld WRONG RESULTS", w->res->mismatches);
}

static bool unchecked_holds(const struct row *w)
{
    return w->r->o->how.verify &&
           !variant_is_checkable(w->res->c->choice, w->res->variant);
}

static bool oversubscribed_holds(const struct row *w)
{
    return w->r->ri != NULL && w->r->ri->oversubscribed;
}

static bool shared_holds(const struct row *w)
{
    return w->r->ri != NULL && w->r->ri->shared_cpu && !oversubscribed_holds(w);
}

static bool fell_back_holds(const struct row *w)
{
    return w->res->fell_back != NULL;
}

static void fell_back_explain(FILE *f, const struct row *w)
{
    fprintf(f, "no launch was on time by method %s: measured by %s",
            w->res->fell_back->name, w->res->method->name);
}

const struct mark marks[] = {
    {.name = "few-launches",
     .caution = true,
     .holds = few_holds,
     .explain = few_explain},
    {.name = "late",
     .caution = true,
     .holds = late_holds,
     .text = "disturbed: most launches started late"},
    {.name = "imprecise",
     .caution = true,
     .holds = imprecise_holds,
     .explain = imprecise_explain},
    {.name = "missed-precision",
     .caution = true,
     .holds = missed_holds,
     .explain = missed_explain},
    {.name = "over-time", .holds = time_holds, .explain = time_explain},
    {.name = "few-passes", .holds = passes_holds, .explain = passes_explain},
    {.name = "failed-pass",
     .caution = true,
     .holds = failed_holds,
     .explain = failed_explain},
    {.name = "disturbed",
     .holds = disturbed_holds,
     .explain = disturbed_explain},
    {.name = "distance-changed",
     .holds = moved_holds,
     .explain = moved_explain},
    {.name = "clocks", .holds = clocks_holds, .explain = clocks_explain},
    {.name = "clock-set-back",
     .holds = set_back_holds,
     .explain = set_back_explain},
    {.name = "wrong-results", .holds = wrong_holds, .explain = wrong_explain},
    {.name = "unchecked",
     .holds = unchecked_holds,
     .text = "no result that --verify could check"},
    {.name = "oversubscribed",
     .holds = oversubscribed_holds,
     .text = "oversubscribed"},
    {.name = "shared-cpu", .holds = shared_holds, .text = "ranks share a CPU"},
    {.name = "fell-back",
     .holds = fell_back_holds,
     .explain = fell_back_explain},
    {.name = NULL},
};

char *marks_note(const struct row *w)
{
    const char *cause = result_cause(w->res), *before = "";
    bool cautioned = false;
    char *note;
    size_t length;
    FILE *f = text_open(&note, &length);

    if (cause != NULL) {
        fprintf(f, "%s%s", before, cause);
        before = "; ";
    }
    for (const struct mark *m = marks; m->name != NULL; m++) {
        if (!m->holds(w) || (m->caution && cautioned))
            continue;
        fputs(before, f);
        if (m->text != NULL)
            fputs(m->text, f);
        else
            m->explain(f, w);
        before = "; ";
        cautioned |= m->caution;
    }
    text_close(f);
    return note;
}
