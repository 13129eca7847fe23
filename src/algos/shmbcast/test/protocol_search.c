/* protocol_search.c: all interleavings of the ranks' steps. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "protocol_state.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 18 }; /* states of one search */

/* FNV-1a. */
static uint32_t hash(const struct state *st)
{
    const uint8_t *byte = (const uint8_t *)st;
    uint64_t h = 14695981039346656037u;

    for (size_t i = 0; i < sizeof(*st); i++)
        h = (h ^ byte[i]) * 1099511628211u;
    return (uint32_t)(h >> 32) % (2 * ROOM);
}

static void remember(struct search *se, const struct state *st)
{
    uint32_t at = hash(st);

    for (; se->table[at] != 0; at = (at + 1) % (2 * ROOM))
        if (memcmp(&se->states[se->table[at] - 1], st, sizeof(*st)) == 0)
            return;
    if (se->n == ROOM) {
        se->wrong = "too many states for this search";
        return;
    }
    se->states[se->n++] = *st;
    se->table[at] = se->n;
}

/* Nobody can move: all have to be done, and everything as at the start. */
static void look_at_end(struct search *se, const struct state *st)
{
    for (int r = 0; r < se->c->p; r++) {
        if (st->rank[r].step != DONE)
            se->wrong = "deadlock";
        for (int i = 0; i < PR_BUFFERS; i++)
            if (st->control[r][i] != 0 && se->wrong == NULL)
                se->wrong = "a control is left set";
    }
    for (int k = 0; k < PR_SETS && se->wrong == NULL; k++)
        if (st->nreaders[k] != 0)
            se->wrong = "a set is left occupied";
}

static void search_from(struct search *se, struct state *start)
{
    memset(start->op, se->c->bug == PR_PAPER_INITIAL ? 1 : PR_NO_OP, PR_SETS);
    for (int r = 0; r < se->c->p; r++)
        pr_begin_call(se->c, &start->rank[r], r);
    remember(se, start);
    for (uint32_t i = 0; i < se->n && se->wrong == NULL; i++) {
        int moved = 0;

        for (int r = 0; r < se->c->p && se->wrong == NULL; r++) {
            struct state next = se->states[i];

            if (pr_step(se, &next, r)) {
                moved = 1;
                remember(se, &next);
            }
        }
        if (!moved)
            look_at_end(se, &se->states[i]);
    }
}

struct pr_result pr_search(const struct pr_config *config)
{
    struct search se = {.c = config};
    struct state start = {0};

    se.states = malloc(ROOM * sizeof(*se.states));
    se.table = calloc(2 * ROOM, sizeof(*se.table));
    if (se.states == NULL || se.table == NULL)
        se.wrong = "no memory";
    else
        search_from(&se, &start);
    free(se.states);
    free(se.table);
    return (struct pr_result){.wrong = se.wrong, .states = se.n};
}
