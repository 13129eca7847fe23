/* chart.c: draws a view's figures and ratios as SVG, and scales their axes.
 * Colours, lines and sizes of letters are in report.css. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "print/grid.h"
#include "tools/report/report.h"

/* ---- axes ---------------------------------------------------------------- */

static const double room = 0.05;      /* at each end; fraction of the axis */
static const double beyond = 3;       /* intervals are cut off at this factor */
static const double narrowest = 1.05; /* least ratio of the ends of an axis */

void axis_fit(struct axis *a, const struct mark *m, size_t n)
{
    double least = INFINITY, most = 0, lo = INFINITY, hi = 0, wide;

    for (size_t i = 0; i < n; i++) {
        if (!(m[i].value > 0))
            continue;
        least = fmin(least, m[i].value);
        most = fmax(most, m[i].value);
        lo = fmin(fmin(lo, least), m[i].lo); /* fmin() ignores NAN */
        hi = fmax(fmax(hi, most), m[i].hi);
    }
    if (most == 0)
        least = most = lo = hi = 1;
    lo = fmax(lo, least / beyond);
    hi = fmin(hi, most * beyond);
    wide = pow(fmax(hi / lo, narrowest), room);
    *a = (struct axis){.lo = lo / wide, .hi = hi * wide};
}

double axis_at(const struct axis *a, double value)
{
    return fmin(fmax(log(value / a->lo) / log(a->hi / a->lo), 0), 1);
}

static bool is_on(const struct axis *a, double x)
{
    double rounding = 1e-9 * (a->hi - a->lo);

    return x >= a->lo - rounding && x <= a->hi + rounding;
}

/* Sets multiples of 1, 2 or 5 times a power of ten. */
static size_t steps(const struct axis *a, double *tick, size_t most)
{
    static const double digit[] = {1, 2, 5, 10};
    double least = (a->hi - a->lo) / (double)most, step = 0;
    double ten = pow(10, floor(log10(least)));
    size_t n = 0;

    for (size_t i = 0; step < least && i < 4; i++)
        step = digit[i] * ten;
    for (double k = ceil(a->lo / step); is_on(a, k * step) && n < most; k++)
        tick[n++] = k * step;
    return n;
}

/* Sets every `stride`-th power of the base; if stride is 0, every power, and 2
 * and 5 times it. Returns how many there are, which may be more than `most`. */
static size_t powers(const struct axis *a, double *tick, size_t most, int base,
                     int stride)
{
    static const double digit[] = {1, 2, 5};
    int e = (int)floor(log(a->lo) / log(base));
    size_t n = 0;

    for (; pow(base, e) <= a->hi; e++)
        for (int i = 0; i < (stride == 0 ? 3 : 1); i++) {
            double x = digit[i] * pow(base, e);

            if (e % (stride == 0 ? 1 : stride) != 0 || !is_on(a, x))
                continue;
            if (n < most)
                tick[n] = x;
            n++;
        }
    return n;
}

size_t axis_ticks(const struct axis *a, double *tick, size_t most, int base)
{
    int stride = base == 10 ? 0 : 1;
    size_t n;

    if (base == 10 && a->hi < 10 * a->lo)
        return steps(a, tick, most);
    do
        n = powers(a, tick, most, base, stride++);
    while (n > most);
    return n;
}

/* ---- pictures ------------------------------------------------------------ */

/* Edges of the frame. The whole picture has only 480 by 300 units, so that
 * letters can be read on a telephone. */
enum { LEFT = 50, RIGHT = 466, TOP = 10, BOTTOM = 256 };
enum { COLOURS = 7, TICKS_X = 6, TICKS_Y = 8, LETTER = 8 };

/* One picture; each of its lines is a rival in a state. */
struct panel {
    const struct view *v;
    bool ratio; /* of the ratios; else of the figures */
    size_t lines;
    struct mark *m; /* by line and size */
    struct axis x, y;
};

static bool is_wrong(const struct row *row)
{
    return row != NULL && row->wrong > 0;
}

/* Returns the row to draw; NULL if there is none, if its results were wrong, or
 * if the table prints no figures of its state. */
static const struct row *drawn(const struct view *v, size_t size, size_t rival,
                               size_t state)
{
    const struct row *row =
        v->known[state] ? view_row(v, size, rival, state) : NULL;

    return is_wrong(row) ? NULL : row;
}

/* Shares get no mark: the other rows have times. */
static struct mark mark_of(const struct panel *p, const struct row *row)
{
    const struct figure *f = &no_figure;
    double a, b;

    if (row != NULL && !row->plain)
        f = p->ratio ? &row->vs : &row->time;
    if (p->ratio || isnan(f->value))
        return (struct mark){f->value, f->lo, f->hi};
    a = figure_number(row, f->lo);
    b = figure_number(row, f->hi);
    return (struct mark){figure_number(row, f->value), fmin(a, b), fmax(a, b)};
}

/* Sets p->m. Returns how many rows have a mark. */
static size_t marks_make(struct panel *p)
{
    size_t states = p->v->states->n, n = 0;

    p->lines = p->v->rivals * states;
    p->m = xcalloc(p->lines * p->v->sizes, sizeof(*p->m));
    for (size_t i = 0; i < p->lines; i++)
        for (size_t s = 0; s < p->v->sizes; s++) {
            struct mark *m = &p->m[i * p->v->sizes + s];

            *m = mark_of(p, drawn(p->v, s, i / states, i % states));
            n += !isnan(m->value);
        }
    return n;
}

/* Colour of a rival: its algorithm's; if all have the same one, its own. */
static size_t colour_of(const struct view *v, size_t rival)
{
    bool alike = true;
    size_t k = 0;

    for (size_t i = 0; i < v->rivals; i++)
        alike &= rows_same_algo(v->rival[0].first, v->rival[i].first);
    while (!rows_same_algo(v->rival[k].first, v->rival[rival].first))
        k++;
    return alike || v->t->r->sides > 2 ? rival : k;
}

static const char *shape_of(const struct view *v, size_t rival)
{
    static const char *const shape[COLOURS] = {
        "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
        "m-3.5-3.5h7v7h-7z",
        "m0-4.8 4.6 8h-9.2z",
        "m0-5 5 5-5 5-5-5z",
        "m0 4.8 4.6-8h-9.2z",
        "m-5 0 2.4-4.2h5.2l2.4 4.2-2.4 4.2h-5.2z",
        "m-5-2h10v4h-10z",
    };
    size_t colour = colour_of(v, rival);

    return shape[(colour + colour / COLOURS) % COLOURS];
}

static void put_group(FILE *f, const struct view *v, size_t rival, size_t state)
{
    html_put(f, "<g class='s c%z r%z%r%r'>", colour_of(v, rival) % COLOURS,
             rival, v->rival[rival].first->side > 1 ? " hollow" : "",
             state > 0 ? " dash" : "");
}

static double place_y(const struct panel *p, double value)
{
    return BOTTOM - axis_at(&p->y, value) * (BOTTOM - TOP);
}

/* A size of 0 is at the left edge. With one size, lines are side by side. */
static double place_x(const struct panel *p, size_t line, double bytes)
{
    double at = p->v->sizes > 1 ? axis_at(&p->x, fmax(bytes, p->x.lo))
                                : ((double)line + 0.5) / (double)p->lines;

    return LEFT + at * (RIGHT - LEFT);
}

/* Draws a point titled "shmbcast, 4 KiB, near: 12.3 us, 12.1 to 12.6". */
static void put_point(FILE *f, const struct panel *p, size_t line, size_t size)
{
    const struct states *states = p->v->states;
    const struct rival *rival = &p->v->rival[line / states->n];
    const struct mark *m = &p->m[line * p->v->sizes + size];

    html_put(f, "<path class='p' d='M%f %f%r'><title>%s, %s",
             place_x(p, line, (double)p->v->bytes[size]), place_y(p, m->value),
             shape_of(p->v, line / states->n), rival->name,
             ROW_SIZE(p->v->line[size]));
    if (states->n > 1)
        html_put(f, ", %s", states->v[line % states->n].name);
    html_put(f, ": %s %s", DIGITS3(m->value),
             p->ratio ? "x" : figure_unit(rival->first));
    if (!isnan(m->lo))
        html_put(f, ", %s to %s", DIGITS3(m->lo), DIGITS3(m->hi));
    html_put(f, "</title></path>");
}

static void put_line(FILE *f, const struct panel *p, size_t line)
{
    const struct mark *m = p->m + line * p->v->sizes;
    size_t n = p->v->sizes, states = p->v->states->n;

    put_group(f, p->v, line / states, line % states);
    html_put(f, "<path class='l' d='M0 0");
    for (size_t s = 0; s < n; s++)
        if (!isnan(m[s].value))
            html_put(f, "%r%f %f", s > 0 && !isnan(m[s - 1].value) ? "L" : "M",
                     place_x(p, line, (double)p->v->bytes[s]),
                     place_y(p, m[s].value));
    html_put(f, "'/><path class='bars' d='M0 0");
    for (size_t s = 0; s < n; s++)
        if (!isnan(m[s].lo))
            html_put(f, "M%f %fm-3 0h6m-3 0V%fm-3 0h6",
                     place_x(p, line, (double)p->v->bytes[s]),
                     place_y(p, m[s].lo), place_y(p, m[s].hi));
    html_put(f, "'/>");
    for (size_t s = 0; s < n; s++)
        if (!isnan(m[s].value))
            put_point(f, p, line, s);
    html_put(f, "</g>\n");
}

static void put_size(FILE *f, const struct panel *p, double bytes)
{
    double x = place_x(p, 0, bytes);

    html_put(f, "<path class='grid' d='M%f %fV%f'/>", x, (double)TOP,
             (double)BOTTOM);
    html_put(f, "<text class='mid' x='%f' y='%f'>%s</text>\n", x, BOTTOM + 18.0,
             SIZE_TEXT(lround(bytes)));
}

/* If there is only one size, writes names of lines on the axis, if they fit. */
static void put_names(FILE *f, const struct panel *p)
{
    size_t states = p->v->states->n, widest = 1;
    bool fit;

    for (size_t k = 0; k < p->v->rivals; k++)
        if (strlen(p->v->rival[k].name) > widest)
            widest = strlen(p->v->rival[k].name);
    fit = p->lines * (widest + 1) * LETTER <= RIGHT - LEFT;
    for (size_t i = 0; fit && i < p->lines; i++)
        html_put(f, "<text class='mid' x='%f' y='%f'>%s</text>\n",
                 place_x(p, i, 0), BOTTOM + 18.0, p->v->rival[i / states].name);
    html_put(f, "<text class='mid' x='%f' y='%f'>%s%r</text>\n",
             (LEFT + RIGHT) / 2.0, BOTTOM + 38.0, ROW_SIZE(p->v->line[0]),
             fit ? "" : "; from left to right as above");
}

static void put_axes(FILE *f, const struct panel *p)
{
    double tick[TICKS_X + TICKS_Y];
    const long *bytes = p->v->bytes;
    size_t n = axis_ticks(&p->y, tick, TICKS_Y, 10);

    for (size_t i = 0; i < n; i++) {
        html_put(f, "<path class='%r' d='M%f %fH%f'/>",
                 p->ratio && fabs(tick[i] - 1) < 1e-9 ? "one" : "grid",
                 (double)LEFT, place_y(p, tick[i]), (double)RIGHT);
        html_put(f, "<text class='end' x='%f' y='%f'>%m</text>\n", LEFT - 7.0,
                 place_y(p, tick[i]) + 4, xasprintf("%g", tick[i]));
    }
    if (p->v->sizes == 1) {
        put_names(f, p);
        return;
    }
    if (bytes[0] == 0)
        put_size(f, p, 0);
    n = axis_ticks(&p->x, tick, TICKS_X, 2);
    for (size_t i = 0; i < n; i++)
        if (bytes[0] > 0 || tick[i] >= (double)bytes[1])
            put_size(f, p, tick[i]);
    html_put(f, "<text class='mid' x='%f' y='%f'>size of one block</text>\n",
             (LEFT + RIGHT) / 2.0, BOTTOM + 38.0);
}

/* Draws a picture, unless it would be empty. */
static void put_panel(FILE *f, const struct view *v, bool ratio)
{
    struct panel p = {.v = v, .ratio = ratio};
    const struct row *base = v->rival[v->base].first;
    const char *unit = figure_unit(base);
    bool time = figure_is_time(base), zero = v->sizes > 1 && v->bytes[0] == 0;

    p.x.lo = (double)v->bytes[zero] / (zero ? 4 : 1.3);
    p.x.hi = (double)v->bytes[v->sizes - 1] * 1.3;
    if (marks_make(&p) > 0) {
        axis_fit(&p.y, p.m, p.lines * v->sizes);
        if (ratio) { /* the axis must include 1 */
            p.y.lo = fmin(p.y.lo, 0.98);
            p.y.hi = fmax(p.y.hi, 1.02);
        }
        html_put(f, "<figure>\n<figcaption>");
        if (ratio)
            html_put(f, "Times as fast as %s <span>(higher is better)</span>",
                     v->t->r->sides > 1 ? side_name(v->t, 1)
                                        : v->rival[v->base].name);
        else
            html_put(f, "%r%s <span>(%r is better)</span>",
                     time ? "Time in " : "", unit, time ? "lower" : "higher");
        html_put(f,
                 "</figcaption>\n<svg viewBox='0 0 480 300' role='img' "
                 "aria-label='%r; the table has all values'>\n",
                 ratio ? "Ratios" : "Figures");
        put_axes(f, &p);
        for (size_t i = 0; i < p.lines; i++)
            put_line(f, &p, i);
        html_put(f, "</svg>\n</figure>\n");
    }
    free(p.m);
}

/* True if the picture of the figures has a point of this rival. */
static bool has_point(const struct view *v, size_t rival)
{
    const struct panel p = {.v = v};
    bool has = false;

    for (size_t s = 0; s < v->sizes; s++)
        for (size_t k = 0; k < v->states->n; k++)
            has |= !isnan(mark_of(&p, drawn(v, s, rival, k)).value);
    return has;
}

/* Names the rows that are not drawn because their results were wrong. */
static void put_wrong(FILE *f, const struct view *v)
{
    bool any = false;

    for (size_t k = 0; k < v->rivals; k++) {
        const char *between = any ? "; " : "";

        for (size_t s = 0; s < v->sizes; s++) {
            bool wrong = false;

            for (size_t state = 0; state < v->states->n; state++)
                wrong |= is_wrong(view_row(v, s, k, state));
            if (!wrong)
                continue;
            if (!any)
                html_put(f, "<p>Wrong results are not drawn: ");
            if (between != NULL)
                html_put(f, "%r%s%r", between, v->rival[k].name,
                         row_is_timed(v->line[s]) ? " " : " at ");
            html_put(f, "%r%s", between != NULL ? "" : ", ",
                     ROW_SIZE(v->line[s]));
            between = NULL;
            any = true;
        }
    }
    if (any)
        html_put(f, ".</p>\n");
}

void chart_put(FILE *f, const struct view *view)
{
    const struct view first = view_main(view), *v = &first;
    static const char line[] = "<path class='l' d='M1 7h28'/>",
                      svg[] = "<svg viewBox='0 0 30 14' aria-hidden='true'>";
    const struct states *states = v->states;

    html_put(f, "<ul class='legend'>");
    for (size_t k = 0; v->rivals > 1 && k < v->rivals; k++) {
        if (!has_point(v, k))
            continue;
        html_put(f, "<li><button type='button' aria-pressed='true' ");
        html_put(f, "data-line='r%z'>%r", k, svg);
        put_group(f, v, k, 0);
        html_put(f, "%r<path class='p' d='M15 7%r'/></g></svg>%s</button></li>",
                 line, shape_of(v, k), v->rival[k].name);
    }
    for (size_t k = 0; states->n > 1 && k < states->n; k++)
        if (v->known[k])
            html_put(f, "<li>%r<g class='s c6%r'>%r</g></svg>%s</li>\n", svg,
                     k > 0 ? " dash" : "", line, states->v[k].name);
    html_put(f, "</ul>\n<div class='charts'>\n");
    put_panel(f, v, false);
    put_panel(f, v, true);
    html_put(f, "</div>\n");
    put_wrong(f, v);
}
