/* ranges.c: over which sizes something holds, in words. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/ranges.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

char *bytes_text(long long bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB"};
    long long tenths = 10 * bytes;
    size_t unit = 0;

    while (unit < 3 && tenths >= 10240 && tenths % 1024 == 0) {
        tenths /= 1024;
        unit++;
    }
    if (tenths % 10 == 0)
        return xasprintf("%lld %s", tenths / 10, units[unit]);
    return xasprintf("%lld.%lld %s", tenths / 10, tenths % 10, units[unit]);
}

/* Sizes first .. last, of n in all. */
static void put_range(FILE *f, const struct at_size *v, size_t n, size_t first,
                      size_t last)
{
    char *from = bytes_text(v[first].bytes), *to = bytes_text(v[last].bytes);

    if (first == last)
        fprintf(f, "at %s", from);
    else if (first == 0 && last == n - 1)
        fputs("at all sizes", f);
    else if (first == 0)
        fprintf(f, "up to %s", to);
    else if (last == n - 1)
        fprintf(f, "from %s", from);
    else
        fprintf(f, "from %s to %s", from, to);
    free(from);
    free(to);
}

static size_t end_of(const struct at_size *v, size_t n, size_t first)
{
    size_t last = first;

    while (last + 1 < n && strcmp(v[last + 1].what, v[first].what) == 0)
        last++;
    return last;
}

static bool is_met_before(const struct at_size *v, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(v[k].what, v[i].what) == 0)
            return true;
    return false;
}

/* "and" before the last range of several, commas between the others. */
static void put_ranges(FILE *f, const struct at_size *v, size_t n, size_t first)
{
    size_t pending = n; /* where a range begins that is not printed yet */
    const char *comma = " ";

    fputs(v[first].what, f);
    for (size_t i = first; i < n; i = end_of(v, n, i) + 1) {
        if (strcmp(v[i].what, v[first].what) != 0)
            continue;
        if (pending < n) {
            fputs(comma, f);
            put_range(f, v, n, pending, end_of(v, n, pending));
            comma = ", ";
        }
        pending = i;
    }
    fputs(pending == first ? " " : " and ", f);
    put_range(f, v, n, pending, end_of(v, n, pending));
}

char *ranges_text(const struct at_size *v, size_t n, const char *last)
{
    const char *comma = "";
    size_t length;
    char *text;
    FILE *f = open_memstream(&text, &length);

    if (f == NULL)
        out_of_memory();
    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < n; i = end_of(v, n, i) + 1) {
            bool is_last = last != NULL && strcmp(v[i].what, last) == 0;

            if (is_met_before(v, i) || is_last != (turn == 1))
                continue;
            fputs(comma, f);
            put_ranges(f, v, n, i);
            comma = ", ";
        }
    if (fclose(f) != 0)
        out_of_memory();
    return text;
}
