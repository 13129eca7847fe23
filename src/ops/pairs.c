/* pairs.c: which pairs of ranks an operation between two ranks uses. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/pairs.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "mpi/nodes.h"
#include "ops/layout.h"

/* Returns a rank's number within its node, from 0. */
static int local_rank(int rank, const int *node)
{
    int n = 0;

    for (int i = 0; i < rank; i++)
        n += node[i] == node[rank];
    return n;
}

/* Returns the rank with the same number within the partner node. Nodes 0 and 1
 * are partners, 2 and 3, ... */
static int across_nodes(int rank, int size, const int *node)
{
    int there = node[rank] ^ 1, left = local_rank(rank, node);

    for (int i = 0; i < size; i++)
        if (node[i] == there && left-- == 0)
            return i;
    return MPI_PROC_NULL;
}

/* A round-robin tournament by the circle method. Ranks 0 to m - 1, m odd, form
 * a circle. Each round has another rank as its centre. Peers are the two ranks
 * at the same distance on either side of it; the centre's peer is rank m, if
 * there is one. only >= 0: only the pair at this distance takes part. */
static int opponent(int rank, int size, int round, int only)
{
    int m = size - 1 + size % 2, distance, other;
    int centre = (int)((long)round * ((m + 1) / 2) % m);

    if (rank == m)
        return only <= 0 ? centre : MPI_PROC_NULL;
    distance = (rank - centre + m) % m;
    other = (centre - rank + centre + m) % m;
    if (only >= 0 && distance != only && (m - distance) % m != only)
        return MPI_PROC_NULL;
    if (distance == 0)
        other = m;
    return other < size ? other : MPI_PROC_NULL;
}

/* Each round has one pair: pair number `round` of all pairs. Returns the rank's
 * peer if the rank belongs to this pair, else MPI_PROC_NULL. */
static int opponent_alone(int rank, int size, int round)
{
    int pairs = size / 2; /* pairs in a round of the tournament */

    if (pairs == 0)
        return MPI_PROC_NULL;
    /* if the number of ranks is odd, the centre has no peer */
    return opponent(rank, size, round / pairs, round % pairs + size % 2);
}

const struct param_word pairs_words[] = {
    {"one", PAIRS_ONE, "ranks 0 and 1; all others are idle"},
    {"neighbors", PAIRS_NEIGHBORS, "ranks 0 and 1, 2 and 3, ..., all at once"},
    {"halves", PAIRS_HALVES,
     "each rank of the lower half with one of the upper half, all at once"},
    {"nodes", PAIRS_NODES,
     "each rank of a node with one of the next node, all at once"},
    {"each", PAIRS_EACH,
     "every pair measured separately, in rounds of pairs that share no rank"},
    {"each-alone", PAIRS_EACH_ALONE,
     "every pair measured separately, one "
     "pair at a time"},
    {"find", PAIRS_FIND,
     "36 rounds of random pairs, which name slow ranks, nodes and uplinks"},
    {"random", PAIRS_RANDOM,
     "random:SEED: 20 rounds of random pairs, whose mean is the effective "
     "bisection bandwidth"},
    {0},
};

int pairs_peer(enum pairing how, int rank, int size, const int *node, int round)
{
    int half = size / 2;

    switch (how) {
    case PAIRS_ONE:
        return size > 1 && rank < 2 ? 1 - rank : MPI_PROC_NULL;
    case PAIRS_NEIGHBORS:
        return (rank ^ 1) < size ? rank ^ 1 : MPI_PROC_NULL;
    case PAIRS_HALVES:
        return rank >= 2 * half ? MPI_PROC_NULL
               : rank < half    ? rank + half
                                : rank - half;
    case PAIRS_NODES:
        return across_nodes(rank, size, node);
    case PAIRS_EACH:
        return opponent(rank, size, round, -1);
    case PAIRS_EACH_ALONE:
        return opponent_alone(rank, size, round);
    case PAIRS_FIND:
    case PAIRS_RANDOM:
        break;
    }
    return MPI_PROC_NULL;
}

int pairs_rounds_of(const struct op *op, const void *params, int size)
{
    const struct param *p =
        op->params != NULL ? params_find(op->params, "pairs") : NULL;
    int how = PAIRS_ONE;

    if (p != NULL && p->words == pairs_words)
        how = ((const struct pair_params *)params)->pairs;
    if (size < 2)
        return 0;
    return how == PAIRS_EACH         ? size - 1 + size % 2
           : how == PAIRS_EACH_ALONE ? (int)((long)size * (size - 1) / 2)
           : how == PAIRS_FIND       ? MATCHING_ROUNDS
           : how == PAIRS_RANDOM     ? MATCHING_RANDOM
                                     : 0;
}

void pairs_match(const struct pair_params *p, int size,
                 const struct op_places *places, int round, int *peer,
                 bool *reversed)
{
    if (p->pairs == PAIRS_RANDOM)
        matching_random(peer, reversed, size, p->seed, round);
    else
        matching_make(peer, reversed, size, places, round);
}

/* Sets node[i] to the node number of rank i. Collective. */
static int number_nodes(MPI_Comm comm, int size, int *node)
{
    MPI_Comm here;
    int rank, first, rc;

    MPI_Comm_rank(comm, &rank);
    rc = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                             &here);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Allreduce(&rank, &first, 1, MPI_INT, MPI_MIN, here);
    MPI_Comm_free(&here);
    if (rc == MPI_SUCCESS)
        rc = MPI_Allgather(&first, 1, MPI_INT, node, 1, MPI_INT, comm);
    if (rc == MPI_SUCCESS)
        nodes_number(node, size);
    return rc;
}

/* Sets *peer to the peer of this rank, *npairs to the number of pairs, and
 * *reversed to whether the origin of this rank's pair is the higher rank. */
static int find_peer(const struct op_args *a, const struct pair_params *p,
                     int *peer, int *npairs, bool *reversed)
{
    size_t size = (size_t)a->size;
    int *node = xcalloc(size, sizeof(*node));
    int *peers = xcalloc(size, sizeof(*peers));
    bool *back = xcalloc(size, sizeof(*back)), random = p->pairs >= PAIRS_FIND;
    int rc = p->pairs == PAIRS_NODES ? number_nodes(a->comm, a->size, node)
                                     : MPI_SUCCESS;

    *npairs = 0;
    if (random)
        pairs_match(p, a->size, &a->places, a->round, peers, back);
    for (int i = 0; !random && rc == MPI_SUCCESS && i < a->size; i++)
        peers[i] = pairs_peer(p->pairs, i, a->size, node, a->round);
    *peer = rc == MPI_SUCCESS ? peers[a->rank] : MPI_PROC_NULL;
    *reversed = back[a->rank];
    for (int i = 0; rc == MPI_SUCCESS && i < a->size; i++)
        *npairs += peers[i] > i;
    free(back);
    free(peers);
    free(node);
    return rc;
}

/* Makes the edges: each pair has `messages` messages of a->count elements, in
 * one direction or in both. */
static int pairs_edges(const struct op_args *a, int messages, bool both_ways,
                       struct edges *e, char **cause)
{
    const struct pair_params *p = a->params;
    bool out, in, reversed;
    int peer, npairs, rc = find_peer(a, p, &peer, &npairs, &reversed);

    if (rc != MPI_SUCCESS)
        return rc;
    if (npairs == 0) {
        *cause = xstrdup("--pairs makes no pair of these ranks");
        return MPI_ERR_RANK;
    }
    out = peer != MPI_PROC_NULL && (both_ways || (peer > a->rank) != reversed);
    in = peer != MPI_PROC_NULL && (both_ways || !out);
    edges_alloc(e, in ? messages : 0, out ? messages : 0);
    e->reversed = reversed;
    edges_fill(e->out, e->nout, peer, a->count);
    edges_fill(e->in, e->nin, peer, a->count);
    return MPI_SUCCESS;
}

static int messages(const struct op_args *a)
{
    const struct pair_params *p = a->params;

    return p->n > 0 ? p->n : 1;
}

int pairs_one_way(const struct op_args *a, struct edges *e, char **cause)
{
    return pairs_edges(a, messages(a), false, e, cause);
}

int pairs_both_ways(const struct op_args *a, struct edges *e, char **cause)
{
    return pairs_edges(a, messages(a), true, e, cause);
}

int pairs_one_each(const struct op_args *a, struct edges *e, char **cause)
{
    return pairs_edges(a, 1, true, e, cause);
}

int pairs_parse(const struct param *p, void *at, const char *text, char **cause)
{
    struct pair_params *to = at; /* begins with this member */
    char *name = xstrdup(text), *seed = strchr(name, ':');
    const struct param_word *w;
    long n = 1;
    int rc = 0;

    if (seed != NULL)
        *seed++ = '\0';
    w = param_word_find(p, name);
    if (w == NULL)
        rc = param_word_refuse(p, name, cause);
    else if (seed != NULL)
        rc = w->value == PAIRS_RANDOM
                 ? number_long(&n, seed, 0, INT_MAX, cause)
                 : param_refuse(text, "only random takes a number", cause);
    if (rc == 0) {
        to->pairs = w->value;
        to->seed = (int)n;
    }
    free(name);
    return rc;
}

static const struct param pair_rows[] = {PAIRS_ROW, {0}};
const struct param_table pairs_params =
    PARAM_TABLE("pair", pair_rows, struct pair_params);

/* Defines a table of parameters with a row for n. */
#define TABLE(row_name, row_default, text, of)                                 \
    static const struct param row_name##_rows[] = {                            \
        PAIRS_ROW,                                                             \
        PARAM_ROW(#row_name, struct pair_params, n, INTEGER, row_default,      \
                  text, .least = 1, .most = PAIRS_N_MAX),                      \
        {0},                                                                   \
    };                                                                         \
    const struct param_table pairs_##row_name =                                \
        PARAM_TABLE(of, row_name##_rows, struct pair_params);

TABLE(partitions, "8", "number of partitions of a message, each of -m bytes",
      "psend_init")
TABLE(rounds, "100", "number of round trips in one launch", "pingpong")
TABLE(window, "64",
      "number of messages in flight at once, each with its "
      "own block",
      "bandwidth")
