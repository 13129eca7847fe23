/* recorder.h: records what this process sends and receives. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_RECORDER_H
#define RECORD_RECORDER_H

#include "comms.h"

/* True if recording is on. The first call reads the environment. */
bool record_on(void);

/* The lock of this module and of comms.h. Callers of the functions below hold
 * it. */
void record_lock(void);
void record_unlock(void);

/* Begin and end a blocking call, which counts as an open request. */
void record_enter(void);
void record_leave(void);

/* Record a message sent to [dest], and a message received with [status]. */
void record_sent(MPI_Comm comm, int dest, int tag, int64_t bytes);
void record_received(MPI_Comm comm, const MPI_Status *status);

/* Kind of a request: a send, a receive, or both; persistent or not. */
enum { RECORD_SEND = 1, RECORD_RECEIVE = 2, RECORD_PERSISTENT = 4 };

/* Converts a handle: an integer or a pointer, depending on the MPI library. */
#define HANDLE(handle) ((uint64_t)(uintptr_t)(handle))

/* Records a new request. It is open unless it is persistent. [dest], [tag] and
 * [bytes] describe what it sends. */
void record_request(uint64_t handle, int what, MPI_Comm comm, int dest, int tag,
                    int64_t bytes);
/* Records a message that was probed and will be received. */
void record_message(uint64_t handle, MPI_Comm comm);
void record_start(uint64_t handle);

/* A request or a probed message. MPI may reuse the handle of a freed request at
 * once, in any thread. So before a call that may complete or free requests,
 * they are taken out of the table. After the call they are put back, or freed
 * if they are over. NULL stands for a request that was not recorded. */
struct operation {
    struct operation *next; /* next in its hash chain */
    uint64_t handle;
    int what;
    bool active;        /* started and not complete; or a probed message */
    bool over;          /* completed or freed: free it instead of putting it
                         * back */
    struct comm comm;   /* communicator of a receive */
    struct envelope to; /* envelope of a send */
    int64_t bytes;
};
struct operation *record_take(uint64_t handle);
void record_give_back(struct operation *op);

/* Record that a taken operation has completed (it is then no longer open), or
 * that its request was freed. */
void record_complete(struct operation *op, const MPI_Status *status);
void record_freed(struct operation *op);

void record_call(enum number_of calls);
/* Records a collective call on [comm] that synchronizes all of its ranks. */
void record_everybody(MPI_Comm comm);

/* Ends the current set and moves all results to the caller. Not thread-safe. */
void record_end(struct sets *sets, struct tally *tally);

#endif /* RECORD_RECORDER_H */
