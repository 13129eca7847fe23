/* variant.h: variants of the MPI library's algorithms, for the files of single
 * libraries. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_VARIANT_H
#define ADAPTERS_VARIANT_H

#include "adapters/library/library.h"

/* An MPI library with its own file. Its algorithms are called PREFIX/NAME,
 * where NAME is the library's name for the algorithm. */
struct library_kind {
    const char *prefix;
    const char *component; /* of Open MPI's collectives; or NULL */
    /* Adds the library's algorithms of an operation; adds nothing if the
     * program uses another MPI library. */
    void (*add)(struct library *l, const struct library_kind *kind,
                const struct op *op);
    /* For openmpi_component.c: the component's collectives, NULL-terminated;
     * returns NULL, or why it declines a call, malloced. Collective. */
    const char *const *ops;
    char *(*declines)(const struct op *op, const struct op_args *a);
};
extern const struct library_kind library_openmpi; /* openmpi.c */
extern const struct library_kind library_mpich;   /* mpich.c */
extern const struct library_kind library_han;     /* openmpi_component.c */
extern const struct library_kind library_xhc;
extern const struct library_kind library_acoll;

/* True if the command line names such algorithms, or asks for a list of
 * algorithms. */
bool library_wanted(const struct library_kind *kind,
                    const struct option_line *line);

enum {
    LIBRARY_VARIABLES = LIBRARY_SETTINGS + 3,
    LIBRARY_RANKS = 64, /* messages are counted with at most this many ranks */
};

/* A variant on its own communicator. */
struct library_state {
    const struct library_values *values;
    MPI_Comm comm;
    int n; /* the variables that choose the variant: their number, and index,
            * value and previous value of each */
    int index[LIBRARY_VARIABLES], chosen[LIBRARY_VARIABLES],
        before[LIBRARY_VARIABLES];
    const char *proof;        /* text: did the library really use the
                               * algorithm? */
    int nranks;               /* 0 if messages were not counted */
    long sent[LIBRARY_RANKS]; /* on rank 0: messages sent by each rank in a
                                 call */
};

/* Functions of algorithms. If an algorithm has no before(), the variables have
 * the chosen values only while its communicator is made. */
int library_create(MPI_Comm comm, const void *params, void **state,
                   char **cause);
struct json_t *library_describe(void *state);
void library_destroy(void *state);

/* before() and after() of variants whose variables every call reads. */
int library_before(void *state, const struct op_args *args);
int library_after(void *state, const struct op_args *args);

/* Adds a variable, unless the index is negative. Returns an MPI error code. */
int library_choose(struct library_state *s, int index, int value);
/* Sets all variables to these values: s->chosen or s->before. */
int library_set(const struct library_state *s, const int *values);

/* Prepares a variant for a case: sets the communicator in the arguments and
 * runs the call once. Returns an MPI error code, with the library's text in
 * *cause. */
int library_try(const struct library_state *s, struct op_args *a, char **cause);

/* Adds a copy of this algorithm for the operation, called PREFIX/NAME, or
 * PREFIX if `name` is NULL. Sets its parameters. */
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
