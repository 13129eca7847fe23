/* pairs.h: which rank talks to which, for operations between two ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_PAIRS_H
#define OPS_PAIRS_H

#include <stddef.h>
#include "lib/params.h"
#include "ops/op.h"

/* --pairs: how ranks are paired up. */
enum pairing {
    PAIRS_ONE,
    PAIRS_NEIGHBORS,
    PAIRS_HALVES,
    PAIRS_NODES,
    /* Every pair by itself: in rounds of pairs that share no rank, or one pair
     * a round. */
    PAIRS_EACH,
    PAIRS_EACH_ALONE,
};
extern const struct param_word pairs_words[];

/* The other rank of this one's pair, or MPI_PROC_NULL. node[i] is the number of
 * rank i's node, nodes numbered from 0 in the order of ranks; PAIRS_NODES alone
 * uses it. round: of PAIRS_EACH and PAIRS_EACH_ALONE, from 0. Pure. */
int pairs_peer(enum pairing how, int rank, int size, const int *node,
               int round);

/* Rounds in which the operation with these parameters measures every pair of so
 * many ranks by itself; 0: it does not. Pure. */
int pairs_rounds_of(const struct op *op, const void *params, int size);

/* Parameters of an operation between two ranks; other structures of parameters
 * begin with it. */
struct pair_params {
    int pairs; /* enum pairing */
    int n;     /* rounds, messages or partitions in a launch; 0: it has none */
};

/* The row of the first member, and tables without and with n. */
#define PAIRS_ROW                                                              \
    {                                                                          \
        .name = "pairs", .def = "one", .arg = "NAME",                          \
        .help = "pairs of ranks in operations between two ranks (--list "      \
                "shows the names)",                                            \
        .type = PARAM_WORD, .offset = offsetof(struct pair_params, pairs),     \
        .words = pairs_words, .option = true                                   \
    }
extern const struct param_table pairs_params;
extern const struct param_table pairs_partitions, pairs_rounds, pairs_window;

/* Their edges(), in every pair: n messages from the lower rank, the origin, to
 * the other one; n each way; one each way, whatever n is. */
int pairs_one_way(const struct op_args *a, struct edges *e, char **cause);
int pairs_both_ways(const struct op_args *a, struct edges *e, char **cause);
int pairs_one_each(const struct op_args *a, struct edges *e, char **cause);

/* ---- of one-sided operations: rma.c ------------------------------------- */

/* --param rma.window: how the window comes about. */
enum rma_window { RMA_CREATE, RMA_ALLOCATE, RMA_DYNAMIC };

struct rma_params {
    struct pair_params pair;
    int window; /* enum rma_window */
};

#endif /* OPS_PAIRS_H */
