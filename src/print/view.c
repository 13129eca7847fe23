/* view.c: arranges the rows of a family: rivals as columns, sizes as lines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* Name of a rival. With several sides it is SIDE:ALGO; or just SIDE, if that is
 * unique and either all use one algorithm or the user has named the sides. */
static char *name_of(const struct view *v, const struct rival *r)
{
    const char *algo = SHOWN_FILE(row_text(r->first, "algo"));
    const char *side = side_name(v->t, r->first->side);
    const struct row *first = v->rival[0].first;
    bool sides_differ = false, algos_differ = false, suffice = true;

    for (size_t i = 0; i < v->rivals; i++) {
        const struct row *a = v->rival[i].first;

        sides_differ |= a->side != first->side;
        algos_differ |= !rows_same_algo(a, first);
        for (size_t k = 0; k < i && suffice; k++)
            suffice = a->side != v->rival[k].first->side;
    }
    if (!sides_differ)
        return xstrdup(algo);
    return suffice && (!algos_differ || v->t->o.names != NULL)
               ? xstrdup(side)
               : xasprintf("%s:%s", side, algo);
}

/* Returns the name without its longest prefix that is another rival's name;
 * ignores settings (@...) of that name. */
static const char *told_apart(const struct view *v, size_t rival)
{
    const char *name = v->rival[rival].name, *rest = name;

    for (size_t i = 0; i < v->rivals; i++) {
        const char *other = v->rival[i].name;
        size_t n = strcspn(other, "@");

        if (i != rival && n > 0 && strncmp(name, other, n) == 0 &&
            strchr("-@", name[n]) != NULL && name[n] != '\0' &&
            name + n + 1 > rest)
            rest = name + n + 1;
    }
    return rest;
}

size_t view_rival(const struct view *v, const struct row *row)
{
    size_t i = 0;

    while (i < v->rivals && (v->rival[i].first->side != row->side ||
                             !rows_same_algo(v->rival[i].first, row)))
        i++;
    return i;
}

static void row_add(struct view *v, const struct row *row)
{

    v->known[row->state] |= row->time.spread.known;
    if (view_rival(v, row) == v->rivals)
        XAPPEND(v->rival, v->rivals, (struct rival){.first = row});
    if (v->sizes == 0 || v->line[v->sizes - 1]->c->rivals != row->c->rivals) {
        v->line = xroom(v->line, v->sizes, sizeof(*v->line));
        v->line[v->sizes] = row;
        XAPPEND(v->bytes, v->sizes, row_bytes(row));
    }
}

/* Address of a row's cell. If cases differ only in parameters of the algorithm,
 * the cell shows the first one. */
static const struct row **cell_at(const struct view *v, size_t size,
                                  size_t rival, size_t state)
{
    return &v->cell[(size * v->rivals + rival) * v->states->n + state];
}

static void cells_fill(struct view *v)
{
    v->cells = v->sizes * v->rivals * v->states->n;
    v->cell = xcalloc(v->cells, sizeof(*v->cell));
    for (size_t i = v->first, size = 0; i < v->first + v->n; i++) {
        const struct row *row = &v->t->v[i], **cell;

        while (v->line[size]->c->rivals != row->c->rivals)
            size++;
        cell = cell_at(v, size, view_rival(v, row), (size_t)row->state);
        *cell = *cell != NULL ? *cell : row;
    }
}

/* Returns the first rival that is some row's baseline. */
static size_t base_of(const struct view *v)
{
    for (size_t i = v->first; i < v->first + v->n; i++)
        if (v->t->v[i].base != NO_ROW) {
            size_t base = view_rival(v, &v->t->v[v->t->v[i].base]);

            if (base < v->rivals)
                return base;
        }
    return 0;
}

void view_make(struct view *v, const struct table *t, size_t first)
{
    *v = (struct view){
        .t = t, .first = first, .states = row_states(t, &t->v[first])};
    v->known[STATE_LOW] = v->states->n == 1;
    while (first + v->n < t->n &&
           t->v[first + v->n].c->family == t->v[first].c->family)
        row_add(v, &t->v[first + v->n++]);
    cells_fill(v);
    v->base = base_of(v);
    for (size_t i = 0; i < v->rivals; i++)
        v->rival[i].name = name_of(v, &v->rival[i]);
    for (size_t i = 0; i < v->rivals; i++)
        v->rival[i].title = xstrdup(told_apart(v, i));
}

struct view view_main(const struct view *v)
{
    struct view first = *v;

    if (row_is_timed(v->line[0]))
        first.sizes = 1;
    return first;
}

void view_free(struct view *v)
{
    for (size_t i = 0; i < v->rivals; i++) {
        free(v->rival[i].name);
        free(v->rival[i].title);
    }
    free(v->rival);
    free(v->bytes);
    free(v->line);
    free(v->cell);
}

const struct row *view_row(const struct view *v, size_t size, size_t rival,
                           size_t state)
{
    return *cell_at(v, size, rival, state);
}

double view_share(const struct view *v, size_t state)
{
    const struct runs *r = v->t->r;
    double in[STATES] = {0};

    for (size_t i = v->first; i < v->first + v->n; i++) {
        const struct row *row = &v->t->v[i];

        for (size_t k = 0; k < r->n; k++) {
            const struct observation *o = runs_observed(row->c, k);

            if (o == NULL || r->v[k].side != row->side)
                continue;
            for (size_t p = 0; p < o->n; p++)
                in[row->state] +=
                    states_of(v->states, &o->pass[p]) == row->state;
        }
    }
    return in[state] / (in[STATE_LOW] + in[STATE_HIGH]);
}

bool view_is_pairs(const struct view *v)
{
    const json_t *last = v->t->v[v->first].last;

    return json_object_get(last, "target") != NULL ||
           json_is_integer(
               json_object_get(v->t->v[v->first].c->which, "group")) ||
           json_object_get(last, "pair_times") != NULL;
}

size_t view_end(const struct view *v)
{
    const struct row *rows = v->t->v;
    size_t end = v->first + v->n;

    while (view_is_pairs(v) && end < v->t->n &&
           rows[end].c->pairs == rows[v->first].c->pairs)
        end++;
    return end;
}

void view_put_sizes(FILE *f, const struct view *v, size_t first, size_t last)
{
    const char *from = SIZE_TEXT(v->bytes[first]);
    const char *to = SIZE_TEXT(v->bytes[last]);

    if (first == 0 && last + 1 == v->sizes)
        fputs(v->sizes > 1 ? "at all sizes" : "", f);
    else if (first == last)
        fprintf(f, "at %s", from);
    else if (first == 0)
        fprintf(f, "up to %s", to);
    else if (last + 1 == v->sizes)
        fprintf(f, "from %s", from);
    else
        fprintf(f, "from %s to %s", from, to);
}

void view_put_span(FILE *f, const char *least, const char *to, const char *most)
{
    bool one = strcmp(least, most) == 0;

    fprintf(f, "%s%s%s", least, one ? "" : to, one ? "" : most);
}
