/* grid.c: cells and legend of the readable table. Each rival is a column or, if
 * there are many, a line. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/grid.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/markdown.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/parts.h"

/* Limits of the layout. More than RIVALS_MOST rivals become lines instead of
 * columns. RIVALS_ACROSS columns fit next to the baseline, fewer if lines
 * exceed WIDTH. Titles have at most TITLE characters. */
enum { RIVALS_MOST = 5, RIVALS_ACROSS = 2, TITLE = 16, WIDTH = 80 };

/* ---- cells --------------------------------------------------------------- */

void grid_put(struct grid *g, char *text)
{
    XAPPEND(g->cell, g->n, text);
}

static int width_of(const struct grid *g, size_t col)
{
    size_t width = 0;

    for (size_t i = col; i < g->n; i += g->cols)
        if (strlen(g->cell[i]) > width)
            width = strlen(g->cell[i]);
    return (int)width;
}

static int line_width(const struct grid *g)
{
    int width = -1;

    for (size_t c = 0; c < g->cols; c++)
        width += width_of(g, c) + 1;
    return width;
}

void grid_free(struct grid *g)
{
    for (size_t i = 0; i < g->n; i++)
        free(g->cell[i]);
    free(g->cell);
}

/* Aligns cells to the right; lines do not end with blanks. */
void grid_print(FILE *f, struct grid *g, bool markdown)
{
    for (size_t i = 0; markdown && i < g->n; i++)
        g->cell[i] = markdown_text(g->cell[i]);
    for (size_t i = 0; i < g->n; i++) {
        size_t c = i % g->cols;
        bool last = c + 1 == g->cols;

        if (markdown)
            fprintf(f, "%s%*s%s", c > 0 ? " | " : "| ", width_of(g, c),
                    g->cell[i], last ? " |\n" : "");
        else if (!last || *g->cell[i] != '\0')
            fprintf(f, "%s%*s", c > 0 ? " " : "", width_of(g, c), g->cell[i]);
        if (last && !markdown)
            putc('\n', f);
        for (size_t k = 0; markdown && i + 1 == g->cols && k < g->cols; k++)
            fputs(k + 1 < g->cols ? "|---:" : "|---:|\n", f);
    }
    grid_free(g);
}

/* ---- kinds of figures ---------------------------------------------------- */

enum kind {
    KIND_SECONDS, /* whole commands */
    KIND_TIME,
    KIND_BANDWIDTH,
    KIND_RATE,
    KIND_HIDDEN,
    KINDS
};

static const struct {
    const char *main, *unit, *legend;
} kinds[KINDS] = {
    [KIND_SECONDS] = {NULL, "s", "s: typical run"},
    [KIND_TIME] = {"", "us", "us: typical run, slowest rank"},
    [KIND_BANDWIDTH] = {"bandwidth", "MB/s",
                        "MB/s: typical run, all pairs together"},
    [KIND_RATE] = {"message_rate", "msg/s",
                   "messages a second: typical run, all pairs together"},
    [KIND_HIDDEN] = {"hidden", "hidden",
                     "hidden: share of the time that a computation hides; ~0: "
                     "below 0, within noise of 0"},
};

static enum kind kind_of(const struct row *row)
{
    enum kind kind = KINDS - 1;

    if (row_is_timed(row))
        return KIND_SECONDS;
    while (kind > KIND_TIME &&
           strcmp(text_of(row->last, "main"), kinds[kind].main) != 0)
        kind--;
    return kind;
}

double row_traffic(const struct row *row, const char *name)
{
    size_t pairs = json_array_size(json_object_get(row->last, "pair_times"));

    return number_of(row->last, name) / (double)(pairs > 0 ? pairs : 1);
}

/* Returns the amount transferred in the row's time, in 10^6 bytes or messages;
 * NAN if there is none. */
static double amount_of(const struct row *row, enum kind kind)
{
    return kind == KIND_BANDWIDTH ? row_traffic(row, "traffic_bytes") / 1e6
                                  : row_traffic(row, "traffic_messages");
}

static bool has_rate(const struct view *v)
{
    const struct row *row = v->rival[0].first;

    return v->rivals == 1 && kind_of(row) == KIND_TIME &&
           amount_of(row, KIND_BANDWIDTH) > 0;
}

static bool has_share(const struct view *v)
{
    return !isnan(saving_share(v->line[0]));
}

/* ---- figures ------------------------------------------------------------- */

const char *figure_unit(const struct row *row)
{
    return kinds[kind_of(row)].unit;
}

double figure_number(const struct row *row, double seconds)
{
    enum kind kind = kind_of(row);

    return kind == KIND_SECONDS  ? seconds
           : kind == KIND_TIME   ? 1e6 * seconds
           : kind == KIND_HIDDEN ? 100 * seconds
                                 : amount_of(row, kind) / seconds;
}

/* A hidden share below 0 is noise unless its whole interval is below 0. */
char *figure_text(const struct row *row)
{
    double x = figure_number(row, row->time.value);

    if (kind_of(row) == KIND_HIDDEN && x < 0 && row->time.hi >= 0)
        return xstrdup("~0");
    return kind_of(row) == KIND_HIDDEN && !isnan(x) ? xasprintf("%.1f%%", x)
                                                    : xstrdup(DIGITS3(x));
}

/* Half width of the interval in percent; for a share, in percentage points. */
static char *half_text(const struct row *row)
{
    double half = row->plain ? row->time.half : expm1(row->time.half);
    char buf[DIGITS_SIZE];

    if (row->wrong > 0)
        return xstrdup("WRONG");
    if (!isnan(half))
        return xstrdup(digits_percent(buf, half));
    return row->time.spread.n > 0 && row->time.spread.n < VALUES_MIN
               ? xasprintf("n=%zu", row->time.spread.n)
               : xstrdup("-");
}

/* Both ends of the interval of a ratio, with as many decimals as the ratio;
 * ratios from 0.1 to 1 get two. */
static char *range_text(const struct row *row)
{
    double size = fabs(row->vs.value);
    int decimals = size >= 99.95    ? 0
                   : size >= 9.995  ? 1
                   : size >= 0.0995 ? 2
                                    : 2 + (int)fmin(-floor(log10(size)), 8);

    if (isnan(row->vs.half))
        return xstrdup("-");
    if (row->plain)
        return xasprintf("%+.1f..%+.1f", 100 * row->vs.lo, 100 * row->vs.hi);
    return xasprintf("%.*f-%.*f", decimals, row->vs.lo, decimals, row->vs.hi);
}

void grid_put_value(struct grid *g, const struct row *row)
{
    grid_put(g, row != NULL ? figure_text(row) : xstrdup("-"));
    grid_put(g, row != NULL ? half_text(row) : xstrdup("-"));
}

/* False if rows have no baseline, such as shares next to times. */
static bool has_ratios(const struct view *v)
{
    bool has = false;

    for (size_t i = v->first; i < v->first + v->n; i++)
        has |= v->t->v[i].base != NO_ROW;
    return has;
}

/* Adds the columns of a ratio: the ratio, its interval and, unless observations
 * are passes, the sign. */
static size_t ratio_cols(const struct view *v)
{
    return !has_ratios(v) ? 0 : v->t->o.passes ? 2 : 3;
}

static void put_ratio(struct grid *g, const struct view *v,
                      const struct row *row)
{
    bool known = row != NULL && !isnan(row->vs.value);

    if (ratio_cols(v) == 0)
        return;
    grid_put(g, !known       ? xstrdup("-")
                : row->plain ? xasprintf("%+.1f", 100 * row->vs.value)
                             : xstrdup(DIGITS3(row->vs.value)));
    grid_put(g, known ? range_text(row) : xstrdup("-"));
    if (!v->t->o.passes)
        grid_put(g, known ? xasprintf("%c", "?+-=?"[row->sign]) : xstrdup(""));
}

static void put_ratio_titles(struct grid *g, const struct view *v)
{
    if (ratio_cols(v) == 0)
        return;
    grid_put(g, xstrdup(v->rival[0].first->plain ? "points" : "x"));
    grid_put(g, xstrdup("lo-hi"));
    if (!v->t->o.passes)
        grid_put(g, xstrdup(""));
}

/* ---- blocks -------------------------------------------------------------- */

/* True if each rival is a column: there are few rivals, and their titles still
 * differ after being cut. Else each rival is a line. */
static bool has_columns(const struct view *v)
{
    bool few = v->rivals <= RIVALS_MOST;

    for (size_t i = 1; few && i < v->rivals; i++)
        for (size_t k = 0; k < i; k++)
            few &=
                strncmp(v->rival[i].title, v->rival[k].title, TITLE - 1) != 0;
    return few;
}

static char *title_text(const struct rival *r)
{
    return strlen(r->title) <= TITLE ? xstrdup(r->title)
                                     : xasprintf("%.*s~", TITLE - 1, r->title);
}

static void put_line_titles(struct grid *g, const struct view *v)
{
    grid_put(g, xstrdup(row_is_timed(v->line[0]) ? "value" : "bytes"));
    if (has_share(v))
        grid_put(g, xstrdup("share"));
}

static void put_line_begin(struct grid *g, const struct view *v, size_t size)
{
    const struct row *row = v->line[size];

    grid_put(g, row_is_timed(row) ? xstrdup(ROW_SIZE(row))
                                  : xasprintf("%ld", v->bytes[size]));
    if (has_share(v))
        grid_put(g, xasprintf("%.3g%%", 100 * saving_share(row)));
}

static void put_titles(struct grid *g, const struct view *v,
                       const size_t *shown, size_t n)
{
    put_line_titles(g, v);
    grid_put(g, v->rivals > 1 ? title_text(&v->rival[v->base])
                              : xstrdup(figure_unit(v->rival[0].first)));
    grid_put(g, xstrdup("+-%"));
    if (has_rate(v))
        grid_put(g, xstrdup("MB/s"));
    for (size_t i = 0; i < n; i++) {
        grid_put(g, title_text(&v->rival[shown[i]]));
        grid_put(g, xstrdup("+-%"));
        put_ratio_titles(g, v);
    }
}

static void put_row(struct grid *g, const struct view *v, size_t size,
                    size_t state, const size_t *shown, size_t n)
{
    const struct row *base = view_row(v, size, v->base, state);

    put_line_begin(g, v, size);
    grid_put_value(g, base);
    if (has_rate(v)) /* only where MB/s has a meaning */
        grid_put(
            g, xstrdup(DIGITS3(base != NULL ? amount_of(base, KIND_BANDWIDTH) /
                                                  base->time.value
                                            : NAN)));
    for (size_t i = 0; i < n; i++) {
        const struct row *row = view_row(v, size, shown[i], state);

        grid_put_value(g, row);
        put_ratio(g, v, row);
    }
}

/* ---- lists of rivals ----------------------------------------------------- */

struct entry {
    size_t rival;
    const struct row *row; /* NULL if there is none */
    double rank; /* the time, or minus the hidden share; infinite if unknown */
};

/* Sorts the fastest first; rows without a figure last. */
static int by_rank(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;

    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->rival < y->rival ? -1 : 1;
}

static void put_entries(struct grid *g, const struct view *v, size_t size,
                        size_t state, int width)
{
    struct entry *entries = xcalloc(v->rivals, sizeof(*entries));

    for (size_t i = 0; i < v->rivals; i++) {
        const struct row *row = view_row(v, size, i, state);

        entries[i] = (struct entry){i, row, INFINITY};
        if (row != NULL && !isnan(row->time.value))
            entries[i].rank = row->plain ? -row->time.value : row->time.value;
    }
    qsort(entries, v->rivals, sizeof(*entries), by_rank);
    for (size_t i = 0; i < v->rivals; i++) {
        const struct entry *e = &entries[i];

        put_line_begin(g, v, size);
        grid_put(g, xasprintf("%-*s", width, v->rival[e->rival].name));
        grid_put_value(g, e->row);
        put_ratio(g, v, e->row);
    }
    free(entries);
}

static void list_grid(struct grid *g, const struct view *v, size_t state)
{
    size_t width = strlen("algorithm");

    *g = (struct grid){.cols = 4 + has_share(v) + ratio_cols(v)};
    for (size_t i = 0; i < v->rivals; i++)
        if (strlen(v->rival[i].name) > width)
            width = strlen(v->rival[i].name);
    put_line_titles(g, v);
    grid_put(g, xasprintf("%-*s", (int)width, "algorithm"));
    grid_put(g, xstrdup(figure_unit(v->rival[0].first)));
    grid_put(g, xstrdup("+-%"));
    put_ratio_titles(g, v);
    for (size_t s = 0; s < v->sizes; s++)
        put_entries(g, v, s, state, (int)width);
}

static void columns_grid(struct grid *g, const struct view *v, size_t state,
                         const size_t *shown, size_t n)
{
    *g = (struct grid){.cols = 3 + has_share(v) + has_rate(v) +
                               n * (2 + ratio_cols(v))};
    put_titles(g, v, shown, n);
    for (size_t s = 0; s < v->sizes; s++)
        put_row(g, v, s, state, shown, n);
}

size_t grid_of_view(struct grid *g, const struct view *v, size_t state,
                    size_t from)
{
    size_t *others, n = 0;

    if (!has_columns(v)) {
        list_grid(g, v, state);
        return v->rivals - 1;
    }
    others = xcalloc(v->rivals + 1, sizeof(*others));
    for (size_t i = 0; i < v->rivals; i++)
        if (i != v->base)
            others[n++] = i;
    n = n - from < RIVALS_ACROSS ? n - from : RIVALS_ACROSS;
    columns_grid(g, v, state, others + from, n);
    while (n > 1 && line_width(g) > WIDTH) {
        grid_free(g);
        columns_grid(g, v, state, others + from, --n);
    }
    free(others);
    return from + n;
}

/* True if a rival's baseline is not the one shown, but the same algorithm on
 * the first side. */
static bool has_bases(const struct view *v)
{
    const struct row *base = v->rival[v->base].first;
    bool has = false;

    for (size_t i = 0; i < v->rivals; i++) {
        const struct row *row = v->rival[i].first;

        has |= row->between_sides && v->t->v[row->base].c != base->c &&
               !rows_same_algo(row, base);
    }
    return has;
}

const char *grid_interval(const struct table *t)
{
    return t->o.passes                   ? "of the passes of this run"
           : t->o.gate && t->interleaved ? "of these runs, 99 %"
                                         : "expected in the next table";
}

char *grid_legend(const struct view *v)
{
    const struct table *t = v->t;
    enum kind kind = kind_of(v->rival[0].first);
    bool own = t->o.baseline == BASELINE_OWN && t->r->sides > 1;
    const char *first = row_text(v->rival[v->base].first, "algo");
    char *base = own ? xasprintf("its own side's %s", SHOWN_LINE(first))
                     : xstrdup(v->rival[v->base].name);
    const char *of = grid_interval(t);
    bool some_hide = false;
    size_t length;
    char *text;
    FILE *to = text_open(&text, &length);

    if (has_share(v))
        fputs("share: of the program's time, in these calls without waiting "
              "for late ranks; ",
              to);
    fputs(kinds[kind].legend, to);
    for (size_t i = 0; i < v->rivals; i++)
        some_hide |= v->rival[i].first->plain;
    if (some_hide && !v->rival[v->base].first->plain)
        fputs("; %: of it that the computation beside it hides, +-% in points",
              to);
    if (!has_ratios(v))
        fprintf(to, "; +-%%: %s", of);
    else if (kind == KIND_HIDDEN)
        fprintf(to, "; points: this - %s; +-%%, lo-hi: %s", base, of);
    else if (kind <= KIND_TIME)
        fprintf(to, "; x: %s's time / this%s; +-%%, lo-hi: %s", base,
                has_bases(v) ? ", in other command lines: the same "
                               "algorithm's of the first / this"
                             : "",
                of);
    else
        fprintf(to, "; x: this / %s; +-%%, lo-hi: %s", base, of);
    if (t->o.reference != NULL && t->r->sides > 1)
        fprintf(to, "; x of other sides: of times divided by %s's",
                SHOWN_LINE(t->o.reference));
    if (has_ratios(v) && !t->o.passes)
        fprintf(to, "; + faster, - slower, = same within %.3g %%, ? undecided",
                100 * t->o.same);
    text_close(to);
    free(base);
    return text;
}
