/* classes.c: Otsu's cuts of weighted values. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/stats/classes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

/* The halves of one heap are nearer to each other: those of normal values
 * by 2.7 of their standard deviations, of uniform ones by 3.5. */
#define DEVIATIONS 4.0
/* Of the median deviation, and of the range of the middle 80 %. */
#define DEVIATION_TO_SD 1.4826
#define RANGE_TO_SD 0.3902

enum { REFINEMENTS = 20 }; /* at most */

struct value {
    double x, weight;
};

static int by_x(const void *a, const void *b)
{
    const struct value *v = a, *w = b;

    return (v->x > w->x) - (v->x < w->x);
}

static double weight_of(const struct value *v, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += v[i].weight;
    return sum;
}

static double mean_of(const struct value *v, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += v[i].weight * v[i].x;
    return sum / weight_of(v, n);
}

/* ---- what a class is like ------------------------------------------------ */

/* Of ascending values: what that share of the weight is below. */
static double quantile_of(const struct value *v, size_t n, double share)
{
    double below = share * weight_of(v, n), sum = 0;

    for (size_t i = 0; i + 1 < n; i++) {
        sum += v[i].weight;
        if (sum == below)
            return (v[i].x + v[i + 1].x) / 2;
        if (sum > below)
            return v[i].x;
    }
    return v[n - 1].x;
}

static double median_of(const struct value *v, size_t n)
{
    return quantile_of(v, n, 0.5);
}

static double median_deviation(const struct value *v, size_t n, double centre)
{
    struct value *deviation = xcalloc(n, sizeof(*deviation));
    double median;

    for (size_t i = 0; i < n; i++)
        deviation[i] =
            (struct value){.x = fabs(v[i].x - centre), .weight = v[i].weight};
    qsort(deviation, n, sizeof(*deviation), by_x);
    median = median_of(deviation, n);
    free(deviation);
    return median;
}

/* A few values far from the others count for nothing; where they are all there
 * is, such as readings that something came between, the class is wide. */
static double sd_of(const struct value *v, size_t n, double centre)
{
    double range = quantile_of(v, n, 0.9) - quantile_of(v, n, 0.1);

    return fmax(DEVIATION_TO_SD * median_deviation(v, n, centre),
                RANGE_TO_SD * range);
}

/* ---- a cut --------------------------------------------------------------- */

/* Before which value to cut; how much less the variance is then, in sum. */
struct cut {
    size_t at; /* 0: nowhere */
    double gain;
};

/* Of v[from] to v[to - 1]. A side has at least that weight. */
static struct cut best_cut(const struct value *v, size_t from, size_t to,
                           double least)
{
    double all = weight_of(v + from, to - from), left = 0, sum = 0;
    double centre = to > from ? mean_of(v + from, to - from) : 0;
    struct cut best = {0};

    for (size_t i = from; i + 1 < to; i++) {
        double right, gain;

        left += v[i].weight;
        sum += v[i].weight * (v[i].x - centre);
        right = all - left;
        if (left < least || right < least || v[i].x == v[i + 1].x)
            continue;
        gain = sum * sum * (1 / left + 1 / right);
        if (gain > best.gain)
            best = (struct cut){i + 1, gain};
    }
    return best;
}

/* ---- cuts that hold ------------------------------------------------------ */

/* Classes of ascending values, by the places where they begin. */
static void describe(struct classes *c, const struct value *v,
                     const size_t *begin, size_t n)
{
    *c = (struct classes){.n = n};
    for (size_t k = 0; k < n; k++) {
        const struct value *first = v + begin[k];
        size_t length = begin[k + 1] - begin[k];

        c->centre[k] = median_of(first, length);
        c->sd[k] = sd_of(first, length, c->centre[k]);
        if (k > 0)
            c->cut[k - 1] = (first[-1].x + first[0].x) / 2;
    }
}

static int holds(const struct classes *c, double apart)
{
    for (size_t k = 1; k < c->n; k++) {
        double gap = c->centre[k] - c->centre[k - 1];

        if (!(gap > apart) ||
            !(gap > DEVIATIONS * fmax(c->sd[k - 1], c->sd[k])))
            return 0;
    }
    return 1;
}

/* Two cuts are better than the first and one more: each in turn is the best one
 * beside the other. */
static void refine(size_t cut[2], const struct value *v, size_t n, double least)
{
    size_t before[2];

    for (int i = 0; i < REFINEMENTS; i++) {
        memcpy(before, cut, sizeof(before));
        cut[0] = best_cut(v, 0, cut[1], least).at;
        cut[1] = best_cut(v, cut[0], n, least).at;
        if (cut[0] == 0 || cut[1] == 0)
            memcpy(cut, before, sizeof(before));
        if (memcmp(cut, before, sizeof(before)) == 0)
            return;
    }
}

/* With a second cut at s; not 0 where both hold. */
static int choose_three(struct classes *c, const struct value *v, size_t n,
                        size_t first, size_t s, double least, double apart)
{
    size_t cut[2] = {first < s ? first : s, first < s ? s : first};

    if (s == 0)
        return 0;
    refine(cut, v, n, least);
    describe(c, v, (size_t[]){0, cut[0], cut[1], n}, 3);
    return holds(c, apart);
}

static void choose(struct classes *c, const struct value *v, size_t n,
                   double apart)
{
    double least = fmax(CLASS_SHARE_MIN * weight_of(v, n), CLASS_WEIGHT_MIN);
    struct cut first = best_cut(v, 0, n, least);
    struct cut left = best_cut(v, 0, first.at, least);
    struct cut right = best_cut(v, first.at, n, least);
    struct cut better = left.gain >= right.gain ? left : right;
    struct cut other = left.gain >= right.gain ? right : left;

    if (first.at > 0) {
        if (choose_three(c, v, n, first.at, better.at, least, apart) ||
            choose_three(c, v, n, first.at, other.at, least, apart))
            return;
        describe(c, v, (size_t[]){0, first.at, n}, 2);
        if (holds(c, apart))
            return;
    }
    describe(c, v, (size_t[]){0, n}, 1);
}

void classes_find(struct classes *c, const double *x, const double *weight,
                  size_t n, double apart)
{
    struct value *v = xcalloc(n + 1, sizeof(*v));
    size_t known = 0;

    for (size_t i = 0; i < n; i++)
        if (isfinite(x[i]) && weight[i] > 0)
            v[known++] = (struct value){x[i], weight[i]};
    qsort(v, known, sizeof(*v), by_x);
    *c = (struct classes){0};
    if (known > 0)
        choose(c, v, known, apart);
    free(v);
}

int classes_of(const struct classes *c, double x)
{
    int k = 0;

    if (c->n == 0 || !isfinite(x))
        return -1;
    while (k + 1 < (int)c->n && x > c->cut[k])
        k++;
    return k;
}
