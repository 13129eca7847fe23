/* plan.c: parses lists of numbers, and makes the list of cases to measure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/options.h"

#include <search.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/number.h"
#include "lib/params.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "ops/pairs.h"

/* ---- numbers: A | A,B,C | A:B | A:B:*F | A:B:+S -------------------------- */

/* The values first, first * factor, ...; or first, first + step, ... */
struct range {
    int64_t first, last;
    int64_t factor, step; /* one of them is 0 */
};

struct bounds {
    int64_t min, max;
};

static int value_parse(int64_t *v, const char *s, const struct bounds *b,
                       char **cause)
{
    if (number_size(v, s, cause) != 0)
        return -1;
    if (*v >= b->min && *v <= b->max)
        return 0;
    *cause = *v < b->min ? xasprintf("%s: must be at least %lld", QUOTED(s),
                                     (long long)b->min)
                         : xasprintf("%s: must be at most %lld", QUOTED(s),
                                     (long long)b->max);
    return -1;
}

/* Parses "*F" or "+S"; NULL means *2. */
static int progress_parse(struct range *r, const char *s, const char *whole,
                          char **cause)
{
    bool adds = s != NULL && *s == '+';
    int64_t *to = adds ? &r->step : &r->factor;

    *to = 2;
    if (s == NULL)
        return 0;
    if (*s != '*' && !adds)
        return param_refuse(
            whole, "the range may go on with :*FACTOR or :+STEP", cause);
    if (s[1] == '\0')
        return param_refuse(whole, "a number is missing", cause);
    if (number_size(to, s + 1, cause) != 0)
        return -1;
    if (adds && *to < 1)
        return param_refuse(whole, "the step must be at least 1", cause);
    if (!adds && *to < 2)
        return param_refuse(whole, "the factor must be at least 2", cause);
    return 0;
}

/* Sets *v to the next value of the range; returns false if there is none. */
static bool range_next(const struct range *r, int64_t *v)
{
    bool over = false;
    int64_t next = 1; /* the value after 0 */

    if (r->step > 0)
        over = __builtin_add_overflow(*v, r->step, &next);
    else if (*v > 0)
        over = __builtin_mul_overflow(*v, r->factor, &next);
    if (over || next > r->last)
        return false;
    *v = next;
    return true;
}

static int range_add(struct sweep *out, const struct range *r,
                     const char *whole, char **cause)
{
    int64_t v = r->first;

    do {
        if (out->n == SWEEP_MAX)
            return param_refuse(whole, "stands for more than 100000 values",
                                cause);
        XAPPEND(out->v, out->n, v);
    } while (range_next(r, &v));
    return 0;
}

/* Parses one element of a list: A, A:B, A:B:*F or A:B:+S. Modifies the text. */
static int element_parse(struct sweep *out, char *s, const struct bounds *b,
                         char **cause)
{
    char *whole = xstrdup(s), *first = strsep(&s, ":"), *last = strsep(&s, ":");
    struct range r = {0};
    int rc = -1;

    if (*first == '\0' || (last != NULL && *last == '\0'))
        param_refuse(whole, "a number is missing", cause);
    else if (value_parse(&r.first, first, b, cause) == 0 &&
             value_parse(&r.last, last != NULL ? last : first, b, cause) == 0 &&
             progress_parse(&r, s, whole, cause) == 0)
        rc = r.first > r.last
                 ? param_refuse(whole, "the range runs backwards", cause)
                 : range_add(out, &r, whole, cause);
    free(whole);
    return rc;
}

int sweep_parse(struct sweep *out, const char *s, int64_t min, int64_t max,
                char **cause)
{
    const struct bounds bounds = {.min = min, .max = max};
    char *copy = xstrdup(s), *rest = copy, *element;
    struct sweep sweep = {0};
    int rc = 0;

    while (rc == 0 && (element = strsep(&rest, ",")) != NULL)
        rc = *element != '\0' ? element_parse(&sweep, element, &bounds, cause)
                              : param_refuse(s, "a number is missing", cause);
    free(copy);
    if (rc != 0) {
        sweep_free(&sweep);
        return -1;
    }
    sweep_unique(&sweep);
    *out = sweep;
    return 0;
}

static int value_order(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

static void nothing_to_free(void *value)
{
    (void)value;
}

void sweep_unique(struct sweep *s)
{
    void *seen = NULL; /* tree of the values kept so far */
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++) {
        int64_t **node;

        s->v[n] = s->v[i];
        node = tsearch(&s->v[n], &seen, value_order);
        if (node == NULL)
            out_of_memory();
        n += *node == &s->v[n];
    }
    tdestroy(seen, nothing_to_free);
    s->n = n;
}

void sweep_free(struct sweep *s)
{
    free(s->v);
    *s = (struct sweep){0};
}

/* ---- cases --------------------------------------------------------------- */

const struct dtype *options_dtype(const struct options *o, const struct op *op)
{
    if (o->dtype != NULL && !(op->flags & OP_NODATA))
        return o->dtype;
    return dtype_find(op->flags & OP_INTEGER                   ? "int64"
                      : op->flags & (OP_REDUCTION | OP_DOUBLE) ? "double"
                                                               : "byte");
}

/* Returns the numbers of elements for the sizes of -m, rounded up, without
 * duplicates. */
static struct sweep counts_make(const struct options *o,
                                const struct choice *choice,
                                const struct dtype *dtype)
{
    const struct op *op = choice->op;
    int64_t size = (int64_t)dtype->size;
    struct sweep counts = {0};

    if (choice->one_case)
        XAPPEND(counts.v, counts.n, choice->content.bytes / size);
    else if (op->flags & (OP_NODATA | OP_SINGLE))
        XAPPEND(counts.v, counts.n, op->flags & OP_NODATA ? 0 : 1);
    else
        for (size_t i = 0; i < o->size.n; i++)
            XAPPEND(counts.v, counts.n,
                    o->size.v[i] / size + (o->size.v[i] % size > 0));
    sweep_unique(&counts);
    return counts;
}

/* Adds a case; with --root=all one for each root, with --pairs=each one for
 * each round of pairs. Operations without a root get root 0. */
static void roots_add(struct plan *p, const struct options *o,
                      struct bench_case c)
{
    bool rooted = (c.choice->op->flags & OP_ROOTED) != 0;

    if (rooted && o->root == ROOT_ALL) {
        for (c.root = 0; c.root < c.procs / o->how.groups; c.root++)
            XAPPEND(p->cases, p->n, c);
        return;
    }
    c.root = rooted && o->root >= 0 ? o->root : 0;
    c.rotate = rooted && o->root == ROOT_ROTATE;
    c.rounds = pairs_rounds_of(c.choice->op, c.choice->values, c.procs);
    do
        XAPPEND(p->cases, p->n, c);
    while (++c.round < c.rounds);
}

static void choice_add(struct plan *p, const struct options *o,
                       const struct choice *choice)
{
    const struct dtype *dtype = options_dtype(o, choice->op);
    struct sweep counts = counts_make(o, choice, dtype);

    for (size_t i = 0; i < o->procs.n; i++) {
        for (size_t j = 0; j < counts.n; j++) {
            struct bench_case c = {
                .choice = choice,
                .procs = (int)o->procs.v[i],
                .dtype = dtype,
                .count = counts.v[j],
                .bytes = choice->one_case ? choice->content.bytes
                                          : counts.v[j] * (int64_t)dtype->size,
            };

            roots_add(p, o, c);
        }
    }
    sweep_free(&counts);
}

void plan_build(struct plan *p, const struct options *o)
{
    *p = (struct plan){0};
    for (size_t i = 0; i < o->nchoices; i++)
        choice_add(p, o, &o->choices[i]);
}

void plan_free(struct plan *p)
{
    free(p->cases);
    *p = (struct plan){0};
}
