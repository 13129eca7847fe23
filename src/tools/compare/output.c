/* output.c: what stands in a row for people: comparisons, spreads. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/output.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpiperf/report/digits.h"
#include "tools/compare/case_key.h"
#include "tools/compare/table.h"

/* ---- cells ------------------------------------------------------------- */

enum { COLUMNS_MOST = 24 };

/* A table that is being filled, and which of its columns are text. */
struct sheet {
    struct table table;
    bool left[COLUMNS_MOST];
};

static void __attribute__((format(printf, 2, 3)))
put(struct sheet *s, const char *format, ...)
{
    char *text = NULL;
    va_list args;

    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        abort();
    va_end(args);
    table_cell(&s->table, text);
    free(text);
}

static void put_title(struct sheet *s, const char *title, bool left)
{
    s->left[s->table.n] = left;
    put(s, "%s", title);
}

/* Seconds as microseconds, with that many decimals. */
static void put_us(struct sheet *s, double seconds, int decimals)
{
    char buf[DIGITS_SIZE];

    put(s, "%s", digits_print(buf, 1e6 * seconds, decimals));
}

static void put_percent(struct sheet *s, double share)
{
    char buf[DIGITS_SIZE];

    put(s, "%s", digits_print(buf, 100 * share, fabs(share) < 0.1 ? 1 : 0));
}

static void put_p(struct sheet *s, double p)
{
    if (isnan(p))
        put(s, "n/a");
    else
        put(s, p < 0.001 ? "%.1e" : "%.3f", p);
}

static void sheet_print(FILE *f, struct sheet *s)
{
    table_print(f, &s->table, s->left);
    table_free(&s->table);
}

/* ---- which case -------------------------------------------------------- */

static const char *text_of(const json_t *record, const char *field)
{
    const char *text = json_string_value(json_object_get(record, field));

    return text == NULL ? "?" : text;
}

static long long number_of(const json_t *record, const char *field)
{
    return (long long)json_integer_value(json_object_get(record, field));
}

char *case_name(const json_t *record)
{
    return xasprintf("%s:%s, %lld ranks, %lld bytes", text_of(record, "op"),
                     text_of(record, "algo"), number_of(record, "procs"),
                     number_of(record, "bytes"));
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

static void put_case_titles(struct sheet *s, const json_t *varied)
{
    const json_t *name;
    size_t i;

    put_title(s, "op", true);
    put_title(s, "algo", true);
    put_title(s, "procs", false);
    put_title(s, "bytes", false);
    json_array_foreach(varied, i, name)
        put_title(s, json_string_value(name), true);
}

static void put_case(struct sheet *s, const json_t *record,
                     const json_t *varied)
{
    const json_t *name;
    size_t i;

    put(s, "%s", text_of(record, "op"));
    put(s, "%s", text_of(record, "algo"));
    put(s, "%lld", number_of(record, "procs"));
    put(s, "%lld", number_of(record, "bytes"));
    json_array_foreach(varied, i, name)
    {
        const json_t *value = json_object_get(record, json_string_value(name));
        char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);

        if (json_is_string(value))
            put(s, "%s", json_string_value(value));
        else
            put(s, "%s", value == NULL || json_is_null(value) ? "-" : text);
        free(text);
    }
}

/* ---- comparisons ------------------------------------------------------- */

static void put_comparison(struct sheet *s, const struct comparison *c)
{
    char buf[DIGITS_INTERVAL_SIZE];

    for (size_t i = 0; i < 2; i++)
        put(s, "%zu", c->side[i].n);
    for (size_t i = 0; i < 2; i++)
        put_us(s, c->side[i].median,
               digits_decimals(1e6 * c->side[i].median, NAN));
    put(s, "%s", digits_interval(buf, c->ratio, c->lo, c->hi));
    put_p(s, c->p);
    put_p(s, c->p_adjusted);
    put_percent(s, c->detectable);
    if (c->needed > 0)
        put(s, "%zu", c->needed);
    else
        put(s, "n/a");
    put(s, "%s", verdict_name(c->verdict));
}

void comparisons_print(FILE *f, const struct comparisons *c,
                       const struct compare_options *o)
{
    const json_t **record = xcalloc(c->n + 1, sizeof(*record));
    struct sheet s = {0};
    char *title;
    json_t *varied;

    for (size_t i = 0; i < c->n; i++)
        record[i] = c->v[i].record;
    varied = varied_fields(record, c->n);
    free(record);
    put_case_titles(&s, varied);
    for (const char *const *t =
             (const char *const[]){"n_A", "n_B", "A_us", "B_us", NULL};
         *t != NULL; t++)
        put_title(&s, *t, false);
    put_title(&s, "B/A", true);
    put_title(&s, "p", false);
    title = xasprintf("p_%s", o->correction->name);
    put_title(&s, title, false);
    free(title);
    put_title(&s, "detect_%", false);
    title = xasprintf("n_for_%g%%", 100 * o->change);
    put_title(&s, title, false);
    free(title);
    put_title(&s, "verdict", true);
    table_header_end(&s.table);
    for (size_t i = 0; i < c->n; i++) {
        put_case(&s, c->v[i].record, varied);
        put_comparison(&s, &c->v[i]);
    }
    json_decref(varied);
    sheet_print(f, &s);
}

/* ---- spread between launches ------------------------------------------- */

static void put_between(struct sheet *s, const struct between *b)
{
    int decimals =
        digits_decimals(1e6 * b->mean, 1e6 * (b->ci_hi - b->ci_lo) / 2);

    put(s, "%zu", b->n);
    put_us(s, b->mean, decimals);
    put_us(s, b->ci_lo, decimals);
    put_us(s, b->ci_hi, decimals);
    put_us(s, b->min, decimals);
    put_us(s, b->median, decimals);
    put_us(s, b->max, decimals);
    put_percent(s, b->spread);
    put_percent(s, b->single);
    put(s, "%zu/%zu", b->held, b->with_interval);
}

void between_print(FILE *f, const struct between_table *t, size_t n)
{
    const json_t **record;
    struct sheet s = {0};
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
        put_title(&s, "command", false);
    put_case_titles(&s, varied);
    for (const char *const *title =
             (const char *const[]){"launches", "mean_us", "ci_lo", "ci_hi",
                                   "min_us", "median_us", "max_us", "spread_%",
                                   "single_%", "held", NULL};
         *title != NULL; title++)
        put_title(&s, *title, false);
    table_header_end(&s.table);
    for (size_t k = 0; k < n; k++)
        for (size_t j = 0; j < t[k].n; j++) {
            if (t[0].command != 0)
                put(&s, "%ld", t[k].command);
            put_case(&s, t[k].v[j].record, varied);
            put_between(&s, &t[k].v[j]);
        }
    json_decref(varied);
    sheet_print(f, &s);
}
