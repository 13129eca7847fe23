/* pattern_line.c: lines of a set of messages, and their words. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/pattern_line.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"

#define FIRST_LINE "# msgsched "
#define VERSION "1"
#define BLANKS " \t\r"

static int refuse(char *what, char **cause)
{
    *cause = what;
    return -1;
}

/* 1; 0: there is no line left; -1 with *cause. The first one has no comment. */
static int line_read(struct pattern_line *l, char **cause)
{
    bool first = l->number == 0, comment = false, any = false;
    size_t n = 0;
    int c;

    l->number++;
    errno = 0;
    while ((c = getc(l->f)) != EOF && c != '\n') {
        any = true;
        comment = comment || (c == '#' && !first);
        if (comment)
            continue;
        if (c == '\0')
            return refuse(xstrdup("a byte of value 0"), cause);
        if (n == PATTERN_LINE_BYTES)
            return refuse(xasprintf("longer than %d bytes", PATTERN_LINE_BYTES),
                          cause);
        l->text[n++] = (char)c;
    }
    l->text[n] = '\0';
    if (c == EOF && ferror(l->f))
        return refuse(xstrdup(strerror(errno)), cause);
    if (c != EOF || any)
        return 1;
    l->number -= !first;
    return 0;
}

int pattern_line_first(struct pattern_line *l, char **cause)
{
    size_t n = strlen(FIRST_LINE);
    int rc = line_read(l, cause);
    char *version;

    if (rc < 0)
        return -1;
    if (rc == 0 || strncmp(l->text, FIRST_LINE, n) != 0)
        return refuse(
            xstrdup("the first line has to be '" FIRST_LINE VERSION "'"),
            cause);
    version = l->text + n;
    version[strcspn(version, BLANKS)] = '\0';
    if (strcmp(version, VERSION) != 0)
        return refuse(xasprintf("version %s of the format is not known, "
                                "only " VERSION,
                                QUOTED(version)),
                      cause);
    return 0;
}

int pattern_line_next(struct pattern_line *l, char **cause)
{
    int rc = line_read(l, cause);
    char *rest = l->text, *word;

    l->n = 0;
    if (rc > 0)
        while ((word = strtok_r(rest, BLANKS, &rest)) != NULL) {
            if (l->n < PATTERN_WORDS)
                l->word[l->n] = word;
            l->n++;
        }
    return rc;
}
