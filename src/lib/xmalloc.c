/* xmalloc.c: allocation that ends the program if there is no memory. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/xmalloc.h"

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fatal(const char *what)
{
    fprintf(stderr, "mpiperf: %s\n", what);
    signal(SIGABRT, SIG_DFL); /* only write() is safe in a signal handler */
    abort();
}

void out_of_memory(void)
{
    fatal("out of memory");
}

static void *pointer_check(void *p)
{
    if (p == NULL)
        out_of_memory();
    return p;
}

/* A size of 0 becomes 1, since malloc(0) may return NULL. */
void *xmalloc(size_t size)
{
    return pointer_check(malloc(size > 0 ? size : 1));
}

void *xcalloc(size_t n, size_t size)
{
    if (n == 0 || size == 0)
        n = size = 1;
    return pointer_check(calloc(n, size));
}

void *xreallocarray(void *p, size_t n, size_t size)
{
    if (n == 0 || size == 0)
        n = size = 1;
    return pointer_check(reallocarray(p, n, size));
}

void *xroom(void *p, size_t n, size_t size)
{
    bool full = (n & (n - 1)) == 0; /* n is 0 or a power of two */

    return full ? xreallocarray(p, n > 0 ? 2 * n : 1, size) : p;
}

char *xstrdup(const char *s)
{
    return pointer_check(strdup(s));
}

char *xasprintf(const char *format, ...)
{
    va_list ap;
    char *s;

    va_start(ap, format);
    if (vasprintf(&s, format, ap) < 0)
        s = NULL;
    va_end(ap);
    return pointer_check(s);
}

char *xprefix(const char *before, char *text)
{
    char *longer = xasprintf("%s: %s", before, text);

    free(text);
    return longer;
}

FILE *text_open(char **text, size_t *length)
{
    FILE *f = open_memstream(text, length);

    if (f == NULL)
        out_of_memory();
    return f;
}

void text_close(FILE *f)
{
    if (fclose(f) != 0)
        out_of_memory();
}
