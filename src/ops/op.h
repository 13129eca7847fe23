/* op.h: descriptors of operations and of algorithms. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Installed as <mpiperf/op.h>. mpiperf's own operations and algorithms and
 * those of plug-ins (--plugin) are described by the same structures.
 *
 * Times are in seconds. Descriptors are constant and belong to the plug-in;
 * arguments belong to the harness. Functions are called on all ranks of
 * a->comm, by the thread that has called MPI_Init. With OP_THREADS several
 * threads of a rank call `run` at the same time. An MPI error code is
 * MPI_SUCCESS (0) or a positive number.
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

/* The measured call. Returns an MPI error code. `state` is the pointer that the
 * lifecycle's open() or the algorithm's create() has set, or NULL. */
typedef int op_run_fn(void *state, const struct op_args *a);

/*
 * The send side or the receive side of a call on this rank. Block i has
 * counts[i] elements and begins displs[i] elements after the start of the
 * buffer. The other arrays hold the same values in the types that MPI calls
 * take. Arrays of int are NULL if a value exceeds an int. All other arrays have
 * at least one element.
 */
struct side {
    int n;
    MPI_Count *counts, *displs;
    int *icounts, *idispls, *ibytes; /* ibytes, abytes: displacements in
                                        bytes */
    MPI_Aint *adispls, *abytes;
    MPI_Datatype *types; /* OP_PEER_TYPES: block i is times[i] elements of
                            types[i]; else counts[i] of `type` */
    MPI_Count *times;
    int *itimes;
    MPI_Count span; /* elements from the start of the buffer to the end of the
                       last block */
};

/* A message between this rank and a peer. The data of edge i is block i of the
 * send side or of the receive side. */
struct edge {
    int peer; /* MPI_PROC_NULL: the block exists, but no message does */
    int tag;
    MPI_Count count; /* elements */
    int block;       /* incoming edges: index among the sender's outgoing
                        edges */
};

/* The messages of this rank in one launch: nin incoming edges, nout outgoing
 * edges. Arrays are malloced; the harness frees them. */
struct edges {
    int nin, nout;
    struct edge *in, *out;
    int *node; /* node of each rank, if a file of messages names it; or NULL */
    int64_t gap; /* minimum distance of two messages in memory, bytes */
};

/* All messages of a case whose sizes are set by the operation's parameters. */
struct op_content {
    int64_t bytes;   /* sum over all ranks; negative: -m sets the sizes */
    uint64_t digest; /* digest of the file of messages; 0: there is no file */
};

/* Arguments of one call. A call uses those of its MPI signature. */
struct op_args {
    void *sendbuf, *recvbuf; /* buffer arguments: memory or MPI_IN_PLACE */
    MPI_Count count;         /* elements of `type` in a block */
    MPI_Datatype type;
    size_t type_size; /* bytes of data in an element */
    MPI_Op op;        /* reductions */
    int root;         /* rooted operations */
    int rank, size;   /* in comm */
    MPI_Comm comm;
    int groups; /* number of communicators such as comm in which the operation
                   runs at the same time */
    struct side send, recv;
    struct edges edges; /* empty if the operation has no function edges() */
    int peer;           /* peer of the first edge; MPI_PROC_NULL: no edge */
    const void *params; /* parsed parameters of the operation, or NULL */
    uint64_t digest;    /* digest that content() has set */
    const struct clock *clock; /* clock of the measurement */
    void *memory; /* OP_OWN_MEMORY: this rank's memory, set by open() */

    /* The harness maintains the fields below; operations may read them. */
    void *sendmem, *recvmem;    /* buffers, also where an argument is
                                   MPI_IN_PLACE */
    size_t slot;                /* buffer slot of this launch, from 0; 0 if
                                   buffers are warm */
    size_t nslots, stride;      /* number of slots, and their distance in
                                   bytes */
    bool large;                 /* a count or displacement exceeds an int */
    bool in_place;              /* --in-place was given, and the operation has
                                   an in-place form */
    const struct op_call *call; /* the operation's call for counts of this size;
                                   or sends and receives of all edges */
    op_run_fn *run; /* the operation's own call, which algorithm `native`
                       measures */
    void *state;    /* state of that call, set by the operation's open() */
    bool receives;  /* the call writes recvmem on this rank, with this root;
                       false: its content must not change */
    MPI_Request *requests; /* persistent operations: one for each slot;
                              operations with edges: one for each edge */
    MPI_Win win;  /* window that the buffers are in (--memory=shared), or
                     MPI_WIN_NULL */
    int round;    /* --pairs=each: number of the round, from 0 */
    int nthreads; /* OP_THREADS: value of --threads; 0: not given */
    struct threads
        *threads; /* threads of this rank beside the first; or NULL */
};

/* Makes a request. Returns an MPI error code. */
typedef int op_request_fn(const struct op_args *a, MPI_Request *request);

/* The call of an operation: one of three forms. If several are set, the first
 * is measured. */
struct op_call {
    op_run_fn *run;       /* blocking */
    op_request_fn *start; /* nonblocking: a launch calls it, then MPI_Wait */
    op_request_fn *init;  /* persistent: called before the launches; a launch
                             calls MPI_Start, then MPI_Wait */
};

enum op_flags {
    OP_ROOTED = 1 << 0,     /* has a root: --root applies */
    OP_REDUCTION = 1 << 1,  /* has an MPI_Op: --op applies, double by default */
    OP_NODATA = 1 << 2,     /* no data: one case of 0 bytes */
    OP_SINGLE = 1 << 3,     /* one element, whatever -m says */
    OP_INTEGER = 1 << 4,    /* integer types only; int64 by default */
    OP_PREDEFINED = 1 << 5, /* predefined MPI_Op only, as in one-sided calls */
    OP_PASSIVE = 1 << 6,    /* the target takes part in after() only */
    OP_COMPARE = 1 << 7,    /* block 1 of the send side equals the content of
                               the peer's memory (compare and swap) */
    OP_BYTE_DISPLS = 1 << 8, /* displacements are of type int, in bytes */
    OP_OWN_MEMORY = 1 << 9,  /* open() allocates the memory, of `count` elements
                                of `type`; -b cold, --align, --numa and
                                --hugepages do not apply */
    OP_DOUBLE = 1 << 10,     /* MPI_DOUBLE only */
    OP_THREADS = 1 << 11,    /* --threads applies: several threads may call
                                `run` at the same time, each with its own
                                memory, requests and comm, but one state */
    OP_PEER_TYPES = 1 << 12, /* the call has a type for each block */
};

/* Number of blocks of a side: none, one, two, one for each rank, or one for
 * each edge. */
enum extent {
    EXT_NONE,
    EXT_ONE,
    EXT_TWO,
    EXT_NPROCS,
    EXT_EDGES,
};

/* A set of ranks. In a pair the lower rank is the origin, the other one the
 * target. */
enum op_ranks { AT_NONE, AT_ALL, AT_ROOT, AT_ORIGIN, AT_TARGET, AT_PAIR };

/* Number of blocks of a side, and the ranks on which the side is significant.
 */
struct shape {
    enum extent extent;
    enum op_ranks at;
};

/* The rank by which --counts makes the sizes of blocks differ: the sender, the
 * receiver, or both. */
enum varies { VARY_NOT, VARY_SENDER, VARY_RECEIVER, VARY_BOTH };

/* Position of the input in the receive buffer under --in-place. */
enum in_place {
    IN_PLACE_NOT,   /* the operation has no in-place form */
    IN_PLACE_WHOLE, /* the whole input, at the start of the buffer */
    IN_PLACE_OWN,   /* this rank's block, at its place in the buffer */
    IN_PLACE_STAYS, /* the root's own block is not received: it stays in the
                       send buffer */
};

/*
 * Expected content of a block of the receive buffer after the call: block
 * `block` of the input of rank `first`. A reduction combines this block of n
 * ranks, in the order first, first + step, ... n = 0: the block keeps its
 * content; n = -1: its content is undefined.
 */
struct source {
    int first, step, n;
    int block;
};
/* Returns the source of block number `block` of the receive buffer. Pure. */
typedef struct source op_source_fn(const struct op_args *a, int block);

/* ---- figures ------------------------------------------------------------ */

/* The value of a figure: maximum over the ranks, sum over the ranks, or rank
 * 0's value. */
enum figure_over { FIGURE_MAX, FIGURE_SUM, FIGURE_RANK0 };

/* Measured values from which derive() computes a figure. A value that does not
 * exist is NAN. */
struct figure_row {
    double time;          /* median of the launches, seconds */
    double open, before;  /* seconds: duration of open(); median of before() */
    const double *values; /* the figures of the same table, by index; derived
                             ones are NAN */
    /* Trimmed means over rounds, and their standard errors. They resolve
     * differences below one step of the clock. */
    double mean, se;           /* of the time, seconds */
    const double *means, *ses; /* of the figures with a value for each launch,
                                  by index */
};

/*
 * A figure that an operation or an algorithm reports beside the time. It is a
 * column of the table and a field of the record. An array of figures ends with
 * a NULL name.
 */
struct figure {
    const char *name; /* name in the record: lower case letters and _ */
    const char *unit; /* s, B, or "" for a number without unit */
    const char *help;
    enum figure_over over;
    bool launch; /* true: one value for each launch, and the figure is their
                    median; false: one value for each pass */
    /* Computes the figure from other figures, or NULL. The baseline is the
     * algorithm that others are compared with; it is NULL in its own row. */
    double (*derive)(const struct figure_row *own,
                     const struct figure_row *baseline);
};

/* ---- a pass ------------------------------------------------------------ */

enum { FIGURES_MAX = 8 }; /* maximum number of figures of one lifecycle */

/*
 * Functions around the launches of a case in one pass. The lifecycle of an
 * algorithm is nested in that of its operation. Every function is optional, and
 * is called on all ranks of the communicator.
 */
struct lifecycle {
    /*
     * Prepares for the launches: makes plans, windows, requests. Its time is
     * the field `open` of the record. *state is NULL or the state that create()
     * made; open() may replace it. open() may set a->recvmem to memory of its
     * own: for a->nslots slots, a->stride bytes apart, up to the end of the
     * blocks of the last slot and BUFFERS_GUARD more bytes. With OP_OWN_MEMORY
     * it has to set a->memory. Returns an MPI error code, with *cause malloced
     * or NULL. If it fails on any rank, the row has no figures.
     */
    int (*open)(void **state, struct op_args *a, char **cause);
    /* Called before the start of each launch. Its time is the field `before` of
     * the record. Returns an MPI error code. */
    int (*before)(void *state, const struct op_args *a);
    /* Called after each launch, also after a failed one; not timed. When it
     * returns, the result is in the receive buffer. Returns an MPI error
     * code. */
    int (*after)(void *state, const struct op_args *a);
    /* Called after each launch under --verify. Returns the number of wrong
     * results on this rank. For results that `source` cannot describe. */
    long (*check)(void *state, const struct op_args *a);
    /* Frees what open() made. Called after the last launch, and after a failed
     * open(). */
    void (*close)(void *state, struct op_args *a);
    const struct figure *figures; /* or NULL */
    /* Set values[i] to this rank's value of figures[i]: launch_figures() after
     * each launch, with the readings of a->clock at its begin and end;
     * pass_figures() after the last launch of a pass. */
    void (*launch_figures)(void *state, const struct op_args *a, int64_t begin,
                           int64_t end, double *values);
    void (*pass_figures)(void *state, const struct op_args *a, double *values);
    size_t slots; /* maximum of a->nslots; 0: no limit */
};

/* Data that a rank sends when the operation is executed once. */
struct traffic {
    double messages, bytes;
};

/*
 * An operation. The harness allocates the buffers, measures the call, and
 * checks the results if `source` or `life.check` is set.
 */
struct op {
    const char *name; /* the name in the MPI standard, in lower case and without
                         MPI_; any other name if MPI lacks the operation */
    const char *help;
    const char *missing; /* why this MPI library lacks the operation; NULL: the
                            library has it */
    unsigned flags;      /* enum op_flags */
    int ranks; /* minimum number of ranks to measure with; 0: no minimum */
    struct shape send, recv;
    enum op_ranks inout; /* ranks on which the receive buffer is input too */
    enum varies varies;
    enum in_place in_place;
    op_source_fn *source; /* expected results; NULL: not described */
    /* `large` is used if a count or displacement exceeds an int. An operation
     * with edges and without a call is measured as MPI_Irecv and MPI_Isend of
     * every edge, and MPI_Waitall. Without edges and call it can be measured
     * with algorithms only. */
    struct op_call call, large;
    const struct param_table *params; /* operations may share a table; or
                                         NULL */
    /* Makes the communicator that the operation runs on, with the ranks of
     * comm. Collective; returns the same MPI error code on all ranks. NULL: the
     * operation runs on comm. */
    int (*connect)(MPI_Comm comm, const void *params, MPI_Comm *made);
    /* Lists the messages of a case. The sides, edges and buffers of *a are not
     * set yet. Collective over a->comm. Returns an MPI error code, with *cause
     * malloced or NULL, and fails on all ranks if on one. */
    int (*edges)(const struct op_args *a, struct edges *e, char **cause);
    /* Sets *content if the parameters determine all messages; -m then does not
     * apply, and there is one case. Else it leaves *content unchanged. Called
     * once, before anything is measured. Collective over comm. Returns an MPI
     * error code, with *cause malloced on rank 0, and fails on all ranks if on
     * one. */
    int (*content)(const void *params, MPI_Comm comm,
                   struct op_content *content, char **cause);
    /* Returns how many times a launch executes the operation; times are divided
     * by it. NULL: once. */
    double (*repeats)(const struct op_args *a);
    /* Returns the traffic of this rank. NULL: bandwidth and message rate have
     * no meaning. */
    struct traffic (*traffic)(const struct op_args *a);
    /* Returns the number of blocks that n ranks have to move. Their size times
     * this number, divided by the time, is the bus bandwidth of nccl-tests.
     * NULL: it has no meaning. */
    double (*bus)(int n);
    /* The figure that tables show in place of the time: "bandwidth" or
     * "message_rate"; NULL: the time. */
    const char *main;
    struct lifecycle life;
};

/* An algorithm: an implementation of an operation. */
struct algo {
    const char *name;
    const char *op; /* name of its operation; NULL: all operations */
    /* Decides in place of `op` whether the algorithm implements the operation;
     * or NULL. */
    bool (*fits)(const struct op *op);
    const char *help;
    const struct param_table *params; /* parameters of the algorithm; or NULL */
    /* Makes the state for all sizes, such as communicators. Collective over
     * comm; not timed. Returns an MPI error code, with *cause malloced, and
     * fails on all ranks if on one. NULL: there is no state before open(). */
    int (*create)(MPI_Comm comm, const void *params, void **state,
                  char **cause);
    struct lifecycle life;
    op_run_fn *run; /* NULL: the operation's own call, as `native` */
    bool large;     /* run() supports counts and displacements above an int */
    /* The computation that run() executes beside the operation, alone. The row
     * then has the share of the time of `native` that is hidden behind the
     * computation; `native` has to be measured too. */
    void (*compute)(void *state);
    /* True if run() computes with these parameters; NULL: always. If set, the
     * hidden share is of the time of the same algorithm with parameters that
     * make it false. */
    bool (*computes)(const void *params);
    /* Returns the settings that were used in a case, for the record: an object,
     * a new reference. Rank 0 only. */
    struct json_t *(*describe)(void *state);
    /* Returns lines to print before the measurement, malloced, or NULL. Rank 0
     * only. */
    char *(*report)(void *state);
    void (*destroy)(void *state);
};

/* An op_source_fn for operations with edges: block i holds the message of
 * incoming edge i. */
static inline struct source op_source_edge(const struct op_args *a, int block)
{
    const struct edge *e = &a->edges.in[block];

    return (struct source){e->peer, 0, e->peer >= 0, e->block};
}

/*
 * The contents of a plug-in: a shared object that defines mpiperf_plugin.
 * Arrays end with NULL; either may be NULL.
 */
struct mpiperf_plugin {
    size_t abi; /* MPIPERF_PLUGIN_ABI */
    const struct op *const *ops;
    const struct algo *const *algos;
};
extern const struct mpiperf_plugin mpiperf_plugin;

/* Version of the descriptors. Sizes of the structures make it differ for other
 * versions of mpiperf and for other MPI libraries. A change that keeps the
 * sizes has to raise the first number. */
#define MPIPERF_PLUGIN_ABI                                                     \
    (((size_t)4 << 16) + sizeof(struct op) + sizeof(struct algo) +             \
     sizeof(struct op_args))

#endif /* MPIPERF_OP_H */
