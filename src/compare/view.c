/* view.c: families of rows, rivals across, sizes down. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include "compare/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/digits.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

enum { WIDTH = 80 };

/* ---- names --------------------------------------------------------------- */

static bool is_rival(const struct row *a, const struct row *b)
{
    return a->side == b->side &&
           strcmp(row_text(a, "algo"), row_text(b, "algo")) == 0;
}

/* Do rivals of one side differ in their algorithms? */
static bool algos_differ(const struct view *v)
{
    for (size_t i = 1; i < v->rivals; i++)
        if (strcmp(row_text(v->rival[i].first, "algo"),
                   row_text(v->rival[0].first, "algo")) != 0)
            return true;
    return false;
}

static bool sides_differ(const struct view *v)
{
    for (size_t i = 1; i < v->rivals; i++)
        if (v->rival[i].first->side != v->rival[0].first->side)
            return true;
    return false;
}

/* Does each side have one algorithm? Its name then tells it. */
static bool sides_suffice(const struct view *v)
{
    for (size_t i = 0; i < v->rivals; i++)
        for (size_t k = 0; k < i; k++)
            if (v->rival[i].first->side == v->rival[k].first->side)
                return false;
    return true;
}

static char *name_of(const struct view *v, const struct rival *r)
{
    const char *algo = SHOWN_FILE(row_text(r->first, "algo"));
    char *side, *name;

    if (!sides_differ(v))
        return xstrdup(algo);
    side = side_name(v->t, r->first->side);
    if (sides_suffice(v) && (!algos_differ(v) || v->t->o.names != NULL))
        return side;
    name = xasprintf("%s:%s", side, algo);
    free(side);
    return name;
}

/* What follows the longest beginning that is the name of another rival, or that
 * has its settings with it. */
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

/* ---- views --------------------------------------------------------------- */

static void rival_add(struct view *v, const struct row *row)
{
    for (size_t i = 0; i < v->rivals; i++)
        if (is_rival(v->rival[i].first, row))
            return;
    v->rival = xreallocarray(v->rival, v->rivals + 1, sizeof(*v->rival));
    v->rival[v->rivals++] = (struct rival){.first = row};
}

static void size_add(struct view *v, const struct row *row)
{
    long bytes = row_bytes(row);

    if (v->sizes > 0 && v->bytes[v->sizes - 1] == bytes)
        return;
    v->bytes = xreallocarray(v->bytes, v->sizes + 1, sizeof(*v->bytes));
    v->bytes[v->sizes++] = bytes;
}

/* The one that most rows are compared with. */
static size_t base_of(const struct view *v)
{
    for (size_t i = v->first; i < v->first + v->n; i++)
        for (size_t k = 0; v->t->v[i].base != NO_ROW && k < v->rivals; k++)
            if (is_rival(v->rival[k].first, &v->t->v[v->t->v[i].base]))
                return k;
    return 0;
}

void view_make(struct view *v, const struct table *t, size_t first)
{
    *v = (struct view){.t = t, .first = first};
    while (first + v->n < t->n &&
           strcmp(t->v[first + v->n].c->family, t->v[first].c->family) == 0) {
        const struct row *row = &t->v[first + v->n++];

        rival_add(v, row);
        size_add(v, row);
    }
    v->base = base_of(v);
    for (size_t i = 0; i < v->rivals; i++)
        v->rival[i].name = name_of(v, &v->rival[i]);
    for (size_t i = 0; i < v->rivals; i++)
        v->rival[i].title = xstrdup(told_apart(v, i));
}

void view_free(struct view *v)
{
    for (size_t i = 0; i < v->rivals; i++) {
        free(v->rival[i].name);
        free(v->rival[i].title);
    }
    free(v->rival);
    free(v->bytes);
}

const struct row *view_row(const struct view *v, size_t size, size_t rival,
                           size_t state)
{
    for (size_t i = v->first; i < v->first + v->n; i++) {
        const struct row *row = &v->t->v[i];

        if (row_bytes(row) == v->bytes[size] && row->state == (int)state &&
            is_rival(row, v->rival[rival].first))
            return row;
    }
    return NULL;
}

bool view_state_known(const struct view *v, size_t state)
{
    bool known = v->t->states.n == 1;

    for (size_t i = v->first; i < v->first + v->n; i++)
        known |= v->t->v[i].state == (int)state && v->t->v[i].time.spread.known;
    return known;
}

/* ---- words --------------------------------------------------------------- */

void view_put_sizes(FILE *f, const struct view *v, size_t first, size_t last)
{
    char *from = size_text(v->bytes[first]), *to = size_text(v->bytes[last]);

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
    free(from);
    free(to);
}

char *digits3(double x)
{
    double size = fabs(x);

    if (!isfinite(x))
        return xstrdup("-");
    return size >= 99.95     ? xasprintf("%.0f", x)
           : size >= 9.995   ? xasprintf("%.1f", x)
           : size >= 0.9995  ? xasprintf("%.2f", x)
           : size >= 0.00995 ? xasprintf("%.3f", x)
                             : xasprintf("%.3g", x);
}

void put_wrapped(FILE *f, const char *text, const char *indent)
{
    size_t column = 0;

    while (*text != '\0') {
        size_t n = strcspn(text, " ");

        if (column > 0 && column + 1 + n > WIDTH) {
            fprintf(f, "\n%s", indent);
            column = strlen(indent);
        } else if (column > 0) {
            putc(' ', f);
            column++;
        }
        fprintf(f, "%.*s", (int)n, text);
        column += n;
        text += n + strspn(text + n, " ");
    }
    putc('\n', f);
}
