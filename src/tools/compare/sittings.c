/* sittings.c: when runs were made. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/sittings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "lib/xmalloc.h"

static int by_time(const void *a, const void *b)
{
    const struct turn *x = a, *y = b;

    if (x->began != y->began)
        return x->began < y->began ? -1 : 1;
    if (x->run != y->run)
        return x->run < y->run ? -1 : 1;
    return x->side - y->side;
}

void turns_sort(struct turn *turn, size_t n)
{
    qsort(turn, n, sizeof(*turn), by_time);
}

size_t *sittings_of(const struct runs *r, size_t *n)
{
    size_t *of = xcalloc(r->n + 1, sizeof(*of));
    struct turn *turn = xcalloc(r->n + 1, sizeof(*turn));
    double first = -INFINITY;

    *n = 0;
    for (size_t i = 0; i < r->n; i++) {
        double began = r->v[i].began;

        turn[i] = (struct turn){isnan(began) ? -INFINITY : began, i, 0};
    }
    turns_sort(turn, r->n);
    for (size_t k = 0; k < r->n; k++) {
        if (*n == 0 ||
            (turn[k].began > first && turn[k].began >= first + SITTING)) {
            first = turn[k].began;
            (*n)++;
        }
        of[turn[k].run] = *n - 1;
    }
    free(turn);
    return of;
}

double runs_span(const struct runs *r)
{
    double first = INFINITY, last = -INFINITY;

    for (size_t i = 0; i < r->n; i++) {
        double seconds = r->v[i].seconds;

        if (isnan(r->v[i].began))
            return NAN;
        first = fmin(first, r->v[i].began);
        last = fmax(last, r->v[i].began + (isnan(seconds) ? 0 : seconds));
    }
    return last >= first ? last - first : NAN;
}

/* Of the middle run. */
static double command_seconds(const struct runs *r, long command)
{
    double *x = xcalloc(r->n + 1, sizeof(*x)), middle;
    size_t n = 0;

    for (size_t i = 0; i < r->n; i++)
        if (r->v[i].command == command && !isnan(r->v[i].seconds))
            x[n++] = r->v[i].seconds;
    middle = median_of(x, n);
    free(x);
    return middle;
}

double runs_block_seconds(const struct runs *r)
{
    size_t n;
    long *command = runs_command_list(r, &n);
    double sum = 0;

    for (size_t k = 0; k < n; k++)
        sum += command_seconds(r, command[k]);
    free(command);
    return n > 0 ? sum : NAN;
}

char *runs_began(const struct runs *r)
{
    double first = INFINITY;
    char text[32] = "";
    struct tm tm;
    time_t t;

    for (size_t i = 0; i < r->n; i++)
        first = fmin(first, r->v[i].began); /* of a NAN the other */
    if (!isfinite(first))
        return NULL;
    t = (time_t)first;
    if (gmtime_r(&t, &tm) != NULL)
        strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm);
    return xstrdup(text);
}
