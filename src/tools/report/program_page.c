/* program_page.c: a page of a program's profile. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "print/program.h"
#include "tools/report/report.h"
#include "verdict/conditions.h"

static void put_title(FILE *f, const struct page *p)
{
    html_put(f, "%m",
             p->title != NULL ? xstrdup(p->title) : program_name(p->program));
}

static void put_where(FILE *f, const struct page *p)
{
    const json_t *head = p->program->head;
    const long ranks = integer_of(head, "ranks"),
               nodes = integer_of(head, "nodes");

    html_put(f, "%m; profiled %m",
             xasprintf("%ld rank%s on %ld node%s", ranks, ranks == 1 ? "" : "s",
                       nodes, nodes == 1 ? "" : "s"),
             xasprintf("%.10s", text_of(head, "time")));
    html_put(f, "; %m", mpi_text(head));
}

/* Writes the sentences above the table, each as an item: a line that begins
 * with a blank continues the item. */
static void put_answers(FILE *f, const struct page *p)
{
    char *copy = xstrdup(p->answer), *rest = copy, *line;
    bool open = false;

    while ((line = strsep(&rest, "\n")) != NULL && *line != '\0') {
        if (*line != ' ')
            html_put(f, "%r<li><p class='says'>", open ? "</p></li>\n" : "");
        html_put(f, "%s", line);
        open = true;
    }
    html_put(f, "%r", open ? "</p></li>\n" : "");
    free(copy);
}

static void put_table(FILE *f, const struct page *p)
{
    const char *table = strstr(p->answer, "\n\n");

    if (table == NULL)
        return;
    html_put(f, "<section aria-labelledby='calls'>\n<h2 id='calls'>Calls</h2>\n"
                "<p>Seconds are means over the ranks. <em>work</em>: without "
                "waiting for late ranks; <em>share</em>: of the program's "
                "time.</p>\n<pre>");
    for (const char *at = table + 2; *at != '\0'; at += strcspn(at, "\n") + 1)
        html_put(f, "%m\n", xasprintf("%.*s", (int)strcspn(at, "\n"), at));
    html_put(f, "</pre>\n</section>\n");
}

void page_print_program(FILE *f, const void *page)
{
    static const struct html_slot slots[] = {
        {"title", put_title},
        {"tool", page_put_tool},
        {"where", put_where},
        {"answers", put_answers},
        {"families", put_table},
        {"records", page_put_records},
        {0},
    };
    struct page p = *(const struct page *)page;
    size_t length;
    char *answer;
    FILE *text = text_open(&answer, &length);

    program_print(text, p.program);
    text_close(text);
    p.answer = answer;
    html_fill(f, report_html, slots, &p);
    free(answer);
}
