/* report.h: a web page of a table or of a program's profile: HTML and
 * pictures. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TOOLS_REPORT_REPORT_H
#define TOOLS_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>
#include "print/view.h"
#include "tools/common.h"

struct program;
struct history;

struct page {
    const struct table *t;
    const struct input *in;
    const char *title; /* NULL: describe what was measured */
    bool bare;         /* do not embed the files */
    const char *plot;  /* path of mpiperf-plot; NULL: no pictures */
    char **no_picture; /* reason for the last missing picture, malloced; set by
                          page_print() */
    struct program *program; /* only for page_print_program(): the profile, and
                                the output of program_print() */
    const char *answer;
    const struct history *history; /* only for history_print_page() */
};

/* Prints a page of a table; `page` is a struct page (page.c). */
void page_print(FILE *f, const void *page);
/* Writes list items, linked to view k unless it is NULL; frees the texts. */
void page_put_list(FILE *f, json_t *texts, const struct view *v, size_t k);
/* Write what slots of all pages have: the title; the files as items of a list;
 * the program that made the page. */
void page_put_title(FILE *f, const struct page *p);
void page_put_records(FILE *f, const struct page *p);
void page_put_tool(FILE *f, const struct page *p);

/* Prints a page of a profile; `page` is a struct page without a table
 * (program_page.c). */
void page_print_program(FILE *f, const void *page);

/* Writes a picture of the view; or why there is none, unless the same reason
 * was just written (picture.c). */
void picture_put(FILE *f, const struct page *p, const struct view *v);

/* ---- HTML (html.c) ------------------------------------------------------- */

/* Writes the format, replacing %s and %m by text, %r by raw text, %z by a
 * size_t, and %%. Text is escaped for content and quoted attributes and
 * shortened by SHOWN_LINE(). %m is a malloced text, which is freed, or NULL. */
void html_put(FILE *f, const char *format, ...);

/* Writes a file name as part of a URL. */
void html_url(FILE *f, const char *name);

/* Writes the rest of a stream as base64. */
void html_base64(FILE *f, FILE *from);

/* put() writes the content of the slot {{name}} of a page. */
struct html_slot {
    const char *name;
    void (*put)(FILE *f, const struct page *p);
};

/* Writes a page and fills its slots; those that are not in the list are
 * empty. */
void html_fill(FILE *f, const char *html, const struct html_slot *slots,
               const struct page *p);

/* True if so many bytes fit in the page as base64, assuming that no more than
 * the size of the template follows them. */
bool page_fits(FILE *f, long bytes);

/* The text of report.html with report.css and report.js inserted (embed). */
extern const char report_html[];

#endif /* TOOLS_REPORT_REPORT_H */
