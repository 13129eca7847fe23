/* functions.h: the table of MPI functions, and what a collective's ranks wait
 * for. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_FUNCTIONS_H
#define PROFILE_FUNCTIONS_H

#include "config.h"

#include <stdbool.h>

#include "algos/preload/call.h"

/* The kind of a call is its function. */
#define ENTRIES_IN_C
#define PLAIN(kind, name, NAME, lower, n, nf) CALL_##name,
#define BUFFER PLAIN
#define COUNT PLAIN
#define EXTENSION PLAIN
enum profile_function {
#include "profile/calls.def"
    FUNCTIONS
};
#undef ENTRIES_IN_C

/* The MPI part's function. */
preload_call_fn profile_call;

/* What is recorded of a call. */
enum records {
    RECORDS_SUM,        /* calls, bytes, seconds of the function */
    RECORDS_COLLECTIVE, /* each call */
    RECORDS_PERSISTENT, /* a sum, and the request: each of its starts */
    RECORDS_MAKES,      /* a sum, and the communicator that it makes */
    RECORDS_START,      /* a sum, or the start of persistent collectives */
    RECORDS_COMPLETION, /* a sum, or the end of collectives */
    RECORDS_FREE,       /* a sum, and the end of a request */
    RECORDS_FINALIZE,
    RECORDS_ABORT,
};

struct function {
    const char *name; /* "MPI_Send" */
    enum records records;
    int count;   /* argument that counts the elements that move; 0: none. The
                    next argument is their type */
    int request; /* argument with one request, or -1 times that with an array;
                    the argument before it counts them */
};

/* All of them, by enum profile_function. */
extern const struct function functions[FUNCTIONS];

/* Whose arrival a rank's result depends on, at the earliest. */
enum depends {
    DEPENDS_NOBODY,  /* or not known: neighbourhoods */
    DEPENDS_ALL,     /* every rank on all ranks */
    DEPENDS_ROOT,    /* every rank on the root */
    DEPENDS_AT_ROOT, /* the root on all ranks, the others on nobody */
    DEPENDS_BEFORE,  /* every rank on lower ranks */
};

/* A collective: where its arguments are, counted from 1; 0: it has none. */
struct shape {
    const char *op; /* name in records; NULL: the function is no collective */
    enum depends depends;
    /* Arguments after the communicator. 0: the call blocks; 1: a request; 2:
     * an info and a persistent request. */
    int after;
    /* Elements of a block and their type. If argument [in_place] is
     * MPI_IN_PLACE, other_count and the argument after it are used. */
    int count, in_place, other_count;
    int counts; /* array of counts; its type is in argument [counts_type] */
    int counts_type;
    bool types;         /* counts_type is an array */
    bool to_neighbours; /* as many counts as ranks that this one sends to */
    int reduction, root;
};

extern const struct shape shapes[FUNCTIONS];

#endif /* PROFILE_FUNCTIONS_H */
