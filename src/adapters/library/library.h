/* library.h: offers the MPI library's own algorithms of collectives as
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
    int64_t given[LIBRARY_SETTINGS]; /* -1 if not given, so that the library
                                      * decides */
};

/* One algorithm of one collective. */
struct library_algo {
    struct algo algo;
    struct param_table params;
    struct library_values initial;
    const struct op *op;
    const struct library_kind *kind;
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

/* In MPI_Init, Open MPI reads from files and its environment whether programs
 * may choose algorithms. If the command line names an algorithm,
 * openmpi_prepare() permits that in the environment. It also hides the user's
 * choices of algorithms that had no effect without that permission.
 * openmpi_restore(), called after MPI_Init, restores the environment. */
struct openmpi_environment {
    char **changed; /* n entries: NAME=VALUE, or NAME if it was not set */
    size_t n;
    struct json_t *parameters; /* openmpi_parameters() of variables that may be
                                * hidden; the caller releases it */
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

#endif /* ADAPTERS_LIBRARY_H */
