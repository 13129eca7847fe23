/* merge_notes.c: what must not be overlooked of a row of the merged table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "tools/compare/merge_rows.h"
#include "tools/compare/merge_states.h"

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

/* Why time and ratio have no interval. */
static void put_causes(FILE *f, const char *time, const char *ratio)
{
    if (time != NULL && ratio != NULL && strcmp(time, ratio) == 0) {
        fprintf(f, "; no intervals: %s", time);
        return;
    }
    if (time != NULL)
        fprintf(f, "; no interval of the time: %s", time);
    if (ratio != NULL)
        fprintf(f, "; no interval of the ratio: %s", ratio);
}

/* How many runs figures are of, where that is not all of them. */
static void put_counts(FILE *f, const struct merged *m,
                       const struct merged_row *row, const struct typical *time,
                       const struct typical *ratio)
{
    if (time->n == 0)
        fputs("; no run has figures", f);
    else if (time->n < m->blocks)
        fprintf(f, "; figures in %zu of %zu run%s", time->n, m->blocks,
                plural(m->blocks));
    if (ratio != NULL && ratio->n < time->n)
        fprintf(f, "; ratio of %zu run%s", ratio->n, plural(ratio->n));
    if (time->odd > 0)
        fprintf(f, "; %zu odd run%s", time->odd, plural(time->odd));
    if (ratio != NULL && ratio->odd > 0)
        fprintf(f, "; ratio odd in %zu run%s", ratio->odd, plural(ratio->odd));
    if (row->wrong > 0)
        fprintf(f, "; wrong results in %zu run%s", row->wrong,
                plural(row->wrong));
}

/* Of the ratio; NULL: the row has none. */
static const struct typical *ratio_of(const struct merged_row *row)
{
    return row->baseline != NULL ? &row->ratio.of : NULL;
}

/* How few clusters a state's figures are of, or why they have no interval. */
static void put_state(FILE *f, const struct row_state *line)
{
    const struct typical *time = &line->row->time.of;
    const struct typical *ratio = ratio_of(line->row);
    bool by_stays = line->in.stays <= line->in.runs;
    size_t n = by_stays ? line->in.stays : line->in.runs;

    if (isnan(time->se) && time->n < TYPICAL_MIN)
        fprintf(f, "; no interval: holds within %zu %s%s", n,
                by_stays ? "stay" : "run", plural(n));
    else
        put_causes(f, time->cause,
                   ratio != NULL && ratio->n > 0 ? ratio->cause : NULL);
}

/* ---- texts --------------------------------------------------------------- */

/* What is written to it, malloced. */
struct note {
    FILE *f;
    char *text;
    size_t length;
};

static void note_begin(struct note *n)
{
    n->f = open_memstream(&n->text, &n->length);
    if (n->f == NULL)
        out_of_memory();
}

/* "  # ...", or NULL: there is nothing to say. */
static char *note_end(struct note *n)
{
    char *note;

    if (fclose(n->f) != 0)
        out_of_memory();
    note = n->length > 0 ? xasprintf("  # %s", n->text + 2) : NULL;
    free(n->text);
    return note;
}

char *row_note(const struct merged *m, const struct merged_row *row)
{
    const struct typical *time = &row->time.of, *ratio = ratio_of(row);
    struct note n;

    note_begin(&n);
    put_causes(n.f, time->n > 0 ? time->cause : NULL,
               ratio != NULL && ratio->n > 0 ? ratio->cause : NULL);
    put_counts(n.f, m, row, time, ratio);
    return note_end(&n);
}

char *state_note(const struct merged *m, const struct merged_row *row,
                 const struct row_state *line, bool first)
{
    struct note n;

    note_begin(&n);
    put_state(n.f, line);
    if (first)
        put_counts(n.f, m, row, &row->time.of, ratio_of(row));
    return note_end(&n);
}
