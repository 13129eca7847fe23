/* msgsched.h: a set of point-to-point messages, planned once, exchanged often. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_H
#define MSGSCHED_H

/*
 * The messages of one superstep are known before the first is sent. A plan
 * reorders them and merges small ones into larger wire messages, which are packed
 * while the one before is on its way, after
 * Peng, Yang, Liu, Zhang, "A communication scheduling method combining
 * communication rearrangement and message merging", Computer Engineering &
 * Science 42(2), 2020, p. 191: reordering, Algorithm 1; merging, its formula for
 * alpha. Where the paper can be read in two ways an option chooses.
 *
 * Units are bytes and seconds. Functions return MPI_SUCCESS or an MPI error
 * class; those on options return 0 or a negative errno. Nothing is printed, and
 * errors of MPI are returned. MPI_COMM_WORLD's error handler is called for what
 * belongs to no communicator: a datatype that is none.
 *
 * Threads: a plan is used by one thread at a time. Different plans may be used at
 * the same time if MPI was initialized with MPI_THREAD_MULTIPLE.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One message that this rank sends or receives. */
struct msgsched_message {
    int peer;          /* the other rank; MPI_PROC_NULL: no message */
    int tag;           /* any int that is not negative */
    MPI_Count count;   /* elements; a receive may be longer than what is sent */
    MPI_Datatype type; /* committed; kept until the plan is freed or updated */
    MPI_Aint displ;    /* bytes from sendbase or recvbase of msgsched_start() */
};

enum msgsched_schedule {
    MSGSCHED_AUTO,       /* of PERSISTENT, DATATYPE, MERGE and THROTTLE the
                            fastest: the plan tries them */
    MSGSCHED_DIRECT,     /* all at once, in the order of the call */
    MSGSCHED_PERSISTENT, /* the same by persistent requests */
    MSGSCHED_WINDOW,     /* at most `inflight` sends at a time */
    MSGSCHED_FIXED,      /* merged into bundles of `fixed` bytes */
    MSGSCHED_THROTTLE,   /* `throttle` sends in flight, `senders` ranks a node */
    MSGSCHED_DATATYPE,   /* one message a peer, by a derived datatype */
    MSGSCHED_NEIGHBOR,   /* MPI_Ineighbor_alltoallw */
    MSGSCHED_REORDER,    /* Algorithm 1 alone */
    MSGSCHED_MERGE,      /* merged, but in the order of the call */
    MSGSCHED_BOTH        /* reordered and merged */
};

enum msgsched_dist { MSGSCHED_NEAR_FIRST, MSGSCHED_FAR_FIRST, MSGSCHED_DIST_NONE };
enum msgsched_heavy { MSGSCHED_HEAVY_FIRST, MSGSCHED_HEAVY_LAST };
enum msgsched_weight {
    /* of a pair of processes; PROCESS: max(bytes out of the source, bytes into the
     * target); CODE, as the paper's algorithm is printed: ... into the target's
     * node); PROSE, as its text says: bytes between the two nodes */
    MSGSCHED_WEIGHT_PROCESS,
    MSGSCHED_WEIGHT_CODE,
    MSGSCHED_WEIGHT_PROSE
};
enum msgsched_intra { MSGSCHED_INTRA_MERGE, MSGSCHED_INTRA_PLAIN };
enum msgsched_across { MSGSCHED_GROUPED, MSGSCHED_ROUND_ROBIN };
enum msgsched_scope { MSGSCHED_SCOPE_PAIR, MSGSCHED_SCOPE_NODE };
enum msgsched_progress { MSGSCHED_LAZY, MSGSCHED_EAGER };

/* Values of `alpha` that are no number. */
#define MSGSCHED_ALPHA_FORMULA 0.0  /* 1.5 + log2(max(NDout, NDin)) */
#define MSGSCHED_ALPHA_BALANCE (-1.0) /* as the bandwidths of copy and wire say */
#define MSGSCHED_MEASURED INT64_C(-1) /* tcopy: measured when planned */

/* How; msgsched_options_parse() has the names and the help. */
struct msgsched_options {
    enum msgsched_schedule schedule;
    enum msgsched_dist dist;
    enum msgsched_heavy heavy;
    bool group; /* the messages of a pair of nodes stay together */
    enum msgsched_weight weight;
    enum msgsched_intra intra;
    enum msgsched_across across;
    /* NODE: bundles for several ranks of a node, which then need memory that they
     * share; the empty messages by which these learn of them are not counted. */
    enum msgsched_scope scope;
    enum msgsched_progress progress;
    double alpha;     /* growth of wire messages, above 1; or as above */
    int64_t wmin;     /* least bytes of a wire message that is merged */
    int64_t wmax;     /* most */
    int64_t tcopy;    /* messages of so many bytes go alone; or MEASURED */
    int64_t fixed;    /* bytes of a bundle of `fixed` */
    int inflight;     /* sends at a time; 0: 64, and all for `reorder` and `direct` */
    int throttle;     /* ... of a rank under `throttle` */
    int senders;      /* ranks of a node that send at a time under `throttle` */
    bool synchronous; /* every send by MPI_Issend: for tests */
    /* Node of each rank of the communicator, the same on all ranks; NULL: as the
     * machine says. Nodes are numbered in the order of their lowest ranks. */
    const int *node;
    /* Distances of nodes, row by row: distance_nodes x distance_nodes, which is
     * the number of nodes; NULL: |A - B|. Not read after the plan is made. */
    const int *distance;
    int distance_nodes;
};

struct msgsched_options msgsched_options_default(void);

/* Change one option by its name and value as people write them. 0, -ENOENT or
 * -EINVAL with a constant string in *why, if not NULL, and options untouched. */
int msgsched_options_parse(struct msgsched_options *options, const char *name,
                           const char *value, const char **why);
/* Do they go together? 0, or -EINVAL with *why. */
int msgsched_options_check(const struct msgsched_options *options,
                           const char **why);

/*
 * Distances as a file has them: a line for each node with a number for each, not
 * negative; empty lines and what follows a # are ignored. *distance, to be freed,
 * has *nodes x *nodes of them. 0, or a negative errno: *line, 0 if the file cannot
 * be read, and *why say what is wrong. Not collective.
 */
int msgsched_distance_read(const char *path, int *nodes, int **distance,
                           int *line, const char **why);

/* Names and help of options, and of schedules; they end with a NULL name. */
struct msgsched_choice {
    const char *name, *def, *help;
};
const struct msgsched_choice *msgsched_option_table(void);
const struct msgsched_choice *msgsched_schedule_table(void);
const char *msgsched_schedule_name(enum msgsched_schedule schedule);

struct msgsched_plan;

/* Why a plan was refused; the same on all ranks. */
struct msgsched_failure {
    int code;         /* MPI error class */
    const char *what; /* a constant string */
    int rank;         /* lowest rank that refused, or -1: all of them */
    int peer, tag;    /* of the message, or MPI_PROC_NULL */
};
int msgsched_failure_text(const struct msgsched_failure *why, char *text,
                          size_t size);

/*
 * Collective over comm, an intracommunicator. Message k to a peer with a tag goes
 * into receive k from there with that tag, as in MPI; each has its counterpart.
 * Wildcards are refused (MPI_ERR_RANK, MPI_ERR_TAG), messages without a
 * counterpart (MPI_ERR_ARG) and too short receives (MPI_ERR_TRUNCATE) too: on all
 * ranks. Buffers of a set may not overlap where one of them is received into.
 * options is NULL for the defaults. comm may be freed afterwards; *why, if not
 * NULL, is set on failure.
 */
int msgsched_plan(MPI_Comm comm, int nsend,
                  const struct msgsched_message sends[], int nrecv,
                  const struct msgsched_message recvs[],
                  const struct msgsched_options *options,
                  struct msgsched_plan **plan, struct msgsched_failure *why);

/* The messages that MPI_Neighbor_alltoallw would exchange on this communicator
 * with a topology; arguments as there. */
int msgsched_plan_neighbor(MPI_Comm graph, const int sendcounts[],
                           const MPI_Aint sdispls[],
                           const MPI_Datatype sendtypes[],
                           const int recvcounts[], const MPI_Aint rdispls[],
                           const MPI_Datatype recvtypes[],
                           const struct msgsched_options *options,
                           struct msgsched_plan **plan,
                           struct msgsched_failure *why);

/* Another set for the same plan, which is not in flight. Collective. On failure
 * the plan is as it was. */
int msgsched_update(struct msgsched_plan *plan, int nsend,
                    const struct msgsched_message sends[], int nrecv,
                    const struct msgsched_message recvs[],
                    struct msgsched_failure *why);

/*
 * Begin an exchange; local and nonblocking. Wire messages beyond the first ones
 * are sent in calls of msgsched_test(), msgsched_wait() and msgsched_waitsome(),
 * for any plan: these send for all plans in flight, and ranks may end them in
 * different orders. Other calls of MPI send nothing. So between start and end a
 * rank makes no blocking call that returns only after another rank ended this
 * exchange.
 *
 * After an error of MPI in an exchange the plan can only be freed: all calls for
 * it return that error.
 *
 * The buffers are the caller's again
 * after msgsched_wait() or a msgsched_test() that says *done. Memory of a device
 * is refused (MPI_ERR_BUFFER) where the first message lies in it.
 */
int msgsched_start(struct msgsched_plan *plan, const void *sendbase,
                   void *recvbase);
/* Make progress: pack, send, unpack what can be. */
int msgsched_test(struct msgsched_plan *plan, bool *done);
int msgsched_wait(struct msgsched_plan *plan);
/* Wait until at least one more receive is complete: their numbers, *n of them, in
 * indices[], which has room for all. *n = 0: none is left; msgsched_wait() is
 * still to be called. */
int msgsched_waitsome(struct msgsched_plan *plan, int *n, int indices[]);

/* What one exchange does on this rank, and what planning took. Empty messages by
 * which the library steers are not counted: the tokens of THROTTLE, and edges of
 * NEIGHBOR that carry nothing. */
struct msgsched_info {
    enum msgsched_schedule schedule; /* the one that is used: never AUTO */
    int64_t messages, bytes; /* sent */
    int64_t wire_messages, wire_bytes; /* sent, with those within the node */
    int64_t copied; /* bytes packed and unpacked */
    int64_t largest; /* bytes of the largest wire message sent */
    /* Bytes from which on messages to ranks of the same node of the machine, and to
     * those of others, go alone. INT64_MAX: none does. 0: the schedule copies
     * nothing, or there are no other nodes. */
    int64_t tcopy_same, tcopy_other;
    double plan_seconds; /* without measure_seconds; with a duplicate of comm for the
                            first plan on it. PERSISTENT makes its requests in the
                            first exchange of a pair of buffers, not here. */
    double measure_seconds; /* of the machine's costs, once a communicator, by the
                               first plan that goes by them; 0: this one does not */
};
int msgsched_info(const struct msgsched_plan *plan, struct msgsched_info *info);

/* Collective; *plan becomes NULL. MPI_ERR_REQUEST while it is in flight. */
int msgsched_free(struct msgsched_plan **plan);

#ifdef __cplusplus
}
#endif

#endif /* MSGSCHED_H */
