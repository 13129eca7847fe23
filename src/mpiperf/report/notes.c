/* notes.c: prints the notes on rows: reasons for missing figures, and marks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>
#include "lib/json.h"
#include "mpiperf/report/record.h"

/* The kinds of texts, the most serious first, and their words for several
 * rows. */
static const struct {
    const char *name, *rows;
} kinds[] = {
    {NO_FIGURES, "have no figures"},
    {NO_LAUNCHES, "have no valid launch"},
    {"wrong-results", "have wrong results"},
    {"failed-pass", "lack passes that failed"},
    {"fell-back", "were measured by another method"},
    {"disturbed", "were disturbed"},
    {"late", "had mostly late launches"},
    {"distance-changed", "saw the cores' distance change"},
    {"clocks", "had clocks that differed"},
    {"clock-set-back", "saw a clock that was set back"},
    {"oversubscribed", "are of oversubscribed ranks"},
    {"shared-cpu", "are of ranks that share a CPU"},
    {"few-launches", "have too few launches"},
    {"imprecise", "are imprecise"},
    {"few-passes", "have too few passes"},
    {"missed-precision", "are less precise than --max-rse asks"},
    {"over-time", "took longer than --max-time"},
    {"unchecked", "have results that --verify cannot check"},
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static const char *text_of(const json_t *of, const char *key)
{
    return json_string_value(json_object_get(of, key));
}

void notes_print(FILE *f, const json_t *notes, const char *before)
{
    const json_t *note, *text;
    size_t i, j;

    json_array_foreach(notes, i, note)
    {
        fprintf(f, "%s%s", before, text_of(note, "row"));
        json_array_foreach(json_object_get(note, "texts"), j, text)
            fprintf(f, "%s%s", j == 0 ? ": " : "; ", text_of(text, "text"));
        fputc('\n', f);
    }
}

/* The rows that have a text of one kind. */
struct rows {
    size_t n;
    const char *worst,
        *text;          /* the worst row, the first of several, its text */
    double least, most; /* extents */
};

static void rows_add(struct rows *r, const json_t *note, const json_t *text)
{
    double extent = json_real_value(json_object_get(text, "extent"));

    if (r->n == 0 || extent > r->most) {
        r->worst = text_of(note, "row");
        r->text = text_of(text, "text");
        r->most = extent;
    }
    if (r->n++ == 0 || extent < r->least)
        r->least = extent;
}

/* Prints one line for the kind, if there are rows. Texts of missing figures are
 * one kind only where they are alike: `of` is such a text, or NULL. */
static void kind_print(FILE *f, const json_t *notes, const char *before,
                       size_t kind, const char *of)
{
    struct rows r = {0};
    const json_t *note, *text;
    size_t i, j;

    json_array_foreach(notes, i, note) json_array_foreach(
        json_object_get(note, "texts"), j,
        text) if (!strcmp(text_of(text, "kind"), kinds[kind].name) &&
                  (of == NULL || !strcmp(text_of(text, "text"), of)))
        rows_add(&r, note, text);
    if (r.n > 1)
        fprintf(f, "%s%zu rows %s; the %s: %s: %s\n", before, r.n,
                kinds[kind].rows, r.most > r.least ? "worst" : "first", r.worst,
                r.text);
    else if (r.n == 1)
        fprintf(f, "%s%s: %s\n", before, r.worst, r.text);
}

void notes_print_kinds(FILE *f, const json_t *notes, const char *before)
{
    json_t *causes = json_object(), *none;
    const json_t *note;
    const char *cause;
    size_t i;

    json_array_foreach(notes, i, note)
    {
        const json_t *text = json_array_get(json_object_get(note, "texts"), 0);

        if (strcmp(text_of(text, "kind"), NO_FIGURES) == 0)
            json_object_set_new(causes, text_of(text, "text"), json_true());
    }
    json_object_foreach(causes, cause, none)
        kind_print(f, notes, before, 0, cause);
    for (i = 1; i < KINDS; i++)
        kind_print(f, notes, before, i, NULL);
    json_decref(causes);
}
