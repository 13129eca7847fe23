/* resample.c: resample FILE.jsonl...: runs of one binary compared with
 * themselves, and with themselves made 5 % slower: how often is a difference
 * seen where there is none, and found where there is one? A line a case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "tools/compare/runs.h"
#include "tools/compare/output.h"
#include "tools/compare/power.h"
#include "tools/compare/ranksum.h"

enum {
    SIDE = 10,         /* runs a side, as mpiperf-repeat makes them */
    COMPARISONS = 200, /* of each kind */
    SEED = 1,
};

static const struct power usual = {.alpha = 0.05, .power = 0.8};
static const double slower = 1.05;

/* Logarithms of the runs' medians, in the order they ran. */
struct logs {
    double *x;
    size_t n;
};

static bool is_different(const double *a, const double *b, size_t n)
{
    return ranksum_p(a, n, b, n) <= usual.alpha;
}

/* ---- nothing differs --------------------------------------------------- */

/* Twenty runs at random, ten a side. */
static size_t wrong_at_random(const struct logs *l, gsl_rng *rng)
{
    double pick[2 * SIDE], *all = xmalloc(l->n * sizeof(*all));
    size_t wrong = 0;

    memcpy(all, l->x, l->n * sizeof(*all));
    for (size_t k = 0; k < COMPARISONS; k++) {
        gsl_ran_choose(rng, pick, 2 * SIDE, all, l->n, sizeof(*all));
        gsl_ran_shuffle(rng, pick, 2 * SIDE, sizeof(*pick));
        wrong += is_different(pick, pick + SIDE, SIDE);
    }
    free(all);
    return wrong;
}

/* Ten runs in a row and the ten that follow them, from every place. */
static size_t wrong_in_blocks(const struct logs *l, size_t *tried)
{
    size_t wrong = 0;

    *tried = 0;
    for (size_t i = 0; i + 2 * SIDE <= l->n; i++, (*tried)++)
        wrong += is_different(l->x + i, l->x + i + SIDE, SIDE);
    return wrong;
}

/* Twenty in a row, of each two in a row one for each side: what mpiperf-repeat
 * does with two command lines. */
static size_t wrong_interleaved(const struct logs *l, gsl_rng *rng)
{
    size_t wrong = 0;

    for (size_t k = 0; k < COMPARISONS; k++) {
        size_t at = gsl_rng_uniform_int(rng, l->n - 2 * SIDE + 1);
        double a[SIDE], b[SIDE];

        for (size_t i = 0; i < SIDE; i++) {
            size_t first = gsl_rng_uniform_int(rng, 2);

            a[i] = l->x[at + 2 * i + first];
            b[i] = l->x[at + 2 * i + 1 - first];
        }
        wrong += is_different(a, b, SIDE);
    }
    return wrong;
}

/* ---- one is slower ----------------------------------------------------- */

/* Is the shift found, with runs drawn with replacement? */
static bool is_found(const struct logs *l, size_t n, double shift, gsl_rng *rng)
{
    double *a = xmalloc(n * sizeof(*a)), *b = xmalloc(n * sizeof(*b));
    struct shift s;
    bool found;

    for (size_t i = 0; i < n; i++) {
        a[i] = l->x[gsl_rng_uniform_int(rng, l->n)];
        b[i] = l->x[gsl_rng_uniform_int(rng, l->n)] + shift;
    }
    ranksum_shift(&s, a, n, b, n, 1 - usual.alpha);
    found = is_different(a, b, n) && s.estimate > 0;
    free(a);
    free(b);
    return found;
}

static double found_share(const struct logs *l, size_t n, double shift,
                          gsl_rng *rng)
{
    size_t found = 0;

    for (size_t k = 0; k < COMPARISONS; k++)
        found += is_found(l, n, shift, rng);
    return (double)found / COMPARISONS;
}

/* What ten runs a side say is needed, or can be found: each time by other
 * ten, each time tried once. */
struct pilots {
    size_t least, middle, most; /* runs a side for 5 % */
    size_t said;                /* how many could say it */
    double found;               /* 5 % slower with so many: share found */
    double found_smallest;      /* the smallest with ten: share found */
};

static int by_size(const void *a, const void *b)
{
    const size_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static void pilots_run(struct pilots *p, const struct logs *l, gsl_rng *rng)
{
    double x[2 * SIDE], smallest;
    struct samples s = {{x, x + SIDE}, {SIDE, SIDE}};
    size_t needed[COMPARISONS], found = 0, found_smallest = 0;

    *p = (struct pilots){0};
    for (size_t k = 0; k < COMPARISONS; k++) {
        for (size_t i = 0; i < 2 * SIDE; i++)
            x[i] = l->x[gsl_rng_uniform_int(rng, l->n)];
        needed[p->said] = power_runs(&s, log(slower), &usual);
        smallest = power_smallest(&s, &usual);
        found_smallest += is_found(l, SIDE, smallest, rng);
        if (needed[p->said] > 0)
            found += is_found(l, needed[p->said++], log(slower), rng);
    }
    qsort(needed, p->said, sizeof(*needed), by_size);
    if (p->said > 0) {
        p->least = needed[0];
        p->middle = needed[p->said / 2];
        p->most = needed[p->said - 1];
        p->found = (double)found / (double)p->said;
    }
    p->found_smallest = (double)found_smallest / COMPARISONS;
}

/* ---- a case ------------------------------------------------------------ */

static void show_case(const char *file, const char *name, const struct logs *l,
                      gsl_rng *rng)
{
    size_t half = l->n / 2, tried, blocks = wrong_in_blocks(l, &tried);
    struct samples s = {{l->x, l->x + half}, {half, l->n - half}};
    size_t needed = power_runs(&s, log(slower), &usual);
    struct pilots p;

    printf("| %s | %s | %zu | %zu | %zu | %zu of %zu |", file, name, l->n,
           wrong_at_random(l, rng), wrong_interleaved(l, rng), blocks, tried);
    pilots_run(&p, l, rng);
    if (needed > 0)
        printf(" %zu | %.3f |", needed,
               found_share(l, needed, log(slower), rng));
    else
        printf(" n/a | n/a |");
    printf(" %zu, %zu, %zu | %.3f | %.3f |\n", p.least, p.middle, p.most,
           p.found, p.found_smallest);
}

static void show_file(const char *file, gsl_rng *rng)
{
    struct runs l = {0};
    char *cause;

    if (runs_read(&l, file, &cause) != 0) {
        fprintf(stderr, "resample: %s\n", cause);
        exit(1);
    }
    gsl_rng_set(rng, SEED);
    for (size_t k = 0; k < l.ncases; k++) {
        struct case_runs c;
        char *name = case_name(l.cases[k].record);

        case_runs_init(&c, &l.cases[k]);
        for (size_t i = 0; i < c.n; i++)
            c.median[i] = log(c.median[i]);
        if (c.n >= 2 * SIDE)
            show_case(file, name, &(struct logs){c.median, c.n}, rng);
        case_runs_fini(&c);
        free(name);
    }
    runs_free(&l);
}

int main(int argc, char **argv)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    printf("%d comparisons of %d runs a side; seed %d; %g %% slower\n\n",
           COMPARISONS, SIDE, SEED, 100 * (slower - 1));
    puts("| file | case | runs | random | interleaved | in a row | needed "
         "| found | needed, by 10 | found | smallest found |");
    puts("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (int i = 1; i < argc; i++)
        show_file(argv[i], rng);
    gsl_rng_free(rng);
    return 0;
}
