/* variant.h: variants of the MPI library's algorithms, for the files of single
 * libraries. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_VARIANT_H
#define ADAPTERS_VARIANT_H

#include "adapters/library/library.h"

/* An MPI library with a file of its own. Its algorithms are called PREFIX/NAME;
 * NAME is what the library calls them. */
struct library_kind {
    const char *prefix;
    /* Adds the library's algorithms of an operation; adds nothing if the
     * program uses another MPI library. */
    void (*add)(struct library *l, const struct op *op);
};
extern const struct library_kind library_openmpi; /* openmpi.c */
extern const struct library_kind library_mpich;   /* mpich.c */

/* True if the command line names algorithms of this kind, or asks for a list of
 * algorithms. */
bool library_wanted(const struct library_kind *kind,
                    const struct option_line *line);

enum {
    LIBRARY_VARIABLES = LIBRARY_SETTINGS + 3,
    LIBRARY_RANKS = 64, /* maximum number of ranks to count messages with */
};

/* A variant on its own communicator. */
struct library_state {
    const struct library_values *values;
    MPI_Comm comm;
    int n; /* number of variables that choose the variant; for each: index,
              value, previous value */
    int index[LIBRARY_VARIABLES], chosen[LIBRARY_VARIABLES],
        before[LIBRARY_VARIABLES];
    const char *proof;        /* says whether the library really used it */
    int nranks;               /* 0 if messages were not counted */
    long sent[LIBRARY_RANKS]; /* on rank 0: messages sent by each rank in a
                                 call */
};

/* Functions of algorithms. If an algorithm has no before(), its communicator is
 * made while the variables have the chosen values; then they are reset. */
int library_create(MPI_Comm comm, const void *params, void **state,
                   char **cause);
struct json_t *library_describe(void *state);
void library_destroy(void *state);

/* Adds a variable, unless the index is negative. Returns an MPI error code. */
int library_choose(struct library_state *s, int index, int value);
/* Sets all variables to these values: s->chosen or s->before. */
int library_set(const struct library_state *s, const int *values);

/* Prepares a variant for a case: sets the communicator in the arguments and
 * runs the call once. Returns an MPI error code; the library's text in
 * *cause. */
int library_try(const struct library_state *s, struct op_args *a, char **cause);

/* Adds a copy of this algorithm, with this name and id, for the operation. Sets
 * its parameters. */
struct library_algo *library_add(struct library *l, const struct algo *algo,
                                 const struct library_kind *kind,
                                 const struct op *op, const char *name, int id,
                                 int control);

/* Returns the name of value `id` of an MPICH variable, from the variable's
 * description, malloced; NULL if there is no such value. Pure. */
char *mpich_name(const char *text, int id);

/* Returns the value with this name, or -1. Pure. */
int mpich_id(const char *text, const char *name);

#endif /* ADAPTERS_VARIANT_H */
