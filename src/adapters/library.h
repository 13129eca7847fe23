/* library.h: makes the algorithms of the MPI library's collectives available as
 * algorithms of operations, as far as a program can choose them through
 * MPI_T. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_LIBRARY_H
#define ADAPTERS_LIBRARY_H

#include <mpi.h>
#include "config.h"
#include "lib/option_rows.h"
#include "ops/op.h"

/* Maximum number of settings that a library has for its algorithms. */
enum { LIBRARY_SETTINGS = 8 };

/* Values of the parameters of a variant. */
struct library_values {
    const struct library_algo *algo;
    int64_t given[LIBRARY_SETTINGS]; /* -1: not given; the library decides */
};

/* One algorithm of one collective. */
struct library_algo {
    struct algo algo;
    struct param_table params;
    struct library_values initial;
    const struct op *op;
    int id;      /* value of the variable `control` that selects it */
    int control; /* index of a control variable of MPI_T */
    int zero;    /* index of a control variable that must be 0 during a launch;
                    -1: none */
    /* For each row of parameters: index of the control variable that it sets;
     * -1: none. */
    int settings[LIBRARY_SETTINGS];
};

struct library {
    /* NULL-terminated; each is the first member of a struct library_algo. */
    const struct algo **algos;
    size_t n;
    struct param rows[LIBRARY_SETTINGS + 1]; /* parameters of all algorithms */
    size_t nrows;
};

/* An MPI library that has a file of its own. An algorithm is called
 * PREFIX/NAME, where NAME is the library's. */
struct library_kind {
    const char *prefix;
    /* Adds the library's algorithms of an operation; none if the program uses
     * another MPI library. */
    void (*add)(struct library *l, const struct op *op);
};
extern const struct library_kind library_openmpi; /* library_openmpi.c */
extern const struct library_kind library_mpich;   /* library_mpich.c */

/* True if the command line asks for an algorithm of this kind, or for a list
 * of algorithms. */
bool library_wanted(const struct library_kind *kind,
                    const struct option_line *line);

/*
 * In MPI_Init, Open MPI reads from files and its environment whether algorithms
 * can be chosen. openmpi_prepare() enables this in the environment if the
 * command line asks for an algorithm, and hides choices that have no effect
 * without it. openmpi_restore(), called after MPI_Init, restores the
 * environment.
 */
struct openmpi_environment {
    char **changed; /* NAME=VALUE, or NAME if it was not set; n */
    size_t n;
    struct json_t *parameters; /* openmpi_parameters() that may be hidden; to
                                  be released */
};

#if HAVE_MPI_TOOLS
/* Opens MPI_T between MPI_Init and MPI_Finalize; false: it cannot be opened.
 * Variables of components that are not in use exist only while it is open, and
 * to open it takes long unless it is open already. */
bool library_tools_open(void);
void library_tools_close(void);
/* Makes the algorithms of the MPI library; NULL: the command line asks for
 * none. Call it between MPI_Init and MPI_Finalize. */
struct library *library_open(const struct option_line *line);
void library_close(struct library *l);
void openmpi_prepare(struct openmpi_environment *e,
                     const struct option_line *line);
void openmpi_restore(struct openmpi_environment *e);
/* Adds the variables of Open MPI whose names begin with `prefix` and whose
 * values are from files: name -> value. Nothing with another library. MPI_T has
 * to be open. */
void openmpi_parameters(struct json_t *to, const char *prefix);
#else /* programs cannot choose algorithms */
#define library_tools_open() false
#define library_tools_close() ((void)0)
#define library_open(line) ((struct library *)NULL)
#define library_close(l) ((void)(l))
#define openmpi_prepare(e, line) ((void)((e)->parameters = NULL))
#define openmpi_restore(e) ((void)(e))
#define openmpi_parameters(to, prefix) ((void)(to))
#endif

/* ---- for the files of single libraries ----------------------------------- */

enum {
    LIBRARY_VARIABLES = LIBRARY_SETTINGS + 3,
    LIBRARY_RANKS = 64, /* most ranks of which messages are counted */
};

/* A variant on a communicator of its own. */
struct library_state {
    const struct library_values *values;
    MPI_Comm comm;
    int n; /* variables that choose it: index, value, value until then */
    int index[LIBRARY_VARIABLES], chosen[LIBRARY_VARIABLES],
        before[LIBRARY_VARIABLES];
    const char *proof;        /* did the library use it? */
    int nranks;               /* 0: messages were not counted */
    long sent[LIBRARY_RANKS]; /* by each rank in a call; rank 0 */
};

/* Functions of an algorithm. Without before(), the communicator is made while
 * the variables have the chosen values; then they are set back. */
int library_create(MPI_Comm comm, const void *params, void **state,
                   char **cause);
struct json_t *library_describe(void *state);
void library_destroy(void *state);

/* Adds a variable; nothing if the index is negative. An MPI error code. */
int library_choose(struct library_state *s, int index, int value);
/* Sets all variables to these values: s->chosen or s->before. */
int library_set(const struct library_state *s, const int *values);

/* Prepares a variant for a case: sets the communicator of the arguments, and
 * runs the call once. An MPI error code; *cause has the library's words. */
int library_try(const struct library_state *s, struct op_args *a, char **cause);

#if HAVE_MPI_TOOLS
/* A control variable of MPI_T. The caller frees `help`. */
struct library_cvar {
    char name[256];
    int index;
    bool writable;
    MPI_T_enum names; /* MPI_T_ENUM_NULL: none */
    char *help;
};

/* Return false if there is no such variable of type int. */
bool library_cvar(struct library_cvar *c, const char *name);
bool library_cvar_at(struct library_cvar *c, int index);
/* Returns an MPI error code. */
int library_cvar_read(const struct library_cvar *c, int *value);
#endif
/* Adds a copy of the algorithm with this name and id. Sets its name, its
 * operation and its parameters. */
struct library_algo *library_add(struct library *l, const struct algo *algo,
                                 const struct library_kind *kind,
                                 const struct op *op, const char *name, int id,
                                 int control);

/* Returns the name of a value of a variable of MPICH, by the variable's
 * description, malloced; NULL: there is no such value. Pure. */
char *mpich_name(const char *text, int id);

/* Returns the value of that name; -1: there is none. Pure. */
int mpich_id(const char *text, const char *name);

#endif /* ADAPTERS_LIBRARY_H */
