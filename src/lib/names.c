/* names.c: finds a name in a table, or the name the user probably meant. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "lib/quote.h"
#include "lib/xmalloc.h"

enum {
    LONGEST = 63,   /* longer texts are never treated as misspellings */
    PREFIX_MIN = 3, /* shortest prefix treated as an abbreviation */
};

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int differ(char a, char b)
{
    return tolower((unsigned char)a) != tolower((unsigned char)b);
}

/* Edit distance of a and b (insertion, deletion, substitution, transposition),
 * ignoring case. Both must have at most LONGEST characters. */
static int edit_distance(const char *a, const char *b)
{
    int d[LONGEST + 1][LONGEST + 1];
    int na = (int)strlen(a), nb = (int)strlen(b);

    for (int i = 0; i <= na; i++)
        d[i][0] = i;
    for (int j = 0; j <= nb; j++)
        d[0][j] = j;
    for (int i = 1; i <= na; i++) {
        for (int j = 1; j <= nb; j++) {
            int change = d[i - 1][j - 1] + differ(a[i - 1], b[j - 1]);

            d[i][j] = smaller(change, smaller(d[i - 1][j], d[i][j - 1]) + 1);
            if (i > 1 && j > 1 && !differ(a[i - 1], b[j - 2]) &&
                !differ(a[i - 2], b[j - 1]))
                d[i][j] = smaller(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[na][nb];
}

/* Edit distance of s from the name; -1 if it is not a likely misspelling. */
static int name_distance(const char *s, const char *name)
{
    size_t ns = strlen(s), nn = strlen(name), longest = ns > nn ? ns : nn;
    int limit = longest < 6 ? 1 : (int)longest / 3;
    int d;

    if (longest > LONGEST)
        return -1;
    d = edit_distance(s, name);
    if (d <= limit && d < (int)longest)
        return d;
    return ns >= PREFIX_MIN && strncasecmp(s, name, ns) == 0 ? limit : -1;
}

const void *names_row(const void *table, const char *name)
{
    for (const void *const *row = table; *row != NULL; row++)
        if (strcmp(*(const char *const *)*row, name) == 0)
            return *row;
    return NULL;
}

const char *names_nearest(const char *s, const char *const *names, size_t n)
{
    const char *nearest = NULL;
    int best = -1;

    for (size_t i = 0; i < n; i++) {
        int d = name_distance(s, names[i]);

        if (d >= 0 && (best < 0 || d < best)) {
            best = d;
            nearest = names[i];
        }
    }
    return nearest;
}

char *names_unknown(const char *kind, const char *s, const char *const *names,
                    size_t n)
{
    const char *near = names_nearest(s, names, n);
    char *message;
    size_t length;
    FILE *f = text_open(&message, &length);

    fprintf(f, "unknown %s %s", kind, QUOTED(s));
    if (near != NULL)
        fprintf(f, " (did you mean '%s'?)", near);
    for (size_t i = 0; near == NULL && n <= NAMES_LISTED && i < n; i++)
        fprintf(f, "%s%s%s", i == 0 ? " (one of " : ", ", names[i],
                i + 1 == n ? ")" : "");
    text_close(f);
    return message;
}

bool names_option(const char *word, const char *option, size_t least)
{
    size_t n = strcspn(word, "=");

    return n >= least && n <= strlen(option) && strncmp(word, option, n) == 0;
}

bool has_suffix(const char *s, const char *suffix)
{
    size_t length = strlen(s), n = strlen(suffix);

    return length > n && strcmp(s + length - n, suffix) == 0;
}
