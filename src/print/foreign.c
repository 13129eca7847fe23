/* foreign.c: prints tables in the layout of the OSU and Intel (IMB)
 * benchmarks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/foreign.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compare/values.h"
#include "lib/json.h"
#include "lib/quote.h"
#include "print/benchmarks.h"
#include "print/view.h"

/* What a column shows; FULL and PURE are printed with -f only, and PURE is of
 * the operation alone, without the computation. */
enum kind { PLAIN, RATE, FULL, PURE };

/* A column: the mean of a field of the record, times `scale`; divided by the
 * slowest rank's time if it is a rate. Without a field: that of the bytes of a
 * message. */
struct column {
    const char *title, *field;
    double scale;
    enum kind kind;
};

enum { COLUMNS_MAX = 10 };

static const struct column osu_columns[][COLUMNS_MAX] = {
    [COLUMNS_MEAN] = {{"Avg Latency(us)", "rank_mean", 1e6, PLAIN},
                      {"Min Latency(us)", "rank_min", 1e6, FULL},
                      {"Max Latency(us)", "rank_max", 1e6, FULL}},
    [COLUMNS_ORIGIN] = {{"Latency (us)", "rank_max", 1e6, PLAIN},
                        {"Min Latency(us)", "rank_min", 1e6, FULL},
                        {"Max Latency(us)", "rank_max", 1e6, FULL}},
    [COLUMNS_RATE] = {{"Bandwidth (MB/s)", "traffic_bytes", 1e-6, RATE}},
    [COLUMNS_RATES] = {{"MB/s", "traffic_bytes", 1e-6, RATE},
                       {"Messages/s", "traffic_messages", 1, RATE}},
    [COLUMNS_OVERLAP] = {{"Overall(us)", "total", 1e6, PLAIN},
                         {"Compute(us)", "compute", 1e6, PLAIN},
                         {"Coll. Init(us)", "initiation", 1e6, FULL},
                         {"MPI_Test(us)", "test", 1e6, FULL},
                         {"MPI_Wait(us)", "wait", 1e6, FULL},
                         {"Pure Comm.(us)", "pure", 1e6, PLAIN},
                         {"Min Comm.(us)", "rank_min", 1e6, PURE},
                         {"Max Comm.(us)", "rank_max", 1e6, PURE},
                         {"Overlap(%)", "hidden", 100, PLAIN}},
};

#define TIMES                                                                  \
    {"t_min[usec]", "rank_min", 1e6, PLAIN},                                   \
        {"t_max[usec]", "rank_max", 1e6, PLAIN},                               \
    {                                                                          \
        "t_avg[usec]", "rank_mean", 1e6, PLAIN                                 \
    }

static const struct column imb_columns[][COLUMNS_MAX] = {
    [COLUMNS_MEAN] = {TIMES},
    [COLUMNS_ORIGIN] = {{"t[usec]", "rank_max", 1e6, PLAIN},
                        {"Mbytes/sec", NULL, 1e-6, RATE}},
    [COLUMNS_SENDRECV] = {TIMES, {"Mbytes/sec", NULL, 2e-6, RATE}},
    [COLUMNS_EXCHANGE] = {TIMES, {"Mbytes/sec", NULL, 4e-6, RATE}},
    [COLUMNS_RATES] = {{"Mbytes/sec", "traffic_bytes", 1e-6, RATE},
                       {"Msg/sec", "traffic_messages", 1, RATE}},
    [COLUMNS_OVERLAP] = {{"t_ovrl[usec]", "total", 1e6, PLAIN},
                         {"t_pure[usec]", "pure", 1e6, PLAIN},
                         {"t_CPU[usec]", "compute", 1e6, PLAIN},
                         {"overlap[%]", "hidden", 100, PLAIN}},
};

/* A list that is printed: the rows of an algorithm in a view. */
struct list {
    FILE *f;
    const struct table *t;
    enum output_format format;
    const struct named *named; /* or NULL */
    const struct view *v;
    size_t rival;
    const struct row *first;
    const struct benchmark *b; /* NULL if the operation is none */
    enum columns columns;
};

/* ---- lines --------------------------------------------------------------- */

enum { OSU_WIDTH = 18 }; /* which readers of OSU's output expect of titles */

static void put(const struct list *l, const struct row *row, int width,
                const char *title, int digits, double value)
{
    if (row == NULL)
        fprintf(l->f, "%*s", width, title);
    else
        fprintf(l->f, "%*.*f", width, digits, value);
}

/* Returns the row of the operation alone: the native one. */
static const struct row *pure_of(const struct table *t, const struct row *row)
{
    size_t end, i = table_rivals(t, row, &end);

    while (i < end && (t->v[i].side != row->side ||
                       strcmp(row_text(&t->v[i], "algo"), "native") != 0))
        i++;
    return i < end ? &t->v[i] : row;
}

static void put_column(const struct list *l, const struct row *row, int width,
                       const struct column *c)
{
    const struct row *shown = row != NULL ? row : l->first;
    const struct row *of = c->kind == PURE ? pure_of(l->t, shown) : shown;
    double value = c->scale * (c->field != NULL ? row_mean(l->t, of, c->field)
                                                : (double)row_bytes(of));

    if (c->kind == RATE)
        value /= row_mean(l->t, of, "rank_max");
    if (l->columns == COLUMNS_OVERLAP && c->scale == 100)
        value = fmin(100, fmax(0, value));
    put(l, row, width, c->title, strcmp(c->title, "Msg/sec") == 0 ? 0 : 2,
        value);
}

/* Prints how often the operation was carried out: several times in a launch, if
 * it has rounds. */
static void put_times(const struct list *l, const struct row *row, int width,
                      const char *title)
{
    json_t *param = json_object_get(l->first->c->which, "param");
    double rounds = number_of(param, "rounds");

    put(l, row, width, title, 0,
        (rounds > 0 ? rounds : 1) *
            row_mean(l->t, row != NULL ? row : l->first, "valid"));
}

/* Prints the percentiles of -z, those of a rate from the time's other end. */
static void put_tails(const struct list *l, const struct row *row)
{
    const struct row *of = row != NULL ? row : l->first;
    json_t *values = json_object_get(of->last, "percentiles");
    size_t n = json_object_size(values);
    bool rate = osu_columns[l->columns][0].kind == RATE;

    for (size_t i = 0; i < n; i++) {
        void *at = json_object_iter(values);
        double percent, seconds;
        char title[32];

        for (size_t k = rate ? n - 1 - i : i; k > 0; k--)
            at = json_object_iter_next(values, at);
        percent = strtod(json_object_iter_key(at) + 1, NULL);
        seconds = number_of(values, json_object_iter_key(at));
        snprintf(title, sizeof(title), "P%g Tail %s",
                 rate ? 100 - percent : percent, rate ? "BW(MB/s)" : "Lat(us)");
        put(l, row, OSU_WIDTH, title, 2,
            rate ? number_of(of->last, "traffic_bytes") / 1e6 / seconds
                 : 1e6 * seconds);
    }
}

static void line_put(const struct list *l, const struct row *row)
{
    const bool imb = l->format == FORMAT_IMB;
    const bool sizes = l->b == NULL || l->b->sizes != NULL;
    const bool full = l->format == FORMAT_OSU_FULL;
    const int width = imb ? 13 : OSU_WIDTH;
    const struct column *c = (imb ? imb_columns : osu_columns)[l->columns];

    if (sizes)
        put(l, row, imb ? width : -10, imb ? "#bytes" : "# Size", 0,
            row != NULL ? (double)row_bytes(row) : 0);
    if (imb)
        put_times(l, row, width, "#repetitions");
    else if (!sizes && row == NULL)
        fprintf(l->f, "# %s", c++->title);
    else if (!sizes)
        put_column(l, row, 2 + (int)strlen(c->title), c), c++;
    for (; c->title != NULL; c++)
        if (full || c->kind < FULL)
            put_column(l, row, width, c);
    if (full && c[-1].kind == FULL)
        put_times(l, row, 12, "Iterations");
    if (!imb && json_is_integer(json_object_get(l->first->last, "mismatches")))
        fprintf(l->f, "%*s", width,
                row == NULL      ? "Validation"
                : row->wrong > 0 ? "Fail"
                                 : "Pass");
    if (!imb)
        put_tails(l, row);
    fputc('\n', l->f);
}

/* ---- what stands above the rows ------------------------------------------ */

/* Prints the slowest rank's time in a typical run, with its interval. */
static void put_interval(const struct list *l, const struct row *row)
{
    const struct figure *time = &row->time;
    const double scale = row->plain ? 100 : 1e6;

    fprintf(l->f, "# mpiperf: %s: %s, typical run: %.2f %s", ROW_SIZE(row),
            row->plain ? "hidden" : "slowest rank", scale * time->value,
            row->plain ? "%" : "us");
    if (!isnan(time->lo))
        fprintf(l->f, ", interval %.2f to %.2f", scale * time->lo,
                scale * time->hi);
    fputc('\n', l->f);
}

static void put_startup(const struct list *l)
{
    const json_t *run = l->t->r->v[0].record;
    const json_t *init = json_object_get(run, "mpi_init");
    const json_t *all = json_object_get(init, "ranks"), *seconds;
    double sum = 0;
    size_t i;

    json_array_foreach(all, i, seconds) sum += json_number_value(seconds);
    if (l->columns == COLUMNS_HELLO)
        fprintf(l->f, "This is a test with %ld processes\n",
                integer_of(run, "ranks"));
    else
        fprintf(l->f, "nprocs: %ld, min: %.0f ms, max: %.0f ms, avg: %.0f ms\n",
                integer_of(run, "ranks"), 1e3 * number_of(init, "least"),
                1e3 * number_of(init, "slowest"),
                1e3 * sum / (double)json_array_size(all));
}

/* Prints what the times are; in a named run, intervals and remarks. */
static void put_comments(const struct list *l)
{
    const char *field = osu_columns[l->columns][0].field;

    fprintf(l->f, "# mpiperf: %s; %s\n", SHOWN_FILE(row_text(l->first, "algo")),
            l->columns == COLUMNS_OVERLAP ? "medians of the slowest rank"
            : field == NULL || strcmp(field, "rank_mean") == 0
                ? "mean over the ranks, over all valid launches, none dropped"
                : "the slowest rank's mean over all valid launches, none "
                  "dropped");
    if (l->v->states->n > 1)
        fputs("# mpiperf: averaged over two states of the machine; "
              "--format=table shows each\n",
              l->f);
    for (size_t s = 0; s < l->v->sizes && l->named != NULL; s++) {
        const struct row *row = view_row(l->v, s, l->rival, STATE_LOW);

        if (row != NULL && row_is_without(row))
            fprintf(l->f, "# mpiperf: %s: %s\n", ROW_SIZE(row),
                    SHOWN_FILE(text_of(row->last, "reason")));
        else if (row != NULL && !isnan(row->time.value))
            put_interval(l, row);
    }
    if (l->named != NULL && l->v->first == 0)
        fputs(l->named->remarks, l->f);
}

/* Prints the datatype, as OSU's benchmarks of more than one do. */
static void put_type(const struct list *l)
{
    static const char *const names[][2] = {
        {"byte", "MPI_CHAR"},     {"int32", "MPI_INT"},
        {"int64", "MPI_INT64_T"}, {"float", "MPI_FLOAT"},
        {"double", "MPI_DOUBLE"},
    };
    const bool typed = l->b == NULL || l->b->sizes != NULL;
    const char *type = row_text(l->first, "datatype");

    for (size_t i = 0; typed && i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(names[i][0], type) == 0)
            fprintf(l->f, "# Datatype: %s.\n", names[i][1]);
}

static void list_put(const struct list *l)
{
    static const char rule[] = "#----------------------------------------------"
                               "------------------";
    const char *pairs = row_text(l->first, "pairs");
    const char *op = SHOWN_FILE(row_text(l->first, "op"));
    const char *title = l->b != NULL ? l->b->title : "";

    fputc('\n', l->f);
    if (l->format != FORMAT_IMB)
        fprintf(l->f, "# OSU MPI%s%s Test v7.4\n", *title == '_' ? "" : " ",
                *title != '\0' ? title : op);
    if (l->columns == COLUMNS_INIT || l->columns == COLUMNS_HELLO) {
        put_startup(l);
        return;
    }
    put_comments(l);
    if (l->format == FORMAT_IMB)
        fprintf(l->f, "%s\n# Benchmarking %s%s\n# #processes = %ld\n%s\n", rule,
                l->columns == COLUMNS_ORIGIN && *pairs == 'h' ? "Multi-" : "",
                l->b != NULL ? l->b->name : op,
                integer_of(l->first->c->which, "procs"), rule);
    if (l->format != FORMAT_IMB)
        put_type(l);
    line_put(l, NULL);
    for (size_t s = 0; s < l->v->sizes; s++) {
        const struct row *row = view_row(l->v, s, l->rival, STATE_LOW);

        if (row != NULL && row->empty < runs_count(l->t->r, row->side))
            line_put(l, row);
    }
}

/* Finds the benchmark and the columns. Returns false if the benchmark has no
 * line for the algorithm, which only serves to find the share that is hidden.
 */
static bool list_make(struct list *l)
{
    const struct benchmark *as = l->named != NULL ? l->named->as : NULL;
    const char *op = row_text(l->first, "op");
    bool hidden = strcmp(text_of(l->first->last, "main"), "hidden") == 0;

    l->b = as != NULL ? as : benchmark_of(op, l->format != FORMAT_IMB);
    l->columns = hidden                             ? COLUMNS_OVERLAP
                 : l->b == NULL                     ? COLUMNS_MEAN
                 : l->b->columns == COLUMNS_OVERLAP ? COLUMNS_MEAN
                                                    : l->b->columns;
    return as == NULL || as->columns != COLUMNS_OVERLAP || hidden;
}

void foreign_print(FILE *f, const struct table *t, enum output_format format,
                   const struct named *named)
{
    struct list l = {.f = f, .t = t, .format = format, .named = named};
    struct view v;

    for (size_t i = 0; i < t->n; i += v.n) {
        bool timed = row_is_timed(&t->v[i]);

        view_make(&v, t, i);
        l.v = &v;
        if (timed)
            fputs("# mpiperf: this format cannot show whole commands\n", f);
        for (l.rival = 0; l.rival < v.rivals && !timed; l.rival++) {
            l.first = v.rival[l.rival].first;
            if (list_make(&l))
                list_put(&l);
        }
        view_free(&v);
    }
    if (named != NULL && format == FORMAT_IMB && !named->more)
        fputs("\n\n# All processes entering MPI_Finalize\n\n", f);
}
