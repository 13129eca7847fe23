/* advice.c: suggests how to continue when a table leaves ratios undecided. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/view.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* More runs are said to be useless if the parts of independent runs differ as
 * much as these with at most this probability. */
static const double chance_most = 0.01;
static const double longest = 3600, hours_most = 1000;
enum { STEP = 10 }; /* seconds; suggested times are rounded up to a multiple */

/* "mpiperf-repeat ... -- mpiexec ... -- mpiexec ...", malloced. */
static char *command_text(const struct table *t, const char *how)
{
    size_t length, n;
    char *text;
    FILE *f = text_open(&text, &length);

    fprintf(f, "mpiperf-repeat%s", how);
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

/* Estimated multiple of the present runs that decides the row; 1: decided. */
static double runs_factor(const struct table *t, const struct row *row)
{
    double mean = fabs(row->vs.spread.mean), same = log1p(t->o.same), room;

    if (row->sign != SIGN_NOT_TOLD || row->by_clock || isnan(row->vs.half))
        return 1;
    room = mean > same ? mean : fmax(same - mean, mean);
    return pow(row->vs.half / room, 2);
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
            row->base != NO_ROW && row->interleaved ? runs_factor(t, row) : 1;

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
    if (spent <= 0) /* the duration of runs is unknown */
        return NULL;
    if (!(spent <= longest))
        return xasprintf("deciding the rows marked ? would take %s%s h: fewer "
                         "sizes, or a quieter machine",
                         spent < hours_most * 3600 ? "" : "more than ",
                         digits_plain(hours, fmin(spent / 3600, hours_most)));
    how = file != NULL
              ? xasprintf(" --budget=%.0f --append -o %s",
                          ceil(spent / STEP) * STEP, SHOWN_FILE(file))
              : xasprintf(" --budget=%.0f",
                          ceil((spent + spent / (factor - 1)) / STEP) * STEP);
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
    if (t->interleaved || t->r->sides != 2)
        return t->o.gate ? NULL : runs_needed(t, file);
    command = command_text(t, "");
    text = xasprintf("not interleaved; to interleave the two: %s", command);
    free(command);
    return text;
}
