/* stratify.c: stratify FILE.jsonl...: what telling states of the machine apart
 * makes of runs' times, as the rows of a table: the interval of all runs, that
 * of each state, and that of the states' mean by their shares of the runs,
 * which is of the same figure as the first. A run is a cluster. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/digits.h"
#include "lib/xmalloc.h"
#include "mpiperf/stats/typical.h"
#include "tools/compare/output.h"
#include "tools/compare/runs_states.h"

static const double confidence = 0.95;

static void typical_time(struct typical *t, const struct runs_case *c)
{
    double *x = xcalloc(c->n + 1, sizeof(*x));
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        if (!isnan(c->v[i].time))
            x[n++] = log(c->v[i].time);
    typical_of(t, x, n);
    free(x);
}

/* "0.359 +-2.1 % (16 runs)" */
static void put(const struct typical *t)
{
    char buf[DIGITS_SIZE];

    printf("%s ", digits_plain(buf, 1e6 * exp(t->estimate)));
    if (isnan(t->se))
        printf("(%zu runs)", t->n);
    else
        printf("+-%.1f %% (%zu runs)", 100 * typical_half(t, confidence), t->n);
}

/* States' means by how many runs each has; NAN: one has no interval. */
static double half_of_all(const struct typical *of, size_t n)
{
    double runs = 0, sum = 0;

    for (size_t k = 0; k < n; k++)
        runs += (double)of[k].n;
    for (size_t k = 0; k < n; k++)
        sum +=
            pow((double)of[k].n / runs * typical_half(&of[k], confidence), 2);
    return sqrt(sum);
}

static void show_case(const char *file, const struct runs_states *s,
                      size_t of_case, const struct runs *in_state)
{
    const struct runs_case *c = &s->set[0]->cases[of_case];
    long command = s->set[0]->v[0].command;
    struct typical all, of[STATES_MAX];
    char *name = case_name(c->record);
    double half;

    typical_time(&all, c);
    printf("| %s | %s | ", file, name);
    put(&all);
    for (size_t k = 0; k < s->n; k++) {
        typical_time(&of[k], runs_find(&in_state[k], c->key));
        printf(k == 0 ? " | %s " : "; %s ",
               s->n > 1 ? s->found.v[s->matter[k]].name : "one state");
        put(&of[k]);
    }
    half = half_of_all(of, s->n);
    if (s->n < 2 || isnan(half))
        puts(" | - | - |");
    else
        printf(" | +-%.1f %% | %.2f |\n", 100 * half,
               runs_states_unexplained(s, 0, of_case, command));
    free(name);
}

static void show_file(const char *file)
{
    struct runs r = {0}, in_state[STATES_MAX] = {0};
    const struct runs *const set[] = {&r};
    struct runs_states s;
    char *cause;

    if (runs_read(&r, file, &cause) != 0) {
        fprintf(stderr, "stratify: %s\n", cause);
        exit(1);
    }
    runs_states_find(&s, set, 1, false);
    for (size_t k = 0; k < s.n; k++)
        runs_of_state(&in_state[k], &s, 0, s.matter[k], false);
    for (size_t i = 0; i < r.ncases; i++)
        show_case(file, &s, i, in_state);
    for (size_t k = 0; k < s.found.n; k++) {
        char *levels = runs_states_levels(&s, k);

        fprintf(stderr, "%s: %s%s: %.0f %% of the rounds, %zu stays\n", file,
                s.found.v[k].name, levels, 100 * s.found.v[k].share,
                s.found.v[k].stays);
        free(levels);
    }
    for (size_t k = 0; k < s.n; k++)
        runs_free(&in_state[k]);
    runs_states_free(&s);
    runs_free(&r);
}

int main(int argc, char **argv)
{
    puts("| file | case | all runs | by state | by state, all | unexplained |\n"
         "| --- | --- | --- | --- | --- | --- |");
    for (int i = 1; i < argc; i++)
        show_file(argv[i]);
    return 0;
}
