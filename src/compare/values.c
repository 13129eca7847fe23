/* values.c: the values of a row, one for each run. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/values.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

static double pass_value(const struct pass *p, const char *figure)
{
    return figure == NULL ? p->time : number_of(p->figures, figure);
}

/* Returns the mean of n passes, trimmed by a quarter at each end, so that a
 * slow first pass has no effect. If a pass took no measurable time, it has no
 * logarithm; then returns the mean of the times of all passes. */
static double passes_mean(double *x, size_t n)
{
    double sum = 0;

    if (n == 0)
        return NAN;
    gsl_sort(x, 1, n);
    if (x[0] != -INFINITY)
        return gsl_stats_mean(x + n / 4, 1, n - 2 * (n / 4));
    for (size_t i = 0; i < n; i++)
        sum += exp(x[i]);
    return sum > 0 ? log(sum / (double)n) : NAN;
}

/* The mean of the run's passes in the row's state. */
double values_of_run(const struct table *t, const struct row *row, size_t run,
                     const char *figure)
{
    const struct observation *o = runs_observed(row->c, run);
    double *x, value;
    size_t n = 0;

    if (o == NULL)
        return NAN;
    x = xcalloc(o->n + 1, sizeof(*x));
    for (size_t i = 0; i < o->n; i++)
        if (states_of(row_states(t, row), &o->pass[i]) == row->state) {
            x[n] = pass_value(&o->pass[i], figure);
            n += !isnan(x[n]);
        }
    value = passes_mean(x, n);
    free(x);
    return value;
}

static void values_of_passes(struct values *v, const struct row *row,
                             const char *figure)
{
    const struct observation *o = runs_observed(row->c, 0);
    bool unseen = false;

    v->n = o != NULL ? o->n : 0;
    v->x = xcalloc(v->n + 1, sizeof(*v->x));
    for (size_t i = 0; i < v->n; i++) {
        v->x[i] = pass_value(&o->pass[i], figure);
        unseen |= v->x[i] == -INFINITY;
    }
    if (unseen) { /* one value for all passes */
        v->x[0] = passes_mean(v->x, v->n);
        v->n = 1;
    }
    parts_cut(&v->parts, NULL, v->n, INFINITY);
}

/* True if the table's options include the block of the run. */
static bool is_asked(const struct table *t, const struct run *run)
{
    return run->block >= t->o.first_block &&
           (t->o.end_block == 0 || run->block < t->o.end_block);
}

/* Maps each block to its index among the *n blocks that measured the row's
 * family (if interleaved, on any side; else on its own). Malloced. */
static size_t *places_of(const struct table *t, const struct row *row,
                         size_t *n)
{
    size_t *place = xcalloc(t->r->blocks + 1, sizeof(*place));
    bool *has = xcalloc(t->r->blocks + 1, sizeof(*has));

    for (size_t i = 0; i < t->r->n; i++)
        has[t->r->v[i].block] |=
            is_asked(t, &t->r->v[i]) &&
            (t->interleaved || t->r->v[i].side == row->side) &&
            runs_measured(t->r, row->c, i);
    *n = 0;
    for (size_t i = 0; i < t->r->blocks; i++) {
        place[i] = *n;
        *n += has[i];
    }
    free(has);
    return place;
}

/* If the duration is unknown, returns the start. */
static double run_ended(const struct run *run)
{
    return run->began + (isnan(run->seconds) ? 0 : run->seconds);
}

/* Replaces the start of each block by the pause before it: the time since all
 * earlier blocks ended. */
static void pauses(double *began, const double *ended, size_t n)
{
    double last = NAN;

    for (size_t i = 0; i < n; i++) {
        began[i] -= last;
        last = fmax(last, ended[i]);
    }
}

void values_of(struct values *v, const struct table *t, const struct row *row,
               const char *figure)
{
    size_t *place;
    double *began, *ended;

    if (t->o.passes) {
        values_of_passes(v, row, figure);
        return;
    }
    place = places_of(t, row, &v->n);
    v->x = xcalloc(v->n + 1, sizeof(*v->x));
    began = xcalloc(2 * v->n + 1, sizeof(*began));
    ended = began + v->n;
    for (size_t i = 0; i < v->n; i++)
        v->x[i] = began[i] = ended[i] = NAN;
    for (size_t i = 0; i < t->r->n; i++) {
        const struct run *run = &t->r->v[i];
        size_t at = place[run->block];

        if (!is_asked(t, run) || !runs_measured(t->r, row->c, i))
            continue;
        if (t->interleaved || run->side == row->side) {
            began[at] = fmin(began[at], run->began);
            ended[at] = fmax(ended[at], run_ended(run));
        }
        if (run->side == row->side)
            v->x[at] = values_of_run(t, row, i, figure);
    }
    pauses(began, ended, v->n);
    parts_cut(&v->parts, began, v->n, t->o.sitting);
    free(began);
    free(place);
}

void values_free(struct values *v)
{
    free(v->x);
    parts_free(&v->parts);
}

void values_spread(struct spread_of_parts *s, const struct table *t,
                   const struct row *row, const char *figure)
{
    struct values v;

    values_of(&v, t, row, figure);
    parts_spread(s, v.x, &v.parts);
    values_free(&v);
}

double values_step(const struct table *t, const struct row *row)
{
    double launches = number_of(row->last, "valid"), most = 0;

    for (size_t i = 0; i < t->r->n; i++) {
        const struct run *run = &t->r->v[i];

        if (run->side == row->side)
            most = fmax(most, clock_half(run->step, launches, run->dithered));
    }
    return row->plain || isnan(row->time.spread.mean)
               ? 0
               : most / exp(row->time.spread.mean);
}

/* Returns the reference algorithm's row on the same side, or NULL. */
static const struct row *reference_of(const struct table *t,
                                      const struct row *row)
{
    size_t end, first = table_rivals(t, row, &end);

    for (size_t i = first; t->o.reference != NULL && i < end; i++) {
        const struct row *other = &t->v[i];

        if (other->side == row->side && other->state == row->state &&
            strcmp(row_text(other, "algo"), t->o.reference) == 0)
            return other;
    }
    return NULL;
}

bool table_has_reference(const struct table *t)
{
    bool has = t->o.reference != NULL;

    for (long side = 1; side <= t->r->sides && has; side++) {
        has = false;
        for (size_t i = 0; i < t->n; i++)
            has |= t->v[i].side == side &&
                   strcmp(row_text(&t->v[i], "algo"), t->o.reference) == 0;
    }
    return has;
}

/* Gets the row's values. If sides (such as two builds) are compared, divides
 * them by the reference's values, so that common effects cancel. */
static void own_values(struct values *v, const struct table *t,
                       const struct row *row, bool between)
{
    const struct row *by = between ? reference_of(t, row) : NULL;
    struct values other;

    values_of(v, t, row, row->plain ? "hidden" : NULL);
    if (by == NULL || by == row || row->plain)
        return;
    values_of(&other, t, by, NULL);
    for (size_t i = 0; i < v->n; i++)
        v->x[i] -= other.x[i];
    values_free(&other);
}

/* Sign that makes "faster" positive: a shorter time, but a larger share. */
static double sign_of(const struct row *row)
{
    return row->plain ? 1 : -1;
}

/* Computes each run's mean over the n rows, positive for faster; NAN if the run
 * lacks a row. */
static void mean_values(struct values *v, const struct table *t,
                        const struct row *const *rows, size_t n, bool between)
{
    own_values(v, t, rows[0], between);
    for (size_t i = 0; i < v->n; i++)
        v->x[i] *= sign_of(rows[0]) / (double)n;
    for (size_t k = 1; k < n; k++) {
        struct values other;

        own_values(&other, t, rows[k], between);
        for (size_t i = 0; i < v->n; i++)
            v->x[i] += other.n == v->n
                           ? sign_of(rows[k]) / (double)n * other.x[i]
                           : NAN;
        values_free(&other);
    }
}

/* Gets, for each block, the logarithm of the rows' speed relative to their
 * bases. */
static void ratios(struct values *v, const struct table *t,
                   const struct row *const *rows,
                   const struct row *const *bases, size_t n, bool between)
{
    struct values its;

    mean_values(v, t, rows, n, between);
    mean_values(&its, t, bases, n, between);
    for (size_t i = 0; i < v->n; i++)
        v->x[i] = i < its.n ? v->x[i] - its.x[i] : NAN;
    values_free(&its);
}

/* The same for sides that were not interleaved: compares their means. */
static void means_ratio(struct spread_of_parts *s, const struct table *t,
                        const struct row *const *rows,
                        const struct row *const *bases, size_t n)
{
    struct spread_of_parts other;
    struct values own, its;

    mean_values(&own, t, rows, n, true);
    mean_values(&its, t, bases, n, true);
    parts_spread(s, own.x, &own.parts);
    parts_spread(&other, its.x, &its.parts);
    spread_subtract(s, &other);
    values_free(&own);
    values_free(&its);
}

void values_ratio(struct spread_of_parts *s, const struct table *t,
                  const struct row *const *rows, const struct row *const *bases,
                  size_t n)
{
    bool between = rows[0]->side != bases[0]->side;
    struct values v;

    if (between && !t->interleaved) {
        means_ratio(s, t, rows, bases, n);
        return;
    }
    ratios(&v, t, rows, bases, n, between);
    parts_spread(s, v.x, &v.parts);
    values_free(&v);
}

void values_ratio_of_states(struct spread_of_parts *s, const struct table *t,
                            const struct row *const *rows,
                            const struct row *const *bases, size_t n)
{
    struct values v, other;

    ratios(&v, t, rows, bases, 1, true);
    for (size_t k = 1; k < n; k++) {
        ratios(&other, t, rows + k, bases + k, 1, true);
        for (size_t i = 0; i < v.n && i < other.n; i++)
            if (isnan(v.x[i]))
                v.x[i] = other.x[i];
        values_free(&other);
    }
    parts_spread(s, v.x, &v.parts);
    values_free(&v);
}

double row_mean(const struct table *t, const struct row *row, const char *field)
{
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < t->r->n; i++) {
        const struct observation *o = runs_observed(row->c, i);
        const json_t *record =
            o != NULL && t->r->v[i].side == row->side ? o->record : NULL;
        const json_t *parts = json_object_get(record, "parts");
        double x = json_object_get(parts, field) != NULL
                       ? number_of(json_object_get(parts, field), "median")
                       : number_of(record, field);

        sum += isnan(x) ? 0 : x;
        n += !isnan(x);
    }
    return n > 0 ? sum / (double)n : NAN;
}
