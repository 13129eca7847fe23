/* runs_of_state.c: what runs found in one state of the machine, or in all. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "tools/compare/clusters.h"
#include "tools/compare/runs_add.h"
#include "tools/compare/runs_states.h"

/* ---- the copy ------------------------------------------------------------ */

/* The run of that command line and cluster, new if there was none. */
static size_t place_of(struct runs *out, const struct run *run, size_t cluster)
{
    struct run copy = *run;

    for (size_t i = 0; i < out->n; i++)
        if (out->v[i].block == cluster && out->v[i].command == run->command) {
            out->v[i].complete &= run->complete;
            return i;
        }
    copy.block = cluster;
    runs_add(out, &copy);
    return out->n - 1;
}

/* Run of the set -> does it have rounds in a state that does not count?
 * malloced. */
static bool *strayed(const struct runs_states *s, size_t set, size_t state)
{
    bool *run = xcalloc(s->set[set]->n + 1, sizeof(*run));

    for (size_t at = runs_states_begin(s, set); at < runs_states_end(s, set);
         at++)
        run[s->piece[at].run] |=
            s->found.of[at] >= 0 && !runs_states_in(s, at, state);
    return run;
}

/* What the gauges showed at both ends of a run is of the state if the run was
 * in no other one: of a cluster the mean over these, NAN: there are none. */
static void set_gauges(struct runs *out, const struct runs *r,
                       const size_t *of_run, const bool *other)
{
    size_t *n = xcalloc(out->n + 1, sizeof(*n));

    for (size_t g = 0; g < RUN_GAUGES; g++) {
        for (size_t i = 0; i < out->n; i++) {
            out->v[i].gauge[g] = 0;
            n[i] = 0;
        }
        for (size_t i = 0; i < r->n; i++)
            if (of_run[i] != CLUSTER_NONE && !other[i] &&
                !isnan(r->v[i].gauge[g])) {
                out->v[of_run[i]].gauge[g] += log(r->v[i].gauge[g]);
                n[of_run[i]]++;
            }
        for (size_t i = 0; i < out->n; i++)
            out->v[i].gauge[g] =
                n[i] > 0 ? exp(out->v[i].gauge[g] / (double)n[i]) : NAN;
    }
    free(n);
}

/* Run of the set -> one of the copy, or CLUSTER_NONE; malloced. The copy's are
 * in the order of the set's. */
static size_t *add_runs(struct runs *out, const struct runs_states *s,
                        size_t set, const struct clusters *c)
{
    const struct runs *r = s->set[set];
    size_t *of_run = xcalloc(r->n + 1, sizeof(*of_run));

    for (size_t i = 0; i < r->n; i++)
        of_run[i] = CLUSTER_NONE;
    for (size_t at = runs_states_begin(s, set); at < runs_states_end(s, set);
         at++)
        if (of_run[s->piece[at].run] == CLUSTER_NONE)
            of_run[s->piece[at].run] = c->of[at];
    for (size_t i = 0; i < r->n; i++)
        if (of_run[i] != CLUSTER_NONE)
            of_run[i] = place_of(out, &r->v[i], of_run[i]);
    return of_run;
}

/* Stretch of the set -> run of the copy; malloced. Those that do not count have
 * CLUSTER_NONE. */
static size_t *places_of(struct runs *out, const struct runs_states *s,
                         size_t set, size_t state, bool stays)
{
    const struct runs *r = s->set[set];
    size_t begin = runs_states_begin(s, set), end = runs_states_end(s, set);
    size_t *place = xcalloc(end - begin + 1, sizeof(*place)), *of_run;
    bool *other = strayed(s, set, state);
    struct clusters c;

    clusters_init(&c, s, state, stays);
    out->of_stays = c.apart;
    of_run = add_runs(out, s, set, &c);
    for (size_t at = begin; at < end; at++) {
        size_t run = s->piece[at].run;

        if (c.of[at] == CLUSTER_NONE)
            place[at - begin] = CLUSTER_NONE;
        else if (out->v[of_run[run]].block == c.of[at])
            place[at - begin] = of_run[run];
        else
            place[at - begin] = place_of(out, &r->v[run], c.of[at]);
    }
    clusters_fini(&c);
    set_gauges(out, r, of_run, other);
    free(other);
    free(of_run);
    return place;
}

/* Rates are as many times higher as the time is shorter; other figures are
 * those of the whole run. A new reference, or NULL. */
static json_t *rates_of(const struct figures *f, double time)
{
    static const char *const rates[] = {"bandwidth", "message_rate"};
    json_t *more = NULL;

    for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
        json_t *rate = json_object_get(f->more, rates[i]);

        if (rate == NULL || !(time > 0) || isnan(f->time))
            continue;
        if (more == NULL)
            more = json_object();
        json_object_set_new(
            more, rates[i],
            json_real(json_number_value(rate) * f->time / time));
    }
    return more;
}

/* What runs of a cluster add up to. */
struct sum {
    double time, weight;
    long rounds;
    bool any, wrong;
    const struct figures *first;
};

static void copy_case(struct runs *out, const struct runs_states *s, size_t set,
                      size_t of_case, size_t state, const size_t *place)
{
    const struct runs_case *c = &s->set[set]->cases[of_case];
    struct sum *sum = xcalloc(out->n + 1, sizeof(*sum));
    double level[STATES_MAX] = {0};
    struct runs_case *to = NULL;

    if (state == STATES_LEVELLED)
        state_levels(level, s, c->key);
    for (size_t at = s->first_of[set][of_case];
         at < s->first_of[set][of_case + 1]; at++) {
        const struct piece *piece = &s->piece[at];
        const struct figures *f = &c->v[piece->figures];
        size_t run = place[at - runs_states_begin(s, set)];
        struct sum *of = sum + (run != CLUSTER_NONE ? run : 0);

        if (run == CLUSTER_NONE)
            continue;
        of->any = true;
        of->wrong |= f->wrong;
        if (isnan(piece->time) || !(piece->rounds > 0))
            continue;
        if (of->first == NULL)
            of->first = f;
        of->time += piece->rounds * (piece->time - level[s->found.of[at]]);
        of->weight += piece->rounds;
        of->rounds += (long)piece->rounds;
    }
    for (size_t i = 0; i < out->n; i++) {
        double time = exp(sum[i].time / sum[i].weight);
        struct figures f = {.run = i,
                            .time = time,
                            .median = time,
                            .lo = NAN,
                            .hi = NAN,
                            .within = NAN,
                            .rounds = sum[i].rounds,
                            .wrong = sum[i].wrong};

        if (!sum[i].any)
            continue;
        if (to == NULL)
            to = runs_add_case(out, c->key, c->record);
        if (to->rival == NULL)
            to->rival = json_incref(c->rival);
        if (sum[i].first != NULL)
            f.more = rates_of(sum[i].first, time);
        runs_add_figures(to, &f);
        json_decref(f.more);
    }
    free(sum);
}

void runs_of_state(struct runs *out, const struct runs_states *s, size_t set,
                   size_t state, bool stays)
{
    const struct runs *r = s->set[set];
    size_t *place;

    *out = (struct runs){.file = r->file};
    place = places_of(out, s, set, state, stays);
    for (size_t i = 0; i < r->ncases; i++)
        copy_case(out, s, set, i, state, place);
    for (size_t i = 0; i < r->nlost; i++)
        runs_add_lost(out, &r->lost[i]);
    free(place);
}
