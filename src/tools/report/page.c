/* page.c: fills the slots of report.html from a table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "lib/file.h"
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "print/advice.h"
#include "print/parts.h"
#include "print/grid.h"
#include "print/pairs.h"
#include "record/fields.h"
#include "tools/report/report.h"
#include "verdict/run_differences.h"

/* ---- families ------------------------------------------------------------ */

static void each_family(FILE *f, const struct page *p,
                        void (*put)(FILE *f, const struct page *p,
                                    const struct view *v, size_t k))
{
    struct view v;

    for (size_t i = 0, number = 1; i < p->t->n; number++) {
        view_make(&v, p->t, i);
        put(f, p, &v, number);
        i = view_end(&v);
        view_free(&v);
    }
}

void page_put_list(FILE *f, json_t *texts, const struct view *v, size_t k)
{
    json_t *text;
    size_t i;

    json_array_foreach(texts, i, text)
    {
        html_put(f, "<li>");
        if (v != NULL)
            html_put(f, "<a href='#family-%z'>%m</a>: ", k, describe_what(v));
        html_put(f, "%s</li>\n", json_string_value(text));
    }
    json_decref(texts);
}

/* ---- above the families -------------------------------------------------- */

void page_put_title(FILE *f, const struct page *p)
{
    const struct table *t = p->t;
    char *op, *before = NULL;
    bool compared = false;

    if (p->title != NULL) {
        html_put(f, "%s", p->title);
        return;
    }
    for (size_t i = 0; i < t->n; i++)
        compared |= t->v[i].between_sides;
    if (t->r->sides == 2 && compared)
        html_put(f, "%s against %s: ", side_name(t, 2), side_name(t, 1));
    for (size_t i = 0, n = 0; i < t->n && n < 4; i++, before = op) {
        op = op_text(row_text(&t->v[i], "op"));
        if (before == NULL || strcmp(op, before) != 0)
            html_put(f, "%r%s", before != NULL ? ", " : "",
                     n++ < 3 ? op : "...");
        free(before);
    }
    free(before);
}

static void put_where(FILE *f, const struct page *p)
{
    char *transport = describe_transport(p->t);

    html_put(f, "%m; measured %m", describe_where(p->t),
             xasprintf("%.10s", text_of(p->t->r->v[0].record, "time")));
    if (transport != NULL)
        html_put(f, "; %m", transport);
}

static void put_answer(FILE *f, const struct page *p, const struct view *v,
                       size_t number)
{
    char *text = summary_fastest(v);
    bool answered = text != NULL;

    (void)p;
    if (text == NULL)
        text = view_is_pairs(v) ? xstrdup("each pair of ranks by itself")
                                : summary_figures(v);
    html_put(f,
             "<li><p><a href='#family-%z'>%m</a></p><p class='says%r'>%m</p>"
             "</li>\n",
             number, describe_what(v), answered ? "" : " none", text);
}

static void put_answers(FILE *f, const struct page *p)
{
    each_family(f, p, put_answer);
}

static void put_own_warnings(FILE *f, const struct page *p,
                             const struct view *v, size_t number)
{
    (void)p;
    page_put_list(f, describe_warnings(v), v, number);
}

static void put_warnings(FILE *f, const struct page *p)
{
    page_put_list(f, describe_all(p->t), NULL, 0);
    each_family(f, p, put_own_warnings);
}

static void put_sides(FILE *f, const struct page *p)
{
    for (size_t i = 0; input_sides(p->in) == 2 && i < p->in->n; i++)
        html_put(f, "<li>%s: %s</li>\n", side_name(p->t, (long)i + 1),
                 p->in->file[i]);
    page_put_list(f, describe_sides(p->t), NULL, 0);
}

/* ---- tables -------------------------------------------------------------- */

/* Writes a cell of grid_of_view(). Titles are buttons that sort. Intervals are
 * placed close to their figures, and signs are written as words. */
static void put_cell(FILE *f, const struct grid *g, size_t i)
{
    static const char signs[] = "+-=?", algorithm[] = "algorithm";
    static const char *const word[] = {"+ faster", "- slower", "= same",
                                       "? undecided"};
    size_t col = i % g->cols;
    const char *title = g->cell[col], *text = g->cell[i];
    const char *at = *title == '\0' && i >= g->cols && *text != '\0'
                         ? strchr(signs, *text)
                         : NULL;
    const char *class =
        strcmp(title, "+-%") == 0                           ? "beside"
        : strcmp(title, "lo-hi") == 0                       ? "beside"
        : strcmp(title, "x") == 0 && strcmp(text, "-") != 0 ? "ratio"
        : strncmp(title, algorithm, strlen(algorithm)) == 0 ? "name"
        : at != NULL     ? word[at - signs] + 2
        : *title == '\0' ? "sign"
                         : "figure";

    if (i < g->cols)
        html_put(f,
                 "<th scope='col' aria-sort='none' class='%r'><button "
                 "type='button' data-column='%z'>%s</button></th>",
                 class, col, *title != '\0' ? title : "sign");
    else if (col == 0)
        html_put(f, "<th scope='row' data-v='%s'>%s</th>", text,
                 strcmp(title, "bytes") == 0 ? SIZE_TEXT(strtol(text, NULL, 10))
                                             : text);
    else
        html_put(f, "<td class='%r'>%s</td>", class,
                 at != NULL ? word[at - signs] : text);
}

/* Writes the baseline and rivals from number `from`; returns the next one. */
static size_t put_table(FILE *f, const struct view *v, size_t state,
                        size_t from)
{
    size_t length;
    struct grid g;
    char *text;
    FILE *to = text_open(&text, &length);

    print_state(to, v, state);
    text_close(to);
    html_put(f, "<div class='scroll' tabindex='0' role='region' "
                "aria-label='Table'>\n<table>\n");
    html_put(f, length > 0 ? "<caption>%m</caption>\n" : "%m", text);
    from = grid_of_view(&g, v, state, from);
    for (size_t i = 0; i < (v->known[state] ? g.n : g.cols); i++) {
        if (i % g.cols == 0)
            fputs(i == 0 ? "<thead><tr>" : "<tr>", f);
        put_cell(f, &g, i);
        if (i % g.cols + 1 == g.cols)
            fputs(i < g.cols ? "</tr></thead>\n<tbody>\n" : "</tr>\n", f);
    }
    html_put(f, "</tbody>\n</table>\n</div>\n");
    grid_free(&g);
    return from;
}

static void put_view(FILE *f, const struct view *v)
{
    html_put(f, "<p class='lines'>%m</p>\n", grid_legend(v));
    for (size_t state = 0, from = 0; state < v->states->n; from = 0, state++)
        do
            from = put_table(f, v, state, from);
        while (from + 1 < v->rivals);
}

static void put_family(FILE *f, const struct page *p, const struct view *v,
                       size_t number)
{
    bool pairs = view_is_pairs(v);
    size_t length;
    char *text;
    FILE *to = text_open(&text, &length);

    if (pairs)
        print_pairs(to, v, false);
    else
        print_reasons(to, v, true);
    text_close(to);
    html_put(f, "<section class='family' id='family-%z'>\n<h2>%m</h2>\n",
             number, describe_what(v));
    if (p->plot != NULL)
        picture_put(f, p, v);
    if (!pairs)
        put_view(f, v);
    html_put(f,
             pairs ? "<pre tabindex='0'>%m</pre>\n</section>\n"
                   : "<p class='lines'>%m</p>\n</section>\n",
             text);
}

static void put_families(FILE *f, const struct page *p)
{
    each_family(f, p, put_family);
}

static void put_advice(FILE *f, const struct page *p)
{
    html_put(f, "%m", advice_text(p->t, input_kept(p->in)));
}

/* Embeds the file in the page. If it is too large, links to a file in the
 * page's folder. Leaves out a pipe, which cannot be read again. */
static void put_file(FILE *f, const struct page *p, const char *file)
{
    FILE *from = !p->bare && !file_irregular(file) ? fopen(file, "r") : NULL;
    const char *name = basename(file), *size;

    if (from == NULL) {
        html_put(f, "<li>%s (not in this page)</li>\n", name);
        return;
    }
    fseek(from, 0, SEEK_END);
    size = DIGITS3((double)ftell(from) / 1000);
    if (page_fits(f, ftell(from))) {
        rewind(from);
        html_put(f, "<li><a download='%s' href='data:;base64,", name);
        html_base64(f, from);
        html_put(f, "'>%s</a> (%s kB)</li>\n", name, size);
    } else {
        html_put(f, "<li><a href='./");
        html_url(f, name);
        html_put(f,
                 "'>%s</a> (%s kB: too large for this page. Send it along, or "
                 "make the page from a file packed by xz)</li>\n",
                 name, size);
    }
    fclose(from);
}

void page_put_records(FILE *f, const struct page *p)
{
    for (size_t i = 0; i < p->in->n; i++)
        put_file(f, p, p->in->file[i]);
}

void page_put_tool(FILE *f, const struct page *p)
{
    html_put(f, p->history != NULL ? "mpiperf-history" : "mpiperf-report");
}

void page_print(FILE *f, const void *page)
{
    static const struct html_slot slots[] = {
        {"title", page_put_title},     {"tool", page_put_tool},
        {"where", put_where},          {"answers", put_answers},
        {"warnings", put_warnings},    {"sides", put_sides},
        {"families", put_families},    {"advice", put_advice},
        {"records", page_put_records}, {0},
    };

    struct page p = *(const struct page *)page;
    char *no_picture = NULL;

    p.no_picture = &no_picture;
    html_fill(f, report_html, slots, &p);
    free(no_picture);
}
