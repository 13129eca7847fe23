/* xmalloc.c: allocation that never returns NULL. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/xmalloc.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The one exception to "libraries never print": nobody could go on. abort()
 * makes the launcher end the other ranks, which would wait for ever. */
static void *pointer_check(void *p)
{
    if (p == NULL) {
        fputs("mpiperf: out of memory\n", stderr);
        abort();
    }
    return p;
}

/* Sizes of 0 are rounded up: malloc(0) may be NULL. */
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
