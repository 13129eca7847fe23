/* search.c: all interleavings of the steps of a machine with several ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "search.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t NONE = UINT32_MAX;

struct found {
    const struct search_machine *m;
    char *states;    /* all that were reached, in order */
    uint32_t *next;  /* of each state, by each rank's step, or NONE */
    uint32_t *table; /* index + 1 into states, 0: free */
    uint32_t n;
    const char *wrong;
};

static char *state_at(const struct found *f, uint32_t i)
{
    return f->states + i * f->m->bytes;
}

/* FNV-1a. */
static uint32_t hash(const struct found *f, const char *state)
{
    uint64_t h = 14695981039346656037u;

    for (size_t i = 0; i < f->m->bytes; i++)
        h = (h ^ (uint8_t)state[i]) * 1099511628211u;
    return (uint32_t)(h >> 32) % (2 * f->m->room);
}

/* The state behind the last, if it is new. Its index. */
static uint32_t remember(struct found *f)
{
    const char *state = state_at(f, f->n);
    uint32_t at = hash(f, state);

    for (; f->table[at] != 0; at = (at + 1) % (2 * f->m->room))
        if (memcmp(state_at(f, f->table[at] - 1), state, f->m->bytes) == 0)
            return f->table[at] - 1;
    if (f->n == f->m->room) {
        f->wrong = "too many states for this search";
        return 0;
    }
    f->table[at] = ++f->n;
    return f->n - 1;
}

static void search_from(struct found *f, const void *start)
{
    const struct search_machine *m = f->m;

    memcpy(state_at(f, 0), start, m->bytes);
    remember(f);
    for (uint32_t i = 0; i < f->n && f->wrong == NULL; i++) {
        uint32_t *next = f->next + i * (size_t)m->ranks;
        int moved = 0;

        for (int r = 0; r < m->ranks && f->wrong == NULL; r++) {
            char *state = state_at(f, f->n);

            memcpy(state, state_at(f, i), m->bytes);
            next[r] = NONE;
            if (m->step(m->config, state, r, &f->wrong)) {
                moved = 1;
                next[r] = remember(f);
            }
        }
        if (!moved)
            m->end(m->config, state_at(f, i), &f->wrong);
    }
}

/* Nobody moves, or a step leads to where an end is known to be in reach. */
static int ends(const struct found *f, uint32_t i, const uint8_t *known)
{
    const uint32_t *next = f->next + i * (size_t)f->m->ranks;
    int moves = 0;

    for (int r = 0; r < f->m->ranks; r++) {
        if (next[r] == NONE)
            continue;
        if (known[next[r]])
            return 1;
        moves = 1;
    }
    return !moves;
}

/* Ranks that only poll what others will never do go round for ever. */
static void find_dead_ends(struct found *f)
{
    uint8_t *known = calloc(f->n, 1);
    uint32_t left = f->n, before;

    if (known == NULL) {
        f->wrong = "no memory";
        return;
    }
    do {
        before = left;
        for (uint32_t i = f->n; i-- > 0;)
            if (!known[i] && ends(f, i, known)) {
                known[i] = 1;
                left--;
            }
    } while (left > 0 && left < before);
    if (left > 0)
        f->wrong = "no end is in reach";
    free(known);
}

struct search_result search(const struct search_machine *m, const void *start)
{
    struct found f = {.m = m};

    f.states = malloc((m->room + 1) * m->bytes);
    f.next = malloc(m->room * (size_t)m->ranks * sizeof(*f.next));
    f.table = calloc(2 * m->room, sizeof(*f.table));
    if (f.states == NULL || f.next == NULL || f.table == NULL)
        f.wrong = "no memory";
    else
        search_from(&f, start);
    if (f.wrong == NULL)
        find_dead_ends(&f);
    free(f.states);
    free(f.next);
    free(f.table);
    return (struct search_result){.wrong = f.wrong, .states = f.n};
}
