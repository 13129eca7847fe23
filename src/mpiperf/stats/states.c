/* states.c: states are combinations of classes; stays, of stretches in them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/stats/states.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpiperf/stats/classes.h"

/* Numbers of a covariate's classes are digits of a combination's. */
enum { COMBINATIONS = 81 }; /* CLASSES_MAX to the power of COVARIATES_MAX */

/* What is known of the stretches. */
struct known {
    const struct stretch *x;
    size_t n;
    const struct covariate *covariate;
    size_t ncovariates;
    struct classes classes[COVARIATES_MAX];
    double rounds[COMBINATIONS], all; /* of each combination, and of all */
};

/* ---- combinations of classes --------------------------------------------- */

static void find_classes(struct known *k)
{
    double *level = xcalloc(k->n + 1, sizeof(*level));
    double *rounds = xcalloc(k->n + 1, sizeof(*rounds));

    for (size_t c = 0; c < k->ncovariates; c++) {
        for (size_t i = 0; i < k->n; i++) {
            level[i] = k->x[i].level[c];
            rounds[i] = k->x[i].rounds;
        }
        classes_find(&k->classes[c], level, rounds, k->n,
                     log(k->covariate[c].factor));
    }
    free(rounds);
    free(level);
}

/* -1: unknown in a covariate that has classes, or in all. */
static int combination_of(const struct known *k, const struct stretch *x)
{
    int combination = 0, any = 0;

    for (size_t c = 0; c < k->ncovariates; c++) {
        int class = classes_of(&k->classes[c], x->level[c]);

        any |= class >= 0;
        if (class < 0 && k->classes[c].n > 1)
            return -1;
        combination = CLASSES_MAX * combination + (class > 0 ? class : 0);
    }
    return any ? combination : -1;
}

/* The class of a covariate in a combination. */
static int class_in(const struct known *k, int combination, size_t covariate)
{
    for (size_t c = k->ncovariates; --c > covariate;)
        combination /= CLASSES_MAX;
    return combination % CLASSES_MAX;
}

static const char *class_name(const struct covariate *c,
                              const struct classes *classes, int class)
{
    if (class == 0)
        return c->low;
    return class + 1 < (int)classes->n ? "middle" : c->high;
}

/* Do the combinations that are taken differ in the covariate? */
static bool is_telling(const struct known *k, const bool *taken, size_t c)
{
    int first = -1;

    for (int i = 0; i < COMBINATIONS; i++) {
        int class = class_in(k, i, c);

        if (!taken[i])
            continue;
        if (first >= 0 && class != first)
            return true;
        first = class;
    }
    return false;
}

/* By the covariates in which states differ. */
static char *name_of(const struct known *k, const bool *taken, int combination)
{
    char *name = NULL;

    for (size_t c = 0; c < k->ncovariates; c++) {
        const char *word = class_name(&k->covariate[c], &k->classes[c],
                                      class_in(k, combination, c));
        char *before = name;

        if (!is_telling(k, taken, c))
            continue;
        name =
            before == NULL ? xstrdup(word) : xasprintf("%s-%s", before, word);
        free(before);
    }
    return name != NULL ? name : xstrdup("one");
}

/* ---- states -------------------------------------------------------------- */

/* Has the combination as many rounds as a state must have? */
static bool is_frequent(const struct known *k, int combination)
{
    return k->rounds[combination] >=
           fmax(CLASS_SHARE_MIN * k->all, CLASS_WEIGHT_MIN);
}

/* Of the combinations that are not taken the one with most rounds; -1: none
 * is frequent. */
static int most_frequent(const struct known *k, const bool *taken)
{
    int most = -1;

    for (int i = 0; i < COMBINATIONS; i++)
        if (!taken[i] && is_frequent(k, i) &&
            (most < 0 || k->rounds[i] > k->rounds[most]))
            most = i;
    return most;
}

static void state_init(struct state *s, const struct known *k,
                       const bool *taken, int combination)
{
    *s = (struct state){.name = name_of(k, taken, combination)};
    for (size_t c = 0; c < COVARIATES_MAX; c++) {
        bool is_known = c < k->ncovariates && k->classes[c].n > 0;
        int class = is_known ? class_in(k, combination, c) : 0;

        s->level[c] = is_known ? k->classes[c].centre[class] : NAN;
        s->sd[c] = is_known ? k->classes[c].sd[class] : NAN;
    }
}

static bool is_split(const struct known *k)
{
    for (size_t c = 0; c < k->ncovariates; c++)
        if (k->classes[c].n > 1)
            return true;
    return false;
}

/* Into s->of. */
static void find_combinations(struct states *s, struct known *k)
{
    for (size_t i = 0; i < k->n; i++) {
        s->of[i] = combination_of(k, &k->x[i]);
        if (s->of[i] < 0)
            continue;
        k->rounds[s->of[i]] += k->x[i].rounds;
        k->all += k->x[i].rounds;
    }
}

/* In s->of: the combination becomes the index of its state. */
static void find_states(struct states *s, const struct known *k)
{
    bool taken[COMBINATIONS] = {0};
    int state_of[COMBINATIONS];

    if (!is_split(k))
        taken[0] = k->all > 0; /* one state, however few its rounds */
    else
        for (int n = 0, most; n < STATES_MAX; n++)
            if ((most = most_frequent(k, taken)) >= 0)
                taken[most] = true;
    for (int i = 0; i < COMBINATIONS; i++) {
        state_of[i] = taken[i] ? (int)s->n : -1;
        if (!taken[i])
            continue;
        state_init(&s->v[s->n], k, taken, i);
        s->v[s->n].rounds = k->rounds[i];
        s->v[s->n++].share = k->rounds[i] / k->all;
    }
    for (size_t i = 0; i < k->n; i++)
        s->of[i] = s->of[i] >= 0 ? state_of[s->of[i]] : -1;
}

/* ---- stays --------------------------------------------------------------- */

/* Pointers to stretches, in the order of time. */
static int by_time(const void *a, const void *b)
{
    const struct stretch *x = *(const struct stretch *const *)a;
    const struct stretch *y = *(const struct stretch *const *)b;

    if (x->run != y->run)
        return x->run < y->run ? -1 : 1;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return (x > y) - (x < y);
}

/* Does the stretch, which has no state, say that the machine was in none of
 * them? One of which nothing is known does not, nor does an odd reading, which
 * is what a combination that hardly ever occurs is. */
static bool is_elsewhere(const struct known *k, const struct stretch *x)
{
    int combination = combination_of(k, x);

    return combination >= 0 && is_frequent(k, combination);
}

static void find_stays(struct states *s, const struct known *k)
{
    const struct stretch **order = xcalloc(k->n + 1, sizeof(*order));
    size_t stays = 0;
    int last = -1;

    for (size_t i = 0; i < k->n; i++)
        order[i] = &k->x[i];
    qsort(order, k->n, sizeof(*order), by_time);
    for (size_t i = 0; i < k->n; i++) {
        size_t at = (size_t)(order[i] - k->x);
        int state = s->of[at];

        s->stay[at] = STAY_NONE;
        if (state < 0 && !is_elsewhere(k, order[i]))
            continue;
        if (state >= 0 && state != last) {
            s->v[state].stays++;
            stays++;
        }
        if (state >= 0)
            s->stay[at] = stays - 1;
        last = state;
    }
    free(order);
}

void states_find(struct states *s, const struct stretch *x, size_t n,
                 const struct covariate *c, size_t ncovariates)
{
    struct known k = {
        .x = x, .n = n, .covariate = c, .ncovariates = ncovariates};

    *s = (struct states){.of = xcalloc(n + 1, sizeof(*s->of)),
                         .stay = xcalloc(n + 1, sizeof(*s->stay))};
    find_classes(&k);
    find_combinations(s, &k);
    find_states(s, &k);
    find_stays(s, &k);
}

void states_free(struct states *s)
{
    for (size_t i = 0; i < s->n; i++)
        free(s->v[i].name);
    free(s->of);
    free(s->stay);
    *s = (struct states){0};
}

/* NAN is no level. */
bool states_differ_in(const struct states *s, size_t covariate)
{
    for (size_t i = 1; i < s->n; i++)
        if (fabs(s->v[i].level[covariate] - s->v[0].level[covariate]) > 0)
            return true;
    return false;
}
