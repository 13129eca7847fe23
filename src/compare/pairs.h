/* pairs.h: pairs of ranks that were measured each by itself: which of them are
 * slow, and is one node or rank the cause? Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_PAIRS_H
#define COMPARE_PAIRS_H

#include <jansson.h>
#include <stddef.h>

struct row;

/* Each kind is judged against its own median. */
enum pair_kind { PAIR_WITHIN, PAIR_BETWEEN, PAIR_KINDS };

struct pair {
    const struct row *row; /* the caller's */
    long rank[2], node[2]; /* numbers from 0 */
    double time;           /* seconds; NAN: none */
    double x;              /* that over the median of its kind; 0: none */
};

struct pairs {
    struct pair *v; /* once judged, the slowest by x first */
    size_t n;
    const json_t *hosts;       /* names, one a rank; NULL: unknown */
    double median[PAIR_KINDS]; /* seconds; NAN: no pair has a time */
    size_t count[PAIR_KINDS];  /* pairs with a time */
};

/* A pair of more than so many times the median is slow. */
#define PAIR_SLOW 2.0

enum pair_kind pair_kind(const struct pair *p);

/* Sets what is not the caller's, and sorts the pairs. The median is the lower
 * one of two in the middle: with four nodes, one of them slow, half of the
 * pairs between nodes are slow. */
void pairs_judge(struct pairs *p);

/* "node02-node05" of a pair; malloced. A host whose name another node has, too,
 * goes by its node's number. */
char *pair_nodes(const struct pairs *p, size_t i);

/* "slow: ranks 3-17 (node02-node05): 9.8 us, 4.1 times the median between
 * nodes; 31 of 496 pairs above 2", where `value` is the first pair's "9.8 us";
 * or that no pair is slow. Malloced; NULL: no pair has a time. */
char *pairs_answer(const struct pairs *p, const char *value);

/*
 * "slow node: node05, 31 of 31 pairs with other nodes above 2", where it is in
 * most of the slow pairs of that kind and most of its own are slow; else
 * likewise of a rank: "slow rank: 7 (node01), 15 of 15 pairs within its node
 * above 2". Malloced; NULL: neither.
 */
char *pairs_culprit(const struct pairs *p, enum pair_kind kind);

#endif /* COMPARE_PAIRS_H */
