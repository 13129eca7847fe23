/* advice.c: suggests what to do next if a table cannot decide all its ratios,
 * and computes how wide its intervals are. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/advice.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "verdict/run_differences.h"

/* If independent runs would differ as much as the table's parts with at most
 * this probability, advice_text() says that more runs are useless. */
static const double chance_most = 0.01;
static const double longest = 3600, hours_most = 1000;
enum { STEP = 10 }; /* seconds; suggested times are rounded up to a multiple */

/* Returns "mpiperf-repeat ... -- mpiexec ... -- mpiexec ...", malloced. */
static char *command_text(const struct table *t, const char *how)
{
    size_t length, n;
    char *text;
    FILE *f = text_open(&text, &length);

    fprintf(f, "mpiperf-repeat%s%s", t->r->v[0].timed ? " --time" : "", how);
    for (long side = 1; side <= t->r->sides; side++)
        if (runs_side(t->r, side) != NULL) {
            const json_t *run = runs_side(t->r, side)->record;
            const char **words = describe_words(runs_side(t->r, side), &n);

            fputs(" -- ", f);
            if (json_object_get(run, "repeat") == NULL)
                fprintf(f, "mpiexec -n %ld ", integer_of(run, "ranks"));
            words_print(f, words, n);
            free(words);
        }
    text_close(f);
    return text;
}

static double runs_factor(const struct table *t, const struct row *row)
{
    double mean = fabs(row->vs.spread.mean), same = log1p(t->o.same), room;

    if (row->sign != SIGN_UNDECIDED || row->by_clock || isnan(row->vs.half))
        return 1;
    room = mean > same ? mean : fmax(same - mean, mean);
    return pow(row->vs.half / room, 2);
}

/* Returns options for `factor` times the present runs, malloced: the missing
 * runs are appended to the file; without a file, all runs are repeated. */
static char *budget_text(const struct table *t, double factor, const char *file)
{
    double all = runs_seconds(t->r) * factor;
    double blocks = ceil((double)t->r->blocks * factor);

    if (file != NULL && all > 0)
        return xasprintf(" --budget=%.0f --append -o %s",
                         ceil(all * (1 - 1 / factor) / STEP) * STEP,
                         SHOWN_FILE(file));
    return all > 0 ? xasprintf(" --budget=%.0f", ceil(all / STEP) * STEP)
                   : xasprintf(" -r %.0f", blocks); /* durations are unknown */
}

/* True if row and baseline are the same algorithm from the same build of
 * mpiperf, and native was measured too: then only native can differ. */
static bool is_same_code(const struct table *t, const struct row *row)
{
    const struct row *base = &t->v[row->base];
    bool native = false;
    size_t end;

    if (!row->between_sides || row->c != base->c ||
        strcmp(row_text(row, "algo"), "native") == 0 ||
        !describe_same_build(t, row->side, base->side))
        return false;
    for (size_t i = table_rivals(t, row, &end); i < end; i++)
        native |= t->v[i].side == row->side &&
                  strcmp(row_text(&t->v[i], "algo"), "native") == 0;
    return native;
}

static char *runs_needed(const struct table *t, const char *file)
{
    double *chance = xcalloc(t->n + 1, sizeof(*chance)), factor = 1, spent;
    bool useless;
    size_t n = 0;
    char *how, *text, *command, hours[DIGITS_SIZE];

    for (size_t i = 0; i < t->n; i++) {
        const struct row *row = &t->v[i];
        double own =
            row->base != NO_ROW && row->interleaved && !is_same_code(t, row)
                ? runs_factor(t, row)
                : 1;

        if (own <= 1)
            continue;
        factor = fmax(factor, own);
        chance[n++] = drift_chance(&row->vs.spread);
    }
    useless = n > 0 && gsl_stats_median(chance, 1, n) <= chance_most;
    free(chance);
    if (factor <= 1)
        return NULL;
    if (useless)
        return xstrdup("more runs cannot decide the rows marked ?: the "
                       "machine's own drift is larger than the differences");
    spent = runs_seconds(t->r) * (factor - 1);
    if (spent <= 0) /* durations of runs are unknown */
        return NULL;
    if (!(spent <= longest))
        return xasprintf("deciding the rows marked ? would take %s%s h: fewer "
                         "sizes, or a quieter machine",
                         spent < hours_most * 3600 ? "" : "more than ",
                         digits_plain(hours, fmin(spent / 3600, hours_most)));
    how = budget_text(t, factor, file);
    command = command_text(t, how);
    text = xasprintf("to decide the rows marked ?: %s", command);
    free(how);
    free(command);
    return text;
}

char *advice_text(const struct table *t, const char *file)
{
    char *command, *text;

    if (t->n == 0 || t->o.passes)
        return NULL;
    if (t->o.gate)
        return NULL;
    if (t->interleaved || t->r->sides != 2)
        return runs_needed(t, file);
    command = command_text(t, "");
    text = xasprintf("not interleaved; to interleave the two: %s", command);
    free(command);
    return text;
}

/* Factor on the number of blocks needed until the row passes or is confirmed as
 * slower. */
static double gate_factor(const struct judged *j, double limit)
{
    double slower = -j->vs.spread.mean, most = log(limit);
    double room = slower > most ? slower : most - slower;

    return isnan(j->vs.half) ? 2 : 1.2 * pow(j->vs.half / room, 2);
}

char *advice_gate(const struct gate *g, const struct table *t, const char *file)
{
    double blocks = (double)t->r->blocks, factor = 1.5;
    char *budget, *how, *command, *text;

    for (size_t i = 0; i < g->n && t->interleaved; i++)
        if (g->v[i].verdict == GATE_CANNOT_TELL)
            factor = fmax(factor, gate_factor(&g->v[i], g->limit));
    if (blocks > 0)
        factor = fmax(factor, 2 * GATE_BLOCKS_MIN / blocks);
    if (t->interleaved && !(factor * runs_seconds(t->r) < hours_most * 3600))
        return xstrdup("to decide: a quieter machine, or a larger limit");
    budget = t->interleaved ? budget_text(t, factor, file) : xstrdup("");
    how = xasprintf(" --fail-above=%.6g%%%s%s", 100 * (g->limit - 1),
                    strstr(budget, "-r ") != NULL ? "" : " --min-runs=auto",
                    budget);
    command = command_text(t, how);
    text = xasprintf("%s: %s",
                     t->interleaved ? "to decide"
                                    : "to decide, interleave the two",
                     command);
    free(budget);
    free(how);
    free(command);
    return text;
}

double advice_width(const struct table *t)
{
    bool ratios = false;
    double width = -INFINITY;

    if (t->o.passes)
        return INFINITY;
    for (size_t i = 0; i < t->n; i++)
        ratios |= t->v[i].base != NO_ROW;
    for (size_t i = 0; i < t->n; i++) {
        const struct row *row = &t->v[i];
        const struct figure *f = ratios ? &row->vs : &row->time;

        if (row->runs == 0 || (ratios && row->base == NO_ROW))
            continue;
        width = fmax(width, isnan(f->half) || f->spread.n < SIGN_MIN
                                ? INFINITY
                                : fmax(f->half, runs_half(&f->spread)));
    }
    return width >= 0 ? width : INFINITY; /* no row has figures yet */
}
