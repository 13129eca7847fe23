/* output.c: what stands in a row for people: comparisons, spreads. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/case_key.h"
#include "lib/digits.h"
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/table.h"
#include "lib/xmalloc.h"

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
    return xasprintf("%s:%s, %lld ranks, %lld bytes",
                     SHOWN_FILE(text_of(record, "op")),
                     SHOWN_FILE(text_of(record, "algo")),
                     number_of(record, "procs"), number_of(record, "bytes"));
}

/* Do both records have the same value of the field, or both none? */
static bool is_same(const json_t *a, const json_t *b, const char *field)
{
    const json_t *x = json_object_get(a, field);
    const json_t *y = json_object_get(b, field);

    return x == NULL || y == NULL ? x == y : json_equal(x, y);
}

/* Which fields of a case stand in a table: the first four, and those in which
 * its cases differ. */
struct fields {
    const char *name[CASE_KEY_FIELDS];
    size_t n;
};

enum { ALWAYS = 4 };

/* The rows begin with a pointer to the record of their case. */
static void fields_choose(struct fields *f, const void *rows, size_t n,
                          size_t size)
{
    const json_t *const *first = rows;

    f->n = 0;
    for (size_t k = 0; case_key_fields[k] != NULL; k++) {
        bool shown = k < ALWAYS;

        for (size_t i = 1; i < n && !shown; i++) {
            const char *row = (const char *)rows + i * size;

            shown = !is_same(*first, *(const json_t *const *)row,
                             case_key_fields[k]);
        }
        if (shown)
            f->name[f->n++] = case_key_fields[k];
    }
}

struct title {
    const char *text;
    bool left;
};

/* Columns: of the case, and those titles. */
static void put_titles(struct table *t, const struct fields *f,
                       const struct title *titles, size_t n)
{
    for (size_t i = 0; i < f->n; i++)
        table_column(t, f->name[i], 0,
                     strcmp(f->name[i], "procs") != 0 &&
                         strcmp(f->name[i], "bytes") != 0);
    for (size_t i = 0; i < n; i++)
        table_column(t, titles[i].text, 0, titles[i].left);
}

static void put_case(struct table *t, const struct fields *f,
                     const json_t *record)
{
    for (size_t i = 0; i < f->n; i++) {
        const json_t *value = json_object_get(record, f->name[i]);
        char *text = json_is_string(value) || value == NULL
                         ? NULL
                         : json_line(value, JSON_COMPACT | JSON_ENCODE_ANY);

        table_cell(t, "%s",
                   value == NULL || json_is_null(value) ? "-"
                   : text != NULL                       ? SHOWN_FILE(text)
                                  : SHOWN_FILE(json_string_value(value)));
        free(text);
    }
}

static void finish(FILE *f, struct table *t)
{
    table_print_titles(f, t);
    table_print_rows(f, t);
    table_free(t);
}

/* ---- comparisons ------------------------------------------------------- */

static void put_comparison(struct table *t, const struct comparison *c)
{
    char buf[DIGITS_INTERVAL_SIZE];

    for (size_t i = 0; i < 2; i++)
        table_cell(t, "%zu", c->side[i].n);
    for (size_t i = 0; i < 2; i++)
        put_us(t, c->side[i].median,
               digits_decimals(1e6 * c->side[i].median, NAN));
    table_cell(t, "%s", digits_interval(buf, c->ratio, c->lo, c->hi));
    put_p(t, c->p);
    put_p(t, c->p_adjusted);
    put_percent(t, c->detectable);
    if (c->needed > 0)
        table_cell(t, "%zu", c->needed);
    else
        table_cell(t, "n/a");
    table_cell(t, "%s", verdict_name(c->verdict));
}

void comparisons_print(FILE *f, const struct comparisons *c,
                       const struct compare_options *o)
{
    char *adjusted = xasprintf("p_%s", o->correction->name);
    char *needed = xasprintf("n_for_%g%%", 100 * o->change);
    const struct title titles[] = {
        {"n_A", false},    {"n_B", false},      {"A_us", false},
        {"B_us", false},   {"B/A", true},       {"p", false},
        {adjusted, false}, {"detect_%", false}, {needed, false},
        {"verdict", true},
    };
    struct table t = {.gap = GAP};
    struct fields fields;

    fields_choose(&fields, c->v, c->n, sizeof(*c->v));
    put_titles(&t, &fields, titles, COUNT(titles));
    for (size_t i = 0; i < c->n; i++) {
        put_case(&t, &fields, c->v[i].record);
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

    fields_choose(&fields, b->v, b->n, sizeof(*b->v));
    if (b->several)
        table_column(&t, "command", 0, false);
    put_titles(&t, &fields, titles, COUNT(titles));
    for (size_t i = 0; i < b->n; i++) {
        if (b->several)
            table_cell(&t, "%ld", b->v[i].command);
        put_case(&t, &fields, b->v[i].record);
        put_between(&t, &b->v[i]);
    }
    finish(f, &t);
}
