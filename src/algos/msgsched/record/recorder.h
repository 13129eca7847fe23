/* recorder.h: what this process has sent and received, so far. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_RECORDER_H
#define RECORD_RECORDER_H

#include "comms.h"

/* Is there anything to record? The first call reads the environment. */
bool record_on(void);

/* The caller of all that follows has the lock, also of comms.h. */
void record_lock(void);
void record_unlock(void);

/* A blocking call is open from here to there. */
void record_enter(void);
void record_leave(void);

/* A message goes to [dest]; one has come, as [status] says. */
void record_sent(MPI_Comm comm, int dest, int tag, int64_t bytes);
void record_received(MPI_Comm comm, const MPI_Status *status);

/* What a request is for: RECORD_SEND and RECORD_RECEIVE, or both. */
enum { RECORD_SEND = 1, RECORD_RECEIVE = 2, RECORD_PERSISTENT = 4 };

/* MPI has handles that are integers and handles that are pointers. */
#define HANDLE(handle) ((uint64_t)(uintptr_t)(handle))

/* There is a new request. One that is not persistent is open. [dest], [tag] and
 * [bytes] are of the send. */
void record_request(uint64_t handle, int what, MPI_Comm comm, int dest, int tag,
                    int64_t bytes);
/* A message was probed and is to be received. */
void record_message(uint64_t handle, MPI_Comm comm);
void record_start(uint64_t handle);

/*
 * MPI gives the handle of a request that it has freed to a new one, at once and
 * in any thread. So what a call may complete or free is taken before the call,
 * and given back after it: then it goes if it is over. NULL: not ours.
 */
struct operation {
    struct operation *next; /* of its chain */
    uint64_t handle;
    int what;
    bool active;        /* may be waited for, or is a message */
    bool over;          /* completed or freed */
    struct comm comm;   /* of a receive */
    struct envelope to; /* of a send */
    int64_t bytes;
};
struct operation *record_take(uint64_t handle);
void record_give_back(struct operation *op);

/* What was taken is complete, and not open any more; is freed. */
void record_complete(struct operation *op, const MPI_Status *status);
void record_freed(struct operation *op);

void record_call(enum number_of calls);
/* A collective call of [comm] that all of its ranks wait in. */
void record_everybody(MPI_Comm comm);

/* Ends the set at hand, and gives what there is away. No other thread. */
void record_end(struct sets *sets, struct tally *tally);

#endif /* RECORD_RECORDER_H */
