/* runs_of_state.c: what runs found in one state of the machine. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "tools/compare/runs_add.h"
#include "tools/compare/runs_states.h"

/* ---- clusters ------------------------------------------------------------ */

/* Blocks of all sets, by their numbers; those of another set come behind, where
 * they are others. */
struct clusters {
    size_t behind[2]; /* set -> number of its first block */
    size_t n;
    size_t *stay; /* that all stretches of the block are of, STAY_NONE: there is
                     no stretch, SEVERAL */
    size_t *of;   /* block -> cluster */
    bool apart;   /* no stay is in two clusters */
};
#define SEVERAL (STAY_NONE - 1)

static void count_blocks(struct clusters *c, const struct runs_states *s)
{
    for (size_t k = 0; k < s->sets; k++) {
        size_t n = runs_blocks(s->set[k]);

        c->behind[k] = s->shared ? 0 : c->n;
        c->n = s->shared ? (n > c->n ? n : c->n) : c->n + n;
    }
    c->stay = xcalloc(c->n + 1, sizeof(*c->stay));
    c->of = xcalloc(c->n + 1, sizeof(*c->of));
    for (size_t b = 0; b < c->n; b++)
        c->stay[b] = STAY_NONE;
}

/* The block of a stretch of that set. */
static size_t block_of(const struct clusters *c, const struct runs_states *s,
                       size_t set, size_t at)
{
    return c->behind[set] + s->set[set]->v[s->piece[at].run].block;
}

static void find_stays(struct clusters *c, const struct runs_states *s,
                       size_t state)
{
    for (size_t k = 0; k < s->sets; k++)
        for (size_t at = runs_states_begin(s, k); at < runs_states_end(s, k);
             at++) {
            size_t *stay = &c->stay[block_of(c, s, k, at)];

            if (s->found.of[at] != (int)state)
                continue;
            if (*stay == STAY_NONE)
                *stay = s->found.stay[at];
            else if (*stay != s->found.stay[at])
                *stay = SEVERAL;
        }
}

/* A run that saw the end of a stay and the beginning of the next one shares
 * these with other runs. */
static bool are_apart(const struct clusters *c, const struct runs_states *s,
                      size_t state)
{
    size_t *in = xcalloc(s->nstretches + 1, sizeof(*in)); /* from 1 */
    bool apart = true;

    for (size_t k = 0; k < s->sets; k++)
        for (size_t at = runs_states_begin(s, k); at < runs_states_end(s, k);
             at++) {
            size_t cluster = c->of[block_of(c, s, k, at)] + 1;
            size_t stay = s->found.stay[at];

            if (s->found.of[at] != (int)state || stay == STAY_NONE)
                continue;
            apart &= in[stay] == 0 || in[stay] == cluster;
            in[stay] = cluster;
        }
    free(in);
    return apart;
}

static void clusters_init(struct clusters *c, const struct runs_states *s,
                          size_t state, bool stays)
{
    size_t *of_stay = xcalloc(s->nstretches + 1, sizeof(*of_stay)), n = 0;

    *c = (struct clusters){0};
    count_blocks(c, s);
    find_stays(c, s, state);
    for (size_t b = 0; b < c->n; b++) {
        size_t stay = c->stay[b];

        if (stay == STAY_NONE)
            continue;
        if (stay == SEVERAL || !stays) {
            c->of[b] = n++;
            continue;
        }
        if (of_stay[stay] == 0)
            of_stay[stay] = ++n; /* from 1 */
        c->of[b] = of_stay[stay] - 1;
    }
    free(of_stay);
    c->apart = stays && are_apart(c, s, state);
}

static void clusters_fini(struct clusters *c)
{
    free(c->stay);
    free(c->of);
}

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

/* Which states a run was in. */
struct seen {
    bool it, others;
};

static struct seen *seen_by(const struct runs_states *s, size_t set,
                            size_t state)
{
    struct seen *seen = xcalloc(s->set[set]->n + 1, sizeof(*seen));

    for (size_t at = runs_states_begin(s, set); at < runs_states_end(s, set);
         at++) {
        struct seen *run = &seen[s->piece[at].run];

        run->it |= s->found.of[at] == (int)state;
        run->others |= s->found.of[at] >= 0 && s->found.of[at] != (int)state;
    }
    return seen;
}

/* What the gauges showed at both ends of a run is of the state if the run was
 * in no other one: of a cluster the mean over these, NAN: there are none. */
static void set_gauges(struct runs *out, const struct runs *r,
                       const size_t *place, const struct seen *seen)
{
    size_t *n = xcalloc(out->n + 1, sizeof(*n));

    for (size_t g = 0; g < RUN_GAUGES; g++) {
        for (size_t i = 0; i < out->n; i++) {
            out->v[i].gauge[g] = 0;
            n[i] = 0;
        }
        for (size_t i = 0; i < r->n; i++)
            if (seen[i].it && !seen[i].others && !isnan(r->v[i].gauge[g])) {
                out->v[place[i]].gauge[g] += log(r->v[i].gauge[g]);
                n[place[i]]++;
            }
        for (size_t i = 0; i < out->n; i++)
            out->v[i].gauge[g] =
                n[i] > 0 ? exp(out->v[i].gauge[g] / (double)n[i]) : NAN;
    }
    free(n);
}

/* Run -> that of the copy; malloced. Runs without the state have none. */
static size_t *places_of(struct runs *out, const struct runs_states *s,
                         size_t set, size_t state, bool stays)
{
    const struct runs *r = s->set[set];
    size_t *place = xcalloc(r->n + 1, sizeof(*place));
    struct seen *seen = seen_by(s, set, state);
    struct clusters c;

    clusters_init(&c, s, state, stays);
    out->of_stays = c.apart;
    for (size_t i = 0; i < r->n; i++)
        if (seen[i].it)
            place[i] =
                place_of(out, &r->v[i], c.of[c.behind[set] + r->v[i].block]);
    clusters_fini(&c);
    set_gauges(out, r, place, seen);
    free(seen);
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
    struct runs_case *to = NULL;

    for (size_t at = s->first_of[set][of_case];
         at < s->first_of[set][of_case + 1]; at++) {
        const struct piece *piece = &s->piece[at];
        const struct figures *f = &c->v[piece->figures];
        struct sum *of = &sum[place[piece->run]];

        if (s->found.of[at] != (int)state)
            continue;
        of->any = true;
        of->wrong |= f->wrong;
        if (isnan(piece->time) || !(piece->rounds > 0))
            continue;
        if (of->first == NULL)
            of->first = f;
        of->time += piece->rounds * piece->time;
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
