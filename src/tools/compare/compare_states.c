/* compare_states.c: two sets of runs, state by state. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/compare_states.h"

#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

static const char missing[] = "figures are missing in more runs of B";
static const char different[] = "measured in different states";

const char *compared_name(const struct compared *c, size_t k)
{
    return c->states.found.v[c->v[k].state].name;
}

/* ---- what is not compared ------------------------------------------------ */

static bool is_compared(const struct compared *c, size_t side, size_t state)
{
    if (compared_levelled(c))
        return runs_states_share(&c->states, 1 - side, state) > 0;
    for (size_t k = 0; k < c->n; k++)
        if (c->v[k].state == state)
            return true;
    return false;
}

double compared_unseen(const struct compared *c, size_t side)
{
    double share = 1;

    if (c->n == 0 || c->chosen)
        return 0;
    for (size_t k = 0; k < c->states.found.n; k++)
        if (is_compared(c, side, k))
            share -= runs_states_share(&c->states, side, k);
    return share;
}

/* ---- one state ----------------------------------------------------------- */

const struct comparison *comparison_like(const struct comparison *v, size_t n,
                                         const struct comparison *c)
{
    for (size_t i = 0; i < n; i++)
        if ((v[i].rival != NULL) == (c->rival != NULL) &&
            (v[i].record == c->record || json_equal(v[i].record, c->record)))
            return &v[i];
    return NULL;
}

static double share_of(const struct side_figures *f)
{
    return f->runs > 0 ? (double)f->n / (double)f->runs : 0;
}

/* A run without the state lacks its figures, and nothing is wrong with that. */
static void excuse_missing(struct comparison *c, const struct comparison *like)
{
    if (like != NULL && c->doubt == NULL &&
        share_of(&like->side[1]) < share_of(&like->side[0]))
        c->doubt = missing;
    for (size_t i = 0; i < 2; i++)
        c->side[i].runs = c->side[i].n;
}

static size_t fewer(const struct runs *a, const struct runs *b)
{
    return a->n < b->n ? a->n : b->n;
}

static void excuse_all(struct comparisons *own, const struct comparisons *all)
{
    for (size_t i = 0; i < own->n; i++)
        excuse_missing(&own->v[i], comparison_like(all->v, all->n, &own->v[i]));
    for (size_t i = 0; i < own->nmeans; i++)
        excuse_missing(&own->mean[i],
                       comparison_like(all->mean, all->nmeans, &own->mean[i]));
}

/* Runs as they ran for each of what was made of them. */
static double runs_each(const struct compared *c, const struct runs side[2])
{
    return (double)fewer(c->states.set[0], c->states.set[1]) /
           (double)fewer(&side[0], &side[1]);
}

static void state_init(struct compared_state *to, const struct compared *c,
                       size_t state, enum design design,
                       const struct compare_options *o, bool stays)
{
    *to = (struct compared_state){.state = state};
    for (size_t i = 0; i < 2; i++) {
        runs_of_state(&to->side[i], &c->states, i, state, stays);
        to->share[i] = runs_states_share(&c->states, i, state);
    }
    if (to->side[0].n == 0 || to->side[1].n == 0)
        return;
    to->runs_each = runs_each(c, to->side);
    comparisons_make(&to->c, &to->side[0], &to->side[1], design, o);
    excuse_all(&to->c, &c->all);
}

/* Sides that were not interleaved differ by what else the machine did. */
static void level(struct compared *c, enum design design,
                  const struct compare_options *o)
{
    if (c->n == 0 || c->chosen || !c->together || design == DESIGN_APART)
        return;
    for (size_t i = 0; i < 2; i++)
        runs_of_state(&c->level[i], &c->states, i, STATES_LEVELLED,
                      c->states.n > 1);
    c->levelled_each = runs_each(c, c->level);
    comparisons_make(&c->levelled, &c->level[0], &c->level[1], design, o);
    excuse_all(&c->levelled, &c->all);
}

/* ---- all of them --------------------------------------------------------- */

/* Times of different states cannot be compared, whatever the test says. */
static void set_doubtful(struct comparison *c)
{
    struct judgement *j = &c->judgement;

    c->doubt = different;
    j->p = j->p_adjusted = j->lo = j->hi = j->least = j->most = NAN;
    if (j->verdict != JUDGED_NOT)
        j->verdict = JUDGED_OPEN;
    j->needed = 0;
    c->telling = c->needed = c->planned = 0;
}

static void find_apart(struct compared *c)
{
    for (size_t k = 0; k < c->n; k++) {
        c->apart |=
            fabs(c->v[k].share[1] - c->v[k].share[0]) > STATE_SHARES_APART;
        c->together |= c->v[k].side[0].n > 0 && c->v[k].side[1].n > 0;
    }
    for (size_t i = 0; i < c->all.n && c->n > 0 && !c->together; i++)
        set_doubtful(&c->all.v[i]);
    for (size_t i = 0; i < c->all.nmeans && c->n > 0 && !c->together; i++)
        set_doubtful(&c->all.mean[i]);
}

static void make_states(struct compared *c, enum design design,
                        const struct compare_options *o, int chosen)
{
    struct compare_options each = *o;
    size_t one = chosen >= 0 ? (size_t)chosen : 0;

    if (c->states.found.n < 2)
        return;
    if (chosen >= 0 || c->states.n == 1) {
        if (chosen < 0)
            one = c->states.matter[0];
        c->n = 1;
        state_init(&c->v[0], c, one, design, o,
                   c->states.n > 1 || c->states.matter[0] != one);
        return;
    }
    c->n = c->states.n;
    each.judge.tables = c->n;
    for (size_t k = 0; k < c->n; k++)
        state_init(&c->v[k], c, c->states.matter[k], design, &each, true);
}

static int make(struct compared *c, const struct runs *const set[2],
                enum design design, bool one_file,
                const struct compare_options *o, const char *chosen,
                char **cause)
{
    int state = -1;

    *c = (struct compared){0};
    runs_states_find(&c->states, set, 2, one_file);
    if (chosen != NULL) {
        state = runs_states_named(&c->states, chosen, cause);
        if (state < 0) {
            runs_states_free(&c->states);
            return -1;
        }
    }
    c->chosen = chosen != NULL;
    comparisons_make(&c->all, set[0], set[1], design, o);
    make_states(c, design, o, state);
    find_apart(c);
    level(c, design, o);
    return 0;
}

int compared_make(struct compared *c, const struct runs *a,
                  const struct runs *b, bool one_file,
                  const struct compare_options *o, const char *chosen,
                  char **cause)
{
    const struct runs *const set[] = {a, b};

    return make(c, set, design_of(a, b, one_file), one_file, o, chosen, cause);
}

static void free_own(struct runs *own)
{
    if (own == NULL)
        return;
    runs_free(&own[0]);
    runs_free(&own[1]);
    free(own);
}

int compared_commands(struct compared *c, const struct runs *all,
                      const long command[2], const struct compare_options *o,
                      const char *chosen, char **cause)
{
    struct runs *own = xcalloc(2, sizeof(*own));
    const struct runs *const set[] = {&own[0], &own[1]};

    for (size_t i = 0; i < 2; i++)
        runs_of_command(&own[i], all, command[i]);
    if (make(c, set, DESIGN_BLOCKS, true, o, chosen, cause) != 0) {
        free_own(own);
        return -1;
    }
    c->own = own;
    return 0;
}

void compared_free(struct compared *c)
{
    for (size_t k = 0; k < c->n; k++) {
        comparisons_free(&c->v[k].c);
        runs_free(&c->v[k].side[0]);
        runs_free(&c->v[k].side[1]);
    }
    comparisons_free(&c->levelled);
    runs_free(&c->level[0]);
    runs_free(&c->level[1]);
    comparisons_free(&c->all);
    runs_states_free(&c->states);
    free_own(c->own);
    *c = (struct compared){0};
}
