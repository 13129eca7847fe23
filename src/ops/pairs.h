/* pairs.h: which pairs of ranks an operation between two ranks uses. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_PAIRS_H
#define OPS_PAIRS_H

#include <stdbool.h>
#include "lib/params.h"
#include "ops/op.h"

/* Values of --pairs. */
enum pairing {
    PAIRS_ONE,
    PAIRS_NEIGHBORS,
    PAIRS_HALVES,
    PAIRS_NODES,
    /* Every pair is measured separately: in rounds of pairs that share no rank,
     * or in rounds of one pair. */
    PAIRS_EACH,
    PAIRS_EACH_ALONE,
    /* rounds of random pairs: matching.h */
    PAIRS_FIND,
    PAIRS_RANDOM,
};
extern const struct param_word pairs_words[];

/* Returns the peer of a rank, or MPI_PROC_NULL. node[i] is the node of rank i,
 * numbered from 0 in the order of ranks (used for PAIRS_NODES only). round:
 * number of the round, from 0, of PAIRS_EACH and PAIRS_EACH_ALONE. Pure. */
int pairs_peer(enum pairing how, int rank, int size, const int *node,
               int round);

/* Returns the number of rounds in which the operation measures pairs of `size`
 * ranks; 0 if all its pairs communicate at once. Pure. */
int pairs_rounds_of(const struct op *op, const void *params, int size);

/* Parameters of an operation between two ranks. Operations with more parameters
 * have a struct that begins with this one. */
struct pair_params {
    int pairs; /* enum pairing */
    int seed;  /* of PAIRS_RANDOM */
    int n;     /* rounds, messages, partitions or calls in a launch; 0 if not
                  applicable */
};

enum { PAIRS_N_MAX = 65536 };

/* Sets peer[] and reversed[] (matching.h) of a round of PAIRS_FIND or
 * PAIRS_RANDOM. Pure. */
void pairs_match(const struct pair_params *p, int size,
                 const struct op_places *places, int round, int *peer,
                 bool *reversed);

/* The row of parameter `pairs`; parameter tables with and without n. */
#define PAIRS_ROW                                                              \
    PARAM_ROW("pairs", struct pair_params, pairs, TEXT, "one",                 \
              "which ranks form pairs in operations between two ranks "        \
              "(--list shows the names)",                                      \
              .arg = "NAME[:SEED]", .words = pairs_words,                      \
              .parse = pairs_parse, .option = true)
param_parse_fn pairs_parse;
extern const struct param_table pairs_params;
extern const struct param_table pairs_partitions, pairs_rounds, pairs_window;

/* Functions for op.edges of operations between two ranks. A pair has: with
 * pairs_one_way() n messages from the origin (the lower rank) to the target,
 * with pairs_both_ways() n messages each way, with pairs_one_each() one message
 * each way. */
int pairs_one_way(const struct op_args *a, struct edges *e, char **cause);
int pairs_both_ways(const struct op_args *a, struct edges *e, char **cause);
int pairs_one_each(const struct op_args *a, struct edges *e, char **cause);

/* ---- one-sided operations: rma_window.c ---------------------------------- */

/* Values of --param rma.window: the function that creates the window. */
enum rma_window { RMA_CREATE, RMA_ALLOCATE, RMA_DYNAMIC };

struct rma_params {
    struct pair_params pair;
    int window; /* enum rma_window */
};

/* State of a one-sided operation. */
struct rma {
    bool origin; /* this rank makes calls */
    bool target; /* its memory is accessed */
    MPI_Win win;
    MPI_Group peer;  /* the peer alone; MPI_GROUP_NULL on idle ranks */
    MPI_Aint base;   /* displacement of slot 0 in the peer's window */
    MPI_Aint stride; /* distance between two slots */
    void *attached;  /* memory attached to the dynamic window, or NULL */
    void *allocated; /* memory from MPI_Win_allocate(), or NULL */
    bool locked;     /* by MPI_Win_lock_all() */
};

extern const struct param_table rma_params;

/*
 * Functions for open() of a lifecycle. They create a window that exposes the
 * receive buffers of every target, and set *state to a struct rma. one: the
 * lower rank of a pair is the origin, the other the target; both: each rank is
 * origin and target. locked: the window is locked for shared access until
 * rma_close().
 */
int rma_open_one(void **state, struct op_args *a, char **cause);
int rma_open_both(void **state, struct op_args *a, char **cause);
int rma_locked_one(void **state, struct op_args *a, char **cause);
int rma_locked_both(void **state, struct op_args *a, char **cause);
void rma_close(void *state, struct op_args *a);

/* ---- random pairs: matching.c; pure -------------------------------------- */

/* Number of rounds of --pairs=find and random, whatever the number of ranks. */
enum { MATCHING_ROUNDS = 36, MATCHING_RANDOM = 20 };

/*
 * Sets peer[i] to the peer of rank i, or to MPI_PROC_NULL, and reversed[i]
 * to whether the higher rank of this pair is the origin, in a round of
 * --pairs=find.
 *
 * Rounds take turns in pairing ranks of the same node, ranks of different nodes
 * at the same switch, and ranks at different switches, where there are such
 * ranks. Each matching is made twice, the second time with the directions
 * reversed. In a round, each link carries the messages of all its ranks at
 * once, as far as there are partners for all of them.
 */
void matching_make(int *peer, bool *reversed, int size,
                   const struct op_places *places, int round);

/* The same for --pairs=random: any two ranks may be a pair, in any direction.
 * As many ranks as possible have a peer. */
void matching_random(int *peer, bool *reversed, int size, int seed, int round);

#endif /* OPS_PAIRS_H */
