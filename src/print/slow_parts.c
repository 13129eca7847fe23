/* slow_parts.c: names the ranks, nodes and uplinks that make pairs slow. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/pairs.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/grid.h"
#include "verdict/culprits.h"

enum { SHOWN = 10 }; /* number of parts that are named */

static const char *host_of(const struct pairs *p, long rank)
{
    return json_string_value(json_array_get(p->hosts, (size_t)rank)) ?: "";
}

char *node_text(const struct pairs *p, long node, long rank)
{
    const char *name = host_of(p, rank);
    bool unique = *name != '\0';

    for (size_t i = 0; i < 2 * p->n; i++)
        unique &= p->v[i / 2].node[i % 2] == node ||
                  strcmp(host_of(p, p->v[i / 2].rank[i % 2]), name) != 0;
    return unique ? xstrdup(SHOWN_LINE(name)) : xasprintf("node %ld", node);
}

/* Numbers that occur in the pairs, ascending: files may contain any. */
struct numbers {
    long *v;
    size_t n;
};

static int ascending(const void *x, const void *y)
{
    long a = *(const long *)x, b = *(const long *)y;

    return (a > b) - (a < b);
}

static long index_of(const struct numbers *of, long number)
{
    const long *at = bsearch(&number, of->v, of->n, sizeof(*of->v), ascending);

    return at - of->v;
}

static void numbers_unique(struct numbers *of)
{
    size_t n = 0;

    if (of->n > 0)
        qsort(of->v, of->n, sizeof(*of->v), ascending);
    for (size_t i = 0; i < of->n; i++)
        if (n == 0 || of->v[n - 1] != of->v[i])
            of->v[n++] = of->v[i];
    of->n = n;
}

/* Readings and places of the pairs. Ranks, nodes and switches are indices of
 * their numbers. */
struct found {
    struct numbers rank, node, leaf;
    long *node_of, *switch_of;
    struct reading *reading;
    struct culprits culprits;
};

static void found_open(struct found *f, const struct pairs *p)
{
    struct places places;

    *f = (struct found){.reading = xcalloc(p->n + 1, sizeof(*f->reading))};
    for (size_t i = 0; i < 2 * p->n; i++) {
        XAPPEND(f->rank.v, f->rank.n, p->v[i / 2].rank[i % 2]);
        XAPPEND(f->node.v, f->node.n, p->v[i / 2].node[i % 2]);
        XAPPEND(f->leaf.v, f->leaf.n, p->v[i / 2].switch_of[i % 2]);
    }
    numbers_unique(&f->rank);
    numbers_unique(&f->node);
    numbers_unique(&f->leaf);
    f->node_of = xcalloc(f->rank.n + 1, sizeof(*f->node_of));
    f->switch_of = xcalloc(f->rank.n + 1, sizeof(*f->switch_of));
    for (size_t i = 0; i < p->n; i++) {
        const struct pair *pair = &p->v[i];
        long rank[2];

        for (int k = 0; k < 2; k++) {
            rank[k] = index_of(&f->rank, pair->rank[k]);
            f->node_of[rank[k]] = index_of(&f->node, pair->node[k]);
            f->switch_of[rank[k]] = index_of(&f->leaf, pair->switch_of[k]);
        }
        f->reading[i] = (struct reading){rank[0], rank[1], pair->time};
    }
    places = (struct places){(long)f->rank.n, f->node_of,
                             p->switches != NULL ? f->switch_of : NULL};
    f->culprits = culprits_find(f->reading, p->n, &places, p->directed);
}

static void found_close(struct found *f)
{
    free(f->culprits.v);
    free(f->reading);
    free(f->switch_of);
    free(f->node_of);
    free(f->leaf.v);
    free(f->node.v);
    free(f->rank.v);
}

static long rank_of(const struct found *f, const struct culprit *c)
{
    long i = c->kind == PART_RANK ? c->id : 0;

    while (c->kind != PART_RANK &&
           (c->kind == PART_UPLINK ? f->switch_of : f->node_of)[i] != c->id)
        i++;
    return f->rank.v[i];
}

/* Prints "node17 (2.1 times)" or "uplink of rack3 sending (1.6 times)". */
static void put_culprit(FILE *to, const struct pairs *p, const struct found *f,
                        const struct culprit *c)
{
    static const char *const ways[] = {"", " sending", " receiving"};
    long rank = rank_of(f, c);
    const char *leaf =
        json_string_value(json_array_get(p->switches, (size_t)rank)) ?: "";
    char *node =
        node_text(p, f->node.v[f->node_of[index_of(&f->rank, rank)]], rank);

    if (c->kind == PART_UPLINK)
        fprintf(to, "uplink of %s", SHOWN_LINE(leaf));
    else if (c->kind == PART_RANK)
        fprintf(to, "rank %ld on %s", rank, node);
    else
        fprintf(to, "%s%s", c->kind == PART_INSIDE ? "within " : "", node);
    fprintf(to, "%s%s (%.1f times)", ways[c->way],
            c->kind == PART_PORT ? " at its switch" : "", c->times);
    free(node);
}

char *slow_parts(const struct pairs *p)
{
    size_t length, slow = 0;
    struct found f;
    char *text;
    FILE *to;

    found_open(&f, p);
    to = text_open(&text, &length);
    for (size_t i = 0; i < f.culprits.n; i++) {
        if (i < SHOWN) {
            fputs(i == 0 ? "slow: " : ", ", to);
            put_culprit(to, p, &f, &f.culprits.v[i]);
        }
        slow += f.culprits.v[i].kind == PART_NODE ||
                f.culprits.v[i].kind == PART_PORT;
    }
    if (f.culprits.n > SHOWN)
        fprintf(to, " and %zu more", f.culprits.n - SHOWN);
    if (slow > 0)
        fprintf(to, "; %zu of %zu nodes alike", f.node.n - slow, f.node.n);
    else if (f.culprits.n > 0)
        fputs("; the others are alike", to);
    else if (f.rank.n > 2)
        fprintf(to, "nothing is slow: no rank%s stands out among %zu ranks",
                p->switches != NULL ? ", node or uplink"
                : f.node.n > 1      ? " and no node"
                                    : "",
                f.rank.n);
    text_close(to);
    found_close(&f);
    if (length > 0)
        return text;
    free(text);
    return NULL;
}

/* ---- random pairs -------------------------------------------------------- */

/* The effective bisection bandwidth: the bandwidth of a pair of ranks while all
 * ranks communicate in random pairs (T. Hoefler, T. Schneider, A. Lumsdaine:
 * Multistage Switches are not Crossbars, 2008). */

/* Mean bandwidth of the pairs in each round, bytes/s. */
struct rounds {
    double *mean;
    size_t n;
    double fastest; /* of all pairs */
};

/* Adds the round of pair `first`, unless an earlier pair is of this round. */
static void round_add(struct rounds *r, const struct pairs *p, size_t first)
{
    const struct row *row = p->v[first].row;
    const double bytes = row_traffic(row, "traffic_bytes");
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < p->n; i++) {
        if (p->v[i].row != row)
            continue;
        if (i < first)
            return;
        sum += bytes / p->v[i].time;
        r->fastest = fmax(r->fastest, bytes / p->v[i].time);
        n++;
    }
    XAPPEND(r->mean, r->n, sum / (double)n);
}

char *bisection_text(const struct pairs *p)
{
    struct rounds r = {0};
    double mean, half;
    char *text = NULL;

    for (size_t i = 0; i < p->n; i++)
        round_add(&r, p, i);
    if (r.n > 1 && isfinite(r.fastest) && r.fastest > 0) {
        mean = gsl_stats_mean(r.mean, 1, r.n);
        half = gsl_cdf_tdist_Pinv(0.975, (double)r.n - 1) *
               gsl_stats_sd_m(r.mean, 1, r.n, mean) / sqrt((double)r.n);
        text = xasprintf(
            "effective bisection bandwidth: %s MB/s a pair (%s-%s) over %zu "
            "random matchings, %.0f %% of the fastest pair's",
            DIGITS3(mean / 1e6), DIGITS3((mean - half) / 1e6),
            DIGITS3((mean + half) / 1e6), r.n, 100 * mean / r.fastest);
    }
    free(r.mean);
    return text;
}
