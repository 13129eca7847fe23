/* report.h: a web page of a table: HTML, and pictures with their axes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TOOLS_REPORT_REPORT_H
#define TOOLS_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>
#include "print/view.h"
#include "tools/view.h"

struct page {
    const struct table *t;
    const struct input *in;
    const char *title; /* NULL: describe what was measured */
    bool bare;         /* do not put the files into the page */
};

/* Prints a page; `page` is a struct page (page.c). */
void page_print(FILE *f, const void *page);

/* Writes the legend, and pictures of the figures and the ratios (chart.c). */
void chart_put(FILE *f, const struct view *v);

/* ---- HTML (html.c) ------------------------------------------------------- */

/* Writes the format, replacing %s and %m by text, %r by raw text, %z by a
 * size_t, %f by a double with one decimal, and %%. Text is escaped for content
 * and quoted attributes and shortened by SHOWN_LINE(). %m is malloced and
 * freed, or NULL. */
void html_put(FILE *f, const char *format, ...);

/* Writes a file name as part of a URL. */
void html_url(FILE *f, const char *name);

/* Writes the rest of a stream as base64. */
void html_base64(FILE *f, FILE *from);

/* put() writes what replaces the slot {{name}} of a page. */
struct html_slot {
    const char *name;
    void (*put)(FILE *f, const struct page *p);
};

/* Writes a page and fills its slots; each must be in the list. */
void html_fill(FILE *f, const char *html, const struct html_slot *slots,
               const struct page *p);

/* The text of report.html with report.css and report.js inserted (embed). */
extern const char report_html[];

/* ---- axes (chart.c) ------------------------------------------------------ */

/* A logarithmic axis; 0 < lo < hi. */
struct axis {
    double lo, hi;
};

struct mark {
    double value, lo, hi; /* NAN if none */
};

/* Fits the axis to the marks, with some space at the ends. Intervals are cut
 * off at a third of the smallest value and at three times the largest. */
void axis_fit(struct axis *a, const struct mark *m, size_t n);

/* Returns the place of the value: 0 at lo, 1 at hi; clamped to these. */
double axis_at(const struct axis *a, double value);

/* Sets at most `most` round values on the axis, ascending; returns how many.
 * base 10: powers of ten, also multiples; base 2: powers of two. */
size_t axis_ticks(const struct axis *a, double *tick, size_t most, int base);

#endif /* TOOLS_REPORT_REPORT_H */
