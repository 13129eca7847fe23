/* notes.c: prints notes on rows: reasons for missing figures, and marks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/notes.h"

#include <string.h>
#include "lib/json.h"
#include "mpiperf/report/marks.h"

/* Kinds of texts, the most serious first, and their words for several rows.
 * Reasons for missing figures are not here: the table itself has them. */
static const struct {
    const char *name, *rows;
} kinds[] = {
    {"wrong-results", "have wrong results"},
    {"failed-pass", "lack passes that failed"},
    {"fell-back", "were measured by another method"},
    {"slow-node", "are slow on pairs with one node"},
    {"disturbed", "were disturbed"},
    {"throttled", "were throttled by a CPU quota"},
    {"own-threads", "lost cores to threads of the same process"},
    {"late", "had mostly late launches"},
    {"distance-changed", "saw the cores' distance change"},
    {"clocks", "had clocks that differed"},
    {"clock-set-back", "saw a clock that was set back"},
    {"oversubscribed", "had oversubscribed ranks"},
    {"shared-cpu", "had ranks that share a CPU"},
    {"shared-core", "had ranks that share a core"},
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

/* The rows that have a text of this kind. */
struct rows {
    size_t n;
    const char *worst, *text; /* the first of the worst rows; its text */
    double least, most;       /* smallest and largest extent */
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

static struct rows rows_of(const json_t *notes, const char *kind)
{
    struct rows r = {0};
    const json_t *note, *text;
    size_t i, j;

    json_array_foreach(notes, i, note)
    {
        json_array_foreach(json_object_get(note, "texts"), j, text)
        {
            if (strcmp(text_of(text, "kind"), kind) == 0)
                rows_add(&r, note, text);
        }
    }
    return r;
}

void notes_print_kinds(FILE *f, const json_t *notes, const char *before)
{
    for (size_t i = 0; i < KINDS; i++) {
        const struct rows r = rows_of(notes, kinds[i].name);

        if (r.n > 1)
            fprintf(f, "%s%zu rows %s; the %s: %s: %s\n", before, r.n,
                    kinds[i].rows, r.most > r.least ? "worst" : "first",
                    r.worst, r.text);
        else if (r.n == 1)
            fprintf(f, "%s%s: %s\n", before, r.worst, r.text);
    }
}
