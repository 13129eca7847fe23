/* pattern.h: the messages of exchange: who sends how many of which size to
 * whom.
 */
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

#endif /* OPS_PATTERN_H */
