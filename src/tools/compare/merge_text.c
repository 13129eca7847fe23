/* merge_text.c: the merged table for people. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/merge_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/case_key.h"
#include "lib/digits.h"
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/table.h"
#include "lib/words.h"
#include "lib/xmalloc.h"
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

/* Fields beyond op, algo and bytes that differ between the rows: their names. */
static json_t *varied_fields(const struct merged *m)
{
    json_t *names = json_array();

    for (const char *const *f = case_key_fields; *f != NULL; f++) {
        bool always = strcmp(*f, "op") == 0 || strcmp(*f, "algo") == 0 ||
                      strcmp(*f, "bytes") == 0 || strcmp(*f, "given") == 0;

        for (size_t i = 1; i < m->n && !always; i++)
            if (!json_equal(json_object_get(m->v[0].record, *f),
                            json_object_get(m->v[i].record, *f)) &&
                json_object_get(m->v[0].record, *f) !=
                    json_object_get(m->v[i].record, *f)) {
                json_array_append_new(names, json_string(*f));
                break;
            }
    }
    return names;
}

static void put_value(struct table *t, const json_t *value)
{
    char *text;

    if (value == NULL || json_is_null(value)) {
        table_cell(t, "-");
        return;
    }
    text = json_is_string(value)
               ? xstrdup(json_string_value(value))
               : json_line(value, JSON_COMPACT | JSON_ENCODE_ANY);
    table_cell(t, "%s", SHOWN_FILE(text));
    free(text);
}

/* ---- rows ---------------------------------------------------------------- */

static void put_titles(struct table *t, const struct merged *m,
                       const json_t *varied)
{
    const json_t *name;
    size_t i;

    table_column(t, "op", 0, true);
    table_column(t, "algo", 0, true);
    if (m->sides > 1)
        table_column(t, "side", 0, false);
    table_column(t, "bytes", 0, false);
    json_array_foreach(varied, i, name)
        table_column(t, json_string_value(name), 0, true);
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

static void put_rows(FILE *f, const struct merged *m)
{
    json_t *varied = varied_fields(m);
    struct table t = {.gap = 1};

    put_titles(&t, m, varied);
    for (size_t i = 0; i < m->n; i++) {
        const struct merged_row *row = &m->v[i];
        const json_t *name;
        size_t k;

        table_cell(&t, "%s", SHOWN_FILE(text_of(row->record, "op")));
        table_cell(&t, "%s", SHOWN_FILE(text_of(row->record, "algo")));
        if (m->sides > 1)
            table_cell(&t, "%ld", row->side);
        table_cell(&t, "%lld", bytes_of(row->record));
        json_array_foreach(varied, k, name)
            put_value(&t, json_object_get(row->record,
                                          json_string_value(name)));
        put_time(&t, &row->time);
        put_ratio(&t, row);
        put_note(&t, m, row);
    }
    table_print_titles(f, &t);
    table_print_rows(f, &t);
    table_free(&t);
    json_decref(varied);
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

/* The case whatever its size, and what it is compared with. */
static void put_rivals(FILE *f, const struct merged *m,
                       const struct merged_row *row, const json_t *varied)
{
    const char *algo = text_of(row->record, "algo");
    const char *other = text_of(row->baseline->record, "algo");
    const json_t *name;
    size_t i;

    fprintf(f, "# %s:", SHOWN_FILE(text_of(row->record, "op")));
    fputs(SHOWN_FILE(algo), f);
    json_array_foreach(varied, i, name)
    {
        const char *field = json_string_value(name);
        json_t *value = json_object_get(row->record, field);
        char *text = value == NULL
                         ? xstrdup("-")
                         : json_line(value, JSON_COMPACT | JSON_ENCODE_ANY);

        fprintf(f, ", %s %s", field, SHOWN_FILE(text));
        free(text);
    }
    if (m->sides > 1)
        fprintf(f, ", command line %ld against %ld", row->side, m->first);
    else
        fprintf(f, " against %s",
                SHOWN_FILE(strcmp(algo, other) != 0
                               ? other
                               : text_of(row->baseline->record, "method")));
}

static void put_group(FILE *f, const struct merged *m, size_t first,
                      char *const *group, const json_t *varied,
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
    put_rivals(f, m, &m->v[first], varied);
    fprintf(f, ": %s", ranges);
    put_needed(f, needed, runs, block_seconds);
    fprintf(f, "; %zu run%s\n", runs, runs == 1 ? "" : "s");
    free(ranges);
    free(sizes);
}

static void put_closing(FILE *f, const struct merged *m, double block_seconds)
{
    char **group = xcalloc(m->n + 1, sizeof(*group));
    json_t *varied = varied_fields(m);

    for (size_t i = 0; i < m->n; i++)
        group[i] = group_of(&m->v[i]);
    for (size_t i = 0; i < m->n; i++) {
        bool said = m->v[i].baseline == NULL;

        for (size_t k = 0; k < i && !said; k++)
            said = m->v[k].baseline != NULL && strcmp(group[k], group[i]) == 0;
        if (!said)
            put_group(f, m, i, group, varied, block_seconds);
    }
    for (size_t i = 0; i < m->n; i++)
        free(group[i]);
    free(group);
    json_decref(varied);
}

/* ---- all of it ----------------------------------------------------------- */

static void put_command(FILE *f, const struct run *run)
{
    size_t n = json_array_size(run->words);
    const char **word = xcalloc(n + 1, sizeof(*word));

    for (size_t i = 0; i < n; i++)
        word[i] = json_string_value(json_array_get(run->words, i));
    words_print(f, word, n);
    putc('\n', f);
    free(word);
}

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
            put_command(f, &runs->v[i]);
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
    put_head(f, m, runs);
    put_rows(f, m);
    put_closing(f, m, block_seconds);
}
