/* ranksum.c: the rank-sum test, and the shift between two samples. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/ranksum.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "tools/compare/nth.h"

/* A probability this near (relative) to the bound counts as within it. */
#define ROUNDING 1e-9

/* Both samples together, ranked; twice the rank is whole with ties too. */
struct ranking {
    size_t *twice; /* of the values in ascending order */
    size_t n;
    size_t sum;  /* of twice the ranks of a's values */
    double ties; /* sum of t^3 - t over groups of t values alike */
};

static void ranking_init(struct ranking *r, const double *a, size_t na,
                         const double *b, size_t nb)
{
    size_t n = na + nb, *order = xmalloc(n * sizeof(*order));
    double *x = xmalloc(n * sizeof(*x));

    *r = (struct ranking){.twice = xmalloc(n * sizeof(*r->twice)), .n = n};
    for (size_t i = 0; i < n; i++)
        x[i] = i < na ? a[i] : b[i - na];
    gsl_sort_index(order, x, 1, n);
    for (size_t i = 0, end; i < n; i = end) {
        double t;

        for (end = i; end < n && x[order[end]] == x[order[i]]; end++)
            ;
        t = (double)(end - i);
        r->ties += t * t * t - t;
        for (size_t j = i; j < end; j++) {
            r->twice[j] = i + 1 + end;
            r->sum += order[j] < na ? r->twice[j] : 0;
        }
    }
    free(order);
    free(x);
}

/*
 * ways[s]: how many choices of k among the n ranks have that sum, of sums to
 * *most. Malloced. Ranks are added one by one, each to the choices before it.
 */
static double *count_ways(const size_t *rank, size_t n, size_t k, size_t *most)
{
    double *table, *ways;
    size_t width = 1;

    for (size_t i = n - k; i < n; i++)
        width += rank[i];
    table = xcalloc((k + 1) * width, sizeof(*table));
    table[0] = 1;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1 < k ? i + 1 : k; j > 0; j--)
            for (size_t s = rank[i]; s < width; s++)
                table[j * width + s] += table[(j - 1) * width + s - rank[i]];
    ways = xmalloc(width * sizeof(*ways));
    for (size_t s = 0; s < width; s++)
        ways[s] = table[k * width + s];
    free(table);
    *most = width - 1;
    return ways;
}

static double exact_p(const struct ranking *r, size_t na)
{
    size_t most, mean = na * (r->n + 1);
    double *ways = count_ways(r->twice, r->n, na, &most);
    double all = 0, far = 0;
    size_t distance = r->sum > mean ? r->sum - mean : mean - r->sum;

    for (size_t s = 0; s <= most; s++) {
        all += ways[s];
        far += (s > mean ? s - mean : mean - s) >= distance ? ways[s] : 0;
    }
    free(ways);
    return far / all;
}

static double normal_p(const struct ranking *r, size_t na)
{
    double n = (double)r->n, a = (double)na, b = n - a;
    double distance = fabs((double)r->sum - a * (n + 1)) / 2;
    double variance = a * b / 12 * (n + 1 - r->ties / (n * (n - 1)));

    if (variance <= 0)
        return 1;
    return 2 * gsl_cdf_ugaussian_Q(fmax(distance - 0.5, 0) / sqrt(variance));
}

double ranksum_p(const double *a, size_t na, const double *b, size_t nb)
{
    struct ranking r;
    double p;

    if (na == 0 || nb == 0)
        return NAN;
    ranking_init(&r, a, na, b, nb);
    p = r.n <= RANKSUM_EXACT ? exact_p(&r, na) : normal_p(&r, na);
    free(r.twice);
    return fmin(p, 1);
}

int ranksum_side(const double *a, size_t na, const double *b, size_t nb)
{
    struct ranking r;
    size_t mean = na * (na + nb + 1);

    ranking_init(&r, a, na, b, nb);
    free(r.twice);
    return (r.sum < mean) - (r.sum > mean);
}

double ranksum_least_p(size_t na, size_t nb)
{
    double ways = 1;

    if (na == 0 || nb == 0)
        return NAN;
    for (size_t i = 1; i <= na; i++)
        ways *= (double)(nb + i) / (double)i;
    return fmin(2 / ways, 1);
}

size_t ranksum_fewest(double alpha)
{
    size_t n = 1;

    while (ranksum_least_p(n, n) > alpha)
        n++;
    return n;
}

/*
 * The c-th smallest and c-th largest difference bound the interval, with the
 * largest c for which P(U < c) is at most `tail`; 0: not even the extremes do.
 * U counts the pairs in which b is below a.
 */
static size_t exact_bound(size_t na, size_t nb, double tail)
{
    size_t n = na + nb, most, c = 0, least = na * (na + 1) / 2;
    size_t *rank = xmalloc(n * sizeof(*rank));
    double *ways, all = 0, below = 0;

    for (size_t i = 0; i < n; i++)
        rank[i] = i + 1;
    ways = count_ways(rank, n, na, &most);
    for (size_t s = least; s <= most; s++)
        all += ways[s];
    for (size_t s = least; s <= most; s++, c++) {
        below += ways[s];
        if (below > tail * all * (1 + ROUNDING))
            break;
    }
    free(rank);
    free(ways);
    return c;
}

static size_t normal_bound(size_t na, size_t nb, double tail)
{
    double pairs = (double)na * (double)nb;
    double sd = sqrt(pairs * (double)(na + nb + 1) / 12);
    double c = pairs / 2 - gsl_cdf_ugaussian_Qinv(tail) * sd;

    return c > 0 ? (size_t)c : 0;
}

/* The differences b - a of all pairs; both sides ascending. */
struct pairs {
    const double *a, *b;
    size_t na, nb;
};

/* The larger a is, the more of b are within: one walk along both. */
static size_t count_pairs(const void *values, double x)
{
    const struct pairs *p = values;
    size_t count = 0;

    for (size_t i = 0, j = 0; i < p->na; i++) {
        while (j < p->nb && p->b[j] - p->a[i] <= x)
            j++;
        count += j;
    }
    return count;
}

static double middle_pair(const struct pairs *p)
{
    size_t n = p->na * p->nb;

    return (nth_value(p, count_pairs, (n + 1) / 2) +
            nth_value(p, count_pairs, n / 2 + 1)) /
           2;
}

double ranksum_estimate(const double *a, size_t na, const double *b, size_t nb)
{
    struct pairs p = {.na = na, .nb = nb};
    double *of_a, *of_b, estimate;

    if (na == 0 || nb == 0)
        return NAN;
    p.a = of_a = nth_sorted(a, na);
    p.b = of_b = nth_sorted(b, nb);
    estimate = middle_pair(&p);
    free(of_a);
    free(of_b);
    return estimate;
}

void ranksum_shift(struct shift *out, const double *a, size_t na,
                   const double *b, size_t nb, double confidence)
{
    size_t n = na * nb, c;
    double tail = (1 - confidence) / 2;
    double *of_a, *of_b;
    struct pairs p;

    *out = (struct shift){.estimate = NAN, .lo = NAN, .hi = NAN};
    if (n == 0)
        return;
    of_a = nth_sorted(a, na);
    of_b = nth_sorted(b, nb);
    p = (struct pairs){of_a, of_b, na, nb};
    out->estimate = middle_pair(&p);
    c = na + nb <= RANKSUM_EXACT ? exact_bound(na, nb, tail)
                                 : normal_bound(na, nb, tail);
    if (c > 0) {
        out->lo = nth_value(&p, count_pairs, c);
        out->hi = nth_value(&p, count_pairs, n + 1 - c);
    }
    free(of_a);
    free(of_b);
}
