/* culprits.c: finds the ranks, nodes and uplinks that make pairs slow. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict/culprits.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

/* Up to three quarters of a rank's readings may be slow by its partners. */
static const double quarter = 0.25;
static const double pure = 0.8;   /* share of slow readings of a slow part */
static const double rare = 0.001; /* chance of naming a part that is not slow */
enum { CULPRITS_MAX = 100 };

/* Kinds of readings. */
enum level { WITHIN_NODE, WITHIN_SWITCH, BETWEEN_SWITCHES, LEVELS };

/* The search: readings, and what is known about each. */
struct search {
    const struct reading *v;
    size_t n;
    const struct places *p;
    bool directed;
    bool *gone;             /* the reading has no time, or its cause is named */
    double typical[LEVELS]; /* seconds */
    long parts[PART_KINDS]; /* number of parts; 0 if they cannot be told from
                               those of another kind */
};

static long part_of(const struct places *p, enum part_kind kind, long rank)
{
    return kind == PART_RANK     ? rank
           : kind == PART_UPLINK ? p->switch_of[rank]
                                 : p->node[rank];
}

static enum level level_of(const struct places *p, const struct reading *r)
{
    if (p->node[r->from] == p->node[r->to])
        return WITHIN_NODE;
    return p->switch_of == NULL || p->switch_of[r->from] == p->switch_of[r->to]
               ? WITHIN_SWITCH
               : BETWEEN_SWITCHES;
}

/* Returns the value below which this share of the values is. */
static double quantile(double *v, size_t n, double share)
{
    gsl_sort(v, 1, n);
    return v[(size_t)(share * (double)(n - 1))];
}

/* Readings of a rank. */
struct of_rank {
    double *time;
    size_t n;
};

/* Returns the median over ranks of this quantile of their readings; NAN if
 * there are none. */
static double typical_time(const struct search *s, enum level level,
                           double share)
{
    size_t ranks = (size_t)s->p->ranks, n = 0;
    struct of_rank *of = xcalloc(ranks, sizeof(*of));
    double *values = xcalloc(ranks + 1, sizeof(*values)), typical;

    for (size_t i = 0; i < s->n; i++) {
        const long of_both[] = {s->v[i].from, s->v[i].to};

        for (int k = 0; k < 2; k++)
            if (!s->gone[i] && level_of(s->p, &s->v[i]) == level)
                XAPPEND(of[of_both[k]].time, of[of_both[k]].n, s->v[i].time);
    }
    for (size_t i = 0; i < ranks; i++) {
        if (of[i].n > 0)
            values[n++] = quantile(of[i].time, of[i].n, share);
        free(of[i].time);
    }
    typical = n > 0 ? quantile(values, n, 0.5) : NAN;
    free(values);
    free(of);
    return typical;
}

/* Slow and all readings of a part, by direction. */
struct tally {
    size_t slow[WAYS], of[WAYS];
    double excess[WAYS]; /* sum of the logarithms of the slow ones' factors */
};

static double times_typical(const struct search *s, size_t i)
{
    return s->v[i].time / s->typical[level_of(s->p, &s->v[i])];
}

static bool is_slow(const struct search *s, size_t i)
{
    return times_typical(s, i) > CULPRIT_SLOW;
}

static bool uses(const struct search *s, size_t i, enum part_kind kind)
{
    static const struct {
        enum level least, most;
    } of[] = {
        [PART_RANK] = {WITHIN_NODE, BETWEEN_SWITCHES},
        [PART_NODE] = {WITHIN_SWITCH, BETWEEN_SWITCHES},
        [PART_UPLINK] = {BETWEEN_SWITCHES, BETWEEN_SWITCHES},
        [PART_INSIDE] = {WITHIN_NODE, WITHIN_NODE},
        [PART_PORT] = {WITHIN_SWITCH, WITHIN_SWITCH},
    };
    enum level level = level_of(s->p, &s->v[i]);

    return level >= of[kind].least && level <= of[kind].most;
}

static struct tally *tallies(const struct search *s, enum part_kind kind)
{
    struct tally *t = xcalloc((size_t)s->parts[kind], sizeof(*t));

    for (size_t i = 0; i < s->n && s->parts[kind] > 0; i++) {
        const long ends[] = {part_of(s->p, kind, s->v[i].from),
                             part_of(s->p, kind, s->v[i].to)};
        const int count = ends[0] == ends[1] ? 1 : 2;

        for (int k = 0; k < count && !s->gone[i] && uses(s, i, kind); k++) {
            struct tally *part = &t[ends[k]];
            enum way way = k == 0 ? WAY_OUT : WAY_IN;

            part->of[WAY_BOTH]++;
            part->of[way]++;
            if (!is_slow(s, i))
                continue;
            part->slow[WAY_BOTH]++;
            part->slow[way]++;
            part->excess[WAY_BOTH] += log(times_typical(s, i));
            part->excess[way] += log(times_typical(s, i));
        }
    }
    return t;
}

static bool mostly(const struct tally *t, enum way way)
{
    return t->of[way] > 0 && (double)t->slow[way] >= pure * (double)t->of[way];
}

/* Returns in which direction the part slows messages: both if it slows each of
 * them, or if readings do not tell directions; WAYS if it is not slow. */
static enum way way_of(const struct tally *t, bool directed)
{
    if (!directed || t->of[WAY_OUT] == 0 || t->of[WAY_IN] == 0)
        return mostly(t, WAY_BOTH) ? WAY_BOTH : WAYS;
    if (mostly(t, WAY_OUT) && mostly(t, WAY_IN))
        return WAY_BOTH;
    return mostly(t, WAY_OUT) ? WAY_OUT : mostly(t, WAY_IN) ? WAY_IN : WAYS;
}

/* True if it is a message of the part, in its direction. */
static bool is_of(const struct search *s, size_t i, const struct culprit *c)
{
    bool out = part_of(s->p, c->kind, s->v[i].from) == c->id;
    bool in = part_of(s->p, c->kind, s->v[i].to) == c->id;

    return (out && c->way != WAY_IN) || (in && c->way != WAY_OUT);
}

/* True if the reading was made with the part. */
static bool shows(const struct search *s, size_t i, const struct culprit *c)
{
    return !isnan(s->v[i].time) && uses(s, i, c->kind) && is_of(s, i, c);
}

/* Returns the part that explains most of what slow readings take too long; its
 * kind is PART_KINDS if no part is slow. */
static struct culprit slowest(const struct search *s)
{
    struct culprit most = {.kind = PART_KINDS};
    double excess = 0;

    for (enum part_kind kind = 0; kind < PART_KINDS; kind++) {
        struct tally *t = tallies(s, kind);

        for (long id = 0; id < s->parts[kind]; id++) {
            enum way way = way_of(&t[id], s->directed);

            if (way == WAYS || t[id].excess[way] <= excess)
                continue;
            excess = t[id].excess[way];
            most = (struct culprit){.kind = kind,
                                    .id = id,
                                    .way = way,
                                    .slow = t[id].slow[way],
                                    .of = t[id].of[way]};
        }
        free(t);
    }
    return most;
}

/* Sets aside the readings that the culprit slows. A slow node explains its slow
 * ranks, but a slow uplink does not explain slow nodes. */
static void set_aside(struct search *s, const struct culprit *c)
{
    for (size_t i = 0; i < s->n; i++)
        s->gone[i] |= c->kind == PART_NODE ? is_of(s, i, c) : shows(s, i, c);
}

/* Computes the factors of the culprits, from readings that no other culprit
 * slows if there are such. */
static void factors(struct culprits *c, const struct search *s)
{
    double *alone = xcalloc(2 * s->n + 1, sizeof(*alone)), *all = alone + s->n;

    for (size_t k = 0; k < c->n; k++) {
        size_t nalone = 0, nall = 0;

        for (size_t i = 0; i < s->n; i++) {
            size_t causes = 0;

            if (!shows(s, i, &c->v[k]))
                continue;
            for (size_t j = 0; j < c->n; j++)
                causes += shows(s, i, &c->v[j]);
            all[nall++] = times_typical(s, i);
            if (causes == 1)
                alone[nalone++] = times_typical(s, i);
        }
        c->v[k].times = nalone > 0 ? quantile(alone, nalone, 0.5)
                                   : quantile(all, nall, 0.5);
    }
    free(alone);
}

/* True if all readings of the culprit, three or more, exceed `most`, the
 * largest reading that is left. */
static bool stands_apart(const struct search *s, const struct culprit *c,
                         double most)
{
    bool apart = c->of >= 3;

    for (size_t i = 0; i < s->n && apart; i++)
        apart = !shows(s, i, c) || times_typical(s, i) > CULPRIT_SLOW * most;
    return apart;
}

/* Keeps the culprits that are not a coincidence. */
static void keep_sure(struct culprits *c, const struct search *s)
{
    size_t slow = 1, of = 1, kept = 0;
    double parts = 0, most = 0;

    for (size_t i = 0; i < s->n; i++) {
        of += !s->gone[i];
        slow += !s->gone[i] && is_slow(s, i);
        most = s->gone[i] ? most : fmax(most, times_typical(s, i));
    }
    for (int kind = 0; kind < PART_KINDS; kind++)
        parts += (double)s->parts[kind];
    for (size_t i = 0; i < c->n; i++) {
        const struct culprit *a = &c->v[i];
        double chance = gsl_cdf_binomial_Q(
            (unsigned)a->slow - 1, (double)slow / (double)of, (unsigned)a->of);

        if (parts * chance < rare || (most > 0 && stands_apart(s, a, most)))
            c->v[kept++] = *a;
    }
    c->n = kept;
}

static long count(const struct places *p, const long *of)
{
    long most = 0;

    for (long i = 0; i < p->ranks; i++)
        most = of[i] + 1 > most ? of[i] + 1 : most;
    return most;
}

static struct search search_open(const struct reading *v, size_t n,
                                 const struct places *p, bool directed)
{
    struct search s = {.v = v, .n = n, .p = p, .directed = directed};
    long nodes = count(p, p->node);
    long switches = p->switch_of != NULL ? count(p, p->switch_of) : 0;

    s.gone = xcalloc(n + 1, sizeof(*s.gone));
    for (size_t i = 0; i < n; i++)
        s.gone[i] = isnan(v[i].time);
    s.parts[PART_NODE] = nodes > 2 ? nodes : 0;
    s.parts[PART_RANK] = p->ranks > 2 && p->ranks > nodes ? p->ranks : 0;
    s.parts[PART_INSIDE] = p->ranks > nodes ? s.parts[PART_NODE] : 0;
    s.parts[PART_PORT] = switches > 1 ? s.parts[PART_NODE] : 0;
    s.parts[PART_UPLINK] = switches > 2 && nodes > switches ? switches : 0;
    return s;
}

struct culprits culprits_find(const struct reading *v, size_t n,
                              const struct places *p, bool directed)
{
    struct search s = search_open(v, n, p, directed);
    struct culprits found = {.v = NULL};

    while (found.n < CULPRITS_MAX) {
        struct culprit one;

        for (enum level k = 0; k < LEVELS; k++)
            s.typical[k] = typical_time(&s, k, quarter);
        one = slowest(&s);
        if (one.kind == PART_KINDS)
            break;
        set_aside(&s, &one);
        XAPPEND(found.v, found.n, one);
    }
    keep_sure(&found, &s);
    for (enum level k = 0; k < LEVELS; k++)
        s.typical[k] = typical_time(&s, k, 0.5);
    factors(&found, &s);
    free(s.gone);
    return found;
}
