/* registry.h: the list of all operations and algorithms, of mpiperf and of
 * plug-ins. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_REGISTRY_H
#define OPS_REGISTRY_H

#include "lib/params.h"
#include "ops/op.h"

struct registry {
    const struct op **ops; /* nops of them */
    size_t nops;
    const struct algo **algos;
    size_t nalgos;
    void **objects; /* shared objects that stay open */
    size_t nobjects;
};

/* Makes a registry of mpiperf's own operations and of the algorithms in
 * src/ops/. registry_close() frees it. */
void registry_open(struct registry *r);
/* Adds algorithms, an array that ends with NULL, without checks. */
void registry_add(struct registry *r, const struct algo *const *algos);
void registry_close(struct registry *r);

/* Adds the operations and algorithms of a plug-in, a shared object. Calls no
 * MPI. Returns 0, or -1 with *cause malloced and nothing added. */
int registry_plugin(struct registry *r, const char *file, char **cause);

/* Return the operation of that name, or the algorithm of that name for the
 * operation; NULL: there is none. */
const struct op *registry_op(const struct registry *r, const char *name);
const struct algo *registry_algo(const struct registry *r, const struct op *op,
                                 const char *name);

/* True if the algorithm implements the operation. */
bool algo_fits(const struct algo *algo, const struct op *op);

/* Returns the name before the dot in -P OWNER.NAME=VALUE: that of the
 * algorithm, or of several algorithms that share a table of parameters. */
const char *algo_owner(const struct algo *algo);

/* Returns all tables of parameters of operations and algorithms, in the order
 * of --list and one of those that have the same rows; the array ends with NULL;
 * free() it. */
const struct param_table **registry_tables(const struct registry *r);

/* Returns the parameter of the operation that is its option --NAME; NULL: it
 * has no such option. */
const struct param *op_option(const struct op *op, const char *name);

/* Returns the parameter of an operation that is the option --NAME of the
 * program, and sets *table to its table; NULL: there is none. */
const struct param *registry_option(const struct registry *r, const char *name,
                                    const struct param_table **table);

/* Returns mpiperf's own operation of that name, or NULL. */
const struct op *op_find(const char *name);

/* The MPI library's own implementation of every operation. */
extern const struct algo algo_native;

/* ---- mpiperf's own operations and algorithms ----------------------------- */

/* Arrays of operations that end with NULL, and their files. */
extern const struct op *const coll_ops[];        /* coll.c: collectives */
extern const struct op *const p2p_ops[];         /* p2p.c: between two ranks */
extern const struct op *const rma_ops[];         /* rma.c: one-sided */
extern const struct op *const create_ops[];      /* create.c: start-up costs */
extern const struct op *const waitpattern_ops[]; /* waitpattern.c */
extern const struct op *const null_ops[];        /* empty operation */
extern const struct op *const dsm_ops[]; /* dsm_barrier.c: shared arrays */

/* Operations of dsm_ops in other files, and the algorithms in src/ops/:
 * dsm_jacobi.c, dsm_first.c, put.c. */
extern const struct op op_dsm_jacobi, op_dsm_first_touch, op_microshmem_put;
extern const struct algo *const dsm_barrier_algos[];
extern const struct algo *const dsm_jacobi_algos[];
extern const struct algo *const dsm_first_algos[];
extern const struct algo *const put_algos[];
extern const struct algo algo_dsm_barrier_trivial; /* dsm_trivial.c */

extern const struct algo algo_overlap; /* overlap.c */

#endif /* OPS_REGISTRY_H */
