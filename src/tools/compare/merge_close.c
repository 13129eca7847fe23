/* merge_close.c: the lines to quote of a merged table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/merge_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/case_key.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "tools/compare/fields.h"
#include "tools/compare/merge_states.h"
#include "tools/compare/ranges.h"
#include "tools/compare/sittings.h"

static long long bytes_of(const json_t *record)
{
    return json_integer_value(json_object_get(record, "bytes"));
}

/* Said of every row in words of its own, or never. */
static bool is_said(const char *name)
{
    static const char *const said[] = {"op", "algo", "bytes", "given"};

    for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++)
        if (strcmp(said[i], name) == 0)
            return true;
    return false;
}

/* The same case whatever its size. */
static char *group_of(const struct merged_row *row)
{
    json_t *record = json_deep_copy(row->record);
    char *key, *group;

    json_object_del(record, "bytes");
    key = case_key(record);
    group = xasprintf("%ld %s", row->side, key);
    free(key);
    json_decref(record);
    return group;
}

static void group_add(json_t *groups, const struct merged *m, size_t i)
{
    char *group = group_of(&m->v[i]);
    json_t *rows = json_object_get(groups, group);

    if (rows == NULL) {
        rows = json_array();
        json_object_set_new(groups, group, rows);
    }
    json_array_append_new(rows, json_integer((json_int_t)i));
    free(group);
}

static int by_bytes(const void *a, const void *b)
{
    const struct at_size *x = a, *y = b;

    return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

/* What is missing to tell, and the time that takes. Nothing where there are as
 * many runs already: who cannot tell by them does not know. */
static void put_needed(FILE *f, size_t needed, size_t n, double block_seconds)
{
    size_t more = needed - n;

    if (needed <= n)
        return;
    fprintf(f, " (%zu more run%s would tell", more, more == 1 ? "" : "s");
    if ((double)more * block_seconds >= 90)
        fprintf(f, ", %.0f min", ceil((double)more * block_seconds / 60));
    else if (!isnan(block_seconds))
        fprintf(f, ", %.0f s", ceil((double)more * block_seconds));
    fputs(")", f);
}

static void put_field(FILE *f, const char *before, const json_t *record,
                      const char *name)
{
    char *text = field_text(record, name);

    fprintf(f, "%s%s", before, text);
    free(text);
}

/* The case whatever its size, and what it is compared with. The operation is
 * said where there are several. */
static void put_rivals(FILE *f, const struct merged *m,
                       const struct merged_row *row)
{
    const json_t *other = row->baseline->record;
    bool methods = json_equal(json_object_get(row->record, "algo"),
                              json_object_get(other, "algo"));
    const char *before = "# ";

    if (fields_vary(m->v, m->n, sizeof(*m->v), "op")) {
        put_field(f, before, row->record, "op");
        before = ":";
    }
    put_field(f, before, row->record, "algo");
    for (const char *const *name = case_key_fields; *name != NULL; name++) {
        if (is_said(*name) || !merged_varies(m, *name))
            continue;
        fprintf(f, ", %s", *name);
        put_field(f, " ", row->record, *name);
    }
    if (m->sides > 1) {
        char *first = merged_side(m, m->first);

        fputs(", ", f);
        merged_put_side(f, m, row->side);
        fprintf(f, " against %s", SHOWN_FILE(first));
        free(first);
    } else {
        put_field(f, " against ", other, methods ? "method" : "algo");
    }
}

/* Runs as they ran for each of the table's, which are clusters in a state. */
static double runs_each(const struct merged *m)
{
    return m->blocks > 0 ? (double)runs_blocks(m->whole) / (double)m->blocks
                         : 1;
}

/* `state`: in what the verdicts hold; NULL: all of it. */
static void put_group(FILE *f, const struct merged *m, const json_t *rows,
                      const char *state, double block_seconds)
{
    struct at_size *sizes = xcalloc(json_array_size(rows), sizeof(*sizes));
    const struct merged_row *row = NULL;
    size_t n = 0, needed = 0, runs = m->blocks, at;
    json_t *which;
    char *ranges;

    json_array_foreach((json_t *)rows, at, which)
    {
        const struct judgement *j;

        row = &m->v[json_integer_value(which)];
        j = &row->judgement;
        sizes[n++] = (struct at_size){
            bytes_of(row->record),
            j->verdict == JUDGED_NOT ? "no figures" : judged_name(j->verdict)};
        needed = j->needed > needed ? j->needed : needed;
        if (row->ratio.of.n > 0 && row->ratio.of.n < runs)
            runs = row->ratio.of.n;
    }
    qsort(sizes, n, sizeof(*sizes), by_bytes);
    ranges = ranges_text(sizes, n, judged_name(JUDGED_OPEN));
    put_rivals(f, m, row);
    if (state != NULL)
        fprintf(f, ", state %s", state);
    fprintf(f, ": %s", ranges);
    if (needed > runs) /* in runs as they ran */
        needed = runs + (size_t)ceil((double)(needed - runs) * runs_each(m));
    put_needed(f, needed, runs, block_seconds);
    fprintf(f, "; %zu %s%s%s\n", runs, state != NULL ? "observation" : "run",
            runs == 1 ? "" : "s", m->sides > 1 ? " of each" : "");
    free(ranges);
    free(sizes);
}

/* ---- states -------------------------------------------------------------- */

static bool differs(const struct merged *m, const json_t *rows)
{
    json_t *which;
    size_t at;

    json_array_foreach((json_t *)rows, at, which)
    {
        if (m->v[json_integer_value(which)].differs)
            return true;
    }
    return false;
}

/* The rows that a state's own table has of these; a new reference. */
static json_t *rows_in(const struct merged *m, const json_t *rows, size_t k)
{
    json_t *own = json_array(), *which;
    size_t at;

    json_array_foreach((json_t *)rows, at, which)
    {
        const struct row_state *line =
            merged_line(m, &m->v[json_integer_value(which)], k);

        if (line->row != NULL && line->row->baseline != NULL)
            json_array_append_new(
                own, json_integer((json_int_t)(line->row - line->table->v)));
    }
    return own;
}

/* A line a state, for which other things hold. */
static void put_by_state(FILE *f, const struct merged *m, const json_t *rows,
                         double block_seconds)
{
    for (size_t k = 0; k < merged_lines(m); k++) {
        const struct merged *own = &m->states->table[k];
        json_t *of = rows_in(m, rows, k);

        if (json_array_size(of) > 0)
            put_group(f, own, of,
                      m->states->of.found.v[m->states->of.matter[k]].name,
                      block_seconds);
        json_decref(of);
    }
}

/* ---- advice -------------------------------------------------------------- */

/* The middle row's; NAN: none has it. */
static double middle_sd(const struct merged *m, enum variance_level level)
{
    double *x = xcalloc(m->n + 1, sizeof(*x)), middle;
    size_t n = 0;

    for (size_t i = 0; i < m->n; i++)
        if (!isnan(m->v[i].variance.sd[level]))
            x[n++] = m->v[i].variance.sd[level];
    middle = median_of(x, n);
    free(x);
    return middle;
}

/* Where something cannot be told, and more runs of the same length are not what
 * helps most of these rows. */
static void put_advice(FILE *f, const struct merged *m)
{
    size_t n[ADVICE_MORE_TIME + 1] = {0}, open = 0;
    enum advice best = ADVICE_NONE;
    const char *before = " (times vary by: ";

    for (size_t i = 0; i < m->n; i++)
        if (m->v[i].judgement.verdict == JUDGED_OPEN) {
            n[m->v[i].variance.advice]++;
            open++;
        }
    for (enum advice a = ADVICE_NONE; a <= ADVICE_MORE_TIME; a++)
        if (2 * n[a] > open)
            best = a;
    if (best == ADVICE_NONE || best == ADVICE_RUNS)
        return;
    fprintf(f, "# what narrows the intervals of times most: %s",
            advice_text(best));
    for (int level = 0; level < LEVELS; level++) {
        double sd = middle_sd(m, level);

        if (isnan(sd))
            continue;
        fprintf(f, "%s%s %.1f %%", before, variance_levels[level], 100 * sd);
        before = ", ";
    }
    fputs(*before == ',' ? ")\n" : "\n", f);
}

void merged_close(FILE *f, const struct merged *m)
{
    double block_seconds = runs_block_seconds(m->whole);
    json_t *groups = json_object(), *rows; /* group -> its rows */
    const char *name;

    for (size_t i = 0; i < m->n; i++)
        if (m->v[i].baseline != NULL)
            group_add(groups, m, i);
    json_object_foreach(groups, name, rows)
    {
        if (differs(m, rows))
            put_by_state(f, m, rows, block_seconds);
        else
            put_group(f, m, rows, NULL, block_seconds);
    }
    json_decref(groups);
    put_advice(f, m);
}
