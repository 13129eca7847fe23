/* merge_text.c: the merged table for people. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/merge_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/case_key.h"
#include "lib/digits.h"
#include "lib/quote.h"
#include "lib/table.h"
#include "lib/xmalloc.h"
#include "tools/compare/fields.h"
#include "tools/compare/ranges.h"

/* ---- which case ---------------------------------------------------------- */

static const char *text_of(const json_t *record, const char *field)
{
    const char *text = json_string_value(json_object_get(record, field));

    return text != NULL ? text : "-";
}

static long long bytes_of(const json_t *record)
{
    return json_integer_value(json_object_get(record, "bytes"));
}

/* What stands in every table; an algorithm's settings are in its name. */
static const char *const always[] = {"op", "algo", "bytes", NULL};
static const char *const never[] = {"given", NULL};

static bool is_always(const char *name)
{
    for (const char *const *a = always; *a != NULL; a++)
        if (strcmp(*a, name) == 0)
            return true;
    return false;
}

/* ---- rows ---------------------------------------------------------------- */

static void put_titles(struct table *t, const struct merged *m,
                       const struct fields *fields)
{
    fields_titles(t, fields);
    if (m->sides > 1)
        table_column(t, "side", 0, false);
    table_column(t, "time_us", 0, false);
    table_column(t, "+-%", 0, false);
    table_column(t, "ratio [interval]", 0, true);
    table_column(t, "verdict", 0, true);
}

static void put_time(struct table *t, const struct merged_figure *time)
{
    double us = 1e6 * time->value;
    double half = typical_half(&time->of, 0.95);
    char buf[DIGITS_SIZE];

    table_cell(t, "%s", digits_print(buf, us, digits_decimals(us, us * half)));
    if (isnan(half))
        table_cell(t, "n/a");
    else
        table_cell(t, "%.1f", 100 * half);
}

static void put_ratio(struct table *t, const struct merged_row *row)
{
    char buf[DIGITS_INTERVAL_SIZE];

    if (row->baseline == NULL)
        table_cell(t, "%s", "");
    else
        table_cell(t, "%s",
                   digits_interval(buf, row->ratio.value, row->ratio.lo,
                                   row->ratio.hi));
    table_cell(t, "%s", judged_name(row->judgement.verdict));
}

/* What a reader of the figures must not overlook. */
static void put_note(struct table *t, const struct merged *m,
                     const struct merged_row *row)
{
    const struct typical *of =
        row->baseline != NULL ? &row->ratio.of : &row->time.of;
    size_t length;
    char *text;
    FILE *f = open_memstream(&text, &length);

    if (f == NULL)
        out_of_memory();
    if (of->n > 0 && of->cause != NULL)
        fprintf(f, "; no interval: %s", of->cause);
    if (of->n > 0 && of->n < m->blocks)
        fprintf(f, "; %zu of %zu runs", of->n, m->blocks);
    if (of->odd > 0)
        fprintf(f, "; %zu of %zu runs odd", of->odd, of->n);
    if (row->empty > 0)
        fprintf(f, "; %zu runs without figures", row->empty);
    if (row->wrong > 0)
        fprintf(f, "; wrong results in %zu runs", row->wrong);
    if (fclose(f) != 0)
        out_of_memory();
    if (length > 0) {
        char *note = xasprintf("  # %s", text + 2);

        table_note(t, note);
        free(note);
    }
    free(text);
}

static void put_rows(FILE *f, const struct merged *m,
                     const struct fields *fields)
{
    struct table t = {.gap = 1};

    put_titles(&t, m, fields);
    for (size_t i = 0; i < m->n; i++) {
        const struct merged_row *row = &m->v[i];

        fields_cells(&t, fields, row->record);
        if (m->sides > 1)
            table_cell(&t, "%ld", row->side);
        put_time(&t, &row->time);
        put_ratio(&t, row);
        put_note(&t, m, row);
    }
    table_print_titles(f, &t);
    table_print_rows(f, &t);
    table_free(&t);
}

/* ---- the line to quote --------------------------------------------------- */

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

static int by_bytes(const void *a, const void *b)
{
    const struct at_size *x = a, *y = b;

    return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

/* What is missing to tell, and the time that takes. */
static void put_needed(FILE *f, size_t needed, size_t n, double block_seconds)
{
    size_t more = needed > n ? needed - n : 1;

    if (needed == 0)
        return;
    fprintf(f, " (%zu more run%s", more, more == 1 ? "" : "s");
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

/* The case whatever its size, and what it is compared with. */
static void put_rivals(FILE *f, const struct merged *m,
                       const struct merged_row *row,
                       const struct fields *fields)
{
    const json_t *other = row->baseline->record;
    bool methods = json_equal(json_object_get(row->record, "algo"),
                              json_object_get(other, "algo"));

    put_field(f, "# ", row->record, "op");
    put_field(f, ":", row->record, "algo");
    for (size_t i = 0; i < fields->n; i++) {
        if (is_always(fields->name[i]))
            continue;
        fprintf(f, ", %s", fields->name[i]);
        put_field(f, " ", row->record, fields->name[i]);
    }
    if (m->sides > 1)
        fprintf(f, ", command line %ld against %ld", row->side, m->first);
    else
        put_field(f, " against ", other, methods ? "method" : "algo");
}

static void put_group(FILE *f, const struct merged *m, size_t first,
                      char *const *group, const struct fields *fields,
                      double block_seconds)
{
    struct at_size *sizes = xcalloc(m->n, sizeof(*sizes));
    size_t n = 0, needed = 0, runs = m->blocks;
    char *ranges;

    for (size_t i = first; i < m->n; i++) {
        const struct merged_row *row = &m->v[i];
        const struct judgement *j = &row->judgement;

        if (row->baseline == NULL || strcmp(group[i], group[first]) != 0)
            continue;
        sizes[n++] = (struct at_size){
            bytes_of(row->record),
            j->verdict == JUDGED_NOT ? "no figures" : judged_name(j->verdict)};
        needed = j->needed > needed ? j->needed : needed;
        if (row->ratio.of.n > 0 && row->ratio.of.n < runs)
            runs = row->ratio.of.n;
    }
    qsort(sizes, n, sizeof(*sizes), by_bytes);
    ranges = ranges_text(sizes, n);
    put_rivals(f, m, &m->v[first], fields);
    fprintf(f, ": %s", ranges);
    put_needed(f, needed, runs, block_seconds);
    fprintf(f, "; %zu run%s\n", runs, runs == 1 ? "" : "s");
    free(ranges);
    free(sizes);
}

static void put_closing(FILE *f, const struct merged *m,
                        const struct fields *fields, double block_seconds)
{
    char **group = xcalloc(m->n + 1, sizeof(*group));

    for (size_t i = 0; i < m->n; i++)
        group[i] = group_of(&m->v[i]);
    for (size_t i = 0; i < m->n; i++) {
        bool said = m->v[i].baseline == NULL;

        for (size_t k = 0; k < i && !said; k++)
            said = m->v[k].baseline != NULL && strcmp(group[k], group[i]) == 0;
        if (!said)
            put_group(f, m, i, group, fields, block_seconds);
    }
    for (size_t i = 0; i < m->n; i++)
        free(group[i]);
    free(group);
}

/* ---- all of it ----------------------------------------------------------- */

/* The first run of each. */
static void put_commands(FILE *f, const struct merged *m,
                         const struct runs *runs)
{
    size_t n;
    long *side = runs_command_list(runs, &n);

    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < runs->n; i++) {
            if (runs->v[i].command != side[k])
                continue;
            if (m->sides > 1)
                fprintf(f, "# command line %ld: ", side[k]);
            else
                fputs("# command line: ", f);
            run_print_words(f, &runs->v[i]);
            putc('\n', f);
            break;
        }
    free(side);
}

static void put_head(FILE *f, const struct merged *m, const struct runs *runs)
{
    const struct run *first = &runs->v[0];
    const char *mpi = text_of(first->traits, "MPI library");
    char *library = xasprintf("%.*s", (int)strcspn(mpi, ","), mpi);

    fprintf(f, "# %zu runs; %s; ", runs->n, SHOWN_FILE(library));
    fprintf(f, "%s, ", SHOWN_FILE(text_of(first->traits, "processor")));
    fprintf(f, "kernel %s\n", SHOWN_FILE(text_of(first->traits, "kernel")));
    free(library);
    put_commands(f, m, runs);
    fputs("# time_us: of the typical run, during these runs; +-%, [interval]: "
          "95 %\n",
          f);
}

void merged_print(FILE *f, const struct merged *m, const struct runs *runs,
                  double block_seconds)
{
    struct fields fields;

    fields_choose(&fields, m->v, m->n, sizeof(*m->v), always, never);
    put_head(f, m, runs);
    put_rows(f, m, &fields);
    put_closing(f, m, &fields, block_seconds);
}
