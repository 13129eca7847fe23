/* xmalloc.h: allocation that ends the program if there is no memory. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_XMALLOC_H
#define LIB_XMALLOC_H

#include <stddef.h>
#include <stdio.h>

/* Like malloc, calloc, realloc and strdup; free with free(). */
void *xmalloc(size_t size);
void *xcalloc(size_t n, size_t size);
void *xreallocarray(void *p, size_t n, size_t size);
/* Makes space for element n of an array that starts as NULL and grows by one
 * element at a time. */
void *xroom(void *p, size_t n, size_t size);
/* Appends a value to such an array v of n elements. The value must not use n; v
 * and n are evaluated several times. */
#define XAPPEND(v, n, ...)                                                     \
    ((v) = xroom(v, n, sizeof(*(v))), (v)[(n)++] = __VA_ARGS__)
char *xstrdup(const char *s);

/* Prints the message and aborts: the exception to the rule that libraries never
 * print. abort() makes the launcher end the other ranks, which would otherwise
 * wait forever. */
void fatal(const char *what) __attribute__((noreturn));
void out_of_memory(void) __attribute__((noreturn));

/* Returns a formatted string, malloced. */
char *xasprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Returns "BEFORE: TEXT", malloced; frees the text. */
char *xprefix(const char *before, char *text);

/* A stream that writes to memory; text_close() sets *text and *length. */
FILE *text_open(char **text, size_t *length);
void text_close(FILE *f);

#endif /* LIB_XMALLOC_H */
