/* report.h: the page of a table: HTML, pictures and their axes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TOOLS_REPORT_REPORT_H
#define TOOLS_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>
#include "compare/view.h"

struct page {
    const struct table *t;
    const char *title; /* NULL: what was measured */
    const char **file; /* the files that were read */
    size_t files;
    bool embed; /* the page holds them */
    bool apart; /* each file is a side */
};

/* The page, malloced (page.c). */
char *page_text(const struct page *p);

/* The legend, and pictures of the figures and of the ratios (chart.c). */
void chart_put(FILE *f, const struct view *v);

/* ---- HTML (html.c) ------------------------------------------------------- */

/*
 * Writes the format, with the arguments in place of %s and %m (text, escaped
 * for content and for attributes in quotation marks; %m is malloced and freed),
 * %r (text as it is), %z (size_t), %f (with one decimal) and %%. Control and
 * formatting characters, and bytes that are not UTF-8, become escape sequences.
 */
void html_put(FILE *f, const char *format, ...);

/* Writes the rest of a stream in base64. */
void html_base64(FILE *f, FILE *from);

/* A slot {{name}} of a page gets the text, or what put() writes. */
struct html_slot {
    const char *name, *text;
    void (*put)(FILE *f, const struct page *p);
};

/* Fills the slots of a page. `slots` ends with a name of NULL; a slot that is
 * not in it is a fault of the program. */
void html_fill(FILE *f, const char *html, const struct html_slot *slots,
               const struct page *p);

/* Files of this folder, and "sha256-..." of each, built in by embed. */
extern const char report_html[], report_css[], report_js[];
extern const char report_html_digest[], report_css_digest[], report_js_digest[];

/* ---- axes (axis.c) ------------------------------------------------------- */

struct axis {
    double lo, hi; /* lo < hi; above 0 if logarithmic */
    bool log;
};

/* A figure and its interval; NAN: none. */
struct mark {
    double value, lo, hi;
};

/*
 * Fits the axis to the marks, with some room. An interval that reaches far
 * beyond all figures is cut: on a logarithmic axis at a third of the smallest
 * figure, and three times the largest one. A linear axis includes 0.
 */
void axis_fit(struct axis *a, const struct mark *m, size_t n);

/* Where the value is: 0 at lo, 1 at hi, and not beyond. */
double axis_at(const struct axis *a, double value);

/* Sets round values on the axis, ascending, at most `most`; returns how many.
 * base 10: also multiples of these; base 2: powers of two. */
size_t axis_ticks(const struct axis *a, double *tick, size_t most, int base);

#endif /* TOOLS_REPORT_REPORT_H */
