/* report.h: the page of a table: HTML, pictures and their axes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TOOLS_REPORT_REPORT_H
#define TOOLS_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>
#include "compare/view.h"
#include "tools/view.h"

struct page {
    const struct table *t;
    const struct input *in;
    const char *title; /* NULL: what was measured */
    bool bare;         /* the page does not hold the files */
};

/* Prints a struct page (page.c). */
void page_print(FILE *f, const void *page);

/* The legend, and pictures of the figures and of the ratios (chart.c). */
void chart_put(FILE *f, const struct view *v);

/* ---- HTML (html.c) ------------------------------------------------------- */

/* Writes the format, with the arguments in place of %s and %m (text, escaped
 * for content and for quoted attributes, and by SHOWN_LINE(); %m is malloced
 * and freed, or NULL), %r (text as it is), %z (size_t), %f (with one decimal)
 * and
 * %%. */
void html_put(FILE *f, const char *format, ...);

/* Writes a file name as a part of a URL. */
void html_url(FILE *f, const char *name);

/* Writes the rest of a stream in base64. */
void html_base64(FILE *f, FILE *from);

/* A slot {{name}} of a page gets what put() writes. */
struct html_slot {
    const char *name;
    void (*put)(FILE *f, const struct page *p);
};

/* Fills the slots of a page, which must all be known. */
void html_fill(FILE *f, const char *html, const struct html_slot *slots,
               const struct page *p);

/* report.html with report.css and report.js in it (embed). */
extern const char report_html[];

/* ---- axes (chart.c) ------------------------------------------------------ */

/* A logarithmic axis; 0 < lo < hi. */
struct axis {
    double lo, hi;
};

struct mark {
    double value, lo, hi; /* NAN: none */
};

/* Fits the axis to the marks, with some room. Intervals are cut at a third of
 * the smallest figure, and three times the largest one. */
void axis_fit(struct axis *a, const struct mark *m, size_t n);

/* Where the value is: 0 at lo, 1 at hi, and not beyond. */
double axis_at(const struct axis *a, double value);

/* Sets round values on the axis, ascending, at most `most`; returns how many.
 * base 10: also multiples of these; base 2: powers of two. */
size_t axis_ticks(const struct axis *a, double *tick, size_t most, int base);

#endif /* TOOLS_REPORT_REPORT_H */
