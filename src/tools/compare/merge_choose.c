/* merge_choose.c: which columns the merged table for people has. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/merge_choose.h"

#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "tools/compare/merge_states.h"

static bool is_wanted(const struct merged_column *c, const struct merged *m)
{
    return c->text.shown == NULL || c->text.shown(c, m);
}

/* Does any row have anything there? Lists are for programs alone. */
static bool has_content(const struct merged_column *c, const struct merged *m)
{
    bool found = false;

    if (c->value == NULL)
        return is_wanted(c, m);
    if (c->list > 0)
        return false;
    for (size_t i = 0; i < m->n && !found; i++) {
        json_t *value = c->value(&(struct merged_cell){m, &m->v[i], c, NULL});

        found = !json_is_null(value);
        json_decref(value);
    }
    return found;
}

/* Beside what every table shows, the same in all rows? */
static bool is_constant(const struct merged_column *c, const struct merged *m)
{
    json_t *first = NULL;
    bool same =
        c->value != NULL && !c->each && !(c->of_state && merged_lines(m) > 0);

    for (size_t i = 0; i < m->n && same; i++) {
        json_t *value = c->value(&(struct merged_cell){m, &m->v[i], c, NULL});

        same = first == NULL || json_equal(first, value);
        if (first == NULL)
            first = json_incref(value);
        json_decref(value);
    }
    json_decref(first);
    return same && (c->text.place == 0 || c->text.shown != NULL);
}

static bool is_shown(const struct merged_column *c, const struct merged *m,
                     const struct merged_view *view)
{
    if (view->full)
        return has_content(c, m) && !is_constant(c, m);
    return c->text.place > 0 && (!c->each || has_content(c, m)) &&
           is_wanted(c, m);
}

/* Those without a place come last. */
static int place_of(const struct merged_column *c)
{
    return c->text.place > 0 ? c->text.place : 1000;
}

/* Lines of several states are told apart, whatever is asked for. */
static void add_state(struct chosen *to)
{
    char *unused;
    const struct merged_column *state = merged_column_find("state", &unused);

    for (size_t i = 0; i < to->n; i++)
        if (to->v[i] == state)
            return;
    to->v[to->n++] = state;
}

void chosen_init(struct chosen *to, const struct merged *m,
                 const struct merged_view *view)
{
    size_t all = 0;

    while (merged_columns[all].name != NULL)
        all++;
    *to =
        (struct chosen){.v = xcalloc(all + view->ncolumns + 1, sizeof(*to->v))};
    for (size_t i = 0; i < view->ncolumns; i++)
        to->v[to->n++] = view->column[i];
    if (to->n > 0 && merged_lines(m) > 0)
        add_state(to);
    for (size_t i = 0; i < all && view->ncolumns == 0; i++) {
        const struct merged_column *c = &merged_columns[i];
        size_t at = to->n;

        if (!is_shown(c, m, view))
            continue;
        for (; at > 0 && place_of(to->v[at - 1]) > place_of(c); at--)
            to->v[at] = to->v[at - 1];
        to->v[at] = c;
        to->n++;
    }
}

const struct merged_column *chosen_leave_out(struct chosen *c)
{
    for (size_t i = c->n; i-- > 0;) {
        const struct merged_column *out = c->v[i];

        if (!out->text.optional)
            continue;
        memmove(&c->v[i], &c->v[i + 1], (c->n - i - 1) * sizeof(*c->v));
        c->n--;
        return out;
    }
    return NULL;
}

bool chosen_constant(const struct merged_column *c, const struct merged *m)
{
    return m->n > 0 && has_content(c, m) && is_constant(c, m);
}
