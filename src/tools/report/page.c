/* page.c: fills the slots of report.html from a table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compare/people.h"
#include "config.h"
#include "lib/file.h"
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "tools/report/report.h"

/* ---- families ------------------------------------------------------------ */

/* Pairs of ranks that were measured each by itself are one family. */
static bool is_pairs(const struct view *v)
{
    return json_object_get(v->t->v[v->first].last, "target") != NULL;
}

typedef void put_family_fn(FILE *f, const struct view *v, size_t number);

static void each_family(FILE *f, const struct table *t, put_family_fn *put)
{
    struct view v;

    for (size_t i = 0, number = 1; i < t->n; number++) {
        view_make(&v, t, i);
        put(f, &v, number);
        for (i += v.n; i < t->n && is_pairs(&v) &&
                       t->v[i].c->pairs == t->v[v.first].c->pairs;)
            i++;
        view_free(&v);
    }
}

static void put_list(FILE *f, json_t *texts)
{
    json_t *text;
    size_t i;

    json_array_foreach(texts, i, text)
        html_put(f, "<li>%s</li>\n", json_string_value(text));
    json_decref(texts);
}

/* ---- above the families -------------------------------------------------- */

static void put_title(FILE *f, const struct page *p)
{
    struct view v;

    if (p->title != NULL) {
        html_put(f, "%s", p->title);
        return;
    }
    view_make(&v, p->t, 0);
    html_put(f, "%m%r", describe_what(&v), v.n < p->t->n ? ", ..." : "");
    view_free(&v);
    if (p->t->r->sides == 2)
        html_put(f, ": %s against %s", side_name(p->t, 2), side_name(p->t, 1));
}

static void put_where(FILE *f, const struct page *p)
{
    char *where = describe_where(p->t);

    html_put(f, "%s; measured %m", where + strspn(where, " ,;"),
             xasprintf("%.10s", text_of(p->t->r->v[0].record, "time")));
    free(where);
}

static void put_answer(FILE *f, const struct view *v, size_t number)
{
    char *text = answer_fastest(v);
    bool told = text != NULL;

    for (size_t i = 0; text == NULL && i < v->rivals; i++)
        text = answer_rival(v, i);
    if (text == NULL)
        text = xstrdup(is_pairs(v)      ? "each pair of ranks by itself: the "
                                          "slowest are below"
                       : v->rivals == 1 ? "one algorithm: its figures are below"
                       : v->t->o.passes
                           ? "one run: which is faster takes several runs "
                             "(mpiperf-repeat)"
                           : "nothing could be compared");
    html_put(f,
             "<li><p><a href=\"#family-%z\">%m</a></p><p class=\"says%r\">%m"
             "</p></li>\n",
             number, describe_what(v), told ? "" : " none", text);
}

static void put_answers(FILE *f, const struct page *p)
{
    each_family(f, p->t, put_answer);
}

static void put_own_warnings(FILE *f, const struct view *v, size_t number)
{
    json_t *all = describe_warnings(v), *text;
    size_t i;

    json_array_foreach(all, i, text)
        html_put(f, "<li><a href=\"#family-%z\">%m</a>: %s</li>\n", number,
                 describe_what(v), json_string_value(text));
    json_decref(all);
}

static void put_warnings(FILE *f, const struct page *p)
{
    size_t length;
    char *items;
    FILE *to = text_open(&items, &length);

    put_list(to, describe_all(p->t));
    each_family(to, p->t, put_own_warnings);
    text_close(to);
    if (length > 0)
        html_put(f,
                 "<section class=\"notes\">\n<h2>Warnings</h2>\n<ul>\n%r</ul>\n"
                 "</section>",
                 items);
    free(items);
}

static void put_sides(FILE *f, const struct page *p)
{
    if (p->t->r->sides < 2)
        return;
    html_put(f, "<section>\n<h2>What differs</h2>\n<ul>\n");
    for (size_t i = 0; p->apart && i < p->files; i++)
        html_put(f, "<li>%s: %s</li>\n", side_name(p->t, (long)i + 1),
                 p->file[i]);
    put_list(f, describe_sides(p->t));
    html_put(f, "</ul>\n</section>");
}

/* ---- tables -------------------------------------------------------------- */

static const char *class_of(char sign)
{
    return sign == '+' ? " faster" : sign == '-' ? " slower" : "";
}

static const char *word_of(char sign)
{
    return sign == '+'   ? " faster"
           : sign == '-' ? " slower"
           : sign == '=' ? " same"
           : sign == '?' ? " not told"
                         : "";
}

/* The titles of a grid, each a button that sorts. The titles of +-%, lo-hi and
 * the sign are left out, as they stand beside their figures. */
static void put_titles(FILE *f, const struct grid *g, size_t from, size_t step)
{
    size_t column = 0;

    html_put(f, "<thead><tr>");
    for (size_t i = 0; i < g->cols; i++) {
        size_t k = i < from ? 0 : (i - from) % step;

        if (i == 2 || k == 1 || k > 2)
            continue;
        html_put(f,
                 "<th scope=\"col\" aria-sort=\"none\"%r><button "
                 "type=\"button\" data-column=\"%z\">%s</button></th>",
                 k == 0 ? " class=\"first\"" : "", column++, g->cell[i]);
    }
    html_put(f, "</tr></thead>\n");
}

/* A figure and its +-%, or "n=3". */
static void put_figure(FILE *f, char *const *cell)
{
    bool half = *cell[1] >= '0' && *cell[1] <= '9';

    html_put(f, "<td class=\"first\">%s", cell[0]);
    if (*cell[1] != '-')
        html_put(f, " <small>%r%s%r</small>", half ? "&plusmn;" : "", cell[1],
                 half ? "&nbsp;%" : "");
    html_put(f, "</td>");
}

/* A ratio, lo-hi and the sign. */
static void put_ratio(FILE *f, char *const *cell, char sign)
{
    html_put(f, "<td class=\"ratio%r\">%s", class_of(sign), cell[0]);
    if (strcmp(cell[1], "-") != 0)
        html_put(f, " <small>%s</small>", cell[1]);
    html_put(f, "<span class=\"sign\">%r</span></td>", word_of(sign));
}

static void put_row(FILE *f, char *const *cell, size_t cols, size_t from,
                    size_t step)
{
    html_put(f, "<tr><th scope=\"row\" data-v=\"%s\">%m</th>", cell[0],
             size_text(strtol(cell[0], NULL, 10)));
    put_figure(f, cell + 1);
    if (from > 3)
        html_put(f, "<td>%s</td>", cell[3]);
    for (size_t i = from; i < cols; i += step) {
        bool known = strcmp(cell[i + 2], "-") != 0;

        put_figure(f, cell + i);
        put_ratio(f, cell + i + 2, known && step == 5 ? *cell[i + 4] : '\0');
    }
    html_put(f, "</tr>\n");
}

static void put_table(FILE *f, const struct view *v, size_t state)
{
    /* columns of the first other rival begin there; see people_grid() */
    size_t from = people_has_rate(v) ? 4 : 3, step = v->t->o.passes ? 4 : 5;
    struct grid g;
    size_t length;
    char *line;
    FILE *to = text_open(&line, &length);

    people_state(to, v, state);
    text_close(to);
    html_put(f, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                "aria-label=\"Table\">\n<table>\n");
    if (length > 0)
        html_put(f, "<caption>%s</caption>\n", line);
    free(line);
    people_grid(&g, v, state, 0, v->rivals);
    put_titles(f, &g, from, step);
    html_put(f, "<tbody>\n");
    for (size_t i = g.cols; v->known[state] && i < g.n; i += g.cols)
        put_row(f, g.cell + i, g.cols, from, step);
    html_put(f, "</tbody>\n</table>\n</div>\n");
    grid_free(&g);
}

static void put_view(FILE *f, const struct view *v)
{
    size_t length;
    char *reasons;
    FILE *to = text_open(&reasons, &length);

    people_reasons(to, v, true);
    text_close(to);
    html_put(f, "<ul>\n");
    for (size_t i = 0; i < v->rivals; i++) {
        char *text = answer_rival(v, i);

        if (text != NULL)
            html_put(f, "<li>%s</li>\n", text);
        free(text);
    }
    html_put(f, "</ul>\n");
    chart_put(f, v);
    for (size_t state = 0; state < v->t->states.n; state++)
        put_table(f, v, state);
    html_put(f, "<p class=\"lines\">%m%m</p>\n", reasons, people_legend(v));
}

static void put_family(FILE *f, const struct view *v, size_t number)
{
    size_t length;
    char *text;
    FILE *to;

    html_put(f, "<section class=\"family\" id=\"family-%z\">\n<h2>%m</h2>\n",
             number, describe_what(v));
    if (is_pairs(v)) {
        to = text_open(&text, &length);
        people_pairs(to, v, false);
        text_close(to);
        html_put(f, "<pre tabindex=\"0\">%m</pre>\n", text);
    } else {
        put_view(f, v);
    }
    html_put(f, "</section>\n");
}

static void put_families(FILE *f, const struct page *p)
{
    each_family(f, p->t, put_family);
}

/* ---- below them ---------------------------------------------------------- */

static void put_interval(FILE *f, const struct page *p)
{
    html_put(f, "%s", people_interval(p->t));
}

static void put_advice(FILE *f, const struct page *p)
{
    char *text = advice_text(p->t, p->files == 1 ? p->file[0] : NULL);

    if (text != NULL)
        html_put(f,
                 "<section>\n<h2>What would tell more</h2>\n<p>%s</p>\n"
                 "</section>",
                 text);
    free(text);
}

/* Puts a file into the page; pipes cannot be read again. */
static void put_records(FILE *f, const struct page *p)
{
    for (size_t i = 0; i < p->files; i++) {
        const char *slash = strrchr(p->file[i], '/');
        const char *name = slash != NULL ? slash + 1 : p->file[i];
        FILE *from = p->embed && !file_irregular(p->file[i])
                         ? fopen(p->file[i], "r")
                         : NULL;

        if (from == NULL) {
            html_put(f, "<li>%s (not in this page)</li>\n", name);
            continue;
        }
        html_put(f,
                 "<li><a download=\"%s\" "
                 "href=\"data:application/octet-stream;base64,",
                 name);
        html_base64(f, from);
        html_put(f, "\">%s</a> (%m kB)</li>\n", name,
                 digits3((double)ftell(from) / 1000));
        fclose(from);
    }
}

char *page_text(const struct page *p)
{
    static const struct html_slot slots[] = {
        {"title", .put = put_title},
        {"where", .put = put_where},
        {"answers", .put = put_answers},
        {"warnings", .put = put_warnings},
        {"sides", .put = put_sides},
        {"families", .put = put_families},
        {"interval", .put = put_interval},
        {"advice", .put = put_advice},
        {"records", .put = put_records},
        {"version", PACKAGE_VERSION, NULL},
        {"css", report_css, NULL},
        {"css-digest", report_css_digest, NULL},
        {"js", report_js, NULL},
        {"js-digest", report_js_digest, NULL},
        {0},
    };
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    html_fill(f, report_html, slots, p);
    text_close(f);
    return text;
}
