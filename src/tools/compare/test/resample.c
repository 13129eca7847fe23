/* resample.c: resample FILE.jsonl...: runs of one binary compared with
 * themselves, and with themselves made 5 % slower: how often is a difference
 * seen where there is none, and found where there is one? Two lines a case:
 * runs compared by their blocks, and as if nobody knew them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "tools/compare/judge.h"
#include "tools/compare/output.h"
#include "tools/compare/runs.h"

enum {
    SIDE = 10,         /* runs a side, as mpiperf-repeat makes them */
    COMPARISONS = 200, /* of each kind */
    SEED = 1,
};

static const struct power usual = {.alpha = 0.05, .power = 0.8};
static const double slower = 1.05;

static const struct {
    const char *name;
    const struct contrast_kind *kind;
} ways[] = {{"blocks", &contrast_blocks}, {"runs", &contrast_runs}};
enum { WAYS = sizeof(ways) / sizeof(ways[0]) };

/* Logarithms of the runs' times, in the order they ran. */
struct logs {
    double *x;
    size_t n;
};

/* n blocks from place `at` on, or from anywhere: each is two runs that follow
 * each other, one for each side by chance. B is slower by that. */
struct draw {
    size_t n, at; /* SIZE_MAX: from anywhere */
    double shift;
};

static void contrast_draw(struct contrast *c, const struct contrast_kind *kind,
                          const struct logs *l, const struct draw *d,
                          gsl_rng *rng)
{
    double *a = xcalloc(d->n, sizeof(*a)), *b = xcalloc(d->n, sizeof(*b));

    for (size_t i = 0; i < d->n; i++) {
        size_t first = gsl_rng_uniform_int(rng, 2);
        size_t at = d->at != SIZE_MAX ? d->at + 2 * i
                                      : gsl_rng_uniform_int(rng, l->n - 1);

        a[i] = l->x[at + first];
        b[i] = l->x[at + 1 - first] + d->shift;
    }
    contrast_init(c, kind, a, d->n, b, d->n);
    free(a);
    free(b);
}

static enum verdict_of_runs verdict_of(const struct contrast *c)
{
    const struct judge_options o = {
        .alpha = usual.alpha, .same = 0.03, .correction = corrections[0]};
    struct judgement j;

    judge(&j, c, 1, &o);
    return j.verdict;
}

static size_t anywhere(const struct logs *l, gsl_rng *rng)
{
    return gsl_rng_uniform_int(rng, l->n - 2 * SIDE + 1);
}

/* Of COMPARISONS of ten blocks in a row. */
static size_t called(const struct contrast_kind *kind, const struct logs *l,
                     double shift, gsl_rng *rng)
{
    size_t n = 0;

    for (size_t k = 0; k < COMPARISONS; k++) {
        struct draw d = {SIDE, anywhere(l, rng), shift};
        enum verdict_of_runs v;
        struct contrast c;

        contrast_draw(&c, kind, l, &d, rng);
        v = verdict_of(&c);
        n += v == JUDGED_SLOWER || (shift == 0 && v == JUDGED_FASTER);
        contrast_fini(&c);
    }
    return n;
}

/* Ten runs in a row and the ten that follow them, from every place. */
static size_t wrong_in_a_row(const struct logs *l, size_t *tried)
{
    size_t wrong = 0;

    *tried = 0;
    for (size_t i = 0; i + 2 * SIDE <= l->n; i++, (*tried)++) {
        enum verdict_of_runs v;
        struct contrast c;

        contrast_init(&c, &contrast_runs, l->x + i, SIDE, l->x + i + SIDE,
                      SIDE);
        v = verdict_of(&c);
        wrong += v == JUDGED_SLOWER || v == JUDGED_FASTER;
        contrast_fini(&c);
    }
    return wrong;
}

/* What ten blocks say is needed: each time by other ten, each time tried once
 * with as many. */
struct pilots {
    size_t least, middle, most; /* blocks for 5 % */
    size_t said;                /* how many could say it */
    double found;               /* with so many: share found */
};

static int by_size(const void *a, const void *b)
{
    const size_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static void pilots_run(struct pilots *p, const struct contrast_kind *kind,
                       const struct logs *l, gsl_rng *rng)
{
    size_t needed[COMPARISONS], found = 0;

    *p = (struct pilots){0};
    for (size_t k = 0; k < COMPARISONS; k++) {
        struct draw d = {SIDE, anywhere(l, rng), 0};
        struct contrast c;

        contrast_draw(&c, kind, l, &d, rng);
        needed[p->said] = kind->needed(&c, log(slower), &usual);
        contrast_fini(&c);
        if (needed[p->said] == 0)
            continue;
        if (needed[p->said] < kind->fewest(usual.alpha))
            needed[p->said] = kind->fewest(usual.alpha);
        d = (struct draw){needed[p->said++], SIZE_MAX, log(slower)};
        contrast_draw(&c, kind, l, &d, rng);
        found += verdict_of(&c) == JUDGED_SLOWER;
        contrast_fini(&c);
    }
    qsort(needed, p->said, sizeof(*needed), by_size);
    if (p->said > 0) {
        p->least = needed[0];
        p->middle = needed[p->said / 2];
        p->most = needed[p->said - 1];
        p->found = (double)found / (double)p->said;
    }
}

static void show_case(const char *file, const char *name, const struct logs *l,
                      gsl_rng *rng)
{
    for (size_t k = 0; k < WAYS; k++) {
        const struct contrast_kind *kind = ways[k].kind;
        struct pilots p;
        size_t tried = 0, wrong;

        printf("| %s | %s | %s | %zu | %.3f |", file, name, ways[k].name,
               called(kind, l, 0, rng),
               (double)called(kind, l, log(slower), rng) / COMPARISONS);
        pilots_run(&p, kind, l, rng);
        printf(" %zu, %zu, %zu | %.3f |", p.least, p.middle, p.most, p.found);
        wrong = wrong_in_a_row(l, &tried);
        if (kind == &contrast_runs)
            printf(" %zu of %zu", wrong, tried);
        puts(" |");
    }
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
        const struct runs_case *c = &l.cases[k];
        char *name = case_name(c->record);
        struct logs logs = {xcalloc(c->n + 1, sizeof(*logs.x)), 0};

        for (size_t i = 0; i < c->n; i++)
            if (!isnan(c->v[i].time))
                logs.x[logs.n++] = log(c->v[i].time);
        if (logs.n >= 2 * SIDE)
            show_case(file, name, &logs, rng);
        free(logs.x);
        free(name);
    }
    runs_free(&l);
}

int main(int argc, char **argv)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    printf("%d comparisons of %d runs a side; seed %d; %g %% slower\n\n",
           COMPARISONS, SIDE, SEED, 100 * (slower - 1));
    puts(
        "| file | case | compared by | equal: called different | slower: found "
        "| needed, by 10 | found with so many | in a row |");
    puts("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (int i = 1; i < argc; i++)
        show_file(argv[i], rng);
    gsl_rng_free(rng);
    return 0;
}
