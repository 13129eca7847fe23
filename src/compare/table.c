/* table.c: makes the rows of a table: times, ratios and their signs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compare/read.h"
#include "compare/values.h"
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "record/fields.h"

/* If sides were not interleaved, with only one sitting, the difference between
 * sittings is unknown: a ratio must exceed this factor to get a sign. */
static const double beyond = 1.5;

static char *name_side(const struct table_options *o, long side)
{
    for (long k = 0; o->names != NULL && o->names[k] != NULL; k++)
        if (k + 1 == side)
            return xstrdup(o->names[k]);
    return side <= 26 ? xasprintf("%c", (int)('A' + side - 1))
                      : xasprintf("%ld", side);
}

/* ---- rows ---------------------------------------------------------------- */

static void row_count(const struct table *t, struct row *row)
{
    for (size_t i = 0; i < t->r->n && i < row->c->room; i++) {
        const struct observation *o = row->c->of[i];

        if (o == NULL || t->r->v[i].side != row->side)
            continue;
        row->measured++;
        if (runs_observed(row->c, i) == NULL) {
            row->apart++;
            row->last = row->last != NULL ? row->last : o->record;
            continue;
        }
        row->last = o->record;
        row->lost[o->lost]++;
        row->empty += !json_is_number(json_object_get(o->record, "estimate"));
        row->wrong += integer_of(o->record, "mismatches") > 0;
    }
    row->plain = strcmp(text_of(row->last, "main"), "hidden") == 0;
}

/* True if a pass of the case has a reading of the gauge that shows the states.
 * Runs with more ranks than cores have no readings. */
static bool has_readings(const struct table *t, const struct runs_case *c)
{
    for (size_t k = 0; k < c->room; k++) {
        const struct observation *o = c->of[k];

        for (size_t i = 0; o != NULL && i < o->n; i++)
            if (!isnan(o->pass[i].gauge[t->states.gauge][0]))
                return true;
    }
    return false;
}

static void add_rows(struct table *t, const struct runs_case *c, bool stateless)
{
    for (long side = 1; side <= t->r->sides; side++)
        for (size_t state = 0; state < (stateless ? 1 : t->states.n); state++) {
            struct row row = {.c = c,
                              .side = side,
                              .state = (int)state,
                              .stateless = stateless,
                              .base = NO_ROW,
                              .interleaved = true};

            row_count(t, &row);
            if (row.last != NULL)
                XAPPEND(t->v, t->n, row);
        }
}

static int by_place(const void *x, const void *y)
{
    const struct row *a = x, *b = y;
    long bytes = row_bytes(a), other = row_bytes(b);

    if (a->c->pairs != b->c->pairs)
        return a->c->pairs < b->c->pairs ? -1 : 1;
    if (a->c->family != b->c->family)
        return a->c->family < b->c->family ? -1 : 1;
    if (bytes != other)
        return bytes < other ? -1 : 1;
    if (a->c->rivals != b->c->rivals) /* values of whole commands */
        return a->c->rivals < b->c->rivals ? -1 : 1;
    if (a->state != b->state)
        return a->state < b->state ? -1 : 1;
    if (a->side != b->side)
        return a->side < b->side ? -1 : 1;
    return a->c < b->c ? -1 : a->c > b->c;
}

/* ---- baselines ----------------------------------------------------------- */

/* Returns the row's baseline on that side: the same case, else the rival
 * `native`, else the first rival. */
static long find_base(const struct table *t, const struct row *row, long side)
{
    long found = NO_ROW;
    bool native = false;
    size_t end;

    for (size_t i = table_rivals(t, row, &end); i < end; i++) {
        const struct row *other = &t->v[i];
        bool is_native = strcmp(row_text(other, "algo"), "native") == 0;

        if (other->side != side || other->state != row->state ||
            other->plain != row->plain)
            continue;
        if (other->c == row->c && side != row->side)
            return (long)i;
        if (found == NO_ROW || (is_native && !native))
            found = (long)i;
        native |= is_native;
    }
    return found;
}

static void set_base(struct table *t, struct row *row)
{
    long side = t->o.baseline == BASELINE_OWN ? row->side : 1;
    long base = find_base(t, row, side);

    if (base == row - t->v || (row->side == side && row->plain))
        base = NO_ROW;
    row->base = base;
    row->between_sides = base != NO_ROW && row->side != side;
    row->interleaved = !row->between_sides || t->interleaved;
}

/* ---- figures ------------------------------------------------------------- */

void figure_set(struct figure *f, double half, bool plain)
{
    double mean = f->spread.mean;

    f->half = half;
    f->value = plain ? mean : exp(mean);
    f->lo = plain ? mean - half : exp(mean - half);
    f->hi = plain ? mean + half : exp(mean + half);
}

void figure_set_mean(struct figure *f, double least, bool plain)
{
    f->spread.mean = f->spread.all;
    figure_set(f, interval_half_of_mean(&f->spread, least), plain);
}

/* Sets the other figures of the row, and their intervals. */
static void others_set(const struct table *t, struct row *row)
{
    static const char *const from[] = {"figures", "parts"};

    for (size_t k = 0; k < 2; k++) {
        json_t *named = json_object_get(row->last, from[k]), *value;
        const char *name;

        json_object_foreach(named, name, value)
        {
            struct figure f;

            values_spread(&f.spread, t, row, name);
            if (f.spread.n == 0)
                continue;
            if (row->figures == NULL) {
                row->figures = json_object();
                row->ranges = json_object();
            }
            figure_set(&f, interval_half(&f.spread, 0, 0), true);
            json_object_set_new(row->figures, name, json_real(f.value));
            json_object_set_new(row->ranges, name, value_range(f.lo, f.hi));
        }
    }
}

static enum sign sign_of(const struct table *t, const struct row *row,
                         const struct row *base, const struct figure *vs)
{
    double one = row->plain ? 0 : 1;
    double far = row->plain ? fabs(vs->value) : exp(fabs(vs->spread.mean));
    bool few =
        row->side != base->side && !t->interleaved && vs->spread.sittings < 2;

    if (t->o.passes || isnan(vs->half))
        return SIGN_NONE;
    if (vs->spread.n < SIGN_MIN)
        return SIGN_UNDECIDED;
    if (!few && vs->lo >= one - t->o.same && vs->hi <= one + t->o.same)
        return SIGN_SAME;
    if (few && !(far > beyond))
        return SIGN_UNDECIDED;
    return vs->lo > one   ? SIGN_FASTER
           : vs->hi < one ? SIGN_SLOWER
                          : SIGN_UNDECIDED;
}

/* Sets the interval of the ratio: a confidence interval for a gate, else a
 * prediction interval. The half width is at least `least`. */
static void ratio_set(const struct table *t, const struct row *row,
                      const struct row *base, double sd, double least,
                      struct figure *vs)
{
    bool these = t->o.gate && row->side != base->side && t->interleaved;

    if (these)
        figure_set_mean(vs, least, row->plain);
    else
        figure_set(vs, interval_half(&vs->spread, sd, least), row->plain);
}

/* How much the clock steps of both rows can change their ratio. */
static double steps_of(const struct table *t, const struct row *row,
                       const struct row *base)
{
    return values_step(t, row) + values_step(t, base);
}

enum sign table_ratio(const struct table *t, const struct row *row,
                      const struct row *base, struct figure *vs)
{
    *vs = (struct figure){0};
    values_ratio(&vs->spread, t, &row, &base, 1);
    ratio_set(t, row, base, fmax(row->vs_sd, base->vs_sd),
              steps_of(t, row, base), vs);
    return sign_of(t, row, base, vs);
}

/* ---- the table ----------------------------------------------------------- */

/* Rows with wrong results are not compared. */
static bool has_ratio(const struct table *t, const struct row *row)
{
    return row->base != NO_ROW && row->wrong == 0 && t->v[row->base].wrong == 0;
}

/* Sets the row's intervals and its sign. `sd` and `ratio_sd` are lower bounds
 * for the standard deviations of its time and its ratio. */
static void row_conclude(const struct table *t, struct row *row, double sd,
                         double ratio_sd)
{
    const struct row *base;
    struct figure exact;

    figure_set(&row->time,
               interval_half(&row->time.spread, sd, values_step(t, row)),
               row->plain);
    if (!has_ratio(t, row)) {
        row->vs = no_figure;
        return;
    }
    base = &t->v[row->base];
    row->vs_sd = ratio_sd;
    ratio_set(t, row, base, ratio_sd, steps_of(t, row, base), &row->vs);
    row->sign = sign_of(t, row, base, &row->vs);
    exact = row->vs;
    ratio_set(t, row, base, ratio_sd, 0, &exact);
    row->by_clock = row->sign == SIGN_UNDECIDED &&
                    sign_of(t, row, base, &exact) != SIGN_UNDECIDED;
}

/* Sets intervals and signs of all rows, by columns: a column gives the lower
 * bounds of its rows' standard deviations. */
static void rows_conclude(struct table *t)
{
    const struct spread_of_parts **time =
        xcalloc(2 * t->n + 1, sizeof(const struct spread_of_parts *));
    const struct spread_of_parts **ratio = time + t->n;
    struct row **column = xcalloc(t->n + 1, sizeof(*column));
    bool *done = xcalloc(t->n + 1, sizeof(*done));

    for (size_t i = 0; i < t->n; i++) {
        double sd, ratio_sd;
        size_t n = 0;

        if (done[i])
            continue;
        for (size_t k = i; k < t->n && t->v[k].c->family == t->v[i].c->family;
             k++)
            if (!done[k] && rows_same_column(&t->v[k], &t->v[i])) {
                time[n] = &t->v[k].time.spread;
                ratio[n] = &t->v[k].vs.spread;
                column[n++] = &t->v[k];
                done[k] = true;
            }
        sd = column_sd(time, n);
        ratio_sd = column_sd(ratio, n);
        for (size_t k = 0; k < n; k++)
            row_conclude(t, column[k], sd, ratio_sd);
    }
    free(time);
    free(column);
    free(done);
}

/* Maximum error (logarithm) from rounding three numbers to three digits. */
static const double rounding = 0.015;

/* Marks rows whose ratio is not the quotient of the printed times. The ratio is
 * a mean over pairs of runs, while each time is a mean over its own runs. They
 * differ if runs lack a partner, or are outliers in only one of these means. */
static void mark_unlike_quotients(struct table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        struct row *row = &t->v[i];
        double sign = row->plain ? 1 : -1, quotient;

        if (!has_ratio(t, row) || isnan(row->vs.spread.mean) ||
            (row->between_sides && t->o.reference != NULL))
            continue;
        quotient =
            sign * (row->time.spread.mean - t->v[row->base].time.spread.mean);
        row->unlike_quotient = fabs(row->vs.spread.mean - quotient) > rounding;
    }
}

void table_make(struct table *t, const struct runs *r, bool interleaved,
                const struct table_options *o)
{
    bool *read; /* by family: has readings of the gauge */

    *t = (struct table){.r = r, .o = *o, .interleaved = interleaved};
    t->side = xcalloc((size_t)r->sides + 1, sizeof(*t->side));
    for (long side = 1; side <= r->sides; side++)
        t->side[side - 1] = name_side(o, side);
    states_find(&t->states, r);
    read = xcalloc(json_object_size(r->groups) + 1, sizeof(*read));
    for (size_t i = 0; i < r->ncases && t->states.n > 1; i++)
        read[r->cases[i].family] |=
            !o->stateless && has_readings(t, &r->cases[i]);
    for (size_t i = 0; i < r->ncases; i++)
        add_rows(t, &r->cases[i], t->states.n > 1 && !read[r->cases[i].family]);
    free(read);
    if (t->n > 0)
        qsort(t->v, t->n, sizeof(*t->v), by_place);
    for (size_t i = 0; i < t->n; i++) {
        struct row *row = &t->v[i];

        set_base(t, row);
        values_spread(&row->time.spread, t, row, row->plain ? "hidden" : NULL);
        row->runs = row->time.spread.n;
        others_set(t, row);
    }
    for (size_t i = 0; i < t->n; i++) {
        const struct row *row = &t->v[i];
        const struct row *base = row->base != NO_ROW ? &t->v[row->base] : NULL;

        if (has_ratio(t, row))
            values_ratio(&t->v[i].vs.spread, t, &row, &base, 1);
    }
    rows_conclude(t);
    mark_unlike_quotients(t);
}

void table_of_run(struct table *t, struct runs *runs, const json_t *records,
                  bool passes)
{
    const struct table_options o = {
        .same = SAME, .sitting = SITTING, .passes = passes};
    const json_t *record;
    size_t i;

    *runs = (struct runs){0};
    runs_begin(runs, 1);
    json_array_foreach(records, i, record)
    {
        if (runs_add(runs, record) != NULL)
            fatal("a record of this run cannot be used: please report this");
    }
    table_make(t, runs, runs_order(runs), &o);
}

bool table_is_wrong(const struct table *t)
{
    bool wrong = false;

    for (size_t i = 0; i < t->n; i++)
        wrong |= t->v[i].wrong > 0;
    return wrong;
}

void table_free_rows(struct table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        json_decref(t->v[i].figures);
        json_decref(t->v[i].ranges);
    }
    for (size_t i = 0; t->side != NULL && t->side[i] != NULL; i++)
        free(t->side[i]);
    free(t->side);
    free(t->v);
    *t = (struct table){0};
}
