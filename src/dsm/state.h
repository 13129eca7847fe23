/* state.h: algorithms that use MPI only. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef DSM_STATE_H
#define DSM_STATE_H

#include "dsm/barrier.h"
#include "dsm/first_touch.h"
#include "dsm/jacobi.h"
#include "dsm/memory.h"
#include "dsm/put.h"

/* A message to or from another rank: `count` elements of `type`, at byte offset
 * `here` in this rank's memory and `there` in the other rank's. */
struct dsm_message {
    int peer, count;
    MPI_Datatype type;
    MPI_Aint here, there;
};

struct dsm_messages {
    int n;
    struct dsm_message *v;
};

/* State of an algorithm, from open() to close(). */
struct dsm_state {
    struct dsm_memory memory[2];
    MPI_Comm comm;
    union {
        struct dsm_pass pass;
        struct dsm d;
        struct dsm_grid g;
        struct dsm_first f;
        struct put p;
    };
    /* Launch n uses the messages out[n & turns] and in[n & turns], because
     * dsm-jacobi has a set of messages for each grid. */
    struct dsm_messages out[2], in[2];
    unsigned turns;        /* 1 if there are two sets of messages, else 0 */
    char *from, *to;       /* start of the memory that messages are sent from;
                            * received into */
    int fence;             /* assertion of the MPI_Win_fence() after puts */
    MPI_Request *requests; /* one for each message */
    MPI_Status *statuses;
    int *counts, *displs; /* for collectives, one per rank; or NULL */
};

struct dsm_state *dsm_state_open(void **state, const struct op_args *a);
void dsm_state_close(void *state, struct op_args *a);
void dsm_message_add(struct dsm_messages *list, struct dsm_message m);

/* Makes memory[0], which receives data: in a window if puts are used, else
 * private. Call it after all messages have been added. Returns what
 * dsm_memory_window() returns. */
int dsm_target_open(struct dsm_state *s, bool window, size_t bytes,
                    char **cause);

/* Barriers of algorithms. dsm_p2p() sends and receives all messages. dsm_put()
 * puts all messages and ends the epoch by a fence. dsm_shared() makes all
 * earlier stores to the shared memory memory[0] visible to all ranks. */
int dsm_p2p(void *state);
int dsm_put(void *state);
int dsm_shared(void *state);

/* MPI_Barrier(). As before(), it keeps ranks from writing new data while
 * another rank still reads the old. As after(), it keeps ranks inside MPI, for
 * libraries that make no progress otherwise. */
int dsm_mpi_barrier(void *state, const struct op_args *a);

/* before() of algorithms with puts: MPI_Barrier(), then a fence that begins an
 * epoch. */
int dsm_epoch_begin(void *state, const struct op_args *a);

/* open() of two algorithms that share WHAT_open(): one sends messages, the
 * other puts into a window. */
#define DSM_OPENS(what)                                                        \
    static int what##_p2p_open(void **state, struct op_args *a, char **cause)  \
    {                                                                          \
        return what##_open(state, a, false, cause);                            \
    }                                                                          \
    static int what##_put_open(void **state, struct op_args *a, char **cause)  \
    {                                                                          \
        return what##_open(state, a, true, cause);                             \
    }

/* An algorithm's descriptor: its operation, name, run(), close(), help, and
 * other members of its lifecycle. */
#define DSM_ALGO(of, text, run_fn, close_fn, about, ...)                       \
    &(const struct algo)                                                       \
    {                                                                          \
        .name = text, .op = of, .help = about,                                 \
        .life = {.close = close_fn, __VA_ARGS__}, .run = run_fn                \
    }

#endif /* DSM_STATE_H */
