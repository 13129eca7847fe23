/* timeline.c: which sets of which ranks belong together, and what comes first.
 *
 * Sets of two ranks between which messages go are one step: a union of trees,
 * joined for each message, nearly linear in their number. Steps are ordered as
 * each rank has them: a topological sort, linear in the number of sets.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "timeline.h"

uint32_t timeline_root(struct timeline *t, uint32_t entry)
{
    while (t->parent[entry] != entry) {
        t->parent[entry] = t->parent[t->parent[entry]];
        entry = t->parent[entry];
    }
    return entry;
}

void timeline_join(struct timeline *t, uint32_t a, uint32_t b)
{
    a = timeline_root(t, a);
    b = timeline_root(t, b);
    if (a < b)
        t->parent[b] = a;
    else
        t->parent[a] = b;
}

static bool make(struct timeline *t)
{
    size_t n = 0;

    t->base = calloc((size_t)t->ranks + 1, sizeof(*t->base));
    if (t->base == NULL)
        return false;
    for (int r = 0; r < t->ranks; r++) {
        t->base[r] = n;
        n += t->of[r].nhistory;
    }
    t->base[t->ranks] = n;
    if (n >= UINT32_MAX)
        return false;
    t->parent = calloc(n + 1, sizeof(*t->parent));
    t->level = calloc(n + 1, sizeof(*t->level));
    if (t->parent == NULL || t->level == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        t->parent[i] = (uint32_t)i;
    return true;
}

/* ---- levels of steps ----------------------------------------------------- */

#define NONE UINT32_MAX

/* A step is known by its root; what is known of it stands at that entry. */
struct ordering {
    struct timeline *t;
    uint32_t n; /* entries */
    struct {
        uint32_t after; /* the step of the rank's next entry, or NONE */
        uint32_t next;  /* the next entry of the same step, or NONE */
        uint32_t open;  /* entries that come right before this step: not done */
        bool done;
    } * of;
    uint32_t *ready; /* steps before which everything is done */
    uint32_t nready;
    uint32_t cursor; /* no entry before this one has a step that is not done */
};

/* Who comes after whom. */
static void connect(struct ordering *o)
{
    struct timeline *t = o->t;

    for (uint32_t i = 0; i < o->n; i++)
        o->of[i].next = NONE;
    for (uint32_t i = o->n; i-- > 0;) {
        uint32_t root = timeline_root(t, i);

        if (root != i) {
            o->of[i].next = o->of[root].next;
            o->of[root].next = i;
        }
    }
    for (int r = 0; r < t->ranks; r++)
        for (size_t i = t->base[r]; i < t->base[r + 1]; i++) {
            o->of[i].after = NONE;
            if (i + 1 == t->base[r + 1])
                continue;
            o->of[i].after = timeline_root(t, (uint32_t)i + 1);
            o->of[o->of[i].after].open +=
                o->of[i].after != timeline_root(t, (uint32_t)i);
        }
}

/* A step that may be next. Where each that is left comes after another one, as
 * when messages of two sets overtake one another, it is that of the first
 * entry. */
static uint32_t take(struct ordering *o)
{
    if (o->nready > 0)
        return o->ready[--o->nready];
    while (o->cursor < o->n && o->of[timeline_root(o->t, o->cursor)].done)
        o->cursor++;
    return o->cursor < o->n ? timeline_root(o->t, o->cursor) : NONE;
}

static void finish(struct ordering *o, uint32_t step)
{
    uint32_t level = o->t->level[step];

    o->of[step].done = true;
    if (level >= o->t->levels)
        o->t->levels = level + 1;
    for (uint32_t i = step; i != NONE; i = o->of[i].next) {
        uint32_t after = o->of[i].after;

        o->t->level[i] = level;
        if (after == NONE || o->of[after].done)
            continue;
        if (o->t->level[after] <= level)
            o->t->level[after] = level + 1;
        if (--o->of[after].open == 0)
            o->ready[o->nready++] = after;
    }
}

bool timeline_order(struct timeline *t)
{
    struct ordering o = {.t = t, .n = (uint32_t)t->base[t->ranks]};
    bool ok;
    uint32_t step;

    o.of = calloc(o.n + (size_t)1, sizeof(*o.of));
    o.ready = calloc(o.n + (size_t)1, sizeof(*o.ready));
    ok = o.of != NULL && o.ready != NULL;
    if (ok) {
        connect(&o);
        for (uint32_t i = 0; i < o.n; i++)
            if (timeline_root(t, i) == i && o.of[i].open == 0)
                o.ready[o.nready++] = i;
        while ((step = take(&o)) != NONE)
            finish(&o, step);
    }
    free(o.of);
    free(o.ready);
    return ok;
}

bool timeline_init(struct timeline *t, const struct sets of[], int ranks)
{
    *t = (struct timeline){.ranks = ranks, .of = of};
    return make(t) && timeline_match(t) && timeline_order(t);
}

void timeline_fini(struct timeline *t)
{
    free(t->base);
    free(t->parent);
    free(t->level);
}
