/* advice.c: suggests how to continue when a table leaves ratios undecided. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/view.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* If the standard deviation of the first half of the runs exceeds that of all
 * runs by this factor (1.41 for independent runs), more runs help. */
static const double falls = 1.15;
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

    if (row->sign != SIGN_NOT_TOLD || isnan(row->vs.half))
        return 1;
    room = mean > same ? mean : fmax(same - mean, mean);
    return pow(row->vs.half / room, 2);
}

/* Standard deviation of the first half of the runs divided by that of all; NAN:
 * unknown. */
static double sd_falls(const struct table *t, const struct row *row)
{
    struct spread_of_parts half;
    struct values v;
    struct parts parts;

    values_of_ratio(&v, t, row, &t->v[row->base]);
    parts_cut(&parts, v.x, v.n / 2, INFINITY);
    parts_spread(&half, v.x, &parts);
    parts_free(&parts);
    values_free(&v);
    return half.known && row->vs.spread.sd > 0 ? half.sd / row->vs.spread.sd
                                               : NAN;
}

static char *runs_needed(const struct table *t, const char *file)
{
    double *fall = xcalloc(t->n + 1, sizeof(*fall)), factor = 1, spent, more;
    size_t n = 0;
    char *how, *text, *command, hours[DIGITS_SIZE];

    for (size_t i = 0; i < t->n; i++) {
        const struct row *row = &t->v[i];
        double own =
            row->base != NO_ROW && row->interleaved ? runs_factor(t, row) : 1;

        if (own <= 1)
            continue;
        factor = fmax(factor, own);
        fall[n] = sd_falls(t, row);
        n += !isnan(fall[n]);
    }
    more = n > 0 ? gsl_stats_median(fall, 1, n) : NAN;
    free(fall);
    if (factor <= 1)
        return NULL;
    if (more < falls)
        return xstrdup("more runs will not tell the ? here: the machine itself "
                       "changes by that much");
    spent = runs_seconds(t->r) * (factor - 1);
    if (spent <= 0) /* the duration of runs is unknown */
        return NULL;
    if (!(spent <= longest))
        return xasprintf("telling each ? would take %s%s h: fewer sizes, or "
                         "a quieter machine",
                         spent < hours_most * 3600 ? "" : "more than ",
                         digits_plain(hours, fmin(spent / 3600, hours_most)));
    how = file != NULL
              ? xasprintf(" --budget=%.0f --append -o %s",
                          ceil(spent / STEP) * STEP, SHOWN_FILE(file))
              : xasprintf(" --budget=%.0f",
                          ceil((spent + spent / (factor - 1)) / STEP) * STEP);
    command = command_text(t, how);
    text = xasprintf("to tell each ?: %s", command);
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
