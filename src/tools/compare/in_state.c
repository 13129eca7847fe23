/* in_state.c: what of cases and sets is in a state, and what states explain. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/digits.h"
#include "lib/xmalloc.h"
#include "tools/compare/runs_states.h"

/* Is the stretch of the command line, and in a state? */
static bool counts(const struct runs_states *s, size_t set, size_t at,
                   long command)
{
    return s->found.of[at] >= 0 &&
           s->set[set]->v[s->piece[at].run].command == command;
}

void in_state_open(struct in_state_marks *m, const struct runs_states *s,
                   size_t set)
{
    *m = (struct in_state_marks){
        .stay = xcalloc(s->nstretches + 1, sizeof(*m->stay)),
        .run = xcalloc(s->set[set]->n + 1, sizeof(*m->run))};
}

void in_state_close(struct in_state_marks *m)
{
    free(m->stay);
    free(m->run);
}

/* Counts it unless it was marked. */
static size_t count_once(size_t *mark, size_t mine)
{
    size_t is_new = *mark != mine;

    *mark = mine;
    return is_new;
}

void in_state_of(struct in_state *to, struct in_state_marks *m,
                 const struct runs_states *s, size_t set, size_t of_case,
                 long command, size_t state)
{
    double all = 0;

    *to = (struct in_state){0};
    m->counted++;
    for (size_t at = s->first_of[set][of_case];
         at < s->first_of[set][of_case + 1]; at++) {
        if (!counts(s, set, at, command))
            continue;
        all += s->piece[at].rounds;
        if (s->found.of[at] != (int)state)
            continue;
        to->rounds += s->piece[at].rounds;
        to->stays += count_once(&m->stay[s->found.stay[at]], m->counted);
        to->runs += count_once(&m->run[s->piece[at].run], m->counted);
    }
    to->share = all > 0 ? to->rounds / all : 0;
}

/* Is anything known of the machine in that stretch? */
static bool is_known(const struct runs_states *s, size_t at)
{
    for (size_t c = 0; c < s->ncovariates; c++)
        if (!isnan(s->stretch[at].level[c]))
            return true;
    return false;
}

double runs_states_share(const struct runs_states *s, size_t set, size_t state)
{
    double sum = 0, cases = 0;

    for (size_t k = 0; k < s->set[set]->ncases; k++) {
        double all = 0, own = 0;

        for (size_t at = s->first_of[set][k]; at < s->first_of[set][k + 1];
             at++) {
            all += is_known(s, at) ? s->piece[at].rounds : 0;
            own += s->found.of[at] == (int)state ? s->piece[at].rounds : 0;
        }
        cases += all > 0;
        sum += all > 0 ? own / all : 0;
    }
    return cases > 0 ? sum / cases : 0;
}

size_t runs_states_unwatched(const struct runs_states *s, size_t set)
{
    const struct runs *r = s->set[set];
    bool *watched = xcalloc(r->n + 1, sizeof(*watched));
    size_t n = r->n;

    for (size_t at = runs_states_begin(s, set); at < runs_states_end(s, set);
         at++) {
        size_t run = s->piece[at].run;

        n -= !watched[run] && is_known(s, at);
        watched[run] |= is_known(s, at);
    }
    free(watched);
    return n;
}

double runs_states_mixed(const struct runs_states *s)
{
    double all = s->mixed;

    for (size_t at = 0; at < s->nstretches; at++)
        all += s->piece[at].rounds;
    return all > 0 ? s->mixed / all : 0;
}

double runs_states_unexplained(const struct runs_states *s, size_t set,
                               size_t of_case, long command)
{
    double weight[STATES_MAX + 1] = {0}, sum[STATES_MAX + 1] = {0};
    double inside = 0, all = 0;
    size_t from = s->first_of[set][of_case], to = s->first_of[set][of_case + 1];

    for (size_t at = from; at < to; at++) {
        const struct piece *p = &s->piece[at];

        if (!counts(s, set, at, command) || isnan(p->time))
            continue;
        weight[s->found.of[at]] += p->rounds;
        sum[s->found.of[at]] += p->rounds * p->time;
        weight[STATES_MAX] += p->rounds;
        sum[STATES_MAX] += p->rounds * p->time;
    }
    for (size_t at = from; at < to; at++) {
        const struct piece *p = &s->piece[at];
        int of = s->found.of[at];

        if (!counts(s, set, at, command) || isnan(p->time))
            continue;
        inside += p->rounds * pow(p->time - sum[of] / weight[of], 2);
        all +=
            p->rounds * pow(p->time - sum[STATES_MAX] / weight[STATES_MAX], 2);
    }
    return all > 0 ? inside / all : NAN;
}

/* ---- levels -------------------------------------------------------------- */

char *runs_states_levels(const struct runs_states *s, size_t state)
{
    char *all = xstrdup("");

    for (size_t i = 0; i < s->ncovariates; i++) {
        char buf[DIGITS_SIZE], *before = all;

        if (!states_differ_in(&s->found, i))
            continue;
        all = xasprintf("%s %s", before,
                        digits_time(buf, exp(s->found.v[state].level[i])));
        free(before);
    }
    return all;
}
