/* learn.c: rows of what was learned: made, copied, freed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sb_row *sb_learned_row(struct sb_learned *l, unsigned state,
                              enum sb_kind kind, unsigned class)
{
    struct sb_row **row = &l->rows[state][kind][class];

    if (*row != NULL)
        return *row;
    *row = calloc(1, sizeof(**row));
    if (*row == NULL)
        return NULL;
    sb_row_init(*row);
    for (unsigned w = 0; w < SB_WAYS; w++)
        (*row)->arms[w].prior = sb_learned_prior(l, w, sb_class_most(class));
    return *row;
}

/* A time as it is kept: not 0, that is unknown. */
static uint32_t whole_ns(double ns)
{
    return ns >= UINT32_MAX ? UINT32_MAX : ns < 1 ? 1 : (uint32_t)lround(ns);
}

/* At [n] bytes, on the power of n that goes through both points. */
static double between(double n, double n0, double ns0, double n1, double ns1)
{
    return ns0 * pow(ns1 / ns0, log(n / n0) / log(n1 / n0));
}

uint32_t sb_learned_prior(const struct sb_learned *l, enum sb_way way, size_t n)
{
    size_t size = SB_PRIOR_LEAST;
    unsigned i = 0;
    uint32_t ns, next;

    while (n > size && i + 1 < SB_PRIORS && n >= size * SB_PRIOR_STEP) {
        size *= SB_PRIOR_STEP;
        i++;
    }
    ns = l->priors[i][way];
    if (n <= size || ns == 0)
        return ns;
    if (i + 1 == SB_PRIORS)
        return whole_ns((double)ns * (double)n / (double)size);
    next = l->priors[i + 1][way];
    if (next == 0)
        return 0;
    return whole_ns(between((double)n, (double)size, ns,
                            (double)size * SB_PRIOR_STEP, next));
}

bool sb_learned_copy(struct sb_learned *to, const struct sb_learned *from)
{
    struct sb_row *const *rows = &from->rows[0][0][0];
    struct sb_row **copies = &to->rows[0][0][0];
    size_t n = sizeof(from->rows) / sizeof(*rows);

    memset(to, 0, sizeof(*to));
    for (size_t i = 0; i < n; i++) {
        if (rows[i] == NULL)
            continue;
        copies[i] = malloc(sizeof(**copies));
        if (copies[i] == NULL) {
            sb_learned_free(to);
            return false;
        }
        *copies[i] = *rows[i];
    }
    to->states = from->states;
    memcpy(to->priors, from->priors, sizeof(to->priors));
    return true;
}

static uint64_t calls_of(const struct sb_row *row)
{
    return row != NULL ? row->calls : 0;
}

double sb_learned_calls(const struct sb_learned *l)
{
    struct sb_row *const *rows = &l->rows[0][0][0];
    double calls = 0;

    for (size_t i = 0; i < sizeof(l->rows) / sizeof(*rows); i++)
        calls += (double)calls_of(rows[i]);
    return calls;
}

static void swap_all(struct sb_learned *a, struct sb_learned *b)
{
    const struct sb_learned was = *a;

    *a = *b;
    *b = was;
}

void sb_learned_merge(struct sb_learned *to, struct sb_learned *from)
{
    struct sb_row **rows = &to->rows[0][0][0], **others = &from->rows[0][0][0];
    uint32_t *priors = &to->priors[0][0], *known = &from->priors[0][0];

    if (!sb_states_alike(&to->states, &from->states)) {
        if (sb_learned_calls(from) > sb_learned_calls(to))
            swap_all(to, from);
        return;
    }
    for (size_t i = 0; i < sizeof(to->rows) / sizeof(*rows); i++)
        if (calls_of(others[i]) > calls_of(rows[i])) {
            struct sb_row *row = rows[i];

            rows[i] = others[i];
            others[i] = row;
        }
    for (size_t i = 0; i < sizeof(to->priors) / sizeof(*priors); i++)
        if (priors[i] == 0)
            priors[i] = known[i];
    for (int i = 0; i < SB_STATES; i++)
        if (to->states.centre[i] == 0)
            to->states.centre[i] = from->states.centre[i];
}

void sb_learned_free(struct sb_learned *l)
{
    struct sb_row **rows = &l->rows[0][0][0];

    for (size_t i = 0; i < sizeof(l->rows) / sizeof(*rows); i++)
        free(rows[i]);
    memset(l, 0, sizeof(*l));
}
