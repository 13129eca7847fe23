/* page.c: fills the slots of mpiperf-report's page from a history. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "print/parts.h"
#include "tools/history/history.h"
#include "tools/report/report.h"

static void put_where(FILE *f, const struct page *p)
{
    const struct history *h = p->history;

    html_put(f, "%m; %z nights, %s to %s", describe_where(p->t), h->nights,
             h->night[0].name, h->night[h->nights - 1].name);
}

/* The last event is the first item. */
static void put_answers(FILE *f, const struct page *p)
{
    const struct history *h = p->history;

    for (size_t i = h->events; i-- > 0;)
        html_put(f, "<li><p class='says'><a href='#case-%z'>%m</a></p></li>\n",
                 h->event[i].shift->of + 1, event_text(h, &h->event[i]));
    if (h->events == 0)
        html_put(f, "<li><p class='says none'>No change.</p></li>\n");
    html_put(f, "<li><p>%s</p></li>\n", history_gate());
}

static void put_notes(FILE *f, const struct page *p)
{
    page_put_list(f, history_notes(p->history), NULL, 0);
}

static void put_cases(FILE *f, const struct page *p)
{
    const struct history *h = p->history;
    const char *what = "";

    for (size_t i = 0; i < h->n; i++) {
        const struct track *track = &h->v[i];

        if (strcmp(what, track->what) != 0)
            html_put(f, "%r<section class='nights'>\n<h2>%s</h2>\n",
                     i > 0 ? "</section>\n" : "", track->what);
        what = track->what;
        html_put(f, "<h3 id='case-%z'>%s</h3>\n", i + 1, track->name);
        for (size_t k = track->shift; k < track->shift + track->shifts; k++)
            html_put(f, "<p>%m</p>\n", shift_text(h, &h->shift[k]));
        plot_put(f, h, track);
    }
    html_put(f,
             "</section>\n<section aria-labelledby='pictures'>\n<h2 "
             "id='pictures'>How to read the pictures</h2>\n<p>Each dot is a "
             "night: the median of its runs, on a logarithmic scale. A dot at "
             "the edge lies outside. Lines are the level between changes, and "
             "a band shows in which night a change was, with 95 %%.%r</p>\n"
             "</section>\n",
             h->reference != NULL ? " Pale dots are the reference, moved to "
                                    "begin at the same height."
                                  : "");
}

void history_print_page(FILE *f, const void *page)
{
    static const struct html_slot slots[] = {
        {"title", page_put_title},     {"tool", page_put_tool},
        {"where", put_where},          {"answers", put_answers},
        {"warnings", put_notes},       {"families", put_cases},
        {"records", page_put_records}, {0},
    };

    html_fill(f, report_html, slots, page);
}
