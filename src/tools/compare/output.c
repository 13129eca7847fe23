/* output.c: what stands in a row for people: comparisons, spreads. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/digits.h"
#include "lib/quote.h"
#include "lib/table.h"
#include "lib/xmalloc.h"
#include "tools/compare/fields.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { GAP = 2 }; /* blanks between columns */

/* ---- cells ------------------------------------------------------------- */

/* Seconds as microseconds, with that many decimals. */
static void put_us(struct table *t, double seconds, int decimals)
{
    char buf[DIGITS_SIZE];

    table_cell(t, "%s", digits_print(buf, 1e6 * seconds, decimals));
}

static void put_percent(struct table *t, double share)
{
    char buf[DIGITS_SIZE];

    table_cell(t, "%s",
               digits_print(buf, 100 * share, fabs(share) < 0.1 ? 1 : 0));
}

static void put_p(struct table *t, double p)
{
    if (isnan(p))
        table_cell(t, "n/a");
    else
        table_cell(t, p < 0.001 ? "%.1e" : "%.3f", p);
}

/* ---- which case -------------------------------------------------------- */

static const char *text_of(const json_t *record, const char *field)
{
    return json_string_value(json_object_get(record, field));
}

static long long number_of(const json_t *record, const char *field)
{
    return (long long)json_integer_value(json_object_get(record, field));
}

char *case_name(const json_t *record)
{
    if (json_object_get(record, "algo") == NULL)
        return xasprintf("%s", SHOWN_FILE(text_of(record, "op")));
    return xasprintf("%s:%s, %lld ranks, %lld bytes",
                     SHOWN_FILE(text_of(record, "op")),
                     SHOWN_FILE(text_of(record, "algo")),
                     number_of(record, "procs"), number_of(record, "bytes"));
}

/* What stands in every table, and what never does. */
static const char *const always[] = {"op", "algo", "procs", "bytes", NULL};
static const char *const never[] = {NULL};

struct title {
    const char *text;
    bool left;
};

/* Columns: of the case, and those titles. */
static void put_titles(struct table *t, const struct fields *f,
                       const struct title *titles, size_t n)
{
    fields_titles(t, f);
    for (size_t i = 0; i < n; i++)
        table_column(t, titles[i].text, 0, titles[i].left);
}

static void finish(FILE *f, struct table *t)
{
    table_print_titles(f, t);
    table_print_rows(f, t);
    table_free(t);
}

/* ---- comparisons ------------------------------------------------------- */

/* What a reader of the ratio must not overlook. */
static void put_note(struct table *t, const struct comparison *c)
{
    char *note = NULL;

    if (c->rival != NULL)
        note = xasprintf("  # ratios to %s:%s",
                         SHOWN_FILE(text_of(c->rival, "op")),
                         SHOWN_FILE(text_of(c->rival, "algo")));
    else if (c->doubt != NULL)
        note = xasprintf("  # %s", c->doubt);
    if (note != NULL)
        table_note(t, note);
    free(note);
}

static void put_comparison(struct table *t, const struct comparison *c)
{
    const struct judgement *j = &c->judgement;
    char buf[DIGITS_INTERVAL_SIZE];

    for (size_t i = 0; i < 2; i++)
        table_cell(t, "%zu", c->side[i].n);
    for (size_t i = 0; i < 2; i++)
        put_us(t, c->side[i].median,
               digits_decimals(1e6 * c->side[i].median, NAN));
    table_cell(t, "%s", digits_interval(buf, j->ratio, j->lo, j->hi));
    put_p(t, j->p);
    put_p(t, j->p_adjusted);
    put_percent(t, c->detectable);
    if (c->needed > 0)
        table_cell(t, "%zu", c->needed);
    else
        table_cell(t, "n/a");
    table_cell(t, "%s", verdict_text(c));
    put_note(t, c);
}

const char *verdict_text(const struct comparison *c)
{
    return c->judgement.verdict == JUDGED_NOT
               ? "n/a"
               : judged_name(c->judgement.verdict);
}

void comparisons_print(FILE *f, const struct comparisons *c,
                       const struct compare_options *o)
{
    char *adjusted = xasprintf("p_%s", c->correction);
    char *needed = xasprintf("n_for_%g%%", 100 * o->change);
    const struct title titles[] = {
        {"n_A", false},    {"n_B", false},      {"A_us", false},
        {"B_us", false},   {"B/A", true},       {"p", false},
        {adjusted, false}, {"detect_%", false}, {needed, false},
        {"verdict", true},
    };
    struct table t = {.gap = GAP};
    struct fields fields;

    fields_choose(&fields, c->v, c->n, sizeof(*c->v), always, never);
    put_titles(&t, &fields, titles, COUNT(titles));
    for (size_t i = 0; i < c->n; i++) {
        fields_cells(&t, &fields, c->v[i].record);
        put_comparison(&t, &c->v[i]);
    }
    finish(f, &t);
    free(adjusted);
    free(needed);
}

/* ---- spread between runs ----------------------------------------------- */

static void put_between(struct table *t, const struct between *b)
{
    int decimals =
        digits_decimals(1e6 * b->mean, 1e6 * (b->ci_hi - b->ci_lo) / 2);

    table_cell(t, "%zu", b->n);
    put_us(t, b->mean, decimals);
    put_us(t, b->ci_lo, decimals);
    put_us(t, b->ci_hi, decimals);
    put_us(t, b->min, decimals);
    put_us(t, b->median, decimals);
    put_us(t, b->max, decimals);
    put_percent(t, b->spread);
    put_percent(t, b->single);
    table_cell(t, "%zu/%zu", b->covered, b->with_interval);
}

void betweens_print(FILE *f, const struct betweens *b)
{
    static const struct title titles[] = {
        {"runs", false},    {"mean_us", false},  {"ci_lo", false},
        {"ci_hi", false},   {"min_us", false},   {"median_us", false},
        {"max_us", false},  {"spread_%", false}, {"single_%", false},
        {"covered", false},
    };
    struct table t = {.gap = GAP};
    struct fields fields;

    fields_choose(&fields, b->v, b->n, sizeof(*b->v), always, never);
    if (b->several)
        table_column(&t, "command", 0, false);
    put_titles(&t, &fields, titles, COUNT(titles));
    for (size_t i = 0; i < b->n; i++) {
        if (b->several)
            table_cell(&t, "%ld", b->v[i].command);
        fields_cells(&t, &fields, b->v[i].record);
        put_between(&t, &b->v[i]);
    }
    finish(f, &t);
}
