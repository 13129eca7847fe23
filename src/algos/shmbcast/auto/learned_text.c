/* learned_text.c: what was learned as a table for people. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "learned_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Shorter messages are in the line of the sequence number. */
enum { LINE_BYTES = 56 };

/* Of a cell, with its end. */
enum { CELL = 32 };

/* "1.5 KiB". */
static const char *size_text(char text[CELL], size_t n)
{
    static const char *const units[] = {"B", "KiB", "MiB"};
    double size = (double)n;
    int unit = 0;

    for (; size >= 1024 && unit < 2; unit++)
        size /= 1024;
    snprintf(text, CELL, "%g %s", size, units[unit]);
    return text;
}

/* "1.5 KiB-2 KiB": the longest of the class before, and of this. */
static const char *sizes_text(char text[CELL], unsigned class)
{
    size_t least = class > 0 ? sb_class_most(class - 1) : 0;
    char from[CELL], to[CELL];

    size_text(from, least > LINE_BYTES ? least : LINE_BYTES);
    if (class + 1 < SB_CLASSES)
        snprintf(text, CELL, "%.12s-%.12s", from,
                 size_text(to, sb_class_most(class)));
    else
        snprintf(text, CELL, "over %.12s", from);
    return text;
}

/* At most six digits: 123456, 12345 k. */
static const char *count_text(char text[CELL], uint64_t n)
{
    static const char *const units[] = {"", " k", " M", " G", " T", " P"};
    int unit = 0;

    for (; n > 999999 && unit < 5; unit++)
        n /= 1000;
    snprintf(text, CELL, "%" PRIu64 "%s", n, units[unit]);
    return text;
}

/* Microseconds, three digits at least. */
static const char *us_text(char text[CELL], uint32_t ns)
{
    double us = ns / 1000.;
    int decimals = us < 1 ? 3 : us < 10 ? 2 : us < 100 ? 1 : 0;

    if (ns == 0)
        snprintf(text, CELL, "-");
    else
        snprintf(text, CELL, "%.*f", decimals, us);
    return text;
}

static const char *ratio_text(char text[CELL], uint32_t ns, uint32_t best)
{
    double ratio = best > 0 ? (double)ns / best : 0;

    if (ns == 0 || best == 0)
        snprintf(text, CELL, "-");
    else if (ratio < 1000)
        snprintf(text, CELL, "%.*f", ratio < 100 ? 2 : 0, ratio);
    else
        snprintf(text, CELL, ">999");
    return text;
}

static const char *way_text(enum sb_way way)
{
    return way < SB_WAYS ? sb_way_names[way] : "-";
}

static uint32_t estimate(const struct sb_row *row, enum sb_way way)
{
    return way < SB_WAYS ? sb_row_estimate(row, way) : 0;
}

static int times(const struct sb_row *row, enum sb_way way)
{
    return way < SB_WAYS ? row->arms[way].n : 0;
}

/* The fastest of the ways that have times, but for the best; if there is none,
 * of those of which something is expected. */
static enum sb_way next_best(const struct sb_row *row)
{
    enum sb_way found = SB_WAY_NONE;

    for (enum sb_way w = 0; w < SB_WAYS; w++) {
        uint32_t ns = sb_row_estimate(row, w);
        bool timed = row->arms[w].n > 0;

        if ((row->mask & SB_BIT(w)) == 0 || w == row->best || ns == 0)
            continue;
        if (found == SB_WAY_NONE || timed > (times(row, found) > 0) ||
            (timed == (times(row, found) > 0) && ns < estimate(row, found)))
            found = w;
    }
    return found;
}

static void row_print(FILE *f, const struct sb_row *row, unsigned class)
{
    char sizes[CELL], calls[CELL], us[CELL], ratio[CELL];
    enum sb_way next = next_best(row);
    uint32_t best_ns = estimate(row, row->best);

    fprintf(f, "%-15s %8s  %-11s %7s  %-11s %5s  %-8s %d+%d\n",
            sizes_text(sizes, class), count_text(calls, row->calls),
            way_text(row->best), us_text(us, best_ns), way_text(next),
            ratio_text(ratio, estimate(row, next), best_ns),
            sb_row_settled(row) ? "settled" : "learning", times(row, row->best),
            times(row, next));
}

static bool used(const struct sb_row *row)
{
    return row != NULL && row->calls > 0;
}

static bool any_used(struct sb_row *const rows[SB_CLASSES])
{
    for (int c = 0; c < SB_CLASSES; c++)
        if (used(rows[c]))
            return true;
    return false;
}

/* "plain messages, near (85 ns)"; the state only if there is another. */
static void title_print(FILE *f, const struct sb_states *s, int state,
                        const char *kind)
{
    double here = s->centre[state], there = s->centre[!state];

    fprintf(f, "%s messages", kind);
    if (here > 0 && there > 0)
        fprintf(f, ", %s (%.0f ns)", here < there ? "near" : "far", here);
    fprintf(f, "\n%-15s %8s  %-11s %7s  %-11s %5s  %-8s %s\n", "size", "calls",
            "best way", "us", "next", "times", "sure", "of");
}

char *sb_learned_text(const struct sb_learned *l)
{
    char *text = NULL;
    size_t length;
    FILE *f = open_memstream(&text, &length);
    bool failed;

    if (f == NULL)
        return NULL;
    for (int s = 0; s < SB_STATES; s++)
        for (int k = 0; k < SB_KINDS; k++) {
            struct sb_row *const *rows = l->rows[s][k];

            if (!any_used(rows))
                continue;
            title_print(f, &l->states, s, sb_kind_names[k]);
            for (unsigned c = 0; c < SB_CLASSES; c++)
                if (used(rows[c]))
                    row_print(f, rows[c], c);
        }
    failed = ferror(f) != 0;
    failed |= fclose(f) != 0;
    if (!failed)
        return text;
    free(text);
    return NULL;
}
