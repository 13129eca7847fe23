/* search.c: all interleavings of the steps of a machine with several ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "search.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 18 }; /* states of one search */

struct found {
    const struct search_machine *m;
    char *states;    /* all that were reached, in order */
    uint32_t *table; /* index + 1 into states, 0: free */
    uint32_t n;
    const char *wrong;
};

static char *state_at(const struct found *f, uint32_t i)
{
    return f->states + i * f->m->bytes;
}

/* FNV-1a. */
static uint32_t hash(const char *state, size_t bytes)
{
    uint64_t h = 14695981039346656037u;

    for (size_t i = 0; i < bytes; i++)
        h = (h ^ (uint8_t)state[i]) * 1099511628211u;
    return (uint32_t)(h >> 32) % (2 * ROOM);
}

/* The state behind the last, if it is new. */
static void remember(struct found *f)
{
    const char *state = state_at(f, f->n);
    uint32_t at = hash(state, f->m->bytes);

    for (; f->table[at] != 0; at = (at + 1) % (2 * ROOM))
        if (memcmp(state_at(f, f->table[at] - 1), state, f->m->bytes) == 0)
            return;
    if (f->n == ROOM)
        f->wrong = "too many states for this search";
    else
        f->table[at] = ++f->n;
}

static void search_from(struct found *f, const void *start)
{
    const struct search_machine *m = f->m;

    memcpy(state_at(f, 0), start, m->bytes);
    remember(f);
    for (uint32_t i = 0; i < f->n && f->wrong == NULL; i++) {
        int moved = 0;

        for (int r = 0; r < m->ranks && f->wrong == NULL; r++) {
            char *next = state_at(f, f->n);

            memcpy(next, state_at(f, i), m->bytes);
            if (m->step(m->config, next, r, &f->wrong)) {
                moved = 1;
                remember(f);
            }
        }
        if (!moved)
            m->end(m->config, state_at(f, i), &f->wrong);
    }
}

struct search_result search(const struct search_machine *m, const void *start)
{
    struct found f = {.m = m};

    f.states = malloc((ROOM + 1) * m->bytes);
    f.table = calloc(2 * ROOM, sizeof(*f.table));
    if (f.states == NULL || f.table == NULL)
        f.wrong = "no memory";
    else
        search_from(&f, start);
    free(f.states);
    free(f.table);
    return (struct search_result){.wrong = f.wrong, .states = f.n};
}
