/* registry.h: the list of all operations and algorithms, mpiperf's and those of
 * plug-ins. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_REGISTRY_H
#define OPS_REGISTRY_H

#include "lib/params.h"
#include "ops/op.h"

struct registry {
    const struct op **ops; /* array of nops pointers */
    size_t nops;
    const struct algo **algos;
    size_t nalgos;
    void **objects; /* shared objects, which stay open */
    size_t nobjects;
};

/* Makes a registry of the operations and algorithms in src/ops/. Free it by
 * registry_close(). */
void registry_open(struct registry *r);
/* Add operations and algorithms (NULL-terminated arrays) without checks. */
void registry_add_ops(struct registry *r, const struct op *const *ops);
void registry_add(struct registry *r, const struct algo *const *algos);
void registry_close(struct registry *r);

/* Adds the operations and algorithms of a plug-in, which is a shared object.
 * Makes no MPI calls. Returns 0, or -1 with *cause malloced and nothing
 * added. */
int registry_plugin(struct registry *r, const char *file, char **cause);

/* Return the operation with this name, and the operation's algorithm with this
 * name; NULL if there is none. */
const struct op *registry_op(const struct registry *r, const char *name);
const struct algo *registry_algo(const struct registry *r, const struct op *op,
                                 const char *name);

/* True if this is a name of the algorithm. */
bool algo_named(const struct algo *algo, const char *name);

/* True if the algorithm implements the operation. */
bool algo_fits(const struct algo *algo, const struct op *op);

/* Returns OWNER for -P OWNER.NAME=VALUE: the name of the algorithm, or the
 * common name of several algorithms with the same table of parameters. */
const char *algo_owner(const struct algo *algo);

/* Returns the parameter tables of all operations and algorithms in the order of
 * --list, each only once if several have the same rows. The array is
 * NULL-terminated; free() it. */
const struct param_table **registry_tables(const struct registry *r);

/* Returns the operation's parameter for option --NAME, or NULL. */
const struct param *op_option(const struct op *op, const char *name);

/* Returns any operation's parameter for option --NAME, and sets *table to its
 * table; NULL if there is none. */
const struct param *registry_option(const struct registry *r, const char *name,
                                    const struct param_table **table);

/* Returns the operation of src/ops/ with this name, or NULL. */
const struct op *op_find(const char *name);

/* For every operation: the MPI library's own implementation. */
extern const struct algo algo_native;

/* ---- operations and algorithms of src/ops/ ------------------------------- */

/* NULL-terminated arrays of operations. */
extern const struct op *const coll_ops[];        /* coll.c: collectives */
extern const struct op *const p2p_ops[];         /* p2p.c: between two ranks */
extern const struct op *const rma_ops[];         /* rma.c: one-sided */
extern const struct op *const create_ops[];      /* create.c: start-up costs */
extern const struct op *const waitpattern_ops[]; /* waitpattern.c */
extern const struct op *const null_ops[];        /* the empty operation */

extern const struct algo algo_overlap; /* overlap.c */

#endif /* OPS_REGISTRY_H */
