/* people.c: the table for people. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/people.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compare/answer.h"
#include "compare/describe.h"
#include "compare/grid.h"
#include "lib/digits.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

enum { RIVALS_ACROSS = 2, NAME_MOST = 16 };

/* ---- what a figure is ---------------------------------------------------- */

/* The operation's own figure in place of the time. */
enum kind { KIND_TIME, KIND_BANDWIDTH, KIND_RATE, KIND_HIDDEN };

static enum kind kind_of(const struct row *row)
{
    const char *main = json_string_value(json_object_get(row->last, "main"));

    return row->plain                          ? KIND_HIDDEN
           : main == NULL                      ? KIND_TIME
           : strcmp(main, "bandwidth") == 0    ? KIND_BANDWIDTH
           : strcmp(main, "message_rate") == 0 ? KIND_RATE
                                               : KIND_TIME;
}

/* What goes by in the row's time, in the unit that is shown; NAN: nothing. */
static double amount_of(const struct row *row, enum kind kind)
{
    return kind == KIND_BANDWIDTH
               ? number_of(json_object_get(row->last, "traffic_bytes")) / 1e6
               : number_of(json_object_get(row->last, "traffic_messages"));
}

static double shown_value(const struct row *row)
{
    enum kind kind = kind_of(row);

    return kind == KIND_HIDDEN ? 100 * row->time.value
           : kind == KIND_TIME ? 1e6 * row->time.value
                               : amount_of(row, kind) / row->time.value;
}

/* ---- cells --------------------------------------------------------------- */

/* Half of the interval in percent of the figure, or in points. */
static char *half_cell(const struct row *row)
{
    double half = row != NULL ? 100 * row->time.half : NAN;

    if (row == NULL || row->time.spread.n == 0)
        return xstrdup("-");
    if (isnan(half))
        return row->time.spread.n < VALUES_MIN
                   ? xasprintf("n=%zu", row->time.spread.n)
                   : xstrdup("-");
    if (!row->plain)
        half = 100 * expm1(row->time.half);
    return half < 0.95 ? xasprintf("%.1f", half) : xasprintf("%.0f", half);
}

static char *x_cell(const struct row *row)
{
    if (row == NULL || isnan(row->vs.value))
        return xstrdup("-");
    return row->plain ? xasprintf("%+.1f", 100 * row->vs.value)
                      : digits3(row->vs.value);
}

/* Both with the decimals of the figure. */
static char *range_cell(const struct row *row)
{
    double size = row != NULL ? fabs(row->vs.value) : NAN;
    int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;

    if (row == NULL || isnan(row->vs.half))
        return xstrdup("-");
    if (row->plain)
        return xasprintf("%+.1f..%+.1f", 100 * row->vs.lo, 100 * row->vs.hi);
    return xasprintf("%.*f-%.*f", decimals, row->vs.lo, decimals, row->vs.hi);
}

static char *sign_cell(const struct row *row)
{
    if (row == NULL || row->sign == SIGN_NONE)
        return xstrdup(row != NULL && !isnan(row->vs.value) ? "?" : "-");
    return xasprintf("%c", sign_char(row->sign));
}

static char *value_cell(const struct row *row)
{
    if (row == NULL || isnan(row->time.value))
        return xstrdup("-");
    return row->plain ? xasprintf("%.1f%%", 100 * row->time.value)
                      : digits3(shown_value(row));
}

/* Of `rate`, MB/s beside the time, where it is one. */
static char *rate_cell(const struct row *row)
{
    double amount = row != NULL ? amount_of(row, KIND_BANDWIDTH) : NAN;

    return digits3(row != NULL ? amount / row->time.value : NAN);
}

static bool has_rate(const struct view *v)
{
    const struct row *row = v->rival[0].first;

    return v->rivals == 1 && kind_of(row) == KIND_TIME &&
           amount_of(row, KIND_BANDWIDTH) > 0;
}

/* ---- blocks -------------------------------------------------------------- */

static char *title_of(const struct rival *r)
{
    return strlen(r->title) <= NAME_MOST
               ? xstrdup(r->title)
               : xasprintf("%.*s~", NAME_MOST - 1, r->title);
}

static const char *unit_of(enum kind kind)
{
    static const char *const units[] = {[KIND_TIME] = "us",
                                        [KIND_BANDWIDTH] = "MB/s",
                                        [KIND_RATE] = "msg/s",
                                        [KIND_HIDDEN] = "hidden"};

    return units[kind];
}

/* The rivals from .. to - 1 beside the baseline. */
static void put_titles(struct grid *g, const struct view *v,
                       const size_t *shown, size_t n)
{
    bool ratios = !v->t->o.passes;

    grid_add(g, xstrdup("bytes"));
    grid_add(g, v->rivals > 1 ? title_of(&v->rival[v->base])
                              : xstrdup(unit_of(kind_of(v->rival[0].first))));
    grid_add(g, xstrdup("+-%"));
    if (has_rate(v))
        grid_add(g, xstrdup("MB/s"));
    for (size_t i = 0; i < n; i++) {
        grid_add(g, title_of(&v->rival[shown[i]]));
        grid_add(g, xstrdup("+-%"));
        grid_add(g, xstrdup(v->rival[0].first->plain ? "points" : "x"));
        grid_add(g, xstrdup("lo-hi"));
        if (ratios)
            grid_add(g, xstrdup(""));
    }
}

static void put_row(struct grid *g, const struct view *v, size_t size,
                    size_t state, const size_t *shown, size_t n)
{
    const struct row *base = view_row(v, size, v->base, state);

    grid_add(g, xasprintf("%ld", v->bytes[size]));
    grid_add(g, value_cell(base));
    grid_add(g, half_cell(base));
    if (has_rate(v))
        grid_add(g, rate_cell(base));
    for (size_t i = 0; i < n; i++) {
        const struct row *row = view_row(v, size, shown[i], state);

        grid_add(g, value_cell(row));
        grid_add(g, half_cell(row));
        grid_add(g, x_cell(row));
        grid_add(g, range_cell(row));
        if (!v->t->o.passes)
            grid_add(g, sign_cell(row));
    }
}

static void put_block(FILE *f, const struct view *v, size_t state,
                      bool markdown)
{
    size_t *others = xcalloc(v->rivals + 1, sizeof(*others)), n = 0, from = 0;

    for (size_t i = 0; i < v->rivals; i++)
        if (i != v->base)
            others[n++] = i;
    do {
        size_t across = n - from < RIVALS_ACROSS ? n - from : RIVALS_ACROSS;
        struct grid g = {.cols = 3 + has_rate(v) +
                                 across * (v->t->o.passes ? 4 : 5)};

        put_titles(&g, v, others + from, across);
        for (size_t s = 0; s < v->sizes; s++)
            put_row(&g, v, s, state, others + from, across);
        grid_print(f, &g, markdown);
        grid_free(&g);
        from += across;
        if (from < n)
            putc('\n', f);
    } while (from < n);
    free(others);
}

/* "cores near (66 ns apart, 89 % of the time)" */
static void put_state(FILE *f, const struct states *states, size_t state,
                      bool known)
{
    const struct state *s = &states->v[state];
    char level[DIGITS_SIZE];

    digits_time(level, s->level);
    fprintf(f,
            states->cut.gauge == GAUGE_ONEWAY
                ? "cores %s (%s apart, %.0f %% of the time)%s\n"
                : "processor %s (%s for its work, %.0f %% of the time)%s\n",
            s->name, level, 100 * s->share,
            known ? "" : ": too few parts of it for figures");
}

/* "one state: cores 66 ns apart"; of two states what there is, where figures
 * are not of each. */
static void put_one_state(FILE *f, const struct states *states)
{
    const struct state *low = &states->v[STATE_LOW],
                       *high = &states->v[STATE_HIGH];
    bool cores = states->gauge == GAUGE_ONEWAY;
    const char *what = cores ? "cores" : "processor";
    const char *unit = cores ? "apart" : "for its work";
    char one[DIGITS_SIZE], other[DIGITS_SIZE];

    digits_time(one, low->level);
    if (low->name == NULL)
        fprintf(f, "one state: %s %s %s\n", what, one, unit);
    else
        fprintf(f,
                "%s %s (%s %s, %.0f %%) or %s (%s, %.0f %%): figures of both\n",
                what, low->name, one, unit, 100 * low->share, high->name,
                digits_time(other, high->level), 100 * high->share);
}

/* ---- above and below ----------------------------------------------------- */

/* A line in Markdown, lines of at most 80 columns else. */
static void put_line(FILE *f, const char *text, const char *indent,
                     bool markdown)
{
    if (markdown)
        fprintf(f, "%s  \n", text);
    else
        put_wrapped(f, text, indent);
}

/* Does a rival show what it hides beside others' times? */
static bool some_hide(const struct view *v)
{
    bool some = false;

    for (size_t i = 0; i < v->rivals; i++)
        some |= v->rival[i].first->plain;
    return some && !v->rival[v->base].first->plain;
}

/* Are rivals of other sides compared with another than the baseline that is
 * shown: the same algorithm? */
static bool has_bases(const struct view *v)
{
    const struct row *base = v->rival[v->base].first;
    bool has = false;

    for (size_t i = 0; i < v->rivals; i++) {
        const struct row *row = v->rival[i].first;

        has |= row->between_sides && v->t->v[row->base].c != base->c &&
               strcmp(row_text(row, "algo"), row_text(base, "algo")) != 0;
    }
    return has;
}

static void put_legend(FILE *f, const struct view *v, bool markdown)
{
    const struct table *t = v->t;
    enum kind kind = kind_of(v->rival[0].first);
    static const char *const what[] = {
        [KIND_TIME] = "us: typical run, slowest rank",
        [KIND_BANDWIDTH] = "MB/s: typical run, all pairs together",
        [KIND_RATE] = "messages a second: typical run, all pairs together",
        [KIND_HIDDEN] = "hidden: share of the time that a computation hides",
    };
    const char *base = v->rival[v->base].name, *of;
    size_t length;
    char *text;
    FILE *to = text_open(&text, &length);

    of = t->o.passes                   ? "of the passes of this run"
         : t->o.gate && t->interleaved ? "of these runs, 95 %"
                                       : "expected of the next table";
    fputs(what[kind], to);
    if (some_hide(v))
        fputs("; %: of it that the computation beside it hides", to);
    if (v->rivals == 1)
        fprintf(to, "; +-%%: %s", of);
    else if (kind == KIND_HIDDEN)
        fprintf(to, "; points: this - %s; +-%%, lo-hi: %s", base, of);
    else if (kind == KIND_TIME)
        fprintf(to, "; x: %s's time / this%s; +-%%, lo-hi: %s", base,
                has_bases(v) ? ", in other command lines: the same "
                               "algorithm's of the first / this"
                             : "",
                of);
    else
        fprintf(to, "; x: this / %s; +-%%, lo-hi: %s", base, of);
    if (v->rivals > 1 && !t->o.passes)
        fprintf(to, "; + faster, - slower, = same within %.3g %%, ? not told",
                100 * t->o.same);
    text_close(to);
    put_line(f, text, "", markdown);
    free(text);
}

static void put_lines(FILE *f, json_t *texts, const char *before, bool markdown)
{
    json_t *text;
    size_t i;

    json_array_foreach(texts, i, text)
    {
        char *line = xasprintf("%s%s", before, json_string_value(text));

        put_line(f, line, "  ", markdown);
        free(line);
    }
    json_decref(texts);
}

/* Why cells are empty: each reason once, with the sizes that it holds at. */
static void put_reasons(FILE *f, const struct view *v, bool markdown)
{
    json_t *reasons = json_object(), *where;
    const char *reason;

    for (size_t i = v->first; i < v->first + v->n; i++) {
        const struct row *row = &v->t->v[i];
        bool known = view_state_known(v, (size_t)row->state);
        const char *why =
            json_string_value(json_object_get(row->last, "reason"));
        char *bytes = size_text(row_bytes(row)), *text;
        const char *before;

        if (!isnan(row->time.half) || row->time.spread.n > 0)
            why = row->time.spread.n >= VALUES_MIN && isnan(row->time.half)
                      ? "seen in too few parts of the time"
                      : NULL;
        else if (why == NULL)
            why = v->t->states.n > 1 ? "not seen in that state" : "no figures";
        if (why != NULL && known) {
            before = json_string_value(json_object_get(reasons, why));
            text = before != NULL && strstr(before, bytes) == NULL
                       ? xasprintf("%s, %s", before, bytes)
                       : xstrdup(before != NULL ? before : bytes);
            json_object_set_new(reasons, why, json_string(text));
            free(text);
        }
        free(bytes);
    }
    json_object_foreach(reasons, reason, where)
    {
        char *line = xasprintf("-: %s (%s)", SHOWN_LINE(reason),
                               json_string_value(where));

        put_line(f, line, "  ", markdown);
        free(line);
    }
    json_decref(reasons);
}

/* Ranges that are clear of 1 have no sign of so few runs. */
static void put_few(FILE *f, const struct view *v)
{
    for (size_t i = v->first; i < v->first + v->n; i++) {
        const struct row *row = &v->t->v[i];

        if (row->sign != SIGN_NOT_TOLD || row->vs.spread.n >= SIGN_MIN ||
            isnan(row->vs.half))
            continue;
        fprintf(f, "?: a sign takes %d runs\n", SIGN_MIN);
        return;
    }
}

/* Takes the text over. */
static void put_text(FILE *f, char *text, bool markdown)
{
    if (text != NULL)
        put_line(f, text, "  ", markdown);
    free(text);
}

static void put_view(FILE *f, const struct view *v, bool markdown)
{
    const struct states *states = &v->t->states;

    put_text(f, describe_title(v), markdown);
    put_text(f, answer_fastest(v), markdown);
    put_legend(f, v, markdown);
    if (v->first == 0)
        put_lines(f, describe_sides(v->t), "", markdown);
    put_lines(f, describe_warnings(v), "note: ", markdown);
    putc('\n', f);
    for (size_t k = 0; k < states->n; k++) {
        bool known = view_state_known(v, k);

        if (k > 0 && markdown) /* or it would be a row of the table */
            putc('\n', f);
        if (states->n > 1)
            put_state(f, states, k, known);
        else if (states->gauge >= 0)
            put_one_state(f, states);
        if (states->gauge >= 0 && markdown)
            putc('\n', f);
        if (known)
            put_block(f, v, k, markdown);
    }
    if (markdown)
        putc('\n', f);
    put_reasons(f, v, markdown);
    put_few(f, v);
    for (size_t i = 0; i < v->rivals; i++)
        put_text(f, answer_rival(v, i), markdown);
}

void people_print(FILE *f, const struct table *t, bool markdown)
{
    struct view v;

    for (size_t i = 0; i < t->n; i += v.n) {
        if (i > 0)
            putc('\n', f);
        view_make(&v, t, i);
        put_view(f, &v, markdown);
        view_free(&v);
    }
}
