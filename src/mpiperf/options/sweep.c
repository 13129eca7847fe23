/* sweep.c: parses lists of numbers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/sweep.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "lib/number.h"
#include "lib/params.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

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
            whole, "the range may continue with :*FACTOR or :+STEP", cause);
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
