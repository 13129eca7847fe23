/* row.c: the names and properties of a table's row. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/row.h"

#include <math.h>
#include <string.h>
#include "lib/number.h"
#include "lib/quote.h"
#include "record/fields.h"

const struct figure no_figure = {
    .value = NAN, .lo = NAN, .hi = NAN, .half = NAN};

const char *row_text(const struct row *row, const char *field)
{
    return text_of(row->c->which, field);
}

const struct states *row_states(const struct table *t, const struct row *row)
{
    static const struct states one = {.n = 1, .gauge = -1, .cut.gauge = -1};

    return row->stateless ? &one : &t->states;
}

const char *row_state_name(const struct table *t, const struct row *row)
{
    const struct states *states = row_states(t, row);

    return states->n > 1 ? states->v[row->state].name : NULL;
}

long row_bytes(const struct row *row)
{
    return integer_of(row->c->which, "bytes");
}

bool rows_same_algo(const struct row *a, const struct row *b)
{
    return strcmp(row_text(a, "algo"), row_text(b, "algo")) == 0;
}

bool rows_same_column(const struct row *a, const struct row *b)
{
    return a->side == b->side && a->state == b->state && a->plain == b->plain &&
           a->c->family == b->c->family && rows_same_algo(a, b) &&
           (!row_is_timed(a) || a->c->rivals == b->c->rivals);
}

bool row_is_without(const struct row *row)
{
    return row->runs == 0 &&
           json_is_string(json_object_get(row->last, "reason"));
}

bool row_is_timed(const struct row *row)
{
    return !json_is_integer(json_object_get(row->c->which, "bytes"));
}

const char *row_size(char *buf, const struct row *row)
{
    return row_is_timed(row) ? quote(buf, QUOTE_VALUE, "", row_text(row, "op"))
                             : size_text(buf, row_bytes(row));
}

const char *side_name(const struct table *t, long side)
{
    return t->side[side - 1];
}

const char *sign_word(enum sign s)
{
    static const char *const words[] = {NULL, "faster", "slower", "same",
                                        "not told"};

    return words[s];
}

size_t table_rivals(const struct table *t, const struct row *row, size_t *end)
{
    size_t first = (size_t)(row - t->v);

    *end = first;
    while (*end < t->n && t->v[*end].c->rivals == row->c->rivals)
        ++*end;
    while (first > 0 && t->v[first - 1].c->rivals == row->c->rivals)
        first--;
    return first;
}
