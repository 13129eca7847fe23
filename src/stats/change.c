/* change.c: changes of a series' level, found with a bounded loss. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "stats/change.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

/* Loss of a value that is three standard deviations or more from its level, in
 * units of the variance; what a change costs; the least scatter, as records
 * have few digits. */
static const double loss_most = 9, cost = 25, scatter_least = 1e-3;

double change_median(const double *x, size_t n)
{
    double *sorted, median;

    if (n == 0)
        return NAN;
    sorted = xcalloc(n, sizeof(*sorted));
    memcpy(sorted, x, n * sizeof(*sorted));
    gsl_sort(sorted, 1, n);
    median = gsl_stats_median_from_sorted_data(sorted, 1, n);
    free(sorted);
    return median;
}

/* The median distance of neighbours: 0.6745 sqrt(2) deviations if they are
 * normal. */
double change_scatter(const double *x, size_t n)
{
    double *distance = xcalloc(n + 1, sizeof(*distance)), median;

    for (size_t i = 1; i < n; i++)
        distance[i - 1] = fabs(x[i] - x[i - 1]);
    median = change_median(distance, n > 0 ? n - 1 : 0);
    free(distance);
    return median / 0.6745 / M_SQRT2;
}

static double loss(double x, double level, double scatter)
{
    return fmin(pow((x - level) / scatter, 2), loss_most);
}

/* Sets starts[i] to the first value with the level of value i, if the series
 * ended with value i. Levels are chosen among the values. Returns the sum of
 * losses and penalties. */
static double starts_find(size_t *starts, const double *x, size_t n,
                          double scatter, double penalty)
{
    double *sum = xcalloc(n, sizeof(*sum)), least = 0; /* by level */
    size_t *start = xcalloc(n, sizeof(*start));

    for (size_t i = 0; i < n; i++) {
        double next = INFINITY;

        for (size_t k = 0; k < n; k++) {
            if (i > 0 && sum[k] > least + penalty) {
                sum[k] = least + penalty;
                start[k] = i;
            }
            sum[k] += loss(x[i], x[k], scatter);
            if (sum[k] < next) {
                next = sum[k];
                starts[i] = start[k];
            }
        }
        least = next;
    }
    free(sum);
    free(start);
    return least;
}

/* Returns the loss of one line through all values, and its rise: the resistant
 * line through the medians of the outer thirds (Tukey 1977). */
static double line_loss(const double *x, size_t n, double scatter, double *rise)
{
    const size_t third = n / 3;
    const double slope =
        (change_median(x + n - third, third) - change_median(x, third)) /
        (double)(n - third);
    double *flat = xcalloc(n, sizeof(*flat)), level, sum = 0;

    for (size_t i = 0; i < n; i++)
        flat[i] = x[i] - slope * (double)i;
    level = change_median(flat, n);
    for (size_t i = 0; i < n; i++)
        sum += loss(flat[i], level, scatter);
    free(flat);
    *rise = slope * (double)(n - 1);
    return sum;
}

/* Sets *from and *to to the range of values that have change i, if i < c->n. */
static void range_of(const struct changes *c, size_t i, size_t n, size_t *from,
                     size_t *to)
{
    *from = i > 0 ? c->v[i - 1].at : 0;
    *to = i + 1 < c->n ? c->v[i + 1].at : n;
}

/* Sets all steps. Returns the change to remove: the smallest one of those next
 * to too few values, else the smallest if below `least`; c->n if none. */
static size_t steps_set(struct changes *c, const double *x, size_t n,
                        double least)
{
    static const double few = 1e6; /* more than any step */
    size_t weakest = c->n;
    double lowest = least;

    for (size_t i = 0; i < c->n; i++) {
        struct change *v = &c->v[i];
        size_t from, to;
        double size;

        range_of(c, i, n, &from, &to);
        v->step = change_median(x + v->at, to - v->at) -
                  change_median(x + from, v->at - from);
        size = fabs(v->step);
        if (v->at - from < CHANGE_SIDE || to - v->at < CHANGE_SIDE)
            size -= few;
        if (size < lowest) {
            lowest = size;
            weakest = i;
        }
    }
    return weakest;
}

/* Moves the change to the index with the least loss, with the levels on both
 * sides given, and sets `within`: the probability of an index is proportional
 * to exp(-loss / 2). */
static void place(struct changes *c, size_t i, const double *x, size_t n)
{
    struct change *v = &c->v[i];
    size_t from, to, at;
    double before, after, *weight, sum = 0, inside, more = 0, best = INFINITY;

    range_of(c, i, n, &from, &to);
    at = v->at;
    before = change_median(x + from, v->at - from);
    after = change_median(x + v->at, to - v->at);
    weight = xcalloc(to - from, sizeof(*weight));
    for (size_t k = from + 1; k < to; k++) {
        more += loss(x[k - 1], before, c->scatter) -
                loss(x[k - 1], after, c->scatter);
        weight[k - from] = more;
        if (more < best && k - from >= CHANGE_SIDE && to - k >= CHANGE_SIDE) {
            best = more;
            at = k;
        }
    }
    for (size_t k = 1; k < to - from; k++)
        sum += weight[k] = exp((best - weight[k]) / 2);
    v->at = at;
    inside = weight[at - from];
    for (v->within = 0; inside < 0.95 * sum && v->within < to - from;) {
        size_t far = ++v->within;

        inside += v->at > from + far ? weight[v->at - from - far] : 0;
        inside += v->at + far < to ? weight[v->at - from + far] : 0;
    }
    free(weight);
}

void changes_find(struct changes *c, const double *x, size_t n, double least,
                  size_t series)
{
    const double penalty = cost + 3 * log((double)series);
    size_t *starts = xcalloc(n + 1, sizeof(*starts)), weakest;
    double steps, rise;

    *c = (struct changes){.scatter = fmax(change_scatter(x, n), scatter_least)};
    steps = starts_find(starts, x, n, c->scatter, penalty);
    c->drift = n >= 3 * CHANGE_SIDE &&
               line_loss(x, n, c->scatter, &rise) + penalty < steps &&
               fabs(rise) >= least;
    if (c->drift) {
        XAPPEND(c->v, c->n,
                (struct change){.at = n / 2, .within = n / 2, .step = rise});
        free(starts);
        return;
    }
    for (size_t i = n; i > 0 && starts[i - 1] > 0; i = starts[i - 1])
        XAPPEND(c->v, c->n, (struct change){.at = starts[i - 1]});
    for (size_t i = 0; i < c->n / 2; i++) {
        struct change other = c->v[i];

        c->v[i] = c->v[c->n - 1 - i];
        c->v[c->n - 1 - i] = other;
    }
    while ((weakest = steps_set(c, x, n, least)) < c->n) {
        c->n--;
        memmove(c->v + weakest, c->v + weakest + 1,
                (c->n - weakest) * sizeof(*c->v));
    }
    for (size_t i = 0; i < c->n; i++)
        place(c, i, x, n);
    steps_set(c, x, n, least);
    free(starts);
}

void changes_free(struct changes *c)
{
    free(c->v);
    *c = (struct changes){0};
}
