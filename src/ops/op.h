/* op.h: what can be measured: operations, and the algorithms for them. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Installed as <mpiperf/op.h>: a plug-in (--plugin) adds operations and
 * algorithms by the descriptors that mpiperf's own are made of.
 */
#ifndef MPIPERF_OP_H
#define MPIPERF_OP_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct clock;
struct json_t;
struct param;
struct params;
struct op;
struct op_args;
struct op_call;

/* The call that gets measured; returns an MPI error code. The MPI library's
 * own operations ignore `state`. */
typedef int op_run_fn(void *state, const struct op_args *a);

/*
 * One side, sending or receiving, of a call on this rank: n blocks of `counts`
 * elements that begin `displs` elements into the buffer. The same again in the
 * types that the calls want; those with int are NULL when it does not fit.
 * Arrays have at least one element.
 */
struct side {
    int n;
    MPI_Count *counts, *displs;
    int *icounts, *idispls, *ibytes; /* ibytes, abytes: displs in bytes */
    MPI_Aint *adispls, *abytes;
    MPI_Datatype *types;
    MPI_Count span; /* elements up to the end of the last block */
};

/* A topology's edges, in MPI's order; MPI_PROC_NULL: no neighbour there. */
struct neighbors {
    int nin, nout;
    const int *in, *out;
    /* In which of its blocks neighbour in[i] sends to this rank's block i. */
    const int *in_block;
};

/* Arguments of one call: the superset of the MPI signatures. */
struct op_args {
    void *sendbuf, *recvbuf; /* what to pass: memory or MPI_IN_PLACE */
    MPI_Count count;         /* elements of `type` in a block */
    MPI_Datatype type;
    MPI_Op op; /* reductions */
    int root;  /* rooted operations */
    int rank, size;
    MPI_Comm comm;
    struct side send, recv;
    const struct neighbors *neighbors; /* OP_NEIGHBOR; else NULL */
    int peer;   /* OP_PAIRS: the other rank of the pair, MPI_PROC_NULL: none */
    int npairs; /* OP_PAIRS: pairs in the communicator */
    int param;  /* value of the operation's own parameter */
    const struct clock *clock; /* for the operations that wait */

    /* What follows is the harness's; operations may read it. */
    void *sendmem, *recvmem; /* the memory, also where it is in place */
    size_t slot;             /* which of the rotating buffers, 0 when warm */
    bool large;              /* a count or displacement exceeds an int */
    bool in_place;           /* --in-place, and the operation has it */
    const struct op_call *call; /* of the operation: for int or larger counts */
    op_run_fn *run;             /* the operation's own way: what `native` does */
    bool receives; /* in recvmem, with this root; false: what is there stays */
    MPI_Request *requests;      /* persistent operations: one a slot */
    void *opened;               /* what open() made */
    MPI_Win win; /* what the memory is in, where it is shared; --memory */
};

/* Makes a request; an MPI error code. */
typedef int op_request_fn(const struct op_args *a, MPI_Request *request);

/* The first one that is set is measured. */
struct op_call {
    op_run_fn *run;
    op_request_fn *start; /* nonblocking: started, then waited for */
    op_request_fn *init;  /* persistent: made once, started, waited for */
};

enum op_flags {
    OP_ROOTED = 1 << 0,     /* has a root: --root applies */
    OP_REDUCTION = 1 << 1,  /* has an MPI_Op: --op applies, double by default */
    OP_NODATA = 1 << 2,     /* no message: one case of 0 bytes */
    OP_SINGLE = 1 << 3,     /* one element, whatever -m says */
    OP_INTEGER = 1 << 4,    /* integers only, int64 by default */
    OP_PREDEFINED = 1 << 5, /* no user-defined MPI_Op (one-sided) */
    OP_PAIRS = 1 << 6,      /* between the two ranks of a pair: --pairs */
    OP_NEIGHBOR = 1 << 7,   /* on a topology: --topology */
    OP_PASSIVE = 1 << 8,    /* the target has no part: after() tells it */
    OP_COMPARE = 1 << 9,    /* send block 1 is what the peer holds */
    OP_BYTE_DISPLS = 1 << 10, /* displacements are int and in bytes */
};

/* How many blocks a side has. EXT_PARAM: the operation's own parameter. */
enum extent {
    EXT_NONE,
    EXT_ONE,
    EXT_TWO,
    EXT_NPROCS,
    EXT_NEIGHBORS,
    EXT_PARAM,
};

/* Some of the ranks. A pair's origin is its lower rank. */
enum op_ranks { AT_NONE, AT_ALL, AT_ROOT, AT_ORIGIN, AT_TARGET, AT_PAIR };

/* So many blocks, significant on those ranks. */
struct shape {
    enum extent extent;
    enum op_ranks at;
};

/* By what --counts makes blocks differ: the rank they come from, the rank
 * they go to, or both. */
enum varies { VARY_NOT, VARY_SENDER, VARY_RECEIVER, VARY_BOTH };

/*
 * Where --in-place puts the input: nowhere, the operation has no such form; the
 * whole of it at the start of the receive buffer; this rank's block in its
 * place there; or it is the root's received block that stays where it is.
 */
enum in_place {
    IN_PLACE_NOT,
    IN_PLACE_WHOLE,
    IN_PLACE_OWN,
    IN_PLACE_STAYS,
};

/*
 * What a block of the receive buffer has to hold after the call: block `block`
 * of the input of rank `first`; reductions fold n ranks' in the order first,
 * first + step, ... n = 0: nobody's, it stays as it was; -1: undefined.
 */
struct origin {
    int first, step, n;
    int block;
};
typedef struct origin op_origin_fn(const struct op_args *a, int block);

/*
 * An operation owns neither buffers nor clocks: the harness allocates from
 * the extents, times the call and checks the answer. Where origin is NULL
 * there is nothing to verify.
 */
struct op {
    const char *name; /* MPI's in lower case, where MPI has it */
    const char *help;
    const char *missing; /* why this MPI library lacks it; NULL: it does not */
    unsigned flags;
    struct shape send, recv;
    enum op_ranks held; /* whose receive buffer is input before the call */
    enum varies varies;
    enum in_place in_place;
    op_origin_fn *origin;
    struct op_call call, large; /* counts that an int holds; larger ones */
    /* Its own parameter (--param NAME.PARAM), a number from 1 on, or NULL.
     * With `words`, NULL-terminated, it is one of those: 1, 2, ... A family
     * that shares its parameter has the family's name as `owner`. */
    const struct param *param;
    const char *const *words;
    const char *owner; /* NULL: the operation's name */
    /* Of the operation timed, how many one launch consists of (NULL: one), and
     * how many messages of a->count elements travel in one such. */
    double (*repeats)(const struct op_args *a);
    double (*messages)(const struct op_args *a);
    /* Before and after all launches of a case: collective, never timed.
     * open() sees the memory of all slots, `stride` bytes apart, and may set
     * a->recvmem to other memory for them: up to the end of the last slot's
     * blocks and BUFFERS_GUARD bytes more. */
    int (*open)(struct op_args *a, size_t nslots, size_t stride);
    void (*close)(struct op_args *a);
    /* After each launch, a failed one too, not timed: until the result is
     * where it belongs. */
    int (*after)(const struct op_args *a);
};

enum { ALGO_PARTS = 4 };

/*
 * An algorithm: another implementation of an operation behind the same
 * function type. create() is collective over comm and never timed; it
 * returns 0 on every rank, or on every rank an MPI error code with *why set to
 * a malloced reason. Without create/destroy there is no state. A NULL run
 * means the operation's own (`native`).
 */
struct algo {
    const char *name;
    const char *op; /* operation it implements; NULL: all */
    bool (*fits)(const struct op *op); /* where one name does not say which */
    const char *help;
    const struct param *params; /* ends with a NULL name; or NULL */
    /* Pure check of what was given with --param; -1 with *cause malloced. */
    int (*check_params)(const struct params *given, char **cause);
    int (*create)(MPI_Comm comm, const struct params *given, void **state,
                  char **why);
    /* Before the launches of each case: collective, never timed. */
    int (*prepare)(void *state, const struct op_args *a);
    /* After them: what prepare() saw goes away. Collective, never timed. */
    void (*conclude)(void *state);
    op_run_fn *run;
    bool large; /* run() does what a->large asks for, by itself */
    /* Phases of a launch, at most ALGO_PARTS names and NULL; and the seconds
     * that this rank spent in each of the launch that has just run, which
     * began and ended at these readings of a->clock. */
    const char *const *parts;
    void (*read_parts)(void *state, int64_t begin, int64_t end,
                       double *seconds);
    /* What run() does beside the operation, by itself: the share of `native`'s
     * time that it hides is told, so `native` has to be asked for too. */
    void (*alone)(void *state);
    /* What was used in a case, for the record; rank 0 only. A new reference. */
    struct json_t *(*describe)(void *state);
    /* Lines for people, where a parameter asked for them: malloced, or NULL
     * when there is nothing to say; rank 0 only. */
    char *(*report)(void *state);
    void (*destroy)(void *state);
};

/*
 * What --plugin looks for in a shared object, under the name mpiperf_plugin.
 * Tables end with NULL; either may be NULL.
 */
struct mpiperf_plugin {
    size_t abi; /* MPIPERF_PLUGIN_ABI */
    const struct op *const *ops;
    const struct algo *const *algos;
};
extern const struct mpiperf_plugin mpiperf_plugin;

/* Another number for descriptors that are not these, or of another MPI: raise
 * the first one when a change leaves the sizes as they are. */
#define MPIPERF_PLUGIN_ABI                                                     \
    (((size_t)1 << 16) + sizeof(struct op) + sizeof(struct algo) +             \
     sizeof(struct op_args))

#endif /* MPIPERF_OP_H */
