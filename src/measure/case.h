/* case.h: what is measured: operations, variants of their algorithms, cases. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CASE_H
#define MPIPERF_CASE_H

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
    /* It has one case, whatever -m says, and that is in it. */
    bool one_case;
    struct op_content content;
};

/* One set of parameters of an operation; its variants are measured
 * interleaved. */
struct bench_case {
    const struct choice *choice;
    int procs;
    const struct dtype *dtype; /* resolved: never NULL */
    int64_t count;             /* elements in a block */
    int64_t bytes;             /* count * dtype->size: what is moved; of all
                                  messages where the operation has one case */
    int root;
    bool rotate; /* root + launch number, modulo procs */
};

/* Does it compute beside the operation? */
bool variant_computes(const struct variant *v);

/* The variant whose time such a one tells the share of that it hides: native,
 * or of the same algorithm the one that computes nothing and has the most
 * settings in common, none of its own. NULL: it is not among them. */
const struct variant *variant_pure(const struct choice *c,
                                   const struct variant *v);

/* Does anything say what the variant's results have to be? */
bool variant_is_checkable(const struct choice *c, const struct variant *v);

#endif /* MPIPERF_CASE_H */
