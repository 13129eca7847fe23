/* pattern.h: the messages of operation `exchange`: senders, receivers, numbers
 * and sizes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_PATTERN_H
#define OPS_PATTERN_H

#include <limits.h>
#include "lib/params.h"
#include "ops/op.h"

/*
 * Makes the messages of rank a->rank; n is the number after the pattern's name.
 * Each rank makes its own without communication. If several messages go from
 * one rank to another with the same tag, both ranks list them in the same
 * order.
 */
typedef void pattern_fn(const struct op_args *a, int n, struct edges *e);

/* X(name, NAME, smallest number after the name, largest number or 0 if none is
 * allowed, fewest ranks, help): a pattern, made by pattern_NAME(). */
#define PATTERNS(X)                                                            \
    X(ring, RING, 0, 0, 1, "each rank with the ranks on both sides")           \
    X(torus, TORUS, 0, 0, 1,                                                   \
      "each rank with its four neighbors on a 2-dimensional torus")            \
    X(grid, GRID, 0, 0, 1, "the same without wrapping round")                  \
    X(graph, GRAPH, 0, 0, 1, "to the ranks 1, 2, 4, ... further on")           \
    X(pair, PAIR, 1, 1 << 20, 2,                                               \
      "pair:COUNT: COUNT messages from rank 0 to rank 1")                      \
    X(shift, SHIFT, 1, 1 << 20, 1,                                             \
      "shift:COUNT: COUNT messages from each rank to the next, and from the "  \
      "last to the first")                                                     \
    X(halo2d, HALO2D, 1, 1 << 12, 1,                                           \
      "halo2d:FIELDS: with all ranks around it on a 2-dimensional torus, "     \
      "FIELDS times: -m bytes to the sides, one element to the corners")       \
    X(halo3d, HALO3D, 1, 1 << 12, 1,                                           \
      "halo3d:FIELDS: the same in 3 dimensions: -m bytes to the faces, the "   \
      "length of a side to the edges, one element to the corners")             \
    X(random, RANDOM, 0, INT_MAX, 1,                                           \
      "random:SEED: with 16 ranks, 8 to -m bytes, with uniformly distributed " \
      "logarithms")                                                            \
    X(sweep, SWEEP, 0, 0, 1,                                                   \
      "on a 2-dimensional grid, to the next rank in each dimension")           \
    X(alltoall, ALLTOALL, 0, 0, 1, "a message to every other rank")

#define PATTERN_DECLARE(low, UP, ...) pattern_fn pattern_##low;
PATTERNS(PATTERN_DECLARE)
#define PATTERN_ENUM(low, UP, ...) PATTERN_##UP,
enum pattern_name { PATTERNS(PATTERN_ENUM) };
extern const struct param_word pattern_words[];

enum { DIMS_MOST = 3 };

/* Sets dims[] as MPI_Dims_create() does, but without MPI initialized: n
 * dimensions, 2 or 3, as close to each other as possible, in descending
 * order. */
void dims_balanced(int size, int n, int *dims);

/* --pattern=NAME[:N]|FILE --gap=BYTES */

struct pattern_choice {
    int name;         /* enum pattern_name */
    int n;            /* number after the name: COUNT, FIELDS or SEED; else 0 */
    const char *file; /* file with the messages; NULL: made by name */
};

struct pattern_params {
    struct pattern_choice pattern;
    int64_t gap;
};
extern const struct param_table pattern_params;

/* edges() and content() of an operation with these parameters. */
int pattern_edges(const struct op_args *a, struct edges *e, char **cause);
int pattern_content(const void *params, MPI_Comm comm,
                    struct op_content *content, char **cause);

/* Makes the messages of a->rank among a->size ranks, by the pattern's name,
 * with a->count elements unless the pattern says otherwise. Returns 0, or an
 * MPI error code with *cause malloced if there are too few ranks. Pure. */
int pattern_make(const struct pattern_choice *p, const struct op_args *a,
                 struct edges *e, char **cause);

/*
 * The next two are collective; only rank 0 reads the file. They return 0 or, on
 * all ranks, an MPI error code, with *cause malloced on rank 0 at least.
 */

/* Loads the messages of a->rank, and the nodes of the ranks. Also fails if the
 * file is for another number of ranks, or its digest is not a->digest. */
int pattern_load(const char *file, const struct op_args *a, struct edges *e,
                 char **cause);
/* Sets *content to the bytes and the digest of all messages. */
int pattern_load_content(const char *file, MPI_Comm comm,
                         struct op_content *content, char **cause);

/* ---- topologies ---------------------------------------------------------- */

/* --topology: parameter of the neighborhood collectives, and their connect()
 * and edges(): a communicator with the topology, and its neighbours in MPI's
 * order. */
struct topology_params {
    int topology; /* the pattern that gives the edges */
};
extern const struct param_table topology_params;
int topology_connect(MPI_Comm comm, const void *params, MPI_Comm *made);
int topology_edges(const struct op_args *a, struct edges *e, char **cause);

#endif /* OPS_PATTERN_H */
