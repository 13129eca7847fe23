/* library.h: makes the MPI library's own algorithms of collectives available as
 * algorithms of operations, if programs can choose them by MPI_T. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_LIBRARY_H
#define ADAPTERS_LIBRARY_H

#include <mpi.h>
#include "config.h"
#include "lib/option_rows.h"
#include "ops/op.h"

/* Maximum number of settings for the algorithms of a library. */
enum { LIBRARY_SETTINGS = 8 };

/* Parameter values of a variant. */
struct library_values {
    const struct library_algo *algo;
    int64_t given[LIBRARY_SETTINGS]; /* -1 if not given: the library decides */
};

/* One algorithm of one collective. */
struct library_algo {
    struct algo algo;
    struct param_table params;
    struct library_values initial;
    const struct op *op;
    int id;      /* value of `control` that selects this algorithm */
    int control; /* MPI_T index of a control variable */
    int zero;    /* MPI_T index of a control variable that must be 0 during
                    launches, or -1 */
    /* MPI_T index of the variable that each row of parameters sets, or -1. */
    int settings[LIBRARY_SETTINGS];
};

struct library {
    /* NULL-terminated. Each algo is the first member of a struct
     * library_algo. */
    const struct algo **algos;
    size_t n;
    struct param rows[LIBRARY_SETTINGS + 1]; /* of all algorithms */
    size_t nrows;
};

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

/* In MPI_Init, Open MPI reads from files and its environment whether programs
 * may choose algorithms. If the command line asks for an algorithm,
 * openmpi_prepare() sets the environment so that they may, and hides those
 * choices of the user that would have no effect otherwise. openmpi_restore(),
 * called after MPI_Init, restores the environment. */
struct openmpi_environment {
    char **changed; /* n entries: NAME=VALUE, or NAME if it was not set */
    size_t n;
    struct json_t *parameters; /* openmpi_parameters(), for variables that may
                                  be hidden; the caller releases it */
};

#if HAVE_MPI_TOOLS
/* Makes the list of the MPI library's algorithms; NULL if the command line asks
 * for none. Call it between MPI_Init and MPI_Finalize. */
struct library *library_open(const struct option_line *line);
void library_close(struct library *l);
void openmpi_prepare(struct openmpi_environment *e,
                     const struct option_line *line);
void openmpi_restore(struct openmpi_environment *e);
#else /* programs cannot choose algorithms */
#define library_open(line) ((struct library *)NULL)
#define library_close(l) ((void)(l))
#define openmpi_prepare(e, line) ((void)((e)->parameters = NULL))
#define openmpi_restore(e) ((void)(e))
#endif

/* ---- for the files of single libraries ----------------------------------- */

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

#endif /* ADAPTERS_LIBRARY_H */
