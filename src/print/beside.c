/* beside.c: says how much slower an operation is beside a load. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/parts.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/xmalloc.h"

static const char prefix[] = "beside/";

long beside_ranks(const json_t *which)
{
    const char *list = text_of(which, "load_ranks");
    long n = 0, first, last;
    char *end;

    if (list == NULL)
        return 0;
    for (; *list != '\0'; list = *end == ',' ? end + 1 : "") {
        first = last = strtol(list, &end, 10);
        if (*end == '-')
            last = strtol(end + 1, &end, 10);
        if (end == list || first < 0 || last < first || last > INT_MAX)
            return 0; /* a file may contain anything */
        n += last - first + 1;
    }
    return n;
}

enum { FASTER, AS_FAST, UNKNOWN, SLOWER };

/* Returns how the row compares with its baseline. */
static int effect(const struct view *v, const struct row *row)
{
    const struct figure *vs = &row->vs;
    double same = v->t->o.same;

    return vs->lo > 1 - same && vs->hi < 1 + same ? AS_FAST
           : row->sign == SIGN_UNDECIDED          ? UNKNOWN
           : vs->hi < 1                           ? SLOWER
           : vs->lo > 1                           ? FASTER
                                                  : UNKNOWN;
}

/* Returns the row of this load to report: the slowest in comparison with its
 * baseline; one that may be slower only if none is known to be. NULL if no row
 * is compared. */
static const struct row *slowest(const struct view *v, size_t rival)
{
    const struct row *found = NULL;

    for (size_t i = v->first; i < v->first + v->n; i++) {
        const struct row *row = &v->t->v[i];
        int more;

        if (view_rival(v, row) != rival || isnan(row->vs.half) || row->plain)
            continue;
        more = found != NULL ? effect(v, row) - effect(v, found) : 1;
        if (more > 0 || (more == 0 && row->vs.value < found->vs.value))
            found = row;
    }
    return found;
}

static void put_load(FILE *f, const struct view *v, const struct row *row)
{
    const struct figure *vs = &row->vs;
    bool several = v->sizes > 1;
    int how = effect(v, row);
    long loaded = beside_ranks(row->c->which);

    fprintf(f, "%s ", row_text(row, "op"));
    if (!several && row_bytes(row) > 0)
        fprintf(f, "%s ", ROW_SIZE(row));
    if (how == AS_FAST)
        fprintf(f, "is as fast");
    else if (how == UNKNOWN)
        fprintf(f, "is not known to take longer");
    else
        fprintf(f, "takes %s%s times (%s-%s) as long",
                several && how == SLOWER ? "up to " : "",
                DIGITS3(1 / vs->value), DIGITS3(1 / vs->hi),
                DIGITS3(1 / vs->lo));
    if (several && how == SLOWER)
        fprintf(f, ", at %s,", ROW_SIZE(row));
    fprintf(f, " while %ld of %ld ranks run%s %s", loaded,
            integer_of(v->t->r->v[0].record, "ranks"), loaded > 1 ? "" : "s",
            row_text(row, "algo") + strlen(prefix));
}

char *beside_summary(const struct view *view)
{
    const struct view first = view_main(view), *v = &first;
    const char *gap = "";
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    for (size_t k = 0; k < v->rivals && v->t->r->sides == 1; k++) {
        const struct row *row = strncmp(row_text(v->rival[k].first, "algo"),
                                        prefix, strlen(prefix)) == 0
                                    ? slowest(v, k)
                                    : NULL;

        if (row == NULL)
            continue;
        fputs(gap, f);
        put_load(f, v, row);
        gap = "; ";
    }
    text_close(f);
    if (*text != '\0')
        return text;
    free(text);
    return NULL;
}
