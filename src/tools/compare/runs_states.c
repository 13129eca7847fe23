/* runs_states.c: stretches of records, and the states they are in. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/runs_states.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "tools/compare/sittings.h"

/* ---- what is watched ----------------------------------------------------- */

/* Of records that do not say it. */
static const struct covariate usual[] = {
    {"oneway", "near", "far", 1.5},
    {"spin", "fast", "slow", 1.05},
};

/* What a run of that command line watched; NULL: none did. */
static json_t *watch_of(const struct runs *r, long command)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->v[i].command == command && r->v[i].watch != NULL)
            return r->v[i].watch;
    return NULL;
}

/* What was watched, if that was so of every command line: where it was not, the
 * others' readings between rounds have nothing to be compared with. */
static json_t *watch_of_all(const struct runs_states *s)
{
    json_t *watch = NULL;

    for (size_t k = 0; k < s->sets; k++)
        for (size_t i = 0; i < s->set[k]->n; i++) {
            watch = watch_of(s->set[k], s->set[k]->v[i].command);
            if (watch == NULL)
                return NULL;
        }
    return watch;
}

static void set_covariates(struct runs_states *s)
{
    const char *name;
    json_t *gauge;

    s->watch = json_incref(watch_of_all(s));
    if (s->watch == NULL) {
        s->ncovariates = sizeof(usual) / sizeof(usual[0]);
        memcpy(s->covariate, usual, sizeof(usual));
        return;
    }
    json_object_foreach(s->watch, name, gauge)
    {
        if (s->ncovariates == COVARIATES_MAX)
            break;
        s->covariate[s->ncovariates++] = (struct covariate){
            .name = name,
            .low = json_string_value(json_object_get(gauge, "low")),
            .high = json_string_value(json_object_get(gauge, "high")),
            .factor = json_number_value(json_object_get(gauge, "factor")),
        };
    }
}

/* ---- stretches ----------------------------------------------------------- */

static double log_of(double x)
{
    return x > 0 ? log(x) : NAN;
}

/* What a gauge showed of the run as a whole; NAN: it changed, or is unknown. */
static double level_of_run(const struct run *run, const struct covariate *c)
{
    size_t i = 0;

    while (i < RUN_GAUGES && strcmp(run_gauges[i], c->name) != 0)
        i++;
    if (i == RUN_GAUGES || isnan(run->gauge[i]))
        return strcmp(c->name, "oneway") == 0 ? log_of(run->latency) : NAN;
    if (fabs(log(run->gauge_at[i][1] / run->gauge_at[i][0])) >
        log(c->factor) / 2)
        return NAN;
    return log_of(run->gauge[i]);
}

/* Where other runs of the table were watched, this one's state is not known: a
 * reading between rounds is a shorter piece of work than a gauge's at the
 * start.
 */
static void whole_run(struct stretch *x, const struct runs_states *s,
                      const struct run *run, const struct figures *f)
{
    x->rounds = f->rounds > 0 ? (double)f->rounds : 1;
    for (size_t c = 0; c < s->ncovariates; c++)
        x->level[c] =
            s->watch == NULL ? level_of_run(run, &s->covariate[c]) : NAN;
}

static bool in_stretches(const struct runs_states *s, const struct figures *f)
{
    return s->watch != NULL && f->stays != NULL;
}

static size_t stretches_of(const struct runs_states *s, const struct figures *f)
{
    return in_stretches(s, f) ? f->stays->n : 1;
}

/* What the gauge showed, of those that the run watched; NAN: it did not. */
static double reading(const struct run *run, const double *value,
                      const char *gauge)
{
    size_t place = STAYS_GAUGES;
    const char *name;
    json_t *words;

    json_object_foreach(run->watch, name, words)
    {
        if (strcmp(name, gauge) == 0)
            return value[place];
        place++;
    }
    return NAN;
}

/* Those of the figures, from s->nstretches on. */
static void stretches_add(struct runs_states *s, const struct run *run,
                          const struct figures *f, size_t order, size_t number)
{
    for (size_t i = 0; i < stretches_of(s, f); i++) {
        struct stretch *x = &s->stretch[s->nstretches];
        struct piece *piece = &s->piece[s->nstretches++];
        const double *value;

        *x = (struct stretch){.run = order};
        if (!in_stretches(s, f)) {
            whole_run(x, s, run, f);
            *piece = (struct piece){number, f->run, log_of(f->time), x->rounds};
            continue;
        }
        value = &f->stays->value[i * (STAYS_GAUGES + f->stays->gauges)];
        x->at = value[STAYS_AT];
        x->rounds = value[STAYS_ROUNDS];
        for (size_t c = 0; c < s->ncovariates; c++)
            x->level[c] = log_of(reading(run, value, s->covariate[c].name));
        *piece = (struct piece){number, f->run, log_of(value[STAYS_ESTIMATE]),
                                x->rounds};
    }
    s->mixed += in_stretches(s, f) ? f->mixed : 0;
}

static size_t count_stretches(const struct runs_states *s, const struct runs *r)
{
    size_t n = 0;

    for (size_t c = 0; c < r->ncases; c++)
        for (size_t k = 0; k < r->cases[c].n; k++)
            n += stretches_of(s, &r->cases[c].v[k]);
    return n;
}

/* For each run of a set its place in the order of time; malloced. Runs of one
 * file stand in that order. */
static size_t *order_of(const struct runs_states *s, size_t set)
{
    size_t all = s->set[0]->n + (s->sets > 1 ? s->set[1]->n : 0), n = 0;
    size_t *order = xcalloc(all + 1, sizeof(*order));
    struct turn *turn = xcalloc(all + 1, sizeof(*turn));

    for (size_t k = 0; k < s->sets; k++)
        for (size_t i = 0; i < s->set[k]->n; i++) {
            double began = s->set[k]->v[i].began;

            turn[n++] = (struct turn){
                s->sets == 1 || isnan(began) ? -INFINITY : began, i, (int)k};
        }
    turns_sort(turn, n);
    for (size_t i = 0; i < n; i++)
        if (turn[i].side == (int)set)
            order[turn[i].run] = i;
    free(turn);
    return order;
}

static void collect(struct runs_states *s)
{
    size_t most = 0;

    for (size_t k = 0; k < s->sets; k++)
        most += count_stretches(s, s->set[k]);
    s->stretch = xcalloc(most + 1, sizeof(*s->stretch));
    s->piece = xcalloc(most + 1, sizeof(*s->piece));
    for (size_t k = 0; k < s->sets; k++) {
        const struct runs *r = s->set[k];
        size_t *order = order_of(s, k);

        s->first_of[k] = xcalloc(r->ncases + 1, sizeof(*s->first_of[k]));
        for (size_t c = 0; c < r->ncases; c++) {
            s->first_of[k][c] = s->nstretches;
            for (size_t i = 0; i < r->cases[c].n; i++) {
                const struct figures *f = &r->cases[c].v[i];

                stretches_add(s, &r->v[f->run], f, order[f->run], i);
            }
        }
        s->first_of[k][r->ncases] = s->nstretches;
        free(order);
    }
}

/* ---- states -------------------------------------------------------------- */

static int by_run_and_time(const void *a, const void *b)
{
    const struct stretch *x = *(const struct stretch *const *)a;
    const struct stretch *y = *(const struct stretch *const *)b;

    if (x->run != y->run)
        return x->run < y->run ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* ... and of the same by place, so that it is always the same rival's. */
static int by_all(const void *a, const void *b)
{
    const struct stretch *x = *(const struct stretch *const *)a;
    const struct stretch *y = *(const struct stretch *const *)b;
    int order = by_run_and_time(a, b);

    return order != 0 ? order : (x > y) - (x < y);
}

/* Rivals have the same stretches, which count once. */
static void count_once(struct runs_states *s)
{
    struct stretch **order = xcalloc(s->nstretches + 1, sizeof(*order));

    for (size_t i = 0; i < s->nstretches; i++)
        order[i] = &s->stretch[i];
    qsort(order, s->nstretches, sizeof(*order), by_all);
    for (size_t i = 1; i < s->nstretches; i++)
        if (by_run_and_time(&order[i - 1], &order[i]) == 0)
            order[i]->rounds = 0;
    free(order);
}

/* Of a case the rounds in each state, and in any. */
static double rounds_of(const struct runs_states *s, size_t set, size_t of_case,
                        double *rounds)
{
    double all = 0;

    for (size_t i = 0; i < s->found.n; i++)
        rounds[i] = 0;
    for (size_t i = s->first_of[set][of_case];
         i < s->first_of[set][of_case + 1]; i++) {
        if (s->found.of[i] < 0)
            continue;
        rounds[s->found.of[i]] += s->stretch[i].rounds;
        all += s->stretch[i].rounds;
    }
    return all;
}

/* A state's share is the mean of what it has of each case: a short one has many
 * rounds more in the same time. */
static void set_shares(struct runs_states *s)
{
    double share[STATES_MAX] = {0}, known = 0, rounds[STATES_MAX], cases = 0;

    for (size_t k = 0; k < s->sets; k++)
        for (size_t c = 0; c < s->set[k]->ncases; c++) {
            double all = rounds_of(s, k, c, rounds);

            cases += all > 0;
            for (size_t i = 0; all > 0 && i < s->found.n; i++)
                share[i] += rounds[i] / all;
        }
    for (size_t i = 0; i < s->found.n; i++)
        known += s->found.v[i].share;
    for (size_t i = 0; i < s->found.n && cases > 0; i++)
        s->found.v[i].share = known * share[i] / cases;
}

void runs_states_find(struct runs_states *s, const struct runs *const *set,
                      size_t sets, bool shared)
{
    *s = (struct runs_states){.sets = sets, .shared = shared};
    for (size_t k = 0; k < sets; k++)
        s->set[k] = set[k];
    set_covariates(s);
    collect(s);
    count_once(s);
    states_find(&s->found, s->stretch, s->nstretches, s->covariate,
                s->ncovariates);
    set_shares(s);
    for (size_t i = 0; i < s->found.n; i++)
        if (s->found.v[i].share >= STATE_SHARE_MIN)
            s->matter[s->n++] = i;
}

void runs_states_free(struct runs_states *s)
{
    states_free(&s->found);
    free(s->stretch);
    free(s->piece);
    free(s->first_of[0]);
    free(s->first_of[1]);
    json_decref(s->watch);
    *s = (struct runs_states){0};
}
