/* pattern.h: patterns of messages for operation `exchange`: who sends what to
 * whom. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_PATTERN_H
#define OPS_PATTERN_H

#include <limits.h>
#include "lib/params.h"
#include "ops/op.h"

/* Makes the messages of rank a->rank. n: the number after the pattern's name.
 * Every rank makes its own, without communication. If a rank sends several
 * messages with one tag to one rank, both list them in the same order. */
typedef void pattern_fn(const struct op_args *a, int n, struct edges *e);

/* X(name, NAME, minimum of the number after the name, its maximum or 0 if there
 * is no number, minimum ranks, help): a pattern made by pattern_NAME(). */
#define PATTERNS(X)                                                            \
    X(ring, RING, 0, 0, 1, "each rank with the previous and the next rank")    \
    X(torus, TORUS, 0, 0, 1,                                                   \
      "each rank with its four neighbors on a 2-dimensional torus")            \
    X(grid, GRID, 0, 0, 1, "the same, but not periodic")                       \
    X(graph, GRAPH, 0, 0, 1, "rank i sends to ranks i+1, i+2, i+4, ...")       \
    X(pair, PAIR, 1, 1 << 20, 2,                                               \
      "pair:COUNT: COUNT messages from rank 0 to rank 1")                      \
    X(shift, SHIFT, 1, 1 << 20, 1,                                             \
      "shift:COUNT: COUNT messages from each rank to the next, and from the "  \
      "last to the first")                                                     \
    X(halo2d, HALO2D, 1, 1 << 12, 1,                                           \
      "halo2d:FIELDS: each rank with the 8 ranks around it on a "              \
      "2-dimensional torus, FIELDS times: -m bytes to the sides, one "         \
      "element to the corners")                                                \
    X(halo3d, HALO3D, 1, 1 << 12, 1,                                           \
      "halo3d:FIELDS: the same with 26 ranks in 3 dimensions: -m bytes to "    \
      "the faces, one row of a face to the edges, one element to the "         \
      "corners")                                                               \
    X(random, RANDOM, 0, INT_MAX, 1,                                           \
      "random:SEED: each rank with 16 other ranks; sizes of 8 to -m bytes, "   \
      "with uniformly distributed logarithms")                                 \
    X(sweep, SWEEP, 0, 0, 1,                                                   \
      "each rank of a 2-dimensional grid to the next rank in each dimension")  \
    X(alltoall, ALLTOALL, 0, 0, 1, "each rank to every other rank")            \
    X(incast, INCAST, 0, 0, 1, "each other rank to rank 0")                    \
    X(outcast, OUTCAST, 0, 0, 1, "rank 0 to each other rank")

#define PATTERN_DECLARE(low, UP, ...) pattern_fn pattern_##low;
PATTERNS(PATTERN_DECLARE)
#define PATTERN_ENUM(low, UP, ...) PATTERN_##UP,
enum pattern_name { PATTERNS(PATTERN_ENUM) };
extern const struct param_word pattern_words[];

enum { DIMS_MOST = 3 };

/* Sets dims[] as MPI_Dims_create() does, but does not need MPI_Init: n (2 or 3)
 * dimensions, as equal as possible, in descending order. */
void dims_balanced(int size, int n, int *dims);

/* --pattern=NAME[:N]|FILE --gap=BYTES */

struct pattern_choice {
    int name;         /* enum pattern_name */
    int n;            /* number after the name: COUNT, FIELDS or SEED; or 0 */
    const char *file; /* file of messages; NULL if `name` makes them */
};

struct pattern_params {
    struct pattern_choice pattern;
    int64_t gap;
};
extern const struct param_table pattern_params;

/* Functions for op.edges and op.content of operations with these parameters. */
int pattern_edges(const struct op_args *a, struct edges *e, char **cause);
int pattern_content(const void *params, MPI_Comm comm,
                    struct op_content *content, char **cause);

/* Makes the messages of rank a->rank out of a->size ranks, by the pattern's
 * name; they have a->count elements unless the pattern sets other sizes.
 * Returns 0, or an MPI error code with *cause malloced if there are too few
 * ranks. Pure. */
int pattern_make(const struct pattern_choice *p, const struct op_args *a,
                 struct edges *e, char **cause);

/*
 * The two functions below are collective; only rank 0 reads the file. They
 * return 0 or, on all ranks, an MPI error code, with *cause malloced at least
 * on rank 0.
 */

/* Loads the messages of rank a->rank, and the node of each rank. Fails if the
 * file has another number of ranks, or another digest than a->digest. */
int pattern_load(const char *file, const struct op_args *a, struct edges *e,
                 char **cause);
/* Sets *content to the size and the digest of all messages. */
int pattern_load_content(const char *file, MPI_Comm comm,
                         struct op_content *content, char **cause);

/* ---- topologies ---------------------------------------------------------- */

/* --topology: parameter of neighborhood collectives. connect() makes a
 * communicator with this topology; edges() lists neighbours in MPI's order. */
struct topology_params {
    int topology; /* the pattern that its edges form */
};
extern const struct param_table topology_params;
int topology_connect(MPI_Comm comm, const void *params, MPI_Comm *made);
int topology_edges(const struct op_args *a, struct edges *e, char **cause);

#endif /* OPS_PATTERN_H */
