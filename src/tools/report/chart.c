/* chart.c: pictures of a view, as SVG. Colours, lines and sizes of letters are
 * in report.css. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compare/people.h"
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "tools/report/report.h"

/* Units of the picture: it is narrow, so that a telephone shows its letters in
 * a readable size. */
enum { WIDE = 480, HIGH = 300, LEFT = 50, RIGHT = 466, TOP = 10, BOTTOM = 256 };
enum { COLOURS = 7, TICKS_X = 6, TICKS_Y = 8 };

/* A line is a rival in a state. */
struct panel {
    const struct view *v;
    bool ratio; /* of the ratios, not the figures */
    size_t lines;
    struct mark *m; /* by line, size */
    struct axis x, y;
};

/* ---- what is drawn ------------------------------------------------------- */

static const char *unit_of(const struct view *v)
{
    const struct row *first = v->rival[0].first;

    return first->plain ? "%" : people_unit(first);
}

/* The row's figure or ratio. Rows in another unit than the first one's are not
 * drawn. */
static struct mark mark_of(const struct panel *p, const struct row *row)
{
    struct figure f = no_figure;
    double a, b;

    if (row != NULL &&
        strcmp(people_unit(row), people_unit(p->v->rival[0].first)) == 0)
        f = !p->ratio ? row->time : row->plain ? no_figure : row->vs;
    if (p->ratio || isnan(f.value))
        return (struct mark){f.value, f.lo, f.hi};
    a = people_value(row, f.lo);
    b = people_value(row, f.hi);
    return (struct mark){people_value(row, f.value), fmin(a, b), fmax(a, b)};
}

/* Sets p->m. Returns how many marks there are. */
static size_t marks_make(struct panel *p)
{
    size_t states = p->v->t->states.n, n = 0;

    p->lines = p->v->rivals * states;
    p->m = xcalloc(p->lines * p->v->sizes, sizeof(*p->m));
    for (size_t i = 0; i < p->lines; i++)
        for (size_t s = 0; s < p->v->sizes; s++) {
            const struct row *row = view_row(p->v, s, i / states, i % states);
            struct mark *m = &p->m[i * p->v->sizes + s];

            *m = mark_of(p, p->v->known[i % states] ? row : NULL);
            n += !isnan(m->value);
        }
    return n;
}

/* A colour for each algorithm; for each rival if that tells none apart. */
static size_t colour_of(const struct view *v, size_t rival)
{
    size_t colours = 0, colour = 0;

    for (size_t i = 0, k; i < v->rivals; i++) {
        for (k = 0; !rows_same_algo(v->rival[k].first, v->rival[i].first);)
            k++;
        if (rows_same_algo(v->rival[k].first, v->rival[rival].first) && k == i)
            colour = colours;
        colours += k == i;
    }
    return colours == 1 || v->t->r->sides > 2 ? rival : colour;
}

/* Path of the shape around a point. */
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

/* Opens the group of a line. */
static void put_group(FILE *f, const struct view *v, size_t rival, size_t state)
{
    html_put(f, "<g class=\"s c%z r%z%r%r\">", colour_of(v, rival) % COLOURS,
             rival, v->rival[rival].first->side > 1 ? " hollow" : "",
             state > 0 ? " dash" : "");
}

/* ---- places -------------------------------------------------------------- */

static double place_y(const struct panel *p, double value)
{
    return BOTTOM - axis_at(&p->y, value) * (BOTTOM - TOP);
}

/* A size of 0 is at the left edge. With one size, lines are side by side. */
static double place_x(const struct panel *p, size_t line, double bytes)
{
    double at = axis_at(&p->x, fmax(bytes, p->x.lo));

    if (p->v->sizes == 1)
        at = ((double)line + 0.5) / (double)p->lines;
    return LEFT + at * (RIGHT - LEFT);
}

static void fit_sizes(struct axis *x, const struct view *v)
{
    double least = (double)v->bytes[v->sizes > 1 && v->bytes[0] == 0];

    *x = (struct axis){.lo = least / (v->bytes[0] == 0 ? 4 : 1.3),
                       .hi = (double)v->bytes[v->sizes - 1] * 1.3,
                       .log = true};
    if (!(x->lo > 0)) /* the only size is 0 */
        *x = (struct axis){.lo = 1, .hi = 2, .log = true};
}

/* ---- lines --------------------------------------------------------------- */

/* "shmbcast, 4 KiB, near: 12.3 us, 12.1 to 12.6" */
static void put_point(FILE *f, const struct panel *p, size_t line, size_t size)
{
    const struct states *states = &p->v->t->states;
    const struct mark *m = &p->m[line * p->v->sizes + size];
    size_t rival = line / states->n;

    html_put(f, "<path class=\"p\" d=\"M%f %f%r\"><title>%s",
             place_x(p, line, (double)p->v->bytes[size]), place_y(p, m->value),
             shape_of(p->v, rival), p->v->rival[rival].name);
    if (p->v->bytes[size] > 0)
        html_put(f, ", %m", size_text(p->v->bytes[size]));
    if (states->n > 1)
        html_put(f, ", %s", states->v[line % states->n].name);
    html_put(f, ": %m %s", digits3(m->value), p->ratio ? "x" : unit_of(p->v));
    if (!isnan(m->lo))
        html_put(f, ", %m to %m", digits3(m->lo), digits3(m->hi));
    html_put(f, "</title></path>");
}

static void put_line(FILE *f, const struct panel *p, size_t line)
{
    const struct mark *m = p->m + line * p->v->sizes;
    size_t n = p->v->sizes, states = p->v->t->states.n;

    put_group(f, p->v, line / states, line % states);
    html_put(f, "<path class=\"l\" d=\"M0 0");
    for (size_t s = 0; s < n; s++)
        if (!isnan(m[s].value))
            html_put(f, "%r%f %f", s > 0 && !isnan(m[s - 1].value) ? "L" : "M",
                     place_x(p, line, (double)p->v->bytes[s]),
                     place_y(p, m[s].value));
    html_put(f, "\"/><path class=\"bars\" d=\"M0 0");
    for (size_t s = 0; s < n; s++)
        if (!isnan(m[s].lo))
            html_put(f, "M%f %fm-3 0h6m-3 0V%fm-3 0h6",
                     place_x(p, line, (double)p->v->bytes[s]),
                     place_y(p, m[s].lo), place_y(p, m[s].hi));
    html_put(f, "\"/>");
    for (size_t s = 0; s < n; s++)
        if (!isnan(m[s].value))
            put_point(f, p, line, s);
    html_put(f, "</g>\n");
}

/* ---- axes ---------------------------------------------------------------- */

/* "0.5", "200", "20k", "2M" */
static char *tick_text(double x)
{
    return x >= 1e9   ? xasprintf("%gG", x / 1e9)
           : x >= 1e6 ? xasprintf("%gM", x / 1e6)
           : x >= 1e4 ? xasprintf("%gk", x / 1e3)
                      : xasprintf("%g", x);
}

static void put_size(FILE *f, double x, long bytes)
{
    html_put(f,
             "<path class=\"grid\" d=\"M%f %fV%f\"/><text class=\"mid\" "
             "x=\"%f\" y=\"%f\">%m</text>\n",
             x, (double)TOP, (double)BOTTOM, x, BOTTOM + 18.0,
             size_text(bytes));
}

static void put_axes(FILE *f, const struct panel *p)
{
    double tick[TICKS_X + TICKS_Y];
    size_t n = axis_ticks(&p->y, tick, TICKS_Y, 10);

    for (size_t i = 0; i < n; i++)
        html_put(f,
                 "<path class=\"%r\" d=\"M%f %fH%f\"/><text class=\"end\" "
                 "x=\"%f\" y=\"%f\">%m</text>\n",
                 p->ratio && fabs(tick[i] - 1) < 1e-9 ? "one" : "grid",
                 (double)LEFT, place_y(p, tick[i]), (double)RIGHT, LEFT - 7.0,
                 place_y(p, tick[i]) + 4, tick_text(tick[i]));
    if (p->v->sizes == 1)
        return;
    if (p->v->bytes[0] == 0)
        put_size(f, place_x(p, 0, 0), 0);
    n = axis_ticks(&p->x, tick, TICKS_X, 2);
    for (size_t i = 0; i < n; i++)
        if (p->v->bytes[0] > 0 || tick[i] >= (double)p->v->bytes[1])
            put_size(f, place_x(p, 0, tick[i]), lround(tick[i]));
    html_put(f,
             "<text class=\"mid\" x=\"%f\" y=\"%f\">size of one block</text>\n",
             (LEFT + RIGHT) / 2.0, HIGH - 6.0);
}

/* ---- pictures ------------------------------------------------------------ */

static void put_caption(FILE *f, const struct panel *p)
{
    const struct view *v = p->v;
    bool time = strcmp(unit_of(v), "us") == 0;

    if (p->ratio)
        html_put(f, "Times as %r as %s <span>(higher is better)</span>",
                 time ? "fast" : "much",
                 v->t->r->sides > 1 ? side_name(v->t, 1)
                                    : v->rival[v->base].name);
    else
        html_put(f, "%r%s <span>(%r is better)</span>",
                 time                       ? "Time in "
                 : v->rival[0].first->plain ? "Hidden share in "
                                            : "",
                 unit_of(v), time ? "lower" : "higher");
}

/* Writes a picture, unless it would be empty. */
static void put_panel(FILE *f, const struct view *v, bool ratio)
{
    struct panel p = {.v = v, .ratio = ratio};

    if (marks_make(&p) > 0) {
        p.y.log = !v->rival[0].first->plain;
        axis_fit(&p.y, p.m, p.lines * v->sizes);
        if (ratio) { /* the axis includes 1 */
            p.y.lo = fmin(p.y.lo, 0.98);
            p.y.hi = fmax(p.y.hi, 1.02);
        }
        fit_sizes(&p.x, v);
        html_put(f, "<figure>\n<figcaption>");
        put_caption(f, &p);
        html_put(f,
                 "</figcaption>\n<svg viewBox=\"0 0 %z %z\" role=\"img\" "
                 "aria-label=\"%r; the table has all values\">\n",
                 (size_t)WIDE, (size_t)HIGH, ratio ? "Ratios" : "Figures");
        put_axes(f, &p);
        for (size_t i = 0; i < p.lines; i++)
            put_line(f, &p, i);
        html_put(f, "</svg>\n</figure>\n");
    }
    free(p.m);
}

static void put_legend(FILE *f, const struct view *v)
{
    static const char swatch[] =
        "<svg viewBox=\"0 0 30 14\" aria-hidden=\"true\">";
    const struct states *states = &v->t->states;

    html_put(f, "<ul class=\"legend\">\n");
    for (size_t k = 0; v->rivals > 1 && k < v->rivals; k++) {
        html_put(f,
                 "<li><button type=\"button\" aria-pressed=\"true\" "
                 "data-line=\"r%z\">%r",
                 k, swatch);
        put_group(f, v, k, 0);
        html_put(f,
                 "<path class=\"l\" d=\"M1 7h28\"/><path class=\"p\" d=\"M15 "
                 "7%r\"/></g></svg>%s</button></li>\n",
                 shape_of(v, k), v->rival[k].name);
    }
    for (size_t k = 0; states->n > 1 && k < states->n; k++)
        html_put(f,
                 "<li>%r<g class=\"s c6%r\"><path class=\"l\" d=\"M1 7h28\"/>"
                 "</g></svg>%s</li>\n",
                 swatch, k > 0 ? " dash" : "", states->v[k].name);
    html_put(f, "</ul>\n");
}

void chart_put(FILE *f, const struct view *v)
{
    if (v->rivals > 1 || v->t->states.n > 1)
        put_legend(f, v);
    html_put(f, "<div class=\"charts\">\n");
    put_panel(f, v, false);
    put_panel(f, v, true);
    html_put(f, "</div>\n");
}
