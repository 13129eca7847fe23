/* choice.h: what was chosen to be measured: operations, and their variants. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CHOICE_H
#define MPIPERF_CHOICE_H

#include "lib/params.h"
#include "ops/dtype.h"
#include "ops/registry.h"

/* An algorithm with settings: NAME[@PARAMETER=VALUE]... */
struct variant {
    const struct algo *algo;
    char *label;            /* as it was written: the name of its rows */
    struct params settings; /* of --param, then its own */
    void *values;           /* what they come to; NULL without parameters */
};

/* OPERATION[:VARIANT[,VARIANT]...] */
struct choice {
    const struct op *op;
    void *values; /* of the operation's parameters, or NULL */
    struct variant *variants;
    size_t nvariants;
    bool by_pattern; /* it fits one: nobody insists on it */
};

/* One set of parameters of an operation; its variants are measured
 * interleaved. */
struct bench_case {
    const struct choice *choice;
    int procs;
    const struct dtype *dtype; /* resolved: never NULL */
    int64_t count;             /* elements in a block */
    int64_t bytes;             /* count * dtype->size: what is moved */
    int root;
    bool rotate; /* root + launch number, modulo procs */
};

/* An algorithm and settings of its own, parsed from its operand: a new variant
 * of the choice. -1 with *cause malloced. */
int choice_add_variant(struct choice *c, const struct registry *r,
                       const char *text, char **cause);
/* The same as in another choice. */
void choice_copy_variant(struct choice *c, const struct variant *v);
/* Is there one of that label? */
bool choice_has(const struct choice *c, const char *label);
/* Reads the values of operation and variants, what --param gave included. -1
 * with *cause malloced. */
int choice_read(struct choice *c, const struct params *given, char **cause);
void choice_free(struct choice *c);

#endif /* MPIPERF_CHOICE_H */
