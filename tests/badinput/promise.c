/* promise.c: what every reader promises. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "readers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"

void demand(bool holds, const char *what, const char *file, int line)
{
    if (holds)
        return;
    fprintf(stderr, "%s:%d: not true: %s\n", file, line, what);
    abort();
}

bool accepted(int rc, char *cause)
{
    enum { LONGEST = 4 * QUOTE_LINE };

    DEMAND((rc == 0) == (cause == NULL));
    if (cause != NULL) {
        size_t backslashes = 0;

        DEMAND(*cause != '\0' && strlen(cause) < LONGEST);
        for (const char *c = cause; *c != '\0'; c++)
            backslashes += *c == '\\';
        /* all that quote() may change in a text that prints as one line */
        DEMAND(strlen(QUOTE_BLOCK(LONGEST, "", cause)) ==
               strlen(cause) + backslashes);
    }
    free(cause);
    return rc == 0;
}

void printable(char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        DEMAND((unsigned char)*c >= ' ' || *c == '\n');
    free(text);
}

bool read_as_file(const char *text, size_t n, bool read(const char *file))
{
    int fd = memfd_create("input", MFD_CLOEXEC);
    char name[32];
    bool is;

    DEMAND(fd >= 0 && write(fd, text, n) == (ssize_t)n);
    snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
    is = read(name);
    close(fd);
    return is;
}

bool read_lines_of(const char *text, size_t n, bool line(char *text))
{
    char *copy = xmalloc(n + 1), *rest = copy;
    bool any = false;

    memcpy(copy, text, n + 1);
    while (rest != NULL)
        any |= line(strsep(&rest, "\n"));
    free(copy);
    return any;
}
