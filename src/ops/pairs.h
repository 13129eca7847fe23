/* pairs.h: which rank talks to which, for operations between two ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_PAIRS_H
#define OPS_PAIRS_H

#include "lib/params.h"
#include "ops/op.h"

/* --pairs: how ranks are paired up. */
enum pairing { PAIRS_ONE, PAIRS_NEIGHBORS, PAIRS_HALVES, PAIRS_NODES };
extern const struct param_word pairs_words[];

/* The row of an operation whose parameters have the pairing at this member. */
#define PAIRS_PARAM(values, member)                                             \
    {                                                                          \
        .name = "pairs", .def = "one", .arg = "NAME",                          \
        .help = "which ranks talk to each other in operations between two of " \
                "them (--list shows the ways)",                                \
        .type = PARAM_WORD, .offset = offsetof(values, member),                \
        .words = pairs_words, .option = true                                   \
    }

/* The other rank of this one's pair, or MPI_PROC_NULL. node[i] is the number of
 * rank i's node, nodes numbered from 0 in the order of ranks. Pure. */
int pairs_peer(enum pairing how, int rank, int size, const int *node);

/* Messages of a pair. */
enum pairs_way {
    PAIRS_ONE_WAY,  /* from the lower rank, the origin, to the other one */
    PAIRS_BOTH_WAYS
};

/* So many messages of a->count elements in every pair, each way. What an
 * operation's edges() is made of. */
int pairs_edges(const struct op_args *a, enum pairing how, int messages,
                enum pairs_way way, struct edges *e, char **why);

#endif /* OPS_PAIRS_H */
