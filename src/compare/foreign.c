/* foreign.c: prints rows in the formats of the OSU and Intel benchmarks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/output.h"

#include <string.h>
#include "compare/view.h"
#include "lib/quote.h"

/* Their names of operations; other operations keep their own name. */
static const struct {
    const char *op, *osu, *imb;
} names[] = {
    {"pingpong", "Latency", "PingPong"},
    {"bandwidth", "Bandwidth", "Uniband"},
    {"bibandwidth", "Bi-Directional Bandwidth", "Biband"},
    {"message-rate", "Multiple Bandwidth / Message Rate", "Uniband"},
    {"bcast", "Broadcast Latency", "Bcast"},
    {"barrier", "Barrier Latency", "Barrier"},
    {"allgather", "Allgather Latency", "Allgather"},
    {"allgatherv", "Allgatherv Latency", "Allgatherv"},
    {"allreduce", "Allreduce Latency", "Allreduce"},
    {"alltoall", "All-to-All Personalized Exchange Latency", "Alltoall"},
    {"alltoallv", "All-to-Allv Personalized Exchange Latency", "Alltoallv"},
    {"gather", "Gather Latency", "Gather"},
    {"gatherv", "Gatherv Latency", "Gatherv"},
    {"reduce", "Reduce Latency", "Reduce"},
    {"reduce_scatter", "Reduce_scatter Latency", "Reduce_scatter"},
    {"scatter", "Scatter Latency", "Scatter"},
    {"scatterv", "Scatterv Latency", "Scatterv"},
    {NULL, NULL, NULL},
};

static void put_name(FILE *f, const struct row *row, bool osu)
{
    const char *op = row_text(row, "op");
    size_t i = 0;

    while (names[i].op != NULL && strcmp(names[i].op, op) != 0)
        i++;
    if (names[i].op != NULL)
        fputs(osu ? names[i].osu : names[i].imb, f);
    else
        fprintf(f, "%s%s", SHOWN_FILE(op), osu ? " Latency" : "");
}

static bool is_rate(const struct row *row)
{
    return strcmp(text_of(row->last, "main"), "bandwidth") == 0;
}

/* Rate in 10^6 bytes per second. */
static double rate_of(const struct table *t, const struct row *row)
{
    return number_of(row->last, "traffic_bytes") / 1e6 /
           merged_mean(t, row, "rank_mean");
}

static bool is_checked(const struct row *row)
{
    return json_is_integer(json_object_get(row->last, "mismatches"));
}

static bool is_barrier(const struct row *row)
{
    return strcmp(row_text(row, "op"), "barrier") == 0;
}

static void osu_begin(FILE *f, const struct row *row)
{
    fputs("\n# OSU MPI ", f);
    put_name(f, row, true);
    fprintf(f, " Test v7.4\n# mpiperf: %s; Avg is the mean over the ranks\n",
            SHOWN_FILE(row_text(row, "algo")));
    if (is_barrier(row))
        fputs("# Avg Latency(us)", f);
    else
        fprintf(f, "%-10s%20s", "# Size",
                is_rate(row) ? "Bandwidth (MB/s)" : "Avg Latency(us)");
    fprintf(f, is_checked(row) ? "%20s\n" : "\n", "Validation");
}

static void osu_put(FILE *f, const struct table *t, const struct row *row)
{
    if (is_barrier(row))
        fprintf(f, "%17.2f", 1e6 * merged_mean(t, row, "rank_mean"));
    else
        fprintf(f, "%-10ld%20.2f", row_bytes(row),
                is_rate(row) ? rate_of(t, row)
                             : 1e6 * merged_mean(t, row, "rank_mean"));
    if (is_checked(row))
        fprintf(f, "%20s", row->wrong > 0 ? "Fail" : "Pass");
    putc('\n', f);
}

/* True if IMB prints one time and a rate: the operation has two ranks. */
static bool is_pair(const struct row *row)
{
    return is_rate(row) || strcmp(row_text(row, "op"), "pingpong") == 0;
}

static void imb_begin(FILE *f, const struct row *row)
{
    static const char rule[] = "#----------------------------------------------"
                               "------------------";

    fprintf(f, "\n%s\n# Benchmarking ", rule);
    put_name(f, row, false);
    fprintf(f, "\n# #processes = %ld\n# mpiperf: %s\n%s\n",
            integer_of(row->c->which, "procs"),
            SHOWN_FILE(row_text(row, "algo")), rule);
    fprintf(f, "%13s%13s", "#bytes", "#repetitions");
    if (is_pair(row))
        fprintf(f, "%13s%13s\n", "t[usec]", "Mbytes/sec");
    else
        fprintf(f, "%13s%13s%13s\n", "t_min[usec]", "t_max[usec]",
                "t_avg[usec]");
}

static void imb_put(FILE *f, const struct table *t, const struct row *row)
{
    double mean = merged_mean(t, row, "rank_mean");

    fprintf(f, "%13ld%13.0f", row_bytes(row), merged_mean(t, row, "valid"));
    if (is_pair(row))
        fprintf(f, "%13.2f%13.2f\n", 1e6 * mean, rate_of(t, row));
    else
        fprintf(f, "%13.2f%13.2f%13.2f\n",
                1e6 * merged_mean(t, row, "rank_min"),
                1e6 * merged_mean(t, row, "rank_max"), 1e6 * mean);
}

void foreign_print(FILE *f, const struct table *t, bool osu)
{
    struct view v;

    for (size_t i = 0; i < t->n; i += v.n) {
        view_make(&v, t, i);
        for (size_t k = 0; k < v.rivals; k++) {
            (osu ? osu_begin : imb_begin)(f, v.rival[k].first);
            for (size_t s = 0; s < v.sizes; s++) {
                const struct row *row = view_row(&v, s, k, STATE_LOW);

                if (row != NULL && row->empty < runs_count(t->r, row->side))
                    (osu ? osu_put : imb_put)(f, t, row);
            }
        }
        view_free(&v);
    }
}
