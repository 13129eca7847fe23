/* quote.h: text from outside made fit to stand in a one-line message. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_QUOTE_H
#define LIB_QUOTE_H

/* Characters of the text that are shown before it is cut. */
enum { QUOTE_MAX = 60 };

/*
 * s between single quotes; whatever is not printable ASCII stands as \n, \t,
 * or \xHH, and a text longer than QUOTE_MAX ends in "...". Malloced.
 */
char *quote(const char *s);

#endif /* LIB_QUOTE_H */
