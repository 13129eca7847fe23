/* msgsched.h: plans a set of point-to-point messages and exchanges it often. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_H
#define MSGSCHED_H

/*
 * For programs that know all messages of a superstep before they send the
 * first. A plan reorders the messages and merges small ones into larger wire
 * messages. It packs a wire message while the previous one is in transit. The
 * method is that of Peng, Yang, Liu, Zhang, "A communication scheduling method
 * combining communication rearrangement and message merging", Computer
 * Engineering & Science 42(2), 2020, p. 191: Algorithm 1 reorders, and the
 * formula for alpha sets the sizes of merged messages. Options select between
 * readings of the paper where its text is ambiguous.
 *
 * Units are bytes and seconds. Functions return MPI_SUCCESS or an MPI error
 * class; functions on options return 0 or a negative errno. The library prints
 * nothing and returns MPI errors, except errors without a communicator, such as
 * an invalid datatype: these call the error handler of MPI_COMM_WORLD.
 *
 * Threads: a plan is used by one thread at a time. Different plans may be used
 * at the same time if MPI was initialized with MPI_THREAD_MULTIPLE.
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
    int tag;           /* any nonnegative int */
    MPI_Count count;   /* elements; a receive may allow more than are sent */
    MPI_Datatype type; /* a committed datatype; do not free it before the plan
                        * is freed or updated */
    MPI_Aint displ;    /* offset in bytes from sendbase or recvbase of
                        * msgsched_start() */
};

enum msgsched_schedule {
    MSGSCHED_AUTO,   /* the fastest of PERSISTENT, DATATYPE, MERGE, FIXED and
                      * THROTTLE, by times measured while planning */
    MSGSCHED_DIRECT, /* all sends at once, in the caller's order */
    MSGSCHED_PERSISTENT, /* like DIRECT, with persistent requests */
    MSGSCHED_WINDOW,     /* at most `inflight` sends at a time */
    MSGSCHED_FIXED,      /* messages merged into bundles of `fixed` bytes */
    MSGSCHED_THROTTLE,   /* at most `throttle` sends in flight on a rank, and
                          * `senders` sending ranks on a node */
    MSGSCHED_DATATYPE,   /* one message per peer, by a derived datatype */
    MSGSCHED_NEIGHBOR,   /* one MPI_Ineighbor_alltoallw() */
    MSGSCHED_REORDER,    /* reordered by Algorithm 1, but not merged */
    MSGSCHED_MERGE,      /* merged, but in the caller's order */
    MSGSCHED_BOTH        /* reordered and merged */
};

enum msgsched_dist {
    MSGSCHED_NEAR_FIRST,
    MSGSCHED_FAR_FIRST,
    MSGSCHED_DIST_NONE
};
enum msgsched_intra { MSGSCHED_INTRA_MERGE, MSGSCHED_INTRA_PLAIN };
enum msgsched_scope { MSGSCHED_SCOPE_PAIR, MSGSCHED_SCOPE_NODE };
enum msgsched_progress { MSGSCHED_LAZY, MSGSCHED_EAGER };

/* Special values of `alpha`, and of `tcopy`. */
#define MSGSCHED_ALPHA_FORMULA 0.0    /* 1.5 + log2(max(NDout, NDin)) */
#define MSGSCHED_ALPHA_BALANCE (-1.0) /* ratio of bandwidths, copy/network */
#define MSGSCHED_MEASURED INT64_C(-1) /* tcopy: measured while planning */

/* Settings of a plan. msgsched_option_table() has their help texts. */
struct msgsched_options {
    enum msgsched_schedule schedule;
    enum msgsched_dist dist;
    bool group; /* makes the messages of a pair of nodes adjacent */
    enum msgsched_intra intra;
    /* NODE: a bundle may hold messages for several ranks of a node, which must
     * then be able to share memory. msgsched_info() does not count the messages
     * by which these ranks synchronize. */
    enum msgsched_scope scope;
    enum msgsched_progress progress;
    double alpha;  /* size ratio of successive wire messages, above 1; or
                    * MSGSCHED_ALPHA_FORMULA or _BALANCE */
    int64_t wmin;  /* minimum bytes of a merged wire message */
    int64_t wmax;  /* maximum bytes of a merged wire message */
    int64_t tcopy; /* messages of at least this many bytes are not merged; or
                      MSGSCHED_MEASURED */
    int64_t fixed; /* bytes of a bundle of schedule FIXED */
    int inflight;  /* maximum sends in flight; 0: unlimited for REORDER and
                      DIRECT, otherwise 64 */
    int throttle;  /* maximum sends in flight on a rank under THROTTLE */
    int senders;   /* ranks of a node that send at a time under THROTTLE */
    /* Node of each rank, the same on all ranks. NULL: ranks that can share
     * memory form a node. The library numbers nodes in the order of their
     * lowest ranks. */
    const int *node;
    /* distance[A * distance_nodes + B] is the distance from node A to node B.
     * NULL: |A - B|. distance_nodes must be the number of nodes. Only read
     * while planning. */
    const int *distance;
    int distance_nodes;
    int64_t reserved[4]; /* 0: for later versions */
};

struct msgsched_options msgsched_options_default(void);

/* Sets one option by its name from the text of a value. Returns 0, -ENOENT
 * (unknown name) or -EINVAL (bad value). An error leaves the options unchanged
 * and, if why is not NULL, sets *why to a constant string. */
int msgsched_options_parse(struct msgsched_options *options, const char *name,
                           const char *value, const char **why);
/* Returns 0 if all values are in range, else -EINVAL with a reason in *why. */
int msgsched_options_check(const struct msgsched_options *options,
                           const char **why);

/*
 * Reads distances of nodes from a file: one line per node, with one nonnegative
 * number per node. Ignores empty lines, and text after a #. *distance becomes a
 * matrix of *nodes x *nodes, which the caller frees. Returns 0 or a negative
 * errno; then *line is the bad line, 0 if the file cannot be read, and *why the
 * reason. Not collective.
 */
int msgsched_distance_read(const char *path, int *nodes, int **distance,
                           int *line, const char **why);

/* Tables of options and of schedules; a NULL name ends each. */
struct msgsched_choice {
    const char *name, *def, *help;
};
const struct msgsched_choice *msgsched_option_table(void);
const struct msgsched_choice *msgsched_schedule_table(void);
const char *msgsched_schedule_name(enum msgsched_schedule schedule);

struct msgsched_plan;

/* Why msgsched_plan() or msgsched_update() failed; the same on all ranks. */
struct msgsched_failure {
    int code;         /* MPI error class */
    const char *what; /* what failed, a constant string */
    int rank;         /* lowest rank with an error, -1 if all ranks found it */
    int peer, tag;    /* of the faulty message; without one, MPI_PROC_NULL */
};
/* Writes a failure as text; like snprintf(), returns the length. */
int msgsched_failure_text(const struct msgsched_failure *why, char *text,
                          size_t size);

/*
 * Makes a plan. Collective over comm, an intracommunicator, which may be freed
 * afterwards. As in MPI, the k-th message to a peer with a tag is received by
 * the peer's k-th receive from this rank with that tag. All ranks fail if any
 * rank has a wildcard (MPI_ERR_RANK, MPI_ERR_TAG), a message or receive without
 * a counterpart (MPI_ERR_ARG), or a receive that is too short
 * (MPI_ERR_TRUNCATE). A receive buffer must not overlap another buffer of the
 * set. options may be NULL for the defaults. *why, if not NULL, describes the
 * failure.
 */
int msgsched_plan(MPI_Comm comm, int nsend,
                  const struct msgsched_message sends[], int nrecv,
                  const struct msgsched_message recvs[],
                  const struct msgsched_options *options,
                  struct msgsched_plan **plan, struct msgsched_failure *why);

/* Plans the messages that MPI_Neighbor_alltoallw would exchange on graph, a
 * communicator with a topology. Takes the same arguments as that function. */
int msgsched_plan_neighbor(MPI_Comm graph, const int sendcounts[],
                           const MPI_Aint sdispls[],
                           const MPI_Datatype sendtypes[],
                           const int recvcounts[], const MPI_Aint rdispls[],
                           const MPI_Datatype recvtypes[],
                           const struct msgsched_options *options,
                           struct msgsched_plan **plan,
                           struct msgsched_failure *why);

/* Replaces the messages of a plan that is not in flight. Collective. If it
 * fails, the plan is unchanged. */
int msgsched_update(struct msgsched_plan *plan, int nsend,
                    const struct msgsched_message sends[], int nrecv,
                    const struct msgsched_message recvs[],
                    struct msgsched_failure *why);

/*
 * Starts an exchange. Local and nonblocking. msgsched_test(), msgsched_wait()
 * and msgsched_waitsome() send the wire messages that this call does not send
 * at once. Waiting for one plan sends for all plans in flight, so ranks may
 * wait for plans in different orders. No other MPI call makes progress: until
 * this exchange has ended here, a rank must not block in a call that returns
 * only after another rank has ended the exchange.
 *
 * After an MPI error in an exchange the plan can only be freed: all other calls
 * for it return that error.
 *
 * The buffers must not be accessed until msgsched_wait() returns or
 * msgsched_test() sets *done. Returns MPI_ERR_BUFFER if the first nonempty
 * message sent or received is in device memory.
 */
int msgsched_start(struct msgsched_plan *plan, const void *sendbase,
                   void *recvbase);
/* Packs, sends and unpacks without waiting. *done: the exchange has ended. */
int msgsched_test(struct msgsched_plan *plan, bool *done);
int msgsched_wait(struct msgsched_plan *plan);
/* Waits until at least one more receive is complete. Stores the newly completed
 * receives, as indices in recvs[], in indices[0] ... indices[*n - 1]; indices[]
 * has room for all receives. *n = 0: no receive is left, but msgsched_wait()
 * must still be called. */
int msgsched_waitsome(struct msgsched_plan *plan, int *n, int indices[]);

/* Traffic of one exchange on this rank, and time of planning. Empty messages
 * that only control the exchange are not counted (tokens of THROTTLE, empty
 * edges of NEIGHBOR). plan_seconds excludes measure_seconds; for the first plan
 * on comm it includes duplicating comm. PERSISTENT makes its requests in the
 * first exchange with a pair of buffers, not while planning. measure_seconds is
 * the time for measuring copies and messages once per comm, or 0 if the plan
 * does not use the result. */
struct msgsched_info {
    enum msgsched_schedule schedule;   /* the one in use, never AUTO */
    int64_t messages, bytes;           /* sent */
    int64_t wire_messages, wire_bytes; /* sent, also within the node */
    int64_t copied;                    /* bytes packed and unpacked */
    int64_t largest; /* bytes of the largest wire message sent */
    /* Messages of at least this size are not merged: to ranks of the same
     * physical node, and to other nodes. INT64_MAX: any may be merged. 0: the
     * schedule does not merge, or there are no other nodes. */
    int64_t tcopy_same, tcopy_other;
    double plan_seconds;    /* time of planning */
    double measure_seconds; /* time of measuring costs */
    int64_t reserved[4];    /* 0: for later versions */
};
int msgsched_info(const struct msgsched_plan *plan, struct msgsched_info *info);

/* Collective; *plan becomes NULL. Returns MPI_ERR_REQUEST if it is in flight.
 */
int msgsched_free(struct msgsched_plan **plan);

#ifdef __cplusplus
}
#endif

#endif /* MSGSCHED_H */
