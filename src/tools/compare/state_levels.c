/* state_levels.c: what the states of the machine do to a case's times. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "tools/compare/runs_states.h"

/* Sums over the rounds of a side in one state. */
struct cell {
    double rounds, time;
};

static void add_side(struct cell cell[STATES_MAX], const struct runs_states *s,
                     size_t set, const char *key)
{
    const struct runs_case *c = runs_find(s->set[set], key);
    size_t of_case, at;

    if (c == NULL)
        return;
    of_case = (size_t)(c - s->set[set]->cases);
    for (at = s->first_of[set][of_case]; at < s->first_of[set][of_case + 1];
         at++) {
        const struct piece *p = &s->piece[at];

        if (s->found.of[at] < 0 || isnan(p->time) || !(p->rounds > 0))
            continue;
        cell[s->found.of[at]].rounds += p->rounds;
        cell[s->found.of[at]].time += p->rounds * p->time;
    }
}

/* By how much the second side takes longer: the mean over the states that both
 * were in. 0: there is none. */
static double difference_of(struct cell cell[2][STATES_MAX])
{
    double sum = 0, all = 0;

    for (size_t k = 0; k < STATES_MAX; k++) {
        const struct cell *a = &cell[0][k], *b = &cell[1][k];
        double weight;

        if (!(a->rounds > 0) || !(b->rounds > 0))
            continue;
        weight = a->rounds * b->rounds / (a->rounds + b->rounds);
        sum += weight * (b->time / b->rounds - a->time / a->rounds);
        all += weight;
    }
    return all > 0 ? sum / all : 0;
}

void state_levels(double level[STATES_MAX], const struct runs_states *s,
                  const char *key)
{
    struct cell cell[2][STATES_MAX] = {0};
    double difference, rounds = 0, time = 0;

    for (size_t set = 0; set < s->sets; set++)
        add_side(cell[set], s, set, key);
    difference = difference_of(cell);
    for (size_t k = 0; k < STATES_MAX; k++) {
        double own = cell[0][k].rounds + cell[1][k].rounds;
        double sum =
            cell[0][k].time + cell[1][k].time - difference * cell[1][k].rounds;

        level[k] = own > 0 ? sum / own : 0;
        rounds += own;
        time += sum;
    }
    for (size_t k = 0; k < STATES_MAX; k++)
        level[k] -= rounds > 0 ? time / rounds : 0;
}
