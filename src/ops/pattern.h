/* pattern.h: the messages of exchange: who sends how many of which size to
 * whom. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_PATTERN_H
#define OPS_PATTERN_H

#include "lib/params.h"
#include "ops/op.h"

/* --pattern=NAME[:N]|FILE --gap=BYTES */
enum pattern_name {
    PATTERN_RING,
    PATTERN_TORUS,
    PATTERN_GRID,
    PATTERN_GRAPH,
    PATTERN_PAIR,
    PATTERN_SHIFT,
    PATTERN_HALO2D,
    PATTERN_HALO3D,
    PATTERN_RANDOM,
    PATTERN_SWEEP,
    PATTERN_ALLTOALL,
};
extern const struct param_word pattern_words[];

struct pattern_choice {
    int name;         /* enum pattern_name */
    int n;            /* the number behind it: COUNT, FIELDS or SEED; else 0 */
    const char *file; /* the set is in there; NULL: it is made by name */
};

struct pattern_params {
    struct pattern_choice pattern;
    int64_t gap;
};
extern const struct param_table pattern_params;

/* What edges() and content() of an operation with these parameters are. */
int pattern_edges(const struct op_args *a, struct edges *e, char **cause);
int pattern_content(const void *params, MPI_Comm comm,
                    struct op_content *content, char **cause);

/* The messages of a->rank among a->size ranks, made by name, of a->count
 * elements unless the pattern says otherwise. 0, or an MPI error code with
 * *cause malloced: there are too few ranks. Pure. */
int pattern_make(const struct pattern_choice *p, const struct op_args *a,
                 struct edges *e, char **cause);

/*
 * The messages of a->rank, with what stands behind the pattern's name as n.
 * Each rank makes its own alone. Where several go from one rank to another with
 * the same tag, both have them in the same order.
 */
typedef void pattern_fn(const struct op_args *a, int n, struct edges *e);

pattern_fn pattern_ring, pattern_torus, pattern_grid, pattern_graph;
pattern_fn pattern_pair, pattern_shift, pattern_sweep, pattern_alltoall;
pattern_fn pattern_random, pattern_halo2d, pattern_halo3d;

/*
 * Both are collective; other ranks need not see the file. They return 0 or, on
 * all ranks, an MPI error code, with *cause malloced on rank 0 at least.
 */

/* The messages of a->rank, and where ranks are. No rank keeps those of others.
 * An error too where the file is for another number of ranks, or is not the one
 * that a->digest is of. */
int pattern_load(const char *file, const struct op_args *a, struct edges *e,
                 char **cause);
/* Of all messages. */
int pattern_load_content(const char *file, MPI_Comm comm,
                         struct op_content *content, char **cause);

/* ---- topologies -----------------------------------------------------------
 */

/* --topology */
enum topology { TOPOLOGY_TORUS, TOPOLOGY_GRID, TOPOLOGY_GRAPH };
extern const struct param_word topology_words[];

/* Parameters of the neighborhood collectives, and what their connect() and
 * edges() are: a communicator with its topology, neighbours in MPI's order. */
struct topology_params {
    int topology; /* enum topology */
};
extern const struct param_table topology_params;
int topology_connect(MPI_Comm comm, const void *params, MPI_Comm *made);
int topology_edges(const struct op_args *a, struct edges *e, char **cause);

#endif /* OPS_PATTERN_H */
