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
struct param_table; /* <mpiperf/params.h> */
struct threads;
struct op;
struct op_args;
struct op_call;

/* The call that gets measured; returns an MPI error code. `state` is what the
 * lifecycle's open() or the algorithm's create() made. */
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

/* A message between this rank and another, and the block that it goes into or
 * comes from: number i of a side is edge i. */
struct edge {
    int peer; /* MPI_PROC_NULL: the block is there, but nobody sends it */
    int tag;
    MPI_Count count; /* elements */
    int block;       /* received: which of the sender's edges it is */
};

/* The messages of this rank in one launch. Arrays are malloced. */
struct edges {
    int nin, nout;
    struct edge *in, *out;
    int *node; /* of each rank, where those who made the set say so; or NULL */
    int64_t gap; /* least bytes of memory between two messages */
};

/* All messages of a case whose sizes the operation's parameters give. */
struct op_content {
    int64_t bytes;   /* of all ranks; negative: the sizes are those of -m */
    uint64_t digest; /* of the file they come from, in the record; 0: of none */
};

/* Arguments of one call: the superset of the MPI signatures. */
struct op_args {
    void *sendbuf, *recvbuf; /* what to pass: memory or MPI_IN_PLACE */
    MPI_Count count;         /* elements of `type` in a block */
    MPI_Datatype type;
    size_t type_size; /* bytes of data in an element */
    MPI_Op op;        /* reductions */
    int root;         /* rooted operations */
    int rank, size;   /* in comm */
    MPI_Comm comm;
    int groups; /* the operation runs in so many such communicators at once */
    struct side send, recv;
    struct edges edges; /* of operations that have them; else empty */
    int peer;           /* of the first edge, MPI_PROC_NULL: there is none */
    const void *params; /* the operation's, as its table has them, or NULL */
    uint64_t digest;    /* of the case's content() */
    const struct clock *clock; /* for the operations that wait */
    void *memory; /* OP_OWN_MEMORY: what open() made, on this rank */

    /* What follows is the harness's; operations may read it. */
    void *sendmem, *recvmem;    /* the memory, also where it is in place */
    size_t slot;                /* which of the rotating buffers, 0 when warm */
    size_t nslots, stride;      /* how many there are, and bytes between two */
    bool large;                 /* a count or displacement exceeds an int */
    bool in_place;              /* --in-place, and the operation has it */
    const struct op_call *call; /* of the operation: for int or larger counts */
    op_run_fn *run; /* the operation's own call: what `native` does, with ... */
    void *state;    /* ... this state, which its open() made */
    bool receives;  /* in recvmem, with this root; false: what is there stays */
    MPI_Request *requests; /* persistent operations: one a slot; others with
                              edges: one an edge */
    MPI_Win win;  /* what the memory is in, where it is shared; --memory */
    int round;    /* of --pairs=each, from 0 */
    int nthreads; /* OP_THREADS: --threads; 0: not given */
    struct threads *threads; /* those beside the rank's first; or NULL */
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
    OP_PASSIVE = 1 << 6,    /* the target has no part but in after() */
    OP_COMPARE = 1 << 7,    /* send block 1 is what the peer holds */
    OP_BYTE_DISPLS = 1 << 8, /* displacements are int and in bytes */
    OP_OWN_MEMORY = 1 << 9,  /* open() makes the memory: no -b cold, --align,
                                --numa, --hugepages; `count` elements of `type`
                                are what the case asks for */
    OP_DOUBLE = 1 << 10,     /* double only */
    OP_THREADS = 1 << 11,    /* several threads may run it at once, each with
                                its own memory, requests and comm: --threads */
};

/* How many blocks a side has. EXT_EDGES: as many as edges. */
enum extent {
    EXT_NONE,
    EXT_ONE,
    EXT_TWO,
    EXT_NPROCS,
    EXT_EDGES,
};

/* Some of the ranks. Of two ranks the lower one is the origin. */
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
struct source {
    int first, step, n;
    int block;
};
typedef struct source op_source_fn(const struct op_args *a, int block);

/* ---- figures ------------------------------------------------------------ */

/* What the values of the ranks make. */
enum figure_over { FIGURE_MAX, FIGURE_SUM, FIGURE_RANK0 };

/* What a figure can be derived from; NAN where it does not exist. */
struct figure_row {
    double time;          /* median of the launches, seconds */
    double open, before;  /* seconds: open(); median of before() */
    const double *values; /* of the same table's figures that are not derived */
    /* Trimmed means of those of rounds, which are finer than the clock's step,
     * and their standard errors: of the launches, and of the figures that have
     * a value each launch. */
    double mean, se;
    const double *means, *ses;
};

/*
 * A figure of an operation or an algorithm, beside the time: a column of the
 * table and a field of the record. A table of them ends with a NULL name.
 */
struct figure {
    const char *name; /* in the record: lower case, with _ */
    const char *unit; /* s, B, or "" for a number */
    const char *help;
    enum figure_over over;
    bool launch; /* a value each launch, of which the median counts, as of
                    times; else one a pass */
    /* Instead of a value of its own; baseline is NULL for itself. */
    double (*derive)(const struct figure_row *own,
                     const struct figure_row *baseline);
};

/* ---- a pass ------------------------------------------------------------ */

enum { FIGURES_MAX = 8 }; /* of one lifecycle */

/*
 * What surrounds the launches of a pass of a case. An operation has one; an
 * algorithm may have one of its own, which is nested in the operation's. Every
 * function is optional and called on all ranks of the communicator.
 */
struct lifecycle {
    /*
     * Before the first launch, and timed (the record's `open`): plans, windows,
     * requests. May set *state, which is NULL or what create() made; may set
     * a->recvmem to other memory for the a->nslots slots, a->stride bytes
     * apart, up to the end of the last slot's blocks and BUFFERS_GUARD bytes
     * more; has to set a->memory with OP_OWN_MEMORY. Returns 0 or, on any rank,
     * an MPI error code with *cause malloced or left NULL: then the row has no
     * figures.
     */
    int (*open)(void **state, struct op_args *a, char **cause);
    /* Ahead of each launch's start, timed by itself (the record's `before`). */
    int (*before)(void *state, const struct op_args *a);
    /* After each launch, a failed one too, not timed: until the result is
     * where it belongs. */
    int (*after)(void *state, const struct op_args *a);
    /* --verify, after each launch: how many results are wrong on this rank.
     * For what `source` cannot say. */
    long (*check)(void *state, const struct op_args *a);
    /* After the last launch, and after a failed open(). */
    void (*close)(void *state, struct op_args *a);
    const struct figure *figures; /* or NULL */
    /* Sets this rank's values of a launch that began and ended at these
     * readings of a->clock, and those of the pass after its last launch:
     * values[i] is of figures[i]. */
    void (*launch_figures)(void *state, const struct op_args *a, int64_t begin,
                           int64_t end, double *values);
    void (*pass_figures)(void *state, const struct op_args *a, double *values);
    size_t slots; /* most slots that open() prepares for; 0: any number */
};

/* What travels in one launch; repeats() of it, where the operation has that. */
struct traffic {
    double messages, bytes;
};

/*
 * An operation owns neither buffers nor clocks: the harness allocates from
 * the extents, times the call and checks the answer. Where neither source nor
 * check() is set there is nothing to verify.
 */
struct op {
    const char *name; /* MPI's in lower case, where MPI has it */
    const char *help;
    const char *missing; /* why this MPI library lacks it; NULL: it does not */
    unsigned flags;
    int ranks; /* with fewer there is nothing to measure; 0: any number */
    struct shape send, recv;
    enum op_ranks inout; /* whose receive buffer is input too */
    enum varies varies;
    enum in_place in_place;
    op_source_fn *source;
    /* Counts that an int holds; larger ones. With edges and no call: MPI_Irecv
     * and MPI_Isend of every edge, and MPI_Waitall. Without either it is what
     * algorithms do. */
    struct op_call call, large;
    const struct param_table *params; /* a family may share one; or NULL */
    /* Makes the communicator that the operation runs on, ranks as in comm; an
     * MPI error code on all ranks. NULL: comm itself. */
    int (*connect)(MPI_Comm comm, const void *params, MPI_Comm *made);
    /* Messages of a case, which *a describes but for sides, edges and memory.
     * Collective over a->comm. 0, or an MPI error code on all ranks with *cause
     * malloced or NULL. */
    int (*edges)(const struct op_args *a, struct edges *e, char **cause);
    /* Where the parameters give all messages, and -m none: what is in the one
     * case. It leaves *content as it is where they do not. Once, before
     * anything is measured; collective over comm. 0, or an MPI error code on
     * all ranks with *cause malloced on rank 0. */
    int (*content)(const void *params, MPI_Comm comm,
                   struct op_content *content, char **cause);
    /* Of the operation timed, how many one launch consists of; NULL: one. */
    double (*repeats)(const struct op_args *a);
    /* What this rank sends in one such; NULL: rates make no sense. */
    struct traffic (*traffic)(const struct op_args *a);
    /* The bus bandwidth of nccl-tests is this number of blocks, for n ranks,
     * times their size, divided by the time; NULL: it makes no sense. */
    double (*bus)(int n);
    /* Its own figure, which people want in place of the time: "bandwidth" or
     * "message_rate"; NULL: the time. */
    const char *main;
    struct lifecycle life;
};

/*
 * An algorithm: another implementation of an operation behind the same
 * function type. create() is collective over comm and never timed; it
 * returns 0 on every rank, or on every rank an MPI error code with *cause
 * malloced. Without create/destroy there is no state but what open() makes. A
 * NULL run means the operation's own (`native`).
 */
struct algo {
    const char *name;
    const char *op;                    /* operation it implements; NULL: all */
    bool (*fits)(const struct op *op); /* where one name does not say which */
    const char *help;
    const struct param_table *params; /* owned by the name; or NULL */
    int (*create)(MPI_Comm comm, const void *params, void **state,
                  char **cause);
    struct lifecycle life;
    op_run_fn *run;
    bool large; /* run() does what a->large asks for, by itself */
    /* The computation that run() does beside the operation, by itself. The row
     * has the share of `native`'s time that it hides: `native` has to be asked
     * for too. */
    void (*compute)(void *state);
    /* Is there one with these parameters? NULL: always. Else the share is of
     * the time of the same algorithm without. */
    bool (*computes)(const void *params);
    /* What was used in a case, for the record; rank 0 only. A new reference. */
    struct json_t *(*describe)(void *state);
    /* Lines for people, where a parameter asked for them: malloced, or NULL
     * when there is nothing to say; rank 0 only. */
    char *(*report)(void *state);
    /* The same of what became of the state, before destroy(). On all ranks, and
     * collective over create()'s comm; rank 0's lines count. A run may make and
     * destroy several states: those of the last are printed below the rows. */
    char *(*conclude)(void *state);
    void (*destroy)(void *state);
};

/* A source: what was sent along the edge that ends in this block. */
static inline struct source op_source_edge(const struct op_args *a, int block)
{
    const struct edge *e = &a->edges.in[block];

    return (struct source){e->peer, 0, e->peer >= 0, e->block};
}

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
    (((size_t)3 << 16) + sizeof(struct op) + sizeof(struct algo) +             \
     sizeof(struct op_args))

#endif /* MPIPERF_OP_H */
