/* xmalloc.h: allocation that never returns NULL; out of memory is fatal. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_XMALLOC_H
#define LIB_XMALLOC_H

#include <stddef.h>
#include <stdio.h>

/* Like malloc, calloc, realloc and strdup; free with free(). */
void *xmalloc(size_t size);
void *xcalloc(size_t n, size_t size);
void *xreallocarray(void *p, size_t n, size_t size);
/* Room for one more element behind n, of an array that grows one by one from
 * NULL. */
void *xroom(void *p, size_t n, size_t size);
char *xstrdup(const char *s);

/* The one exception to "libraries never print": nobody could go on. abort()
 * makes the launcher end the other ranks, which would wait for ever. */
void fatal(const char *what) __attribute__((noreturn));
void out_of_memory(void) __attribute__((noreturn));

/* A formatted malloced string. */
char *xasprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* "BEFORE: TEXT", as of a cause and what it is about; frees the text. */
char *xprefix(const char *before, char *text);

/* A stream into memory: *text and *length are set when it is closed. */
FILE *text_open(char **text, size_t *length);
void text_close(FILE *f);

#endif /* LIB_XMALLOC_H */
