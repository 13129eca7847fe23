/* output.c: what stands in a row for people: comparisons, spreads. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/case_key.h"
#include "lib/digits.h"
#include "lib/quote.h"
#include "lib/table.h"
#include "lib/xmalloc.h"

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

/* Do both records say the same of it, be it nothing? */
static bool is_same(const json_t *a, const json_t *b, const char *field)
{
    const json_t *x = json_object_get(a, field);
    const json_t *y = json_object_get(b, field);

    return x == NULL || y == NULL ? x == y : json_equal(x, y);
}

/* Key fields beyond the four that always stand there, if they differ between
 * the cases: their names. */
static json_t *varied_fields(const json_t *const *record, size_t n)
{
    json_t *names = json_array();

    for (const char *const *f = case_key_fields + 4; *f != NULL; f++)
        for (size_t i = 1; i < n; i++)
            if (!is_same(record[0], record[i], *f)) {
                json_array_append_new(names, json_string(*f));
                break;
            }
    return names;
}

static void put_case_titles(struct table *t, const json_t *varied)
{
    const json_t *name;
    size_t i;

    table_column(t, "op", 0, true);
    table_column(t, "algo", 0, true);
    table_column(t, "procs", 0, false);
    table_column(t, "bytes", 0, false);
    json_array_foreach(varied, i, name)
        table_column(t, json_string_value(name), 0, true);
}

static void put_case(struct table *t, const json_t *record,
                     const json_t *varied)
{
    const json_t *name;
    size_t i;

    table_cell(t, "%s", SHOWN_FILE(text_of(record, "op")));
    table_cell(t, "%s", SHOWN_FILE(text_of(record, "algo")));
    table_cell(t, "%lld", number_of(record, "procs"));
    table_cell(t, "%lld", number_of(record, "bytes"));
    json_array_foreach(varied, i, name)
    {
        const json_t *value = json_object_get(record, json_string_value(name));
        char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);

        table_cell(t, "%s",
            value == NULL || json_is_null(value) ? "-"
            : json_is_string(value) ? SHOWN_FILE(json_string_value(value))
                                    : SHOWN_FILE(text));
        free(text);
    }
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
    const json_t **record = xcalloc(c->n + 1, sizeof(*record));
    struct table table = {.gap = GAP};
    char *named;
    json_t *varied;

    for (size_t i = 0; i < c->n; i++)
        record[i] = c->v[i].record;
    varied = varied_fields(record, c->n);
    free(record);
    put_case_titles(&table, varied);
    for (const char *const *title =
             (const char *const[]){"n_A", "n_B", "A_us", "B_us", NULL};
         *title != NULL; title++)
        table_column(&table, *title, 0, false);
    table_column(&table, "B/A", 0, true);
    table_column(&table, "p", 0, false);
    named = xasprintf("p_%s", o->correction->name);
    table_column(&table, named, 0, false);
    free(named);
    table_column(&table, "detect_%", 0, false);
    named = xasprintf("n_for_%g%%", 100 * o->change);
    table_column(&table, named, 0, false);
    free(named);
    table_column(&table, "verdict", 0, true);
    for (size_t i = 0; i < c->n; i++) {
        put_case(&table, c->v[i].record, varied);
        put_comparison(&table, &c->v[i]);
    }
    json_decref(varied);
    table_print_titles(f, &table);
    table_print_rows(f, &table);
    table_free(&table);
}

/* ---- spread between launches ------------------------------------------- */

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
    table_cell(t, "%zu/%zu", b->held, b->with_interval);
}

void between_print(FILE *f, const struct between_table *t, size_t n)
{
    const json_t **record;
    struct table table = {.gap = GAP};
    json_t *varied;
    size_t all = 0;

    for (size_t k = 0; k < n; k++)
        all += t[k].n;
    record = xcalloc(all + 1, sizeof(*record));
    for (size_t k = 0, i = 0; k < n; i += t[k++].n)
        for (size_t j = 0; j < t[k].n; j++)
            record[i + j] = t[k].v[j].record;
    varied = varied_fields(record, all);
    free(record);
    if (t[0].command != 0)
        table_column(&table, "command", 0, false);
    put_case_titles(&table, varied);
    for (const char *const *title =
             (const char *const[]){"launches", "mean_us", "ci_lo", "ci_hi",
                                   "min_us", "median_us", "max_us", "spread_%",
                                   "single_%", "held", NULL};
         *title != NULL; title++)
        table_column(&table, *title, 0, false);
    for (size_t k = 0; k < n; k++)
        for (size_t j = 0; j < t[k].n; j++) {
            if (t[0].command != 0)
                table_cell(&table, "%ld", t[k].command);
            put_case(&table, t[k].v[j].record, varied);
            put_between(&table, &t[k].v[j]);
        }
    json_decref(varied);
    table_print_titles(f, &table);
    table_print_rows(f, &table);
    table_free(&table);
}
