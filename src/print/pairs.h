/* pairs.h: finds slow pairs among pairs of ranks that were measured one by one,
 * and the node or rank that they share. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_PAIRS_H
#define PRINT_PAIRS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include "print/view.h"

/* Kind of a pair. A pair is compared with the median of its kind. */
enum pair_kind { PAIR_WITHIN, PAIR_BETWEEN, PAIR_ACROSS, PAIR_KINDS };

struct pair {
    const struct row *row; /* belongs to the caller */
    long rank[2], node[2]; /* numbers from 0 */
    long switch_of[2];     /* number of the node's switch */
    double time;           /* seconds; NAN if none */
    double x;              /* time / median of its kind; 0 if it has no time */
};

struct pairs {
    struct pair *v; /* after pairs_judge(): sorted by x, largest first */
    size_t n;
    const json_t *hosts;    /* host names of the ranks; NULL if unknown */
    const json_t *switches; /* names of their switches; NULL if unknown */
    bool rounds;            /* of --pairs=find or random: pairs may repeat, and
                               have no row of their own */
    bool groups;   /* of --rows=group: a pair is a group, and its ranks are the
                      first and the last one */
    bool directed; /* messages go from the first rank only */
    double median[PAIR_KINDS]; /* seconds; NAN if no pair has a time */
    size_t count[PAIR_KINDS];  /* number of pairs with a time */
};

/* A pair is slow if its time exceeds its kind's median by this factor. */
#define PAIR_SLOW 2.0

/* Sets the medians, the counts and x of each pair, and sorts the pairs. The
 * median of an even number is the lower of the two middle times, because one
 * slow node of four makes half of the pairs slow. */
void pairs_judge(struct pairs *p);

/* Returns the nodes of pair i as "node02-node05", malloced. If two nodes have
 * the same host name, their numbers are used. */
char *pair_nodes(const struct pairs *p, size_t i);

/* Returns "slowest pair: ranks 3-17 (node02-node05): 9.8 us, ...", malloced,
 * with `value` as its time; or that no pair is slow; NULL if no pair has a
 * time. */
char *pairs_summary(const struct pairs *p, const char *value);

/* Prints the tables of --pairs=each, find and random from the view's first row
 * on. */
void print_pairs(FILE *f, const struct view *v, bool markdown);

/* ---- what makes pairs slow ----------------------------------------------- */

/* Returns the host name of the rank's node, malloced; "node 3" if another node
 * has the same host name. */
char *node_text(const struct pairs *p, long node, long rank);

/* Returns a sentence about the ranks, nodes and uplinks that make pairs slow
 * (verdict/culprits.h), malloced: "slow: node17 (2.1 times), uplink of rack3
 * (1.6 times); 1023 of 1024 nodes alike"; NULL with less than three ranks. */
char *slow_parts(const struct pairs *p);

/* Returns "effective bisection bandwidth: 9100 MB/s a pair ...", malloced: the
 * mean over the rounds of --pairs=random of the mean over their pairs, and its
 * 95 % confidence interval. NULL with less than two rounds, or empty messages.
 */
char *bisection_text(const struct pairs *p);

#endif /* PRINT_PAIRS_H */
