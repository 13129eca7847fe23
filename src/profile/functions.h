/* functions.h: tables of MPI functions and of the arguments of collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_FUNCTIONS_H
#define PROFILE_FUNCTIONS_H

#include "config.h"

#include <stdbool.h>

#include "algos/preload/call.h"

/* One value for each MPI function. */
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
    RECORDS_SUM,        /* the function's total calls, bytes and seconds */
    RECORDS_COLLECTIVE, /* each call */
    RECORDS_PERSISTENT, /* totals, and each start of the request */
    RECORDS_MAKES,      /* totals, and the new communicator */
    RECORDS_START,      /* totals, or starts of persistent collectives */
    RECORDS_COMPLETION, /* totals, or the completion of collectives */
    RECORDS_FREE,       /* totals, and the end of a request */
    RECORDS_FINALIZE,
    RECORDS_ABORT,
};

struct function {
    const char *name; /* "MPI_Send" */
    enum records records;
    int count;   /* number of the count argument, which precedes the type; 0 if
                    there is none */
    int request; /* number of the request argument; negative for an array, whose
                    length precedes it */
};

/* Indexed by enum profile_function. */
extern const struct function functions[FUNCTIONS];

/* The ranks whose arrival a rank must wait for. */
enum depends {
    DEPENDS_NOBODY,  /* or unknown: neighbourhood collectives */
    DEPENDS_ALL,     /* every rank waits for all ranks */
    DEPENDS_ROOT,    /* every rank waits for the root */
    DEPENDS_AT_ROOT, /* the root waits for all ranks, other ranks for none */
    DEPENDS_BEFORE,  /* every rank waits for lower ranks */
};

/* A collective, with its arguments' numbers: from 1; 0 if there is none. */
struct shape {
    const char *op; /* name in records; NULL if not a collective */
    enum depends depends;
    /* Arguments after the communicator. 0: the call blocks; 1: a request; 2:
     * an info and a persistent request. */
    int after;
    /* Argument with a block's count; the next one is the type. If argument
     * [in_place] is MPI_IN_PLACE, argument other_count is used instead. */
    int count, in_place, other_count;
    int counts; /* array of counts; the type is argument [counts_type] */
    int counts_type;
    bool types;         /* counts_type is an array */
    bool to_neighbours; /* one count for each rank that this one sends to */
    int reduction, root;
};

extern const struct shape shapes[FUNCTIONS];

#endif /* PROFILE_FUNCTIONS_H */
