/* refnuma_common.h: what the algorithms of librefnuma have in common. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_REFNUMA_COMMON_H
#define ADAPTERS_REFNUMA_COMMON_H

#include "algos/refnuma/refnuma.h"
#include "lib/params.h"
#include "ops/dsm.h"

/* Of all of them: the values of -P refnuma.NAME. */
extern const struct param_table refnuma_params;

/* The state of an algorithm. It has a context for each pass, so that what is
 * counted does not depend on the passes before. */
struct refnuma_use {
    struct refnuma_options options; /* as create() set them */
    struct refnuma *context;        /* or NULL */
    struct refnuma_info since;      /* when the launches began */
    struct refnuma_array *array;    /* where there is one */
    union {                         /* the operation's */
        struct dsm d;
        struct dsm_grid g;
        struct dsm_first f;
    };
};

/* The algorithms' create(); free() is their destroy(). */
int refnuma_use_create(MPI_Comm comm, const void *params, void **state,
                       char **cause);

/* Makes the context, or MPI error code with *cause. Collective. */
int refnuma_use_open(struct refnuma_use *u, MPI_Comm comm, char **cause);
/* Frees it and its arrays. Collective. */
void refnuma_use_close(struct refnuma_use *u);

/* The code, and why, if the last call of the library failed. */
int refnuma_use_failed(int rc, char **cause);

/* The first touches of elements that are to be read later. */
int refnuma_use_touch(const struct refnuma_use *u, struct refnuma_array *array,
                      size_t first, size_t count);

/* The barrier that ends what precedes the launches, on every rank, whatever
 * came of that; the first error. Collective. */
int refnuma_use_begin(struct refnuma_use *u, int rc, char **cause);

/* What a barrier took on this rank, of all launches the mean. */
struct refnuma_use_cost {
    double compared, sent, messages;
    double foreign; /* bytes: pages of others, and twins, as they are now */
    double pages;   /* of others */
};
void refnuma_use_cost(const struct refnuma_use *u,
                      struct refnuma_use_cost *cost);

/* What served the context, for the record. A new reference. */
struct json_t *refnuma_use_describe(void *state);

#endif /* ADAPTERS_REFNUMA_COMMON_H */
