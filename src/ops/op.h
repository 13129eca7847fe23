/* op.h: descriptors of operations and of algorithms. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Installed as <mpiperf/op.h>. mpiperf describes its own operations and
 * algorithms, and plug-ins (--plugin) describe theirs, by these structures.
 *
 * Times are in seconds. Descriptors are constant and belong to the plug-in;
 * arguments belong to the harness. Functions are called on all ranks of
 * a->comm, by the thread that called MPI_Init; with OP_THREADS, several threads
 * of a rank call `run` at the same time. An MPI error code is MPI_SUCCESS (0)
 * or a positive number.
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

/* The call that is measured. Returns an MPI error code. `state` is the pointer
 * that was set by the lifecycle's open() or the algorithm's create(), or
 * NULL. */
typedef int op_run_fn(void *state, const struct op_args *a);

/* The send side or the receive side of a call on this rank. Block i has
 * counts[i] elements and begins displs[i] elements after the start of the
 * buffer. The other arrays have the same values in the types that MPI functions
 * take. Arrays of int are NULL if some value does not fit. All other arrays
 * have at least one element. */
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
    MPI_Count span; /* elements from the start of the buffer to the end of its
                       last block */
};

/* A message between this rank and a peer. Edge i sends block i of the send
 * side, or receives block i of the receive side. */
struct edge {
    int peer; /* MPI_PROC_NULL: there is a block but no message */
    int tag;
    MPI_Count count; /* elements */
    int block;       /* incoming edges: index of this edge in the sender's
                      * outgoing edges */
};

/* Messages of this rank in a launch: nin incoming and nout outgoing edges. The
 * harness frees the arrays. */
struct edges {
    int nin, nout;
    struct edge *in, *out;
    int *node;     /* node of each rank from a file of messages, or NULL */
    bool reversed; /* the origin of each pair is its higher rank */
    int64_t gap;   /* minimum distance between two messages in memory, bytes */
};

/* Total size of a case, if the operation's parameters determine its
 * messages. */
struct op_content {
    int64_t bytes;   /* sum over all ranks; negative if -m sets the sizes */
    uint64_t digest; /* of the file of messages; 0 without a file */
};

/* Where the ranks of the communicator are. */
struct op_places {
    const int *node;      /* number of each rank's node */
    const int *switch_of; /* number of its switch; NULL if unknown */
};

/* Arguments of a call. Each call uses the ones that its MPI function has. */
struct op_args {
    void *sendbuf, *recvbuf; /* buffers to pass: memory, or MPI_IN_PLACE */
    MPI_Count count;         /* elements of `type` per block */
    MPI_Datatype type;
    size_t type_size; /* bytes of data per element */
    MPI_Op op;        /* of reductions */
    int root;         /* root of rooted operations */
    int rank, size;   /* rank in comm; size of comm */
    MPI_Comm comm;
    int groups; /* number of communicators like comm that run the operation
                   concurrently */
    struct side send, recv;
    struct edges edges;        /* empty if the operation has no edges() */
    int peer;                  /* peer of the first edge, or MPI_PROC_NULL */
    const void *params;        /* the operation's parsed parameters, or NULL */
    uint64_t digest;           /* set by content() */
    const struct clock *clock; /* timer of the measurement */
    void *memory; /* OP_OWN_MEMORY: memory on this rank; open() sets it */

    /* Set by the harness. Operations may read these. */
    void *sendmem, *recvmem;    /* the buffers' memory, even if MPI_IN_PLACE is
                                 * passed */
    size_t slot;                /* buffer slot of this launch, from 0; always 0
                                   if buffers are warm */
    size_t nslots, stride;      /* number of slots; distance between two slots,
                                   bytes */
    bool large;                 /* a count or displacement does not fit into an
                                   int */
    bool in_place;              /* --in-place was given and the operation has an
                                   in-place form */
    const struct op_call *call; /* call for counts of this size: the operation's
                                 * own, or sends and receives of all edges */
    op_run_fn *run; /* the operation's own call, measured as `native` */
    void *state;    /* state for this call, from the operation's open() */
    bool receives;  /* the call writes to recvmem on this rank; if false,
                       recvmem must not change */
    MPI_Request *requests; /* persistent operations: one per slot; operations
                              with edges: one per edge */
    MPI_Win win; /* window that contains the buffers (--memory=shared), or
                    MPI_WIN_NULL */
    int round; /* --pairs=each and find: number of the round of pairs, from 0 */
    struct op_places places; /* --pairs=find; else node is NULL */
    int nthreads;            /* OP_THREADS: value of --threads; 0 without it */
    struct threads *threads; /* the rank's other threads; or NULL */
};

/* Makes a request. Returns an MPI error code. */
typedef int op_request_fn(const struct op_args *a, MPI_Request *request);

/* The call of an operation, in three forms. The first form that is set is
 * measured. */
struct op_call {
    op_run_fn *run;       /* blocking */
    op_request_fn *start; /* nonblocking: a launch calls this and MPI_Wait */
    op_request_fn *init;  /* persistent: called before the launches; a launch
                             calls MPI_Start and MPI_Wait */
};

enum op_flags {
    OP_ROOTED = 1 << 0,      /* has a root, set by --root */
    OP_REDUCTION = 1 << 1,   /* has an MPI_Op, set by --op; default type
                                double */
    OP_NODATA = 1 << 2,      /* without data: a single case of 0 bytes */
    OP_SINGLE = 1 << 3,      /* always of one element; -m is ignored */
    OP_INTEGER = 1 << 4,     /* integer types only; default type int64 */
    OP_PREDEFINED = 1 << 5,  /* only a predefined MPI_Op, as in one-sided
                                calls */
    OP_PASSIVE = 1 << 6,     /* the target takes no part in `run`, only in
                                after() */
    OP_COMPARE = 1 << 7,     /* the second half of the send blocks equals the
                                peer's memory (for compare and swap) */
    OP_BYTE_DISPLS = 1 << 8, /* displacements are int and in bytes */
    OP_OWN_MEMORY = 1 << 9,  /* open() allocates the memory, `count` elements of
                                `type`; -b cold, --align, --numa and --hugepages
                                have no effect */
    OP_DOUBLE = 1 << 10,     /* MPI_DOUBLE only */
    OP_THREADS = 1 << 11,    /* --threads is allowed: threads may call `run`
                                concurrently, each with its own memory, requests
                                and comm, but all with the same state */
    OP_PEER_TYPES = 1 << 12, /* the call takes a type for each block */
};

/* Number of blocks on a side: none, one, two per outgoing edge, one per rank,
 * or one per edge. */
enum extent {
    EXT_NONE,
    EXT_ONE,
    EXT_TWO_EDGES,
    EXT_NPROCS,
    EXT_EDGES,
};

/* A set of ranks. The lower rank of a pair is its origin, the other one its
 * target; edges.reversed: the other way round. */
enum op_ranks { AT_NONE, AT_ALL, AT_ROOT, AT_ORIGIN, AT_TARGET, AT_PAIR };

/* Number of blocks on a side, and the ranks on which it is significant. */
struct shape {
    enum extent extent;
    enum op_ranks at;
};

/* With --counts, a block's size depends on the sender, the receiver, or
 * both. */
enum varies { VARY_NOT, VARY_SENDER, VARY_RECEIVER, VARY_BOTH };

/* Position of the input in the receive buffer with --in-place. */
enum in_place {
    IN_PLACE_NOT,   /* there is no in-place form */
    IN_PLACE_WHOLE, /* all of it at the start of the buffer */
    IN_PLACE_OWN,   /* this rank's block, at its displacement */
    IN_PLACE_STAYS, /* the root does not receive its own block, which stays in
                       the send buffer */
};

/* What a block of the receive buffer must contain after the call: block `block`
 * of rank `first`'s input. Reductions combine this block of n ranks in the
 * order first, first + step, ... n = 0: the block must not change; n = -1: its
 * content is undefined. */
struct source {
    int first, step, n;
    int block;
};
/* Returns the source of the receive buffer's block number `block`. Pure. */
typedef struct source op_source_fn(const struct op_args *a, int block);

/* ---- figures ------------------------------------------------------------ */

/* How a figure is combined over ranks: maximum, sum, or rank 0's value. */
enum figure_over { FIGURE_MAX, FIGURE_SUM, FIGURE_RANK0 };

/* Measured values for derive(). A value that does not exist is NAN. */
struct figure_row {
    double time;          /* median of launches, seconds */
    double open, before;  /* seconds that open() took; median seconds of
                             before() */
    const double *values; /* figures of the same table, by index; NAN for
                           * figures with derive() */
    /* Trimmed means over rounds, with standard errors. They show differences
     * smaller than a clock tick. */
    double mean, se;           /* the time, in seconds */
    const double *means, *ses; /* figures with a value for each launch, by
                                * index */
};

/* A figure that an operation or algorithm reports in addition to the time. It
 * becomes a column of tables and a field of records. Arrays of figures end with
 * a NULL name. */
struct figure {
    const char *name; /* in records: lower case letters and _ */
    const char *unit; /* "s", "B", or "" without a unit */
    const char *help;
    enum figure_over over;
    bool launch; /* a value for each launch, of which the figure is the median;
                    false: a value for each pass */
    /* Computes the figure from other figures; or NULL. `baseline` is the row of
     * the algorithm that others are compared with; NULL in that row itself. */
    double (*derive)(const struct figure_row *own,
                     const struct figure_row *baseline);
};

/* ---- a pass ------------------------------------------------------------ */

enum { FIGURES_MAX = 8 }; /* maximum number of figures of a lifecycle */

/*
 * Functions called before, between and after the launches of a case in one
 * pass. The algorithm's functions are called inside the operation's. Each is
 * optional, and is called on all ranks of the communicator.
 */
struct lifecycle {
    /*
     * Prepares the launches: makes plans, windows, requests. Its time is field
     * `open` of the record. *state is NULL, or what create() made; open() may
     * replace it. It may also set a->recvmem to memory of its own: a->nslots
     * slots, a->stride bytes apart, up to the end of the last slot's blocks and
     * BUFFERS_GUARD bytes more. With OP_OWN_MEMORY it must set a->memory.
     * Returns an MPI error code, with *cause malloced or NULL. If it fails on
     * any rank, the row has no figures.
     */
    int (*open)(void **state, struct op_args *a, char **cause);
    /* Called before the start of each launch. Its time is field `before` of the
     * record. Returns an MPI error code. */
    int (*before)(void *state, const struct op_args *a);
    /* Called after each launch, even one that failed; not timed. When it
     * returns, the result must be in the receive buffer. Returns an MPI error
     * code. */
    int (*after)(void *state, const struct op_args *a);
    /* With --verify, called after each launch, for results that `source` cannot
     * describe. Returns the number of wrong results on this rank. */
    long (*check)(void *state, const struct op_args *a);
    /* Frees what open() made. Called after the last launch, and after a failed
     * open(), too. */
    void (*close)(void *state, struct op_args *a);
    const struct figure *figures; /* or NULL */
    /* Set values[i] to figures[i] on this rank. launch_figures() is called
     * after each launch, with the readings of a->clock at its start and end;
     * pass_figures() after the last launch of a pass. */
    void (*launch_figures)(void *state, const struct op_args *a, int64_t begin,
                           int64_t end, double *values);
    void (*pass_figures)(void *state, const struct op_args *a, double *values);
    size_t slots; /* maximum of a->nslots; 0: unlimited */
};

/* Data that a rank sends in one execution of the operation. */
struct traffic {
    double messages, bytes;
};

/*
 * An operation. The harness allocates the buffers, measures the call, and
 * checks the results if `source` or `life.check` is set.
 */
struct op {
    const char *name; /* its name in the MPI standard, in lower case and without
                       * MPI_, or any other name if MPI has no such operation */
    const char *help;
    const char *missing; /* why this MPI library lacks the operation; NULL if it
                            has it */
    unsigned flags;      /* enum op_flags */
    int ranks;           /* minimum number of ranks; 0: any */
    struct shape send, recv;
    enum op_ranks inout; /* ranks whose receive buffer is also input */
    enum varies varies;
    enum in_place in_place;
    op_source_fn *source; /* what to expect as result, or NULL */
    /* `large` is used if a count or displacement does not fit into an int. An
     * operation with edges but no call is measured as MPI_Irecv and MPI_Isend
     * of every edge, and MPI_Waitall. An operation without edges and call has
     * algorithms only. */
    struct op_call call, large;
    const struct param_table *params; /* or NULL; operations may share a
                                         table */
    /* Makes the communicator that the operation runs on, with the ranks of
     * comm. Collective; returns the same MPI error code on all ranks. NULL: the
     * operation runs on comm. */
    int (*connect)(MPI_Comm comm, const void *params, MPI_Comm *made);
    /* Lists the messages of a case. Sides, edges and buffers of *a are not set
     * yet. Collective over a->comm. Returns an MPI error code, with *cause
     * malloced or NULL; if it fails on one rank, it must fail on all. */
    int (*edges)(const struct op_args *a, struct edges *e, char **cause);
    /* Sets *content if the parameters determine all messages; then there is
     * only one case, and -m is ignored. Else leaves *content unchanged. Called
     * once, before all measurements. Collective over comm. Returns an MPI error
     * code, with *cause malloced on rank 0; if it fails on one rank, it must
     * fail on all. */
    int (*content)(const void *params, MPI_Comm comm,
                   struct op_content *content, char **cause);
    /* Returns how often a launch executes the operation; times are divided by
     * this. NULL: once. */
    double (*repeats)(const struct op_args *a);
    /* Returns the traffic of this rank. NULL if bandwidth and message rate have
     * no meaning. */
    struct traffic (*traffic)(const struct op_args *a);
    /* Returns how many blocks n ranks must move. This number times their size,
     * divided by the time, is the bus bandwidth of nccl-tests. NULL if it has
     * no meaning. */
    double (*bus)(int n);
    /* Figure that tables show instead of the time, "bandwidth" or
     * "message_rate"; or NULL. */
    const char *main;
    struct lifecycle life;
};

/* An algorithm: one implementation of an operation. */
struct algo {
    const char *name;
    const char *op; /* name of its operation; NULL: all operations */
    /* If not NULL, decides in place of `op` whether the algorithm implements an
     * operation. */
    bool (*fits)(const struct op *op);
    const char *help;
    const char *also; /* second name in operands, or NULL; records and tables
                       * have the first one */
    const struct param_table *params; /* the algorithm's, or NULL */
    /* Makes state for all sizes, such as communicators. Collective over comm;
     * not timed. Returns an MPI error code, with *cause malloced; if it fails
     * on one rank, it must fail on all. NULL if there is no such state. */
    int (*create)(MPI_Comm comm, const void *params, void **state,
                  char **cause);
    struct lifecycle life;
    op_run_fn *run; /* NULL: the operation's own call, as for `native` */
    bool large;     /* run() accepts counts and displacements beyond int */
    /* Runs only the computation that run() executes during the operation. The
     * row then shows which share of the time of `native` the computation hides;
     * so `native` must be measured, too. */
    void (*compute)(void *state);
    /* True if run() computes with these parameters; NULL if it always does. If
     * set, the hidden share refers to the time of the same algorithm with
     * parameters for which this is false. */
    bool (*computes)(const void *params);
    /* Returns the settings used in a case, for the record: a JSON object, a new
     * reference. Rank 0 only. */
    struct json_t *(*describe)(void *state);
    /* Returns lines to print before the measurement, or NULL; the caller frees
     * them. Rank 0 only. */
    char *(*report)(void *state);
    void (*destroy)(void *state);
};

/* True on the rank of a pair that begins. */
static inline bool op_is_origin(const struct op_args *a)
{
    return a->peer >= 0 && (a->peer > a->rank) != a->edges.reversed;
}

/* An op_source_fn for operations with edges: block i is the message of incoming
 * edge i. */
static inline struct source op_source_edge(const struct op_args *a, int block)
{
    const struct edge *e = &a->edges.in[block];

    return (struct source){e->peer, 0, e->peer >= 0, e->block};
}

/*
 * What a plug-in contains. A plug-in is a shared object that defines
 * mpiperf_plugin. Arrays are NULL-terminated; either may be NULL.
 */
struct mpiperf_plugin {
    size_t abi; /* MPIPERF_PLUGIN_ABI */
    const struct op *const *ops;
    const struct algo *const *algos;
};
extern const struct mpiperf_plugin mpiperf_plugin;

/* Version of the descriptors. Sizes of structures make it differ between
 * versions of mpiperf and between MPI libraries. A change of the descriptors
 * that keeps these sizes must raise the first number. */
#define MPIPERF_PLUGIN_ABI                                                     \
    (((size_t)4 << 16) + sizeof(struct op) + sizeof(struct algo) +             \
     sizeof(struct op_args))

#endif /* MPIPERF_OP_H */
